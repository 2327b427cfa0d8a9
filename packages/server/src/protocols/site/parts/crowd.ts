// Layout and drawing of a network graph with up to some thousand people.
import { yieldToEventLoop } from '../../../platform/core/event-loop-budget.ts'
import { type GraphPerson, strongestTies, type Tie } from '../../../stores/network/graph.ts'
import { tagOf } from '../../http/response.ts'
import { beginning, type Html, html } from '../html.ts'
import type { PageRequest } from '../page.ts'
import type { Link, Point } from './charts.ts'

const ROUNDS = 40
/** Nodes processed in one slice of the event loop; a slice takes well under 1 ms. */
const SLICE = 50
/** Distance between large nodes, relative to the whole. */
const BETWEEN_LARGE = 0.13
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5))

interface Crowd {
  readonly x: Float64Array
  readonly y: Float64Array
  /** Displacements of this round. */
  readonly dx: Float64Array
  readonly dy: Float64Array
  /** The number of large nodes; they come first. */
  readonly large: number
}

const COLUMNS = 100_000
const cellOf = (x: number, y: number, size: number): number =>
  (Math.floor(x / size) + COLUMNS / 2) * COLUMNS + Math.floor(y / size) + COLUMNS / 2

/** Small nodes by grid cell, so that only neighbours repel each other. */
function gridOf({ x, y, large }: Crowd, size: number): Map<number, number[]> {
  const cells = new Map<number, number[]>()
  for (let i = large; i < x.length; i++) {
    const key = cellOf(x[i]!, y[i]!, size)
    const cell = cells.get(key)
    if (cell === undefined) cells.set(key, [i])
    else cell.push(i)
  }
  return cells
}

/** Repels one node from another if the distance is less than twice `reach`. */
function repel(a: number, b: number, { x, y, dx, dy }: Crowd, reach: number): void {
  const ux = x[a]! - x[b]!
  const uy = y[a]! - y[b]!
  const away = Math.max(1e-8, ux * ux + uy * uy)
  if (away > 4 * reach * reach || a === b) return
  const force = (reach * reach) / away
  dx[a]! += ux * force
  dy[a]! += uy * force
}

/**
 * Repels a node from its neighbours. Large nodes are repelled by large nodes only, so that they stay near their ties.
 */
function push(a: number, crowd: Crowd, cells: ReadonlyMap<number, number[]>, near: number): void {
  const { x, y, large } = crowd
  const reach = a < large ? BETWEEN_LARGE : 2 * near
  for (let b = 0; b < large; b++) repel(a, b, crowd, reach)
  if (a < large) return
  const size = 2 * near
  for (let column = -1; column <= 1; column++)
    for (let row = -1; row <= 1; row++) {
      const cell = cells.get(cellOf(x[a]! + column * size, y[a]! + row * size, size))
      if (cell !== undefined) for (const b of cell) repel(a, b, crowd, near)
    }
}

/**
 * A layout for up to some thousand nodes; the first `large` are drawn larger. It starts from a spiral in the given
 * order, so the result is deterministic. It yields to the event loop regularly.
 */
export async function layOutCrowd(
  ids: readonly string[],
  links: readonly Link[],
  { width, height, large }: { width: number; height: number; large: number },
): Promise<Map<string, Point>> {
  const n = ids.length
  const place = new Map(ids.map((id, i) => [id, i]))
  const near = 1.6 / Math.sqrt(Math.max(1, n))
  // Large nodes start spread over the whole area, because only other large nodes repel them.
  const radius = (i: number) => (i < large ? 0.8 * Math.sqrt((i + 0.5) / Math.min(large, n)) : Math.sqrt((i + 0.5) / n))
  const crowd: Crowd = {
    x: Float64Array.from(ids, (_, i) => radius(i) * Math.cos(i * GOLDEN_ANGLE)),
    y: Float64Array.from(ids, (_, i) => radius(i) * Math.sin(i * GOLDEN_ANGLE)),
    dx: new Float64Array(n),
    dy: new Float64Array(n),
    large: Math.min(large, n),
  }
  const { x, y, dx, dy } = crowd
  for (let round = 0; round < ROUNDS; round++) {
    const heat = 2 * near * (1 - round / ROUNDS)
    dx.fill(0)
    dy.fill(0)
    for (const { source, target, weight } of links) {
      const [a, b] = [place.get(source)!, place.get(target)!]
      const force = 0.12 * Math.abs(weight)
      dx[a]! -= (x[a]! - x[b]!) * force
      dy[a]! -= (y[a]! - y[b]!) * force
      dx[b]! += (x[a]! - x[b]!) * force
      dy[b]! += (y[a]! - y[b]!) * force
    }
    const cells = gridOf(crowd, 2 * near)
    for (let a = 0; a < n; a++) {
      push(a, crowd, cells, near)
      dx[a]! -= x[a]! * 0.02
      dy[a]! -= y[a]! * 0.02
      if (a % SLICE === SLICE - 1) await yieldToEventLoop()
    }
    for (let a = 0; a < n; a++) {
      const far = Math.max(1e-9, Math.sqrt(dx[a]! * dx[a]! + dy[a]! * dy[a]!))
      x[a]! += (dx[a]! / far) * Math.min(far, heat)
      y[a]! += (dy[a]! / far) * Math.min(far, heat)
    }
  }
  const reach = Math.max(1e-6, ...Array.from(x, Math.abs), ...Array.from(y, Math.abs))
  const fit = (value: number, to: number) => Math.round(((value / reach + 1) / 2) * to)
  return new Map(ids.map((id, i) => [id, { x: fit(x[i]!, width), y: fit(y[i]!, height) }]))
}

/** People drawn with face and name; the others are dots. */
const NAMED = 36
const BOX = { width: 1_400, height: 1_000, large: NAMED }
const MARGIN = 70
const FACE = 44
const DOT = 5
/** Maximum lines drawn. */
const LINES = 1_500
/** Layouts are reused for this long; newer ties are not visible at this scale. */
const LAYOUT_MAX_AGE_MS = 10 * 60_000
/** Cached layouts, one per world, about 200 KB each. */
const LAYOUTS_MAX = 4

interface CrowdLayout {
  readonly ties: readonly Tie[]
  readonly places: ReadonlyMap<string, Point>
}

/** Layouts of worlds with too many people to draw each as a face. */
export interface Crowds {
  draw(request: PageRequest, people: readonly GraphPerson[], label: string): Promise<Html>
}

export function makeCrowds(): Crowds {
  /** Layouts by world, time and people. Stored as promises, so that concurrent requests share one computation. */
  const layouts = new Map<string, Promise<CrowdLayout>>()

  async function layOut({ read, world }: PageRequest, ids: readonly string[]): Promise<CrowdLayout> {
    const ties = await strongestTies(read, world, ids)
    return { ties: ties.slice(0, LINES), places: await layOutCrowd(ids, ties, BOX) }
  }

  function cachedLayoutOf(request: PageRequest, ids: readonly string[]): Promise<CrowdLayout> {
    const key = `${request.world.id} ${Math.floor(request.at / LAYOUT_MAX_AGE_MS)} ${tagOf(ids.join(' '))}`
    const cachedLayout = layouts.get(key)
    if (cachedLayout !== undefined) return cachedLayout
    const layout = layOut(request, ids)
    layouts.set(key, layout)
    layout.catch(() => layouts.delete(key))
    if (layouts.size > LAYOUTS_MAX) layouts.delete(layouts.keys().next().value!)
    return layout
  }

  return {
    async draw(request, people, label) {
      const { paths, portraits } = request
      const { ties, places } = await cachedLayoutOf(
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
<form class="around" action="${paths.page('network')}" method="get"><label for="around">Show the ties of a handle</label> <input id="around" name="around" required maxlength="100"> <button>Show</button></form>`
    },
  }
}
