// Page of the network graph.
import type { Tie } from '../../../stores/network/graph.ts'
import { closestAgents, type GraphPerson, mostFollowedAgents, tiesAmong } from '../../../stores/network/graph.ts'
import { readAgentByHandle } from '../../../stores/posts/agents.ts'
import { beginning, type Html, html, many } from '../html.ts'
import type { MakePage, PageRequest } from '../page.ts'
import { layOut, type Point } from '../parts/charts.ts'
import type { Crowds } from '../parts/crowd.ts'

/** Maximum faces in one graph. */
const FACES = 48
const AROUND = 24
/** Ties drawn for each person, and their minimum strength. */
const TIES_EACH = 4
const WEAKEST = 0.2
const BOX = { width: 1_040, height: 660 }
const MARGIN = 80
const FACE = 52

/** The strongest ties of each person. */
function strongestTiesOf(ties: readonly Tie[]): Tie[] {
  const tieCounts = new Map<string, number>()
  return ties.filter(({ source, target, weight }) => {
    const [a, b] = [tieCounts.get(source) ?? 0, tieCounts.get(target) ?? 0]
    if (Math.abs(weight) < WEAKEST || (a >= TIES_EACH && b >= TIES_EACH)) return false
    tieCounts.set(source, a + 1)
    tieCounts.set(target, b + 1)
    return true
  })
}

/** People of the inner ring, which has the strongest ties. */
const INNER = 9

/** One person in the middle, the others on two rings around it, strongest ties first. */
function layOutAround(centreId: string, people: readonly GraphPerson[], ties: readonly Tie[]): Map<string, Point> {
  const weights = new Map<string, number>()
  for (const { source, target, weight } of ties)
    if (source === centreId || target === centreId) weights.set(source === centreId ? target : source, Math.abs(weight))
  const others = people
    .filter(({ id }) => id !== centreId)
    .sort((a, b) => (weights.get(b.id) ?? 0) - (weights.get(a.id) ?? 0) || (a.id < b.id ? -1 : 1))
  const { width, height } = BOX
  const points = new Map([[centreId, { x: width / 2, y: height / 2 }]])
  for (const [i, { id }] of others.entries()) {
    const isInner = i < INNER
    const count = isInner ? Math.min(INNER, others.length) : others.length - INNER
    const angle = (2 * Math.PI * (isInner ? i : i - INNER + 0.5)) / count - Math.PI / 2
    const reach = isInner ? 0.52 : 1
    points.set(id, {
      x: Math.round((width / 2) * (1 + reach * Math.cos(angle))),
      y: Math.round((height / 2) * (1 + reach * Math.sin(angle))),
    })
  }
  return points
}

interface GraphOptions {
  readonly label: string
  /** The person in the middle; null for a layout by ties. */
  readonly centreId: string | null
}

function graph(
  { paths, portraits }: PageRequest,
  people: readonly GraphPerson[],
  ties: readonly Tie[],
  { label, centreId }: GraphOptions,
): Html {
  const ids = people.map(({ id }) => id)
  const at = centreId === null ? layOut(ids, ties, BOX) : layOutAround(centreId, people, ties)
  const lines = ties.map(({ source, target, weight }) => {
    const [a, b] = [at.get(source)!, at.get(target)!]
    const isFaint = centreId !== null && source !== centreId && target !== centreId
    return html`<line class="${weight < 0 ? 'odds' : 'close'}${isFaint ? ' faint' : ''}" x1="${a.x}" y1="${a.y}" x2="${b.x}" y2="${b.y}" stroke-width="${Math.round((0.8 + 4 * Math.abs(weight)) * 10) / 10}"/>`
  })
  const nodes = people.map(({ id, handle, displayName, avatarSeed }) => {
    const { x, y } = at.get(id)!
    const href =
      id === centreId ? paths.person(handle) : `${paths.page('network')}?around=${encodeURIComponent(handle.slice(1))}`
    return html`<a href="${href}"${id === centreId ? html` class="centre"` : null}><title>${displayName}</title><g transform="translate(${x - FACE / 2} ${y - FACE / 2})"><circle cx="${FACE / 2}" cy="${FACE / 2}" r="${FACE / 2 + 3}"/>${portraits.inset(avatarSeed, FACE)}</g><text x="${x}" y="${y + FACE / 2 + 20}">${beginning(displayName, 16)}</text></a>`
  })
  return html`<div class="graph"><svg viewBox="${-MARGIN} ${-MARGIN} ${BOX.width + 2 * MARGIN} ${BOX.height + 2 * MARGIN}" role="group" aria-label="${label}"><clipPath id="round"><circle cx="${FACE / 2}" cy="${FACE / 2}" r="${FACE / 2}"/></clipPath><g class="lines">${lines}</g><g class="nodes">${nodes}</g></svg></div>`
}

/** The ties as a list, strongest first. */
function pairs({ paths, visibleParts }: PageRequest, people: readonly GraphPerson[], ties: readonly Tie[]): Html {
  const byId = new Map(people.map((person) => [person.id, person]))
  const name = (id: string) => {
    const { handle, displayName } = byId.get(id)!
    return html`<a href="${paths.person(handle)}"><bdi>${displayName}</bdi></a>`
  }
  const hrefOf = ({ source, target }: Tie) => paths.pair(byId.get(source)!.handle, byId.get(target)!.handle)
  const figure = (tie: Tie) => {
    const points = Math.round(tie.weight * 100)
    return visibleParts.minds ? html`<a href="${hrefOf(tie)}">${points}, why?</a>` : points
  }
  const list = (some: readonly Tie[]) =>
    html`<ul class="rows slim">${some.slice(0, 12).map((tie) => html`<li><span>${name(tie.source)} and ${name(tie.target)}</span><span class="meta">${figure(tie)}</span></li>`)}</ul>`
  const odds = ties.filter(({ weight }) => weight < 0)
  return html`<p class="meta">Affinity from -100 (they dislike each other) to 100 (they like each other).</p><div class="columns"><section><h2>Closest</h2>${list(ties.filter(({ weight }) => weight > 0))}</section>${odds.length === 0 ? null : html`<section><h2>Furthest apart</h2>${list(odds)}</section>`}</div>`
}

/** All ties of the person in the middle, and the strongest ones of the others. */
function tiesAround(centreId: string, ties: readonly Tie[]): Tie[] {
  const isOwn = ({ source, target }: Tie) => source === centreId || target === centreId
  return [...strongestTiesOf(ties.filter((tie) => !isOwn(tie))), ...ties.filter(isOwn)]
}

/** Maximum people in the crowd graph. */
const PEOPLE_MAX = 2_000

/** `/network`: the graph of ties; `?around=` shows the circle of one person. */
export const network =
  (crowds: Crowds): MakePage =>
  async (request) => {
    const { read, world, paths, query } = request
    const around = query('around')
    const centre = around === '' ? null : await readAgentByHandle(read, world, around)
    if (centre === undefined) return null
    const found =
      centre === null
        ? await mostFollowedAgents(read, world, PEOPLE_MAX)
        : await closestAgents(read, world, centre.id, AROUND)
    const people = found.slice(0, FACES)
    const crowdLabel = (n: number) => `${many(n, 'person', 'people')}; the list below names the best known`
    const crowd = found.length > FACES ? await crowds.draw(request, found, crowdLabel(found.length)) : null
    const all = await tiesAmong(
      read,
      world,
      people.map(({ id }) => id),
    )
    const ties = centre === null ? strongestTiesOf(all) : tiesAround(centre.id, all)
    const title = centre === null ? 'Network' : `Around ${centre.display_name}`
    return {
      title,
      description: `Ties between the residents of ${world.name}.`,
      section: 'network',
      wide: true,
      ...(centre === null ? {} : { unlisted: true }),
      main: html`<header class="lead"><h1><bdi>${title}</bdi></h1><p class="lede">${
        centre === null
          ? crowd === null
            ? 'Lines are ties: thicker lines are stronger, dashed lines join people at odds. Choose a face to see its ties.'
            : 'Each person is a dot; the best known have a face. Lines are the strongest ties. Choose a face to see its ties.'
          : html`The closest ties of <a href="${paths.person(centre.handle)}"><bdi>${centre.display_name}</bdi></a>. <a href="${paths.page('network')}">Whole network</a>`
      }</p></header>
${people.length === 0 ? html`<p class="empty">No residents yet.</p>` : crowd !== null ? crowd : graph(request, people, ties, { label: `${many(people.length, 'person', 'people')}, ${many(ties.length, 'tie')}; the list below contains the same information`, centreId: centre?.id ?? null })}
${pairs(request, people, all)}`,
    }
  }
