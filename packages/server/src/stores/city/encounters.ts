// Encounters: invitations, seats, joining, leaving, turns and closing of conversations.
import { type EncounterStatus, LIMITS, type ParticipantState } from '@agent-network/contract'
import type { Ambient } from '../../platform/core/ambient.ts'
import { literal, prepare, type Read, type Tx } from '../../platform/db/database.ts'
import { insertOf } from '../../platform/db/statements.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'
import type { World } from '../../platform/worlds/worlds.ts'

export type EncounterRow = Tables['encounters']
export type ParticipantRow = Tables['encounter_participants']

type One = { world: string; id: string }

const encounterById = prepare<One, EncounterRow>((sql, param) =>
  sql.selectFrom('encounters').selectAll().where('world_id', '=', param('world')).where('id', '=', param('id')),
)
const rosterOf = prepare<One, ParticipantRow>((sql, param) =>
  sql
    .selectFrom('encounter_participants')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('encounter_id', '=', param('id'))
    .orderBy('invited_at')
    .orderBy('agent_id'),
)
const touch = prepare<One, unknown>((sql, param) =>
  sql
    .updateTable('encounters')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('world_id', '=', param('world'))
    .where('id', '=', param('id')),
)

/** An encounter is closed after its deadline, even if the sweep has not stored that yet (1.21). */
export const statusAt = (encounter: EncounterRow, at: number): EncounterStatus =>
  at > encounter.deadline ? 'closed' : (encounter.status as EncounterStatus)

export interface Encounter {
  readonly row: EncounterRow
  readonly status: EncounterStatus
  readonly participants: readonly ParticipantRow[]
}

export async function readEncounter(read: Read, worldId: string, id: string, at: number): Promise<Encounter | null> {
  const one = { world: worldId, id }
  const row = await read.first(encounterById, one)
  if (row === undefined) return null
  return { row, status: statusAt(row, at), participants: await read.all(rosterOf, one) }
}

/**
 * Like `readEncounter`, with the row locked until the transaction ends, so that changes of its roster are serialized.
 */
export async function lockEncounter(tx: Tx, worldId: string, id: string, at: number): Promise<Encounter | null> {
  if (tx.engine === 'postgres') await tx.run(touch, { world: worldId, id })
  return readEncounter(tx, worldId, id, at)
}

/** Whether a participant is in the conversation, not only invited. */
export const takesPart = ({ state, left_at }: ParticipantRow): boolean =>
  (state === 'engaged' || state === 'listener') && left_at === null

/** An open invitation reserves a seat until it lapses (3.6). */
const hasOpenInvitation = ({ state, respond_by }: ParticipantRow, at: number): boolean =>
  state === 'invited' && at <= respond_by

const holdsSeat = (row: ParticipantRow, at: number): boolean => takesPart(row) || hasOpenInvitation(row, at)

export const isFull = ({ participants }: Encounter, at: number): boolean =>
  participants.filter((row) => holdsSeat(row, at)).length >= LIMITS.encounter.roster

/** The encounter without one agent. Its own invitation must not count against it when it joins. */
export const withoutParticipant = (encounter: Encounter, agentId: string): Encounter => ({
  ...encounter,
  participants: encounter.participants.filter(({ agent_id }) => agent_id !== agentId),
})

/** The lowest free seat, 0 to 5. A unique index rejects a seat that is assigned twice. */
export function freeSeat({ participants }: Encounter, at: number): number {
  const occupiedSeats = new Set(participants.filter((row) => holdsSeat(row, at)).map(({ seat }) => seat))
  return Array.from({ length: LIMITS.encounter.roster }, (_, seat) => seat).find((seat) => !occupiedSeats.has(seat))!
}

/** An invitation is valid for 30 minutes, and never longer than the encounter itself (2.10). */
export const respondByOf = (invitedAt: number, deadline: number): number =>
  Math.min(invitedAt + LIMITS.encounter.responseMs, deadline)

const putRow = prepare<Record<keyof ParticipantRow, string | number | null>, unknown>((sql, param) => {
  const now = {
    state: param('state'),
    invited_at: param('invited_at'),
    respond_by: param('respond_by'),
    joined_at: param('joined_at'),
    left_at: param('left_at'),
    seat: param('seat'),
  }
  const key = { world_id: param('world_id'), encounter_id: param('encounter_id'), agent_id: param('agent_id') }
  return sql
    .insertInto('encounter_participants')
    .values({ ...key, ...now })
    .onConflict((c) => c.columns(['world_id', 'encounter_id', 'agent_id']).doUpdateSet(now))
})

export const putParticipant = (tx: Tx, row: ParticipantRow): Promise<number> => tx.run(putRow, { ...row })

const setStatus = prepare<One & { status: string; ended: number | null }, unknown>((sql, param) =>
  sql
    .updateTable('encounters')
    .set({ status: param('status'), ended_at: param('ended') })
    .where('world_id', '=', param('world'))
    .where('id', '=', param('id'))
    .where('status', '<>', literal('closed')),
)

const changeStatus = (tx: Tx, { row }: Encounter, status: EncounterStatus, ended: number | null): Promise<number> =>
  tx.run(setStatus, { world: row.world_id, id: row.id, status, ended })

const MIN_MEMBERS = 2
const isMember = (row: ParticipantRow): boolean => row.state === 'engaged' && row.left_at === null

/** Sets a forming encounter to talking once two participants are engaged. */
export async function startTalking(tx: Tx, worldId: string, id: string, at: number): Promise<void> {
  const encounter = (await readEncounter(tx, worldId, id, at))!
  if (encounter.row.status === 'forming' && encounter.participants.filter(isMember).length >= MIN_MEMBERS)
    await changeStatus(tx, encounter, 'talking', null)
}

/**
 * Closes the encounter if fewer than two participants or invited agents remain. Returns the encounter if this closed
 * it.
 */
async function closeIfAlone(tx: Tx, worldId: string, id: string, at: number): Promise<EncounterRow | null> {
  const encounter = (await readEncounter(tx, worldId, id, at))!
  const staying = encounter.participants.filter((row) => isMember(row) || hasOpenInvitation(row, at))
  if (encounter.row.status === 'closed' || staying.length >= MIN_MEMBERS) return null
  await changeStatus(tx, encounter, 'closed', at)
  return encounter.row
}

const leftParticipant = (row: ParticipantRow, state: ParticipantState, at: number): ParticipantRow => ({
  ...row,
  state,
  left_at: at,
  seat: null,
})

/** Declines an invitation and frees its seat at once (3.6). Returns the encounter if this closed it. */
export async function decline(tx: Tx, row: ParticipantRow, at: number): Promise<EncounterRow | null> {
  await putParticipant(tx, leftParticipant(row, 'declined', at))
  return closeIfAlone(tx, row.world_id, row.encounter_id, at)
}

/** Locks the conversations in which an agent takes part now. Call it before any counter is locked. */
export async function lockOwnConversations(
  tx: Tx,
  worldId: string,
  agentId: string,
  at: number,
): Promise<ParticipantRow[]> {
  return lockOpen(tx, await tx.all(ongoingOf, { world: worldId, agent: agentId, at }), agentId, at)
}

async function lockOpen(
  tx: Tx,
  talks: readonly OngoingParticipation[],
  agentId: string,
  at: number,
): Promise<ParticipantRow[]> {
  const open: ParticipantRow[] = []
  for (const { world_id, encounter_id, ended_at } of talks) {
    if (ended_at !== null) continue
    const encounter = await lockEncounter(tx, world_id, encounter_id, at)
    const own = encounter?.participants.find(({ agent_id }) => agent_id === agentId)
    if (encounter !== null && encounter.status !== 'closed' && own !== undefined && takesPart(own)) open.push(own)
  }
  return open
}

/**
 * Whether an agent talks at this time of the world. A simulation that catches up asks about an earlier time. The sweep
 * may already have closed a conversation that ends after that time.
 */
export async function isTalking(tx: Tx, worldId: string, agentId: string, at: number): Promise<boolean> {
  const talks = await tx.all(ongoingOf, { world: worldId, agent: agentId, at })
  return talks.some(({ ended_at }) => ended_at !== null) || (await lockOpen(tx, talks, agentId, at)).length > 0
}

/** Leaves conversations; open invitations stay open. Returns the encounters that this closed. */
export async function leaveConversations(
  tx: Tx,
  talks: readonly ParticipantRow[],
  at: number,
): Promise<EncounterRow[]> {
  const closed: EncounterRow[] = []
  for (const own of talks) {
    await putParticipant(tx, leftParticipant(own, own.state as ParticipantState, at))
    const over = own.state === 'engaged' ? await closeIfAlone(tx, own.world_id, own.encounter_id, at) : null
    if (over !== null) closed.push(over)
  }
  return closed
}

/** How many of an agent's latest conversations are read. The default limit is 6 a day (1.24). */
const RECENT_MAX = 50

export interface Participation {
  readonly encounter_id: string
  readonly joined_at: number
  readonly left_at: number | null
  readonly status: string
  readonly deadline: number
  readonly ended_at: number | null
}

type OngoingParticipation = Pick<EncounterRow, 'world_id' | 'ended_at'> & Pick<Participation, 'encounter_id'>

const latestOf = (sql: Read['sql'], param: (name: 'world' | 'agent') => never) =>
  sql
    .selectFrom('encounter_participants as p')
    .innerJoin('encounters as e', (j) => j.onRef('e.world_id', '=', 'p.world_id').onRef('e.id', '=', 'p.encounter_id'))
    .select(['p.world_id', 'p.encounter_id', 'p.left_at', 'e.status', 'e.deadline', 'e.ended_at'])
    .select((eb) => eb.ref('p.joined_at').$notNull().as('joined_at'))
    .where('p.world_id', '=', param('world'))
    .where('p.agent_id', '=', param('agent'))
    .where('p.joined_at', 'is not', null)
    .orderBy('p.joined_at', 'desc')
    .limit(literal(RECENT_MAX))
const recentOf = prepare<{ world: string; agent: string }, Participation>(latestOf)
/** Of the latest conversations, those not over at this time. This is checked again after they are locked. */
const ongoingOf = prepare<{ world: string; agent: string; at: number }, OngoingParticipation>((sql, param) =>
  sql
    .selectFrom(latestOf(sql, param).as('latest'))
    .select(['world_id', 'encounter_id', 'ended_at'])
    .where('left_at', 'is', null)
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', param('at'))]))
    .where('deadline', '>=', param('at'))
    .orderBy('joined_at', 'desc'),
)

/** An agent's latest conversations, newest first. */
export const recentConversations = (read: Read, worldId: string, agentId: string): Promise<Participation[]> =>
  read.all(recentOf, { world: worldId, agent: agentId })

/** When the conversation ended for this participant, or null if it has not ended. */
export const endOf = ({ left_at, ended_at, deadline, status }: Participation, at: number): number | null =>
  left_at ?? ended_at ?? (at > deadline || status === 'closed' ? deadline : null)

const pastDeadline = prepare<{ at: number }, EncounterRow>((sql, param) =>
  sql
    .selectFrom('encounters')
    .selectAll()
    .where('status', '<>', literal('closed'))
    .where('deadline', '<', param('at'))
    .orderBy('deadline')
    .limit(literal(500)),
)
const lapsed = prepare<{ at: number }, ParticipantRow>((sql, param) =>
  sql
    .selectFrom('encounter_participants')
    .selectAll()
    .where('state', '=', literal('invited'))
    .where('respond_by', '<', param('at'))
    .orderBy('respond_by')
    .limit(literal(500)),
)

/**
 * Declines lapsed invitations and closes encounters past their deadline, each with the time of its lapse or deadline.
 */
export async function sweepEncounters(tx: Tx, at: number): Promise<{ looked: number; closed: EncounterRow[] }> {
  const unanswered = await tx.all(lapsed, { at })
  for (const row of unanswered) {
    const encounter = await lockEncounter(tx, row.world_id, row.encounter_id, at)
    const still = encounter?.participants.find(({ agent_id }) => agent_id === row.agent_id)
    // This does not close the encounter: readers decide by time whether an invitation has lapsed.
    if (still?.state === 'invited') await putParticipant(tx, leftParticipant(still, 'declined', still.respond_by))
  }
  const over = await tx.all(pastDeadline, { at })
  for (const row of over)
    await tx.run(setStatus, { world: row.world_id, id: row.id, status: 'closed', ended: row.deadline })
  return { looked: unanswered.length + over.length, closed: over }
}

const firstDeadline = prepare<Record<string, never>, { at: number | null }>((sql) =>
  sql
    .selectFrom('encounters')
    .select((eb) => eb.fn.min('deadline').as('at'))
    .where('status', '<>', literal('closed')),
)
const firstLapse = prepare<Record<string, never>, { at: number | null }>((sql) =>
  sql
    .selectFrom('encounter_participants')
    .select((eb) => eb.fn.min('respond_by').as('at'))
    .where('state', '=', literal('invited')),
)

/** The earliest time at which an invitation lapses or a conversation ends. */
export async function nextClosing(read: Read): Promise<number | null> {
  const moments = [await read.first(firstDeadline, {}), await read.first(firstLapse, {})].flatMap(
    (row) => row?.at ?? [],
  )
  return moments.length === 0 ? null : Math.min(...moments) + 1
}

const putTurn = insertOf('encounter_turns', [
  'world_id',
  'id',
  'encounter_id',
  'agent_id',
  'text',
  'witnesses',
  'created_at',
])

interface TurnDraft {
  readonly ambient: Ambient
  readonly world: World
  readonly encounter: Encounter
  readonly agentId: string
  readonly text: string
}

/**
 * Stores a turn of a conversation with its witnesses: all participants at that time, talking or listening. The caller
 * has locked the encounter. Returns null if the encounter is closed or the speaker does not take part.
 */
export async function addTurn(
  tx: Tx,
  { ambient, world, encounter, agentId, text }: TurnDraft,
  at: number,
): Promise<{ id: string; witnesses: string[] } | null> {
  if (encounter.status !== 'talking') return null
  const present = encounter.participants.filter(takesPart)
  const speaker = present.find(({ agent_id }) => agent_id === agentId)
  // Listeners cannot speak (4.10).
  if (speaker?.state !== 'engaged') return null
  const id = ambient.id('turn', world.tag)
  const witnesses = present.map(({ agent_id }) => agent_id).filter((other) => other !== agentId)
  await tx.run(putTurn, {
    world_id: world.id,
    id,
    encounter_id: encounter.row.id,
    agent_id: agentId,
    text,
    witnesses: JSON.stringify(witnesses),
    created_at: at,
  })
  return { id, witnesses }
}

/** Turns that an agent spoke, oldest first. */
const turnsBy = (read: Read, worldId: string, agentId: string) =>
  read.sql
    .selectFrom('encounter_turns')
    .where('world_id', '=', worldId)
    .where('encounter_id', 'in', (eb) =>
      eb
        .selectFrom('encounter_participants')
        .select('encounter_participants.encounter_id')
        .where('encounter_participants.world_id', '=', worldId)
        .where('encounter_participants.agent_id', '=', agentId),
    )
    .where('agent_id', '=', agentId)

export const listTurnsBy = (
  read: Read,
  { worldId, agentId, after }: { worldId: string; agentId: string; after: string },
  limit: number,
): Promise<Pick<Tables['encounter_turns'], 'id' | 'encounter_id' | 'text' | 'created_at'>[]> =>
  turnsBy(read, worldId, agentId)
    .select(['id', 'encounter_id', 'text', 'created_at'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

export const countTurnsBy = async (read: Read, worldId: string, agentId: string): Promise<number> =>
  Number(
    (
      await turnsBy(read, worldId, agentId)
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

/** Deletes turns of an erased agent; returns their number. */
export async function eraseTurnsBy(tx: Tx, worldId: string, agentId: string, limit: number): Promise<number> {
  const turns = await turnsBy(tx, worldId, agentId).select('id').limit(limit).execute()
  if (turns.length > 0)
    await tx.sql
      .deleteFrom('encounter_turns')
      .where('world_id', '=', worldId)
      .where(
        'id',
        'in',
        turns.map(({ id }) => id),
      )
      .execute()
  return turns.length
}
