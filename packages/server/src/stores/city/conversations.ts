// Conversations at a place: who may join, joining as a listener, and lists of open conversations.
import { LIMITS, type SkipReason } from '@agent-network/contract'
import type { VisitorLimits } from '../../platform/control/switches.ts'
import { utcDay } from '../../platform/core/time.ts'
import { literal, prepare, type Read, type Tx } from '../../platform/db/database.ts'
import type { Permit } from './bodies.ts'
import { placeIdAt, readBody } from './bodies.ts'
import {
  type Encounter,
  type EncounterRow,
  endOf,
  freeSeat,
  isFull,
  lockEncounter,
  type Participation,
  putParticipant,
  readEncounter,
  recentConversations,
  statusAt,
  takesPart,
  withoutParticipant,
} from './encounters.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** An agent's latest conversations, read once and compared with every conversation that it might join. */
export interface Joiner {
  readonly agentId: string
  readonly recent: readonly Participation[]
  /** Agents it talked with in the last `recentPartnerHours`. */
  readonly partners: ReadonlySet<string>
}

const talkersOf = prepare<{ world: string; id: string }, { agent_id: string }>((sql, param) =>
  sql
    .selectFrom('encounter_participants')
    .select('agent_id')
    .where('world_id', '=', param('world'))
    .where('encounter_id', '=', param('id'))
    .where('joined_at', 'is not', null),
)

export async function readJoiner(
  read: Read,
  { worldId, agentId, limits }: { worldId: string; agentId: string; limits: VisitorLimits },
  at: number,
): Promise<Joiner> {
  const recent = await recentConversations(read, worldId, agentId)
  const partners = new Set<string>()
  for (const talk of recent) {
    if ((endOf(talk, at) ?? at) <= at - limits.recentPartnerHours * HOUR) continue
    for (const { agent_id } of await read.all(talkersOf, { world: worldId, id: talk.encounter_id }))
      if (agent_id !== agentId) partners.add(agent_id)
  }
  return { agentId, recent, partners }
}

/** Listening counts like talking. An open invitation does not count (1.21). */
const isInConversation = ({ recent }: Joiner, at: number): boolean => recent.some((talk) => endOf(talk, at) === null)

/** 1.24: false during the cooldown, past the day's cap, or if a recent partner takes part. */
function isAdmitted(
  { recent, partners }: Joiner,
  { participants }: Encounter,
  limits: VisitorLimits,
  at: number,
): boolean {
  const ends = recent.flatMap((talk) => endOf(talk, at) ?? [])
  if (ends.some((end) => at - end < limits.conversationCooldownMinutes * MINUTE)) return false
  const today = recent.filter(({ joined_at }) => utcDay(joined_at) === utcDay(at)).length
  if (today >= limits.maxConversationsPerVisitorPerDay) return false
  return !participants.some((row) => takesPart(row) && partners.has(row.agent_id))
}

/** Why an agent may not join, in the order in which the specification lists the reasons (4.10). */
export function joinSkipReason(
  encounter: Encounter,
  joiner: Joiner,
  { location, limits, at }: { location: string | null; limits: VisitorLimits; at: number },
): SkipReason | null {
  if (isInConversation(joiner, at)) return 'already_in_conversation'
  if (encounter.status !== 'talking') return 'conversation_not_talking'
  if (isFull(withoutParticipant(encounter, joiner.agentId), at)) return 'conversation_full'
  if (location !== encounter.row.destination_id) return 'not_at_place'
  return isAdmitted(joiner, encounter, limits, at) ? null : 'not_admitted'
}

interface JoinRequest {
  readonly worldId: string
  readonly agentId: string
  readonly encounterId: string
  readonly limits: VisitorLimits
  /** Called after all other checks have passed. */
  readonly permit: Permit
}

/** Joins as a listener: it hears all later turns and cannot speak (4.10). */
export async function joinConversation(
  tx: Tx,
  { worldId, agentId, encounterId, limits, permit }: JoinRequest,
  at: number,
): Promise<EncounterRow | SkipReason> {
  const encounter = await lockEncounter(tx, worldId, encounterId, at)
  if (encounter === null) return 'conversation_not_found'
  const joiner = await readJoiner(tx, { worldId, agentId, limits }, at)
  const location = placeIdAt(await readBody(tx, worldId, agentId), at)
  const refused = joinSkipReason(encounter, joiner, { location, limits, at }) ?? (await permit())
  if (refused !== null) return refused
  const own = encounter.participants.find(({ agent_id }) => agent_id === agentId)
  const others = withoutParticipant(encounter, agentId)
  // The unique index on seats still contains seats of lapsed invitations, so they are freed first.
  for (const row of others.participants)
    if (row.state === 'invited' && at > row.respond_by && row.seat !== null)
      await putParticipant(tx, { ...row, state: 'declined', left_at: row.respond_by, seat: null })
  await putParticipant(tx, {
    world_id: worldId,
    encounter_id: encounterId,
    agent_id: agentId,
    state: 'listener',
    invited_at: own?.invited_at ?? at,
    respond_by: own?.respond_by ?? at,
    joined_at: at,
    left_at: null,
    seat: freeSeat(others, at),
  })
  return encounter.row
}

const openAtPlace = prepare<{ world: string; destination: string; at: number }, EncounterRow>((sql, param) =>
  sql
    .selectFrom('encounters')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('destination_id', '=', param('destination'))
    .where('status', '<>', literal('closed'))
    .where('deadline', '>=', param('at'))
    .orderBy('created_at')
    .orderBy('id')
    .limit(literal(LIMITS.body.conversations)),
)

/** The open conversations at a place, earliest first. */
export async function conversationsAt(
  read: Read,
  worldId: string,
  destinationId: string,
  at: number,
): Promise<Encounter[]> {
  const rows = await read.all(openAtPlace, { world: worldId, destination: destinationId, at })
  const open = await Promise.all(rows.map((row) => readEncounter(read, worldId, row.id, at)))
  return open.filter((encounter) => encounter !== null && statusAt(encounter.row, at) !== 'closed') as Encounter[]
}

/** Row limit, above the number of agents at any one place. */
const TALKERS = 600

const talkersAt = prepare<{ world: string; destination: string; at: number }, { agent_id: string }>((sql, param) =>
  sql
    .selectFrom('encounters as e')
    .innerJoin('encounter_participants as p', (j) =>
      j.onRef('p.world_id', '=', 'e.world_id').onRef('p.encounter_id', '=', 'e.id'),
    )
    .select('p.agent_id')
    .where('e.world_id', '=', param('world'))
    .where('e.destination_id', '=', param('destination'))
    .where('e.status', '<>', literal('closed'))
    .where('e.deadline', '>=', param('at'))
    .where('p.state', 'in', [literal('engaged'), literal('listener')])
    .where('p.left_at', 'is', null)
    .limit(literal(TALKERS)),
)

/**
 * Ids of the agents who talk or listen at a place. The given list has at most three conversations. If it has three,
 * all are read from the store.
 */
export async function readTalkers(
  read: Read,
  {
    worldId,
    destinationId,
    visibleEncounters,
  }: { worldId: string; destinationId: string; visibleEncounters: readonly Encounter[] },
  at: number,
): Promise<ReadonlySet<string>> {
  const rows =
    visibleEncounters.length < LIMITS.body.conversations
      ? visibleEncounters.flatMap(({ participants }) => participants.filter(takesPart))
      : await read.all(talkersAt, { world: worldId, destination: destinationId, at })
  return new Set(rows.map(({ agent_id }) => agent_id))
}
