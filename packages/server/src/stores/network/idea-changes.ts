// Changes of ideas: new ideas, events, status by number of carriers, and fading.
import type { IDEA_EVENT_TYPES, IDEA_STATUSES, STANCES } from '@agent-network/contract'
import type { Kysely } from 'kysely'
import { literal, prepare, type Read, type Tx } from '../../platform/db/database.ts'
import { insertOf } from '../../platform/db/statements.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'
import { logPublicEvent } from '../event-log/public-log.ts'

export type IdeaEventType = (typeof IDEA_EVENT_TYPES)[number]
export type Stance = (typeof STANCES)[number]
type IdeaStatus = (typeof IDEA_STATUSES)[number]

interface OpenIdea {
  readonly id: string
  readonly label: string
  readonly summary: string
  readonly originId: string | null
  /** The post in which it was introduced. */
  readonly bornIn: string | null
  /** The current stance of each agent that spoke about it and has not dropped it. */
  readonly stances: ReadonlyMap<string, Stance>
}

/** Maximum number of open ideas that are read. */
const OPEN_MAX = 24

const openOnes = (sql: Kysely<Tables>, world: never) =>
  sql
    .selectFrom('ideas')
    .where('world_id', '=', world)
    .where('status', '<>', literal('faded' satisfies IdeaStatus))
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(literal(OPEN_MAX))

const openIdeas = prepare<{ world: string }, Pick<Tables['ideas'], 'id' | 'label' | 'summary' | 'origin_agent_id'>>(
  (sql, param) => openOnes(sql, param('world')).select(['id', 'label', 'summary', 'origin_agent_id']),
)

const eventsOfOpen = prepare<
  { world: string },
  Pick<Tables['idea_events'], 'idea_id' | 'agent_id' | 'stance' | 'type' | 'post_id'>
>((sql, param) =>
  sql
    .selectFrom('idea_events')
    .select(['idea_id', 'agent_id', 'stance', 'type', 'post_id'])
    .where('world_id', '=', param('world'))
    .where('idea_id', 'in', openOnes(sql, param('world')).select('id'))
    .orderBy('created_at')
    .orderBy('id'),
)

/** Ideas that have not faded, latest change first. */
export async function readOpenIdeas(read: Read, worldId: string): Promise<OpenIdea[]> {
  const rows = await read.all(openIdeas, { world: worldId })
  const events = await read.all(eventsOfOpen, { world: worldId })
  const stances = new Map<string, Map<string, Stance>>()
  const born = new Map<string, string | null>()
  for (const { idea_id, agent_id, stance, type, post_id } of events) {
    if (type === ('introduced' satisfies IdeaEventType)) born.set(idea_id, post_id)
    const of = stances.get(idea_id) ?? new Map<string, Stance>()
    if (type === 'dropped') of.delete(agent_id)
    else of.set(agent_id, stance as Stance)
    stances.set(idea_id, of)
  }
  return rows.map(({ origin_agent_id: originId, ...row }) => ({
    ...row,
    originId,
    bornIn: born.get(row.id) ?? null,
    stances: stances.get(row.id) ?? new Map(),
  }))
}

/** Adds a new idea with status emerging. Its first event is added separately. */
export async function addIdea(
  tx: Tx,
  { at, ...idea }: Omit<Tables['ideas'], 'status' | 'created_at' | 'updated_at'> & { at: number },
): Promise<void> {
  await tx.sql
    .insertInto('ideas')
    .values({ ...idea, status: 'emerging' satisfies IdeaStatus, created_at: at, updated_at: at })
    .execute()
  logPublicEvent(tx, idea.world_id, { kind: 'idea', at, subjectId: idea.id, agentId: idea.origin_agent_id })
}

/** Changes the summary of an idea. The stances of other agents stay. */
export async function rewordIdea(
  tx: Tx,
  { worldId, id, summary }: { worldId: string; id: string; summary: string },
  at: number,
): Promise<void> {
  await tx.sql
    .updateTable('ideas')
    .set({ summary, updated_at: at })
    .where('world_id', '=', worldId)
    .where('id', '=', id)
    .execute()
}

const insertEvent = insertOf('idea_events', [
  'world_id',
  'id',
  'idea_id',
  'type',
  'agent_id',
  'stance',
  'post_id',
  'created_at',
])

/** Number of agents that carry a spreading and an established idea. */
const SPREADING = 3
const ESTABLISHED = 6

const CARRYING_EVENTS: ReadonlySet<string> = new Set<IdeaEventType>(['introduced', 'adopted', 'mutated'])

function statusFor(carriers: number): IdeaStatus {
  if (carriers >= ESTABLISHED) return 'established'
  if (carriers >= SPREADING) return 'spreading'
  return carriers > 0 ? 'emerging' : 'faded'
}

function carriersIn(events: readonly { agent_id: string; type: string }[]): number {
  const carriers = new Set<string>()
  for (const { agent_id, type } of events) {
    if (CARRYING_EVENTS.has(type)) carriers.add(agent_id)
    else if (type === 'dropped') carriers.delete(agent_id)
  }
  return carriers.size
}

const eventsOf = prepare<{ world: string; idea: string }, { agent_id: string; type: string }>((sql, param) =>
  sql
    .selectFrom('idea_events')
    .select(['agent_id', 'type'])
    .where('world_id', '=', param('world'))
    .where('idea_id', '=', param('idea'))
    .orderBy('created_at')
    .orderBy('id'),
)
const changeStatus = prepare<{ world: string; id: string; status: string; at: number }, unknown>((sql, param) =>
  sql
    .updateTable('ideas')
    .set({ status: param('status'), updated_at: param('at') })
    .where('world_id', '=', param('world'))
    .where('id', '=', param('id')),
)

/**
 * Adds an event and updates the status of its idea by the number of carriers. Returns the new status, or null if it did
 * not change.
 */
export async function addIdeaEvent(tx: Tx, event: Tables['idea_events']): Promise<IdeaStatus | null> {
  const { world_id, idea_id, created_at } = event
  await tx.run(insertEvent, event)
  const events = await tx.all(eventsOf, { world: world_id, idea: idea_id })
  const status = statusFor(carriersIn(events))
  const before = statusFor(carriersIn(events.slice(0, -1)))
  await tx.run(changeStatus, { world: world_id, id: idea_id, status, at: created_at })
  return status === before ? null : status
}

interface IdeaState {
  readonly id: string
  readonly label: string
  readonly summary: string
  readonly status: string
  readonly origin_agent_id: string | null
}

/** An idea with its current status. */
export const readIdeaState = (read: Read, worldId: string, id: string): Promise<IdeaState | undefined> =>
  read.sql
    .selectFrom('ideas')
    .select(['id', 'label', 'summary', 'status', 'origin_agent_id'])
    .where('world_id', '=', worldId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Fades ideas that are not established and have not changed since `before`; returns their ids. */
export async function fadeIdeas(tx: Tx, worldId: string, before: number): Promise<string[]> {
  const fading = await tx.sql
    .selectFrom('ideas')
    .select('id')
    .where('world_id', '=', worldId)
    .where('status', 'in', ['emerging', 'spreading'] satisfies IdeaStatus[])
    .where('updated_at', '<', before)
    .orderBy('id')
    .execute()
  await tx.sql
    .updateTable('ideas')
    .set({ status: 'faded' satisfies IdeaStatus })
    .where('world_id', '=', worldId)
    .where('status', 'in', ['emerging', 'spreading'] satisfies IdeaStatus[])
    .where('updated_at', '<', before)
    .execute()
  return fading.map(({ id }) => id)
}
