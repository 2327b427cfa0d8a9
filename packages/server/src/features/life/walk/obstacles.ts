// Obstacles on the way to a place, errands, and places where an issue can be checked.
import { type Chance, type LifeMaterial, measuredDrafts, NO_NEWS, type Worded } from '@agent-network/voice/life'
import type { Tx } from '../../../platform/db/database.ts'
import { putDue } from '../../../platform/jobs/due.ts'
import { isOffered } from '../../../stores/city/bodies.ts'
import { findStartPoint } from '../../../stores/city/journeys.ts'
import type { Destination } from '../../../stores/city/map/city-map.ts'
import type { Route } from '../../../stores/city/map/route.ts'
import {
  findOpenRoute,
  isMeasurable,
  liftsOn,
  measure,
  NOTHING_CLOSED,
  type TrialFinding,
} from '../../../stores/town/closures.ts'
import { forecastRecord, type Happening } from '../../../stores/town/happenings.ts'
import type { Thing } from '../../../stores/town/things.ts'
import { displayNameOf, type Mover } from '../engine/mover.ts'
import type { Instant } from '../engine/world-life.ts'

/** A closed place or lift between a resident and its destination. */
export interface Obstacle {
  /** Whether there is a longer way round. */
  readonly is: 'round' | 'shut'
  /** A clause: `the Heron stands still`. */
  readonly clause: string
  /** The happening that causes it, if there is one. */
  readonly row: Happening | undefined
  /** Additional length of the way round. */
  readonly meters: number
  /** Description of the way round: `the Bobbin`, `the streets`. Empty if there is none. */
  readonly by: string
}

/** A place name inside a sentence. */
export const midSentence = (label: string): string => label.replace(/^The (?=\p{Lu})/u, 'the ')

/** Description of a route. Lifts without a keeper have no name. */
function describeRoute({ lifts }: Route, named: readonly Thing[]): string {
  if (named.length > 0) return named.map(({ name }) => name).join(' and ')
  return lifts === 0 ? 'the streets' : lifts === 1 ? 'the other lift' : 'the other lifts'
}

/** The obstacle between a resident and a place; null if there is none. */
export async function obstacleTo(
  tx: Tx,
  { instant, person, body }: Mover,
  place: Destination,
): Promise<Obstacle | null> {
  const { life, map, at } = instant
  const closures = map === null ? NOTHING_CLOSED : await life.town.closures(tx, map, at)
  if (map === null || closures === NOTHING_CLOSED) return null
  const happenings = await life.town.happenings(tx, at)
  if (closures.places.has(place.id)) {
    const row = happenings.find(({ kind, stage }) => kind === 'flood' && stage === 'begun')
    return { is: 'shut', clause: `the water stands at ${midSentence(place.label)}`, row, meters: 0, by: '' }
  }
  if (closures.lifts.size === 0) return null
  const stands = body === undefined ? undefined : map.destination(body.destination_id)
  const from = stands ?? (await findStartPoint(tx, { world: life.world, map, agentId: person.agent.id }, at))
  const { way, instead } = findOpenRoute(map, closures, from.node, place.node)
  if (instead === null) return null
  const things = await life.town.things(tx)
  const lift = things.find(({ id }) => id === closures.lifts.get(instead.node))
  return {
    is: way === null ? 'shut' : 'round',
    clause: `${lift?.name ?? 'the lift'} stands still`,
    row: happenings.find(({ kind, stage, thing_id }) => kind === 'lift' && stage === 'begun' && thing_id === lift?.id),
    meters: way === null ? 0 : way.meters - instead.meters,
    by: way === null ? '' : describeRoute(way, liftsOn(map, way, things)),
  }
}

/** Kind of the due row: an errand. */
export const ERRAND = 'errand'

interface Errand {
  readonly agentId: string
  readonly placeId: string
  /** Reason, as in the memory of it: `the fair`. */
  readonly why: string
}

export const SEPARATOR = '\u001f'

/** Schedules an errand. A later errand with the same agent, place and reason replaces it. */
export const scheduleErrand = (tx: Tx, worldId: string, { agentId, placeId, why }: Errand, at: number): Promise<void> =>
  putDue(tx, { worldId, kind: ERRAND, subjectId: [agentId, placeId, why].join(SEPARATOR) }, at)

/** Facts that settle an issue; null if it cannot be measured. */
export async function measureIssue(tx: Tx, instant: Instant, issue: string): Promise<TrialFinding | null> {
  const { life, at } = instant
  if (!isMeasurable(issue)) return null
  const things = await life.town.things(tx)
  const names = new Map<string, string>()
  for (const { state } of things)
    if (state.sort === 'lent' && state.to !== '') names.set(state.to, await displayNameOf(tx, instant, state.to))
  const forecasts = issue === 'forecast' ? await forecastRecord(tx, life.world.id, at) : { right: 0, all: 0 }
  return measure(issue, { things, forecasts, at, nameOf: (id) => names.get(id) ?? 'somebody' })
}

/** Place where an issue can be checked; null if there is none or it is not accessible. */
export async function placeOfIssue(tx: Tx, { instant }: Mover, issue: string): Promise<Destination | null> {
  const found = await measureIssue(tx, instant, issue)
  const place = found === null ? undefined : instant.map?.destination(found.placeId)
  return place === undefined || !isOffered(place) ? null : place
}

/** Drafts of the report on a trial, with the finding as reason. */
export function* reportDrafts(
  material: LifeMaterial,
  { won, found, to }: { won: boolean; found: string; to: string | null },
  chance: Chance,
): Iterable<Worded> {
  for (const text of measuredDrafts(material, { won, news: { ...NO_NEWS, to, measured: found } }, chance))
    yield { text, reason: found }
}
