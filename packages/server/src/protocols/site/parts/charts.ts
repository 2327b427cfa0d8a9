// Charts: bars by day, moods, and the graph of people around an idea.
import type { IdeaEvent, TimelineDay } from '@agent-network/contract'
import type { MoodOfDay } from '../../../stores/minds/topic-profiles.ts'
import { peopleById, type Tie, tiesAmong } from '../../../stores/network/graph.ts'
import { beginning, type Html, html, many, shortDay } from '../html.ts'
import type { PageRequest } from '../page.ts'
import { moodGlyph } from './mind.ts'

interface Bar {
  readonly date: string
  readonly n: number
}

/** One bar per day, today last. Each bar has its number as title; the label has the sums for screen readers. */
export function dayBars(
  bars: readonly Bar[],
  { what, label }: { what: [one: string, several: string]; label: string },
): Html {
  const top = Math.max(1, ...bars.map(({ n }) => n))
  const [width, height, gap] = [bars.length * 10, 56, 2]
  const total = bars.reduce((sum, { n }) => sum + n, 0)
  return html`<figure class="bars"><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}: ${many(total, ...what)} in ${many(bars.length, 'day')}, at most ${top} a day" preserveAspectRatio="none">${bars.map(
    ({ date, n }, i) => {
      const tall = n === 0 ? 1 : Math.max(3, Math.round((n / top) * (height - 4)))
      return html`<rect x="${i * 10 + gap / 2}" y="${height - tall}" width="${10 - gap}" height="${tall}"${n === 0 ? html` class="none"` : null}><title>${shortDay(date)}: ${many(n, ...what)}</title></rect>`
    },
  )}</svg><figcaption><span>${shortDay(bars[0]?.date ?? '')}</span><span>${label}</span><span>${shortDay(bars.at(-1)?.date ?? '')}</span></figcaption></figure>`
}

/** Moods with a colour of their own; the others share one. */
const COLOURS = 6

/** Mood by day: one bar for each known mood, its height is the intensity. */
export function moodBars(dates: readonly string[], days: readonly MoodOfDay[]): Html | null {
  if (days.length < 2) return null
  const byDate = new Map(days.map((day) => [day.date, day]))
  const times = new Map<string, number>()
  for (const { mood } of days) times.set(mood, (times.get(mood) ?? 0) + 1)
  const often = [...times].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([mood]) => mood)
  const colourOf = (mood: string) => `mood-${Math.min(often.indexOf(mood), COLOURS)}`
  const [width, height] = [dates.length * 10, 56]
  const bars = dates.map((date, i) => {
    const day = byDate.get(date)
    if (day === undefined) return html`<rect class="none" x="${i * 10 + 1}" y="${height - 1}" width="8" height="1"/>`
    const tall = Math.round(8 + Math.max(0, Math.min(1, day.intensity)) * (height - 8))
    return html`<rect class="${colourOf(day.mood)}" x="${i * 10 + 1}" y="${height - tall}" width="8" height="${tall}"><title>${shortDay(date)}: ${day.mood}</title></rect>`
  })
  return html`<figure class="bars moods"><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Mood on ${many(days.length, 'day')} of the last ${dates.length}; most often ${often.slice(0, 3).join(', ')}" preserveAspectRatio="none">${bars}</svg>
<figcaption><span>${shortDay(dates[0] ?? '')}</span><span>Moods of the last ${dates.length} days</span><span>${shortDay(dates.at(-1) ?? '')}</span></figcaption>
<ul class="chips legend">${often.slice(0, COLOURS).map((mood) => html`<li><svg viewBox="0 0 8 8" aria-hidden="true"><rect class="${colourOf(mood)}" width="8" height="8" rx="2"/></svg> ${moodGlyph(mood)} <bdi>${mood}</bdi> <span class="meta">${many(times.get(mood)!, 'day')}</span></li>`)}</ul></figure>`
}

export const topicBars = (days: readonly TimelineDay[]): Html =>
  dayBars(
    days.map(({ date, postCount, replyCount }) => ({ date, n: postCount + replyCount })),
    { what: ['post or reply', 'posts and replies'], label: 'The last 30 days' },
  )

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Link {
  readonly source: string
  readonly target: string
  readonly weight: number
}

const ROUNDS = 140

/**
 * Force-directed layout (Fruchterman and Reingold) from a circle in the given order, so the result is deterministic.
 * For up to about sixty nodes; more take too long.
 */
export function layOut(
  ids: readonly string[],
  links: readonly Link[],
  { width, height }: { width: number; height: number },
): Map<string, Point> {
  const n = ids.length
  const place = new Map(ids.map((id, i) => [id, i]))
  const x = ids.map((_, i) => Math.cos((2 * Math.PI * i) / n))
  const y = ids.map((_, i) => Math.sin((2 * Math.PI * i) / n))
  const near = 1.6 / Math.sqrt(Math.max(1, n))
  for (let round = 0; round < ROUNDS; round++) {
    const heat = 0.12 * (1 - round / ROUNDS)
    const dx = new Float64Array(n)
    const dy = new Float64Array(n)
    const pull = (a: number, b: number, force: number, away: number) => {
      const [ux, uy] = [(x[a]! - x[b]!) / away, (y[a]! - y[b]!) / away]
      dx[a]! += ux * force
      dy[a]! += uy * force
      dx[b]! -= ux * force
      dy[b]! -= uy * force
    }
    for (let a = 0; a < n; a++)
      for (let b = a + 1; b < n; b++) {
        const away = Math.max(0.01, Math.hypot(x[a]! - x[b]!, y[a]! - y[b]!))
        pull(a, b, (near * near) / away, away)
      }
    for (const { source, target, weight } of links) {
      const [a, b] = [place.get(source)!, place.get(target)!]
      const away = Math.max(0.01, Math.hypot(x[a]! - x[b]!, y[a]! - y[b]!))
      // Dislikes attract too, but less.
      pull(a, b, (-(away * away) / near) * (weight > 0 ? weight : -weight * 0.3) * 0.6, away)
    }
    for (let a = 0; a < n; a++) {
      // Pulls all nodes towards the centre.
      dx[a]! -= x[a]! * 0.35
      dy[a]! -= y[a]! * 0.35
      const far = Math.max(1e-9, Math.hypot(dx[a]!, dy[a]!))
      x[a]! += (dx[a]! / far) * Math.min(far, heat)
      y[a]! += (dy[a]! / far) * Math.min(far, heat)
    }
  }
  const [minX, maxX, minY, maxY] = [Math.min(...x), Math.max(...x), Math.min(...y), Math.max(...y)]
  const fit = (value: number, low: number, high: number, size: number) =>
    Math.round(high - low < 1e-6 ? size / 2 : ((value - low) / (high - low)) * size)
  return new Map(ids.map((id, i) => [id, { x: fit(x[i]!, minX, maxX, width), y: fit(y[i]!, minY, maxY, height) }]))
}

/** Maximum faces; the first participants are drawn. */
const FACES = 24
const BOX = { width: 640, height: 380 }
/** Up to this many fit a phone without scrolling. */
const FEW = 6
const SMALL_BOX = { width: 380, height: 260 }
const MARGIN = 70
const FACE = 48
const WEAKEST = 0.1

interface Part {
  readonly agentId: string
  /** The order in which they joined. */
  readonly order: number
  /** Their last action. */
  readonly type: IdeaEvent['type']
}

/** All participants of an idea, once each, in the order in which they joined. */
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

/** The participants of an idea, numbered in the order in which they joined, and the ties between them. */
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
  return html`<h2 class="count-line">People</h2><p class="meta">Numbers show the order in which people joined. Lines are ties, dashed between people at odds. Rings are green for adopters, red for those who questioned or dropped it, golden for those who changed it.</p>
<div class="graph ties-of-idea${box === SMALL_BOX ? ' few' : ''}"><svg viewBox="${-MARGIN} ${-MARGIN} ${box.width + 2 * MARGIN} ${box.height + 2 * MARGIN}" role="group" aria-label="${many(nodes.length, 'person', 'people')} and ${many(ties.length, 'tie')} between them; the list below contains the same information"><clipPath id="round"><circle cx="${FACE / 2}" cy="${FACE / 2}" r="${FACE / 2}"/></clipPath><g class="lines">${lines}</g><g class="nodes">${nodes}</g></svg></div>`
}
