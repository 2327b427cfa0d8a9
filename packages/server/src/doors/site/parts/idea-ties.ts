import type { IdeaEvent } from '@agent-network/contract'
import { peopleById, tiesAmong } from '../../../network/graph.ts'
import type { Tie } from '../../../network/ties.ts'
import { type Html, html } from '../html.ts'
import type { PageRequest } from '../page.ts'
import { beginning, many } from '../words.ts'
import { layOut } from './graph-layout.ts'

/** More faces than this cannot be told apart; those who had to do with it first are drawn. */
const FACES = 24
const BOX = { width: 640, height: 380 }
/** A few fit a phone without being pushed about. */
const FEW = 6
const SMALL_BOX = { width: 380, height: 260 }
const MARGIN = 70
const FACE = 48
const WEAKEST = 0.1

interface Part {
  readonly agentId: string
  /** In which order they came to it. */
  readonly order: number
  /** What they did last. */
  readonly type: IdeaEvent['type']
}

/** Everybody who had to do with an idea, once each, in the order in which they came to it. */
function partsOf(events: readonly IdeaEvent[]): Part[] {
  const parts = new Map<string, Part>()
  for (const { agentId, type } of events) {
    const order = parts.get(agentId)?.order ?? parts.size + 1
    parts.set(agentId, { agentId, order, type })
  }
  return [...parts.values()].slice(0, FACES)
}

const line = (a: { x: number; y: number }, b: { x: number; y: number }, { weight }: Tie): Html =>
  html`<line class="${weight < 0 ? 'odds' : 'close'}" x1="${a.x}" y1="${a.y}" x2="${b.x}" y2="${b.y}" stroke-width="${Math.round((0.8 + 4 * Math.abs(weight)) * 10) / 10}"/>`

/** Among whom an idea moved: faces with the order in which they came to it, and the ties that are between them. */
export async function ideaTies(request: PageRequest, events: readonly IdeaEvent[]): Promise<Html | null> {
  const { read, world, paths, portraits } = request
  const parts = partsOf(events)
  if (parts.length < 2) return null
  const ids = parts.map(({ agentId }) => agentId)
  const [people, all] = await Promise.all([peopleById(read, world, ids), tiesAmong(read, world, ids)])
  const ties = all.filter(({ weight }) => Math.abs(weight) >= WEAKEST)
  const box = parts.length <= FEW ? SMALL_BOX : BOX
  const at = layOut(ids, ties, box)
  const nodes = parts.flatMap(({ agentId, order, type }) => {
    const person = people.get(agentId)
    if (person === undefined) return []
    const { x, y } = at.get(agentId)!
    return [
      html`<a class="${type}" href="${paths.person(person.handle)}"><title>${person.displayName}, number ${order}</title><g transform="translate(${x - FACE / 2} ${y - FACE / 2})"><circle cx="${FACE / 2}" cy="${FACE / 2}" r="${FACE / 2 + 5}"/>${portraits.inset(person.avatarSeed, FACE)}<circle class="number" cx="${FACE}" cy="4" r="12"/><text class="number" x="${FACE}" y="9">${order}</text></g><text x="${x}" y="${y + FACE / 2 + 22}">${beginning(person.displayName, 16)}</text></a>`,
    ]
  })
  const lines = ties.map((tie) => line(at.get(tie.source)!, at.get(tie.target)!, tie))
  return html`<h2 class="count-line">Among whom</h2><p class="meta">Numbers say who came to it when; lines are ties between them, broken where they are at odds. A ring is green for who carries it, red for who doubted it or let it go, and golden for who made something else of it.</p>
<div class="graph ties-of-idea${box === SMALL_BOX ? ' few' : ''}"><svg viewBox="${-MARGIN} ${-MARGIN} ${box.width + 2 * MARGIN} ${box.height + 2 * MARGIN}" role="group" aria-label="${many(nodes.length, 'person', 'people')} and ${many(ties.length, 'tie')} between them; the list below says in words who did what"><clipPath id="round"><circle cx="${FACE / 2}" cy="${FACE / 2}" r="${FACE / 2}"/></clipPath><g class="lines">${lines}</g><g class="nodes">${nodes}</g></svg></div>`
}
