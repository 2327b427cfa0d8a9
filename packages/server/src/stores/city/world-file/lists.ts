// Stays and journeys in world files, and the bodies that follow from them.
import { upsertRows } from '../../../platform/db/statements.ts'
import { rowsBy } from '../../../platform/db/world-rows.ts'
import {
  byWorld,
  type FileList,
  type ImportWriter,
  type Item,
  type PlacedItem,
  refTo,
  refToAgent,
  rowList,
} from '../../../platform/worlds/file-list.ts'
import {
  resolveRequiredTime,
  resolveTime,
  resolveTimeOrNull,
  resolveValue,
  stamp,
  stampOrNull,
} from '../../../platform/worlds/file-parts.ts'
import { type BodyRow, DWELL_MS } from '../bodies.ts'
import { bodyOnJourney, type JourneyRow } from '../journeys.ts'
import { bodyOnStay, type StayRow, scheduleStay } from '../movement.ts'
import { encounters } from './encounters.ts'
import { city, games } from './games.ts'

const stays = rowList({
  list: 'stays',
  table: 'stays',
  kind: 'stay',
  references: (item) => [...refToAgent(item), ...refTo('destinations', item.destinationId, 'destinationId')],
  rowOf(item, stored, key, { at }): StayRow {
    const created_at = resolveTime(item.createdAt, stored?.created_at, at)
    return {
      ...key,
      agent_id: item.agentId,
      destination_id: item.destinationId,
      arrived_at: resolveRequiredTime(item.arrivedAt, stored?.arrived_at, Math.max(0, created_at)),
      stays_until: resolveTimeOrNull(item.staysUntil, stored?.stays_until),
      activity: resolveValue(item.activity, stored?.activity, 'visiting'),
      purpose: resolveValue(item.purpose, stored?.purpose, null),
      created_at,
    }
  },
  viewOf: (row) => ({
    id: row.id,
    agentId: row.agent_id,
    destinationId: row.destination_id,
    arrivedAt: stamp(row.arrived_at),
    staysUntil: stampOrNull(row.stays_until),
    activity: row.activity as NonNullable<Item<'stays'>['activity']>,
    purpose: row.purpose as NonNullable<Item<'stays'>['purpose']> | null,
    createdAt: stamp(row.created_at),
  }),
  put: ({ tx }, rows) => upsertRows(tx, 'stays', rows),
})

const journeys = rowList({
  list: 'journeys',
  table: 'journeys',
  kind: 'journey',
  references: (item) => [...refToAgent(item), ...refTo('destinations', item.destinationId, 'destinationId')],
  rowOf(item, stored, key, { at }): JourneyRow {
    const created_at = resolveTime(item.createdAt, stored?.created_at, at)
    const arrives = resolveRequiredTime(item.arriveAt, stored?.arrive_at, Number.POSITIVE_INFINITY)
    // A walk with only one time in the file has duration zero.
    const depart_at = resolveRequiredTime(item.departAt, stored?.depart_at, Math.min(arrives, Math.max(0, created_at)))
    const arrive_at = Number.isFinite(arrives) ? arrives : depart_at
    return {
      ...key,
      agent_id: item.agentId,
      destination_id: item.destinationId,
      purpose: resolveValue(item.purpose, stored?.purpose, null),
      depart_at,
      arrive_at,
      created_at,
      // Fields that files do not contain keep their stored values.
      meters: stored?.meters ?? 0,
      lifts: stored?.lifts ?? 0,
      from_label: stored?.from_label ?? null,
      route: stored?.route ?? null,
      dwell_until: arrive_at + DWELL_MS,
      // A future departure is scheduled for the sweep. Past and current walks create no events (AMB-143).
      next_at: depart_at > at ? depart_at : (stored?.next_at ?? null),
    }
  },
  viewOf: (row) => ({
    id: row.id,
    agentId: row.agent_id,
    destinationId: row.destination_id,
    purpose: row.purpose as NonNullable<Item<'journeys'>['purpose']> | null,
    departAt: stamp(row.depart_at),
    arriveAt: stamp(row.arrive_at),
    createdAt: stamp(row.created_at),
  }),
  put: ({ tx }, rows) => upsertRows(tx, 'journeys', rows),
})

/** A stay or a walk of a body, with its start. */
interface Step {
  readonly since: number
  readonly id: string
  body(resident: boolean, homeId: string | null): BodyRow
}

const stepOfStay = (stay: StayRow): Step => ({
  since: stay.arrived_at,
  id: stay.id,
  body: (resident, homeId) => bodyOnStay(stay, resident, homeId),
})

const stepOfJourney = (journey: JourneyRow): Step => ({
  since: journey.depart_at,
  id: journey.id,
  body: (resident, homeId) => bodyOnJourney(journey, resident, homeId),
})

const later = (a: Step, b: Step): Step => (b.since > a.since || (b.since === a.since && b.id > a.id) ? b : a)

/** The last step that has begun, or the first step if none has begun. */
function currentStep(steps: readonly Step[], at: number): Step {
  const startedSteps = steps.filter(({ since }) => since <= at)
  return startedSteps.length > 0 ? startedSteps.reduce(later) : steps.reduce((a, b) => (later(a, b) === a ? b : a))
}

type PlacedStep = PlacedItem<'stays'> | PlacedItem<'journeys'>

/** Updates every body with stays or walks in the file, from all its stays and walks, stored and new. */
export async function placeBodies(
  { tx, at }: Pick<ImportWriter, 'tx' | 'at'>,
  moved: readonly PlacedStep[],
): Promise<void> {
  for (const [world, entries] of byWorld(moved)) {
    const worldId = world.id
    const ids = new Set(entries.map(({ item }) => item.agentId))
    const steps = new Map<string, Step[]>([...ids].map((id) => [id, []]))
    for (const stay of await rowsBy(tx, { table: 'stays', column: 'agent_id', worldId }, ids)) {
      steps.get(stay.agent_id)!.push(stepOfStay(stay))
      if (stay.arrived_at > at) await scheduleStay(tx, stay)
    }
    for (const journey of await rowsBy(tx, { table: 'journeys', column: 'agent_id', worldId }, ids))
      steps.get(journey.agent_id)!.push(stepOfJourney(journey))
    const agents = await rowsBy(tx, { table: 'agents', column: 'id', worldId }, ids)
    const residents = new Set(agents.filter(({ kind }) => kind === 'resident').map(({ id }) => id))
    const stored = await rowsBy(tx, { table: 'bodies', column: 'agent_id', worldId }, ids)
    const homes = new Map(stored.map((body) => [body.agent_id, body.home_id]))
    const bodies = [...ids].map((id) => currentStep(steps.get(id)!, at).body(residents.has(id), homes.get(id) ?? null))
    await upsertRows(tx, 'bodies', bodies)
  }
}

/** The city lists of a world file, in the order in which they are written. */
export const CITY_LISTS = [city, stays, journeys, encounters, games] as const satisfies readonly FileList[]
