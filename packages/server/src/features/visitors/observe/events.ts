// Events of an observed visitor: pages, single events and exports.
import { createHash } from 'node:crypto'
import {
  type exportObservedEvents,
  LIMITS,
  type listObservedEvents,
  type ObservedEvent,
  type ObservedEventPage,
  type ObservedExport,
  type QueryOf,
} from '@agent-network/contract'
import { citySwitches } from '../../../platform/control/switches.ts'
import { ApiError, notFound } from '../../../platform/core/api-error.ts'
import { iso } from '../../../platform/core/time.ts'
import { literal, prepare, type Read } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/tables/tables.ts'
import { FACTS_PER_ROW } from '../../../stores/event-log/events.ts'
import type { Fact } from '../../../stores/event-log/facts.ts'
import { coverageView } from '../../../stores/event-log/journal.ts'
import { unpack } from '../../../stores/event-log/packing.ts'
import { cursorsFor, type ObservedVisitor, type ObserveReader, spendRead } from './subject.ts'

type EventRow = Tables['events']
type Who = { world: string; agent: string }
type EventsQuery = QueryOf<typeof listObservedEvents>
type ExportQuery = QueryOf<typeof exportObservedEvents>

export type EventFilters = Pick<EventsQuery, 'channel' | 'status' | 'direction' | 'from' | 'to'>

/** Numbers have no gaps and a row has few facts, so this range contains all facts of the interval and few others. */
const rowsBetween = prepare<Who & { after: number; below: number }, EventRow>((sql, param) =>
  sql
    .selectFrom('events')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('sequence', '>', param('after'))
    .where('sequence', '<', param('below'))
    .orderBy('sequence'),
)
const rowHolding = prepare<Who & { sequence: number }, EventRow>((sql, param) =>
  sql
    .selectFrom('events')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('sequence', '>=', param('sequence'))
    .orderBy('sequence')
    .limit(literal(1)),
)

/** A fact with its number, as stored. */
interface NumberedFact {
  readonly fact: Fact
  readonly sequence: number
  readonly ingestedAt: number
}

function factsIn({ sequence, ingested_at: ingestedAt, facts }: EventRow): NumberedFact[] {
  const found = unpack(facts, ingestedAt)
  return found.map((fact, i) => ({ fact, sequence: sequence - found.length + 1 + i, ingestedAt }))
}

const whoOf = ({ world, agent }: ObservedVisitor): Who => ({ world: world.id, agent: agent.id })

async function eventAt(read: Read, subject: ObservedVisitor, sequence: number): Promise<NumberedFact | undefined> {
  const row = await read.first(rowHolding, { ...whoOf(subject), sequence })
  return row === undefined ? undefined : factsIn(row).find((one) => one.sequence === sequence)
}

export const lastEvent = (read: Read, subject: ObservedVisitor): Promise<NumberedFact | undefined> =>
  eventAt(read, subject, subject.visitor.event_sequence)

/** An id contains its visitor and number, so a lookup needs no extra column or index. */
const ownerMark = ({ world, agent }: ObservedVisitor): string =>
  createHash('sha256')
    .update(JSON.stringify([world.id, agent.id]))
    .digest('hex')
    .slice(0, 16)

const ID = /^evt_([0-9a-f]{16})_([1-9][0-9]{0,14})$/

const eventView = ({ fact, sequence, ingestedAt }: NumberedFact, mark: string): ObservedEvent => ({
  schemaVersion: 1,
  eventId: `evt_${mark}_${sequence}`,
  sequence,
  channel: fact.channel,
  type: fact.type,
  status: fact.status,
  direction: fact.direction,
  occurredAt: iso(fact.occurredAt),
  ingestedAt: iso(ingestedAt),
  counterpartHandles: [...fact.counterpartHandles],
  refs: fact.refs,
  summary: fact.summary,
})

const viewsOf = (subject: ObservedVisitor, found: readonly NumberedFact[]): ObservedEvent[] => {
  const mark = ownerMark(subject)
  return found.map((one) => eventView(one, mark))
}

/**
 * The number before the first event ingested at `from` or later; an event cannot be ingested before it happened.
 * Ingestion times grow with the numbers, so a binary search finds it.
 */
async function placeBefore(read: Read, subject: ObservedVisitor, from: number): Promise<number> {
  let low = 1
  let high = subject.visitor.event_sequence + 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const row = await read.first(rowHolding, { ...whoOf(subject), sequence: middle })
    if (row === undefined || row.ingested_at >= from) high = middle
    else low = middle + 1
  }
  return low - 1
}

interface Scan {
  readonly found: readonly NumberedFact[]
  /** The last number that was checked. */
  readonly upto: number
  readonly hasMore: boolean
}

const isFiltered = ({ channel, status, direction, from, to }: EventFilters): boolean =>
  [channel, status, direction, from, to].some((filter) => filter !== null)

const fits = ({ channel, status, direction, from, to }: EventFilters, { fact }: NumberedFact): boolean =>
  (channel === null || fact.channel === channel) &&
  (status === null || fact.status === status) &&
  (direction === null || fact.direction === direction) &&
  (from === null || fact.occurredAt >= from) &&
  (to === null || fact.occurredAt <= to)

/** Reads at most 100 events, matching or not (4.13). */
async function scan(
  read: Read,
  subject: ObservedVisitor,
  filters: EventFilters,
  { after, limit }: { after: number; limit: number },
): Promise<Scan> {
  const last = subject.visitor.event_sequence
  const upto = Math.max(after, Math.min(last, after + (isFiltered(filters) ? LIMITS.observe.scanMax : limit)))
  const rows = await read.all(rowsBetween, { ...whoOf(subject), after, below: upto + FACTS_PER_ROW })
  const facts = rows.flatMap(factsIn).filter(({ sequence }) => sequence > after && sequence <= upto)
  const found = facts.filter((one) => fits(filters, one))
  if (found.length <= limit) return { found, upto, hasMore: upto < last }
  return { found: found.slice(0, limit), upto: found[limit - 1]!.sequence, hasMore: true }
}

export function requireOrder({ from, to }: Pick<EventFilters, 'from' | 'to'>): void {
  if (from !== null && to !== null && from > to)
    throw new ApiError('INVALID_OBSERVE_QUERY', { message: 'from must not be later than to' })
}

const filtersOf = ({ channel, status, direction, from, to }: EventFilters): EventFilters => ({
  channel,
  status,
  direction,
  from,
  to,
})

const coverageOf = ({ visitor, switches, world, at }: ObservedVisitor) =>
  coverageView(visitor, citySwitches(switches, world), at)

export const readEvents: ObserveReader<EventsQuery, ObservedEventPage> = async (deps, subject, request) => {
  const { limit, cursor, forwardCursor, ...filterParams } = request.query
  const filters = filtersOf(filterParams)
  requireOrder(filters)
  if (cursor !== null && forwardCursor !== null)
    throw new ApiError('INVALID_OBSERVE_QUERY', { message: 'cursor and forwardCursor exclude each other' })
  const cursors = cursorsFor(deps.seals, subject, 'events', filters)
  const place =
    cursor !== null
      ? cursors.read('cursor', cursor)
      : forwardCursor !== null
        ? cursors.read('forwardCursor', forwardCursor)
        : null
  await spendRead(deps, subject)
  const { read } = deps.database
  const start = () => (filters.from === null ? 0 : placeBefore(read, subject, filters.from))
  const after = place === null ? await start() : Number(place[0])
  const { found, upto, hasMore } = await scan(read, subject, filters, { after, limit })
  return {
    schemaVersion: 1,
    events: viewsOf(subject, found),
    nextCursor: hasMore ? cursors.make('cursor', [upto]) : null,
    forwardCursor: cursors.make('forwardCursor', [upto]),
    hasMore,
    coverage: coverageOf(subject),
    generatedAt: iso(subject.at),
  }
}

export const readEvent: ObserveReader<
  unknown,
  { schemaVersion: 1; event: ObservedEvent },
  { eventId: string }
> = async (deps, subject, request) => {
  void request.query
  await spendRead(deps, subject)
  const [, mark, number] = ID.exec(request.path.eventId) ?? []
  const sequence = mark === ownerMark(subject) ? Number(number) : 0
  const found = sequence === 0 ? undefined : await eventAt(deps.database.read, subject, sequence)
  if (found === undefined) throw notFound('Event not found: the id is wrong, or it can no longer be seen')
  return { schemaVersion: 1, event: eventView(found, ownerMark(subject)) }
}

export const readExport: ObserveReader<ExportQuery, ObservedExport> = async (deps, subject, request) => {
  const { limit, ...filterParams } = request.query
  const filters = filtersOf(filterParams)
  requireOrder(filters)
  await spendRead(deps, subject)
  const { read } = deps.database
  const after = filters.from === null ? 0 : await placeBefore(read, subject, filters.from)
  const { found, hasMore } = await scan(read, subject, filters, { after, limit })
  const isoOrNull = (at: number | null) => (at === null ? null : iso(at))
  return {
    schemaVersion: 1,
    agentId: subject.agent.id,
    worldId: subject.world.id,
    exportedAt: iso(subject.at),
    from: isoOrNull(filters.from),
    to: isoOrNull(filters.to),
    facts: viewsOf(subject, found),
    count: found.length,
    truncated: hasMore,
    coverage: coverageOf(subject),
  }
}
