import { tagOf } from '../../../http/answer.ts'
import { type GraphPerson, strongestTies } from '../../../network/graph.ts'
import type { Tie } from '../../../network/ties.ts'
import { type Html, html } from '../html.ts'
import type { PageRequest } from '../page.ts'
import { beginning } from '../words.ts'
import { layOutCrowd } from './crowd-layout.ts'
import type { Point } from './graph-layout.ts'

/** Those with a face and a name; everybody else is a dot. */
const NAMED = 36
const BOX = { width: 1_400, height: 1_000, large: NAMED }
const MARGIN = 70
const FACE = 44
const DOT = 5
/** Lines that are drawn: with more of them there would be nothing to see. */
const LINES = 1_500
/** For so long a layout is good: ties change with every meeting, and nobody sees that in a crowd. */
const GOOD_MS = 10 * 60_000
/** Worlds whose layout is in memory, some 200 KB each. */
const KEPT = 4

interface Laid {
  readonly ties: readonly Tie[]
  readonly places: ReadonlyMap<string, Point>
}

/** Layouts of worlds with too many people to draw each as a face. */
export interface Crowds {
  draw(request: PageRequest, people: readonly GraphPerson[], label: string): Promise<Html>
}

export function makeCrowds(): Crowds {
  /** By world, time and people; a promise while it is being made, so that it is made once. */
  const laid = new Map<string, Promise<Laid>>()

  async function layOut({ read, world }: PageRequest, ids: readonly string[]): Promise<Laid> {
    const ties = await strongestTies(read, world, ids)
    return { ties: ties.slice(0, LINES), places: await layOutCrowd(ids, ties, BOX) }
  }

  function laidOut(request: PageRequest, ids: readonly string[]): Promise<Laid> {
    const key = `${request.world.id} ${Math.floor(request.at / GOOD_MS)} ${tagOf(ids.join(' '))}`
    const known = laid.get(key)
    if (known !== undefined) return known
    const made = layOut(request, ids)
    laid.set(key, made)
    made.catch(() => laid.delete(key))
    if (laid.size > KEPT) laid.delete(laid.keys().next().value!)
    return made
  }

  return {
    async draw(request, people, label) {
      const { paths, portraits } = request
      const { ties, places } = await laidOut(
        request,
        people.map(({ id }) => id),
      )
      const lines = (some: readonly Tie[]) =>
        some.map(({ source, target }) => {
          const [a, b] = [places.get(source)!, places.get(target)!]
          return `M${a.x} ${a.y}L${b.x} ${b.y}`
        })
      const dots = people.slice(NAMED).map(({ id, displayName }) => {
        const { x, y } = places.get(id)!
        return html`<circle cx="${x}" cy="${y}" r="${DOT}"><title>${displayName}</title></circle>`
      })
      const named = people.slice(0, NAMED).map(({ id, handle, displayName, avatarSeed }) => {
        const { x, y } = places.get(id)!
        return html`<a href="${paths.page('network')}?around=${encodeURIComponent(handle.slice(1))}"><title>${displayName}</title><g transform="translate(${x - FACE / 2} ${y - FACE / 2})"><circle cx="${FACE / 2}" cy="${FACE / 2}" r="${FACE / 2 + 3}"/>${portraits.inset(avatarSeed, FACE)}</g><text x="${x}" y="${y + FACE / 2 + 18}">${beginning(displayName, 14)}</text></a>`
      })
      return html`<div class="graph crowd"><svg viewBox="${-MARGIN} ${-MARGIN} ${BOX.width + 2 * MARGIN} ${BOX.height + 2 * MARGIN}" role="group" aria-label="${label}"><clipPath id="round"><circle cx="${FACE / 2}" cy="${FACE / 2}" r="${FACE / 2}"/></clipPath><g class="lines"><path class="close" d="${lines(ties.filter(({ weight }) => weight > 0)).join('')}"/><path class="odds" d="${lines(ties.filter(({ weight }) => weight < 0)).join('')}"/></g><g class="dots">${dots}</g><g class="nodes">${named}</g></svg></div>
<form class="around" action="${paths.page('network')}" method="get"><label for="around">Put somebody into the middle, by handle</label> <input id="around" name="around" required maxlength="100"> <button>Show</button></form>`
    },
  }
}
