// Conversations at a place: who joins, who speaks next, and how they end.
import { answerDrafts, LONGEST, type turnDrafts } from '@agent-network/voice/life'
import { ambientOfTick } from '../../../platform/core/ambient.ts'
import { MINUTE_MS } from '../../../platform/core/time.ts'
import { literal, prepare, type Tx } from '../../../platform/db/database.ts'
import { type DueRow, putDue } from '../../../platform/jobs/due.ts'
import { placeIdAt, readBody } from '../../../stores/city/bodies.ts'
import { addTurn, type Encounter, isTalking, lockEncounter, takesPart } from '../../../stores/city/encounters.ts'
import { closeConversation, extendStays, openConversation } from '../../../stores/city/gathering.ts'
import { publishConversationEnd, publishInvitations, publishTurn } from '../../../stores/city/notices.ts'
import type { ActionOutcome } from '../../actions/action.ts'
import { factsFor } from '../../world-facts/facts.ts'
import { mayInvite, recordSharedExperience } from '../engine/consequences.ts'
import { displayNameOf, type Mover, moverOf } from '../engine/mover.ts'
import type { Instant } from '../engine/world-life.ts'
import { answerToInvitation, invitation, type MeetingText } from '../promise/promises.ts'
import { materialFor } from '../speak/material.ts'
import { phrase, phraseDraft } from '../speak/phrase.ts'
import { type PlanRow, planOf, plansUnder } from '../speak/plans.ts'
import { prepareLifeTurn } from './life-talk.ts'
import { ownersOfPlans, prepareTableTurn, readPartingMaterial, subjectOfTalk } from './table-talk.ts'

/** Kind of the due row: the next turn of a conversation. */
export const TALK = 'talk'

const LONGEST_MS = 45 * MINUTE_MS
const TURNS_MIN = 4
const TURNS_SPREAD = 9

/** Whether an agent is at this place and in no conversation. */
async function isFree(tx: Tx, { life: { world }, at }: Instant, agentId: string, place: string): Promise<boolean> {
  if (placeIdAt(await readBody(tx, world.id, agentId), at) !== place) return false
  return !(await isTalking(tx, world.id, agentId, at))
}

/** Uses the residents in memory, so that a conversation without visitors needs no query. */
async function hasVisitor(tx: Tx, { life, at }: Instant, ids: readonly string[]): Promise<boolean> {
  for (const id of ids) if ((await life.people.of(tx, id, at))?.agent.kind === 'visitor') return true
  return false
}

const notificationContext = ({ life }: Instant) => ({ world: life.world, switches: life.city })

/** Probability that a stranger joins; affinity raises or lowers it. */
const JOIN_PROBABILITY = 0.6

/** Starts a conversation of up to six. Residents decide at once; visitors get an invitation. */
export async function startConversation(
  tx: Tx,
  mover: Mover,
  { agentIds, promised = false }: { readonly agentIds: readonly string[]; readonly promised?: boolean },
): Promise<ActionOutcome | null> {
  const { instant, person, location, ambient, chance } = mover
  const { life, at } = instant
  if (location === null || !(await isFree(tx, instant, person.agent.id, location))) return null
  const engaged = [person.agent.id]
  const invited: string[] = []
  for (const id of agentIds) {
    if (!(await isFree(tx, instant, id, location))) continue
    const other = await life.people.of(tx, id, at)
    if (other === null) continue
    const liking = other.edges.get(person.agent.id)?.affinity ?? 0
    if (other.agent.kind === 'visitor') {
      if (await mayInvite(tx, instant, id)) invited.push(id)
    } else if (promised || chance(`asks ${id}`)() < JOIN_PROBABILITY + liking * 0.5) engaged.push(id)
  }
  if (engaged.length + invited.length < 2) return null
  const gathering = { destinationId: location, engaged, invited, deadline: at + LONGEST_MS }
  const encounter = await openConversation(tx, { ambient, world: life.world, ...gathering }, at)
  if (invited.length > 0)
    await publishInvitations(
      tx,
      notificationContext(instant),
      { encounter, byId: person.agent.id, invitedIds: invited },
      at,
    )
  await extendStays(tx, life.world.id, engaged, at + LONGEST_MS)
  await putDue(tx, { worldId: life.world.id, kind: TALK, subjectId: encounter.id }, at + MINUTE_MS)
  return { status: 'created', docId: encounter.id }
}

interface TurnRow {
  id: string
  agent_id: string
  text: string
}
const turnsOf = prepare<{ world: string; encounter: string }, TurnRow>((sql, param) =>
  sql
    .selectFrom('encounter_turns')
    .select(['id', 'agent_id', 'text'])
    .where('world_id', '=', param('world'))
    .where('encounter_id', '=', param('encounter'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(literal(TURNS_MIN + TURNS_SPREAD)),
)

const NAMED_THING = /\b(?:the|a|an|my|your|our|their|his|her|this|that) ([a-z]{4,})\b/g

/** Subject of a conversation: the thing named in most of its turns, if it is named in more than one. */
function subjectOf(turns: readonly TurnRow[]): string | null {
  const counts = new Map<string, number>()
  for (const { text } of turns)
    for (const thing of new Set([...text.toLowerCase().matchAll(NAMED_THING)].map(([, word]) => word!)))
      counts.set(thing, (counts.get(thing) ?? 0) + 1)
  const [best] = [...counts].filter(([, n]) => n > 1).sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  return best === undefined ? null : `the ${best[0]}`
}

/** Turns of a conversation, and their plans. */
interface ConversationRecord {
  readonly turns: readonly TurnRow[]
  readonly plans: readonly PlanRow[]
}

/** Ends a conversation: relationships, feelings and memories of all participants. */
async function endConversation(
  tx: Tx,
  instant: Instant,
  encounter: Encounter,
  talked: ConversationRecord,
): Promise<void> {
  const { life, map, at } = instant
  const { id: encounterId, destination_id } = encounter.row
  const there = encounter.participants.filter(takesPart).map(({ agent_id }) => agent_id)
  await closeConversation(tx, encounter.row, at)
  if (await hasVisitor(tx, instant, there))
    await publishConversationEnd(
      tx,
      notificationContext(instant),
      { encounter: encounter.row, reason: 'ended', occurredAt: at },
      at,
    )
  const ambient = ambientOfTick(life.base, at, `${life.world.id} ${encounterId} part`)
  const label = map?.destination(destination_id)?.label ?? 'the usual place'
  const names = new Map<string, string>()
  for (const id of there) names.set(id, await displayNameOf(tx, instant, id))
  const visitorIds = new Set<string>()
  for (const id of there) if (await hasVisitor(tx, instant, [id])) visitorIds.add(id)
  const owners = await life.names(tx, ownersOfPlans(talked.plans))
  const nameOf = (id: string) => names.get(id) ?? owners.get(id)?.displayName
  for (const id of there) {
    const person = await life.people.of(tx, id, at)
    if (person === null || person.agent.kind !== 'resident') continue
    const others = there.filter((other) => other !== id)
    if (others.length === 0) continue
    const otherNames = others.map((other) => names.get(other)!)
    const company = otherNames.join(', ')
    const talk = { own: names.get(id)!, others: otherNames }
    const subject = subjectOfTalk(talked.plans, talk, nameOf) ?? subjectOf(talked.turns)
    const [visitorId] = others.filter((other) => visitorIds.has(other))
    await recordSharedExperience(tx, instant, {
      person,
      ambient,
      otherIds: others,
      dealing: 'talked',
      happened: { happening: 'talked', name: company },
      episode: {
        text: `Talked with ${company} at ${label}${subject === null ? '' : ` about ${subject}`}`,
        importance: 0.45,
        ...(visitorId === undefined ? {} : { sourceAgentId: visitorId }),
      },
    })
  }
}

/** Residents who may speak next. The last speaker is included only if there is no other. */
async function speakersOf(tx: Tx, { life, at }: Instant, encounter: Encounter, last: string | undefined) {
  const all: string[] = []
  for (const row of encounter.participants) {
    if (!takesPart(row) || row.state !== 'engaged') continue
    const person = await life.people.of(tx, row.agent_id, at)
    if (person?.agent.kind === 'resident') all.push(row.agent_id)
  }
  const others = all.filter((id) => id !== last)
  return { all, pool: others.length > 0 ? others : all, alone: others.length === 0 }
}

/** The plan of a turn, if it is an invitation to meet. */
async function invitationIn(tx: Tx, worldId: string, turnId: string): Promise<PlanRow | undefined> {
  const plan = await planOf(tx, worldId, turnId)
  return plan?.move === 'invite' ? plan : undefined
}

/** Share of ending conversations in which a further meeting is proposed. */
const PROPOSAL_SHARE = 0.4

/** Proposes another meeting at the end of a conversation, or answers such a proposal. */
async function proposeMeeting(
  tx: Tx,
  mover: Mover,
  { agent_id: otherId, text, plan }: TurnRow & { readonly plan: PlanRow | undefined },
  isEnding: boolean,
): Promise<MeetingText | null> {
  const longest = LONGEST.turn
  const other = await mover.instant.life.people.of(tx, otherId, mover.instant.at)
  if (other === null) return null
  const isVisitor = other.agent.kind === 'visitor'
  if (isVisitor || plan !== undefined) return answerToInvitation(tx, mover, { otherId, text, plan, longest })
  if (!isEnding || mover.chance('arranges')() >= PROPOSAL_SHARE) return null
  return invitation(tx, mover, { otherId, longest, isAtTable: true })
}

/** Facts that answer the last turn, and drafts that tell them; null for none. Everybody at the table hears them. */
async function prepareFacts(tx: Tx, mover: Mover, turns: readonly TurnRow[]) {
  const { instant, person } = mover
  const { life, map, at } = instant
  const by = person.agent.id
  const conversation = turns.slice(-TURNS_IN_MATERIAL).map(({ agent_id, text }) => ({
    role: agent_id === by ? ('assistant' as const) : ('user' as const),
    content: text,
  }))
  const asker = turns.at(-1)?.agent_id ?? ''
  const context = { world: life.world, map, at, by, asker, material: await materialFor(tx, mover) }
  const facts = await factsFor(tx, context, conversation)
  if (facts.length === 0) return null
  const drafts: typeof turnDrafts = (material, chance) =>
    answerDrafts(material, { turns: conversation, longest: LONGEST.turn, facts }, chance)
  return { drafts, facts, isOwed: true }
}

/** Moves that need a reply before another meeting is proposed. */
const OPENING_MOVES: ReadonlySet<string> = new Set(['assert', 'ask', 'doubt', 'tell', 'shared', 'cited', 'inquire'])

/** Probability that the addressee of the last turn speaks next. */
const ADDRESSEE_PROBABILITY = 0.75
/** Moves that only the addressee can reply to. */
const ADDRESSED_MOVES: ReadonlySet<string> = new Set(['ask', 'inquire', 'shared'])

/** Maximum number of turns of a single speaker without a reply. */
const ALONE_MAX = 3

/** Handles one turn of a conversation and schedules the next; ends the conversation after the last. */
export async function runConversationTurn(tx: Tx, instant: Instant, due: DueRow): Promise<number> {
  const { life, map, at } = instant
  const { world } = life
  const id = due.subject_id
  const encounter = await lockEncounter(tx, world.id, id, at)
  if (encounter === null || encounter.status === 'closed') return 0
  const again = (minutes: number) =>
    putDue(tx, { worldId: world.id, kind: TALK, subjectId: id }, at + minutes * MINUTE_MS)
  if (encounter.status === 'forming') {
    await again(2)
    return 0
  }
  const turns = (await tx.all(turnsOf, { world: world.id, encounter: id })).reverse()
  const chance = life.base.random('talk', world.id, id, turns.length)
  const length = TURNS_MIN + Math.floor(life.base.random('length', id)() * TURNS_SPREAD)
  // Participants are at the place of the conversation.
  const where = { body: undefined, location: encounter.row.destination_id }
  const last = turns.at(-1)
  const { all, pool, alone } = await speakersOf(tx, instant, encounter, last?.agent_id)
  const plans = await plansUnder(tx, world.id, id)
  const drawn = pool[Math.floor(chance() * pool.length)]
  const isEnding = turns.length >= length - 2
  const openInvitation = isEnding && last !== undefined ? await invitationIn(tx, world.id, last.id) : undefined
  // The addressee of an invitation answers it. Otherwise the addressee of the last turn usually speaks next.
  const lastPlan = last !== undefined && plans.at(-1)?.id === last.id ? plans.at(-1) : undefined
  const isNext = chance() < ADDRESSEE_PROBABILITY || ADDRESSED_MOVES.has(lastPlan?.move ?? '')
  const spokenTo = isNext ? lastPlan?.addressee_id : undefined
  const speaker = pool.find((one) => one === (openInvitation?.addressee_id ?? spokenTo)) ?? drawn
  const mover =
    speaker === undefined
      ? null
      : await moverOf(tx, instant, { agentId: speaker, seedOf: () => `talk ${id} ${turns.length}`, where })
  const isOver = turns.length >= length || plans.slice(-2).filter(({ move }) => move === 'bye').length === 2
  if (mover === null || isOver || (alone && turns.length >= ALONE_MAX)) {
    await endConversation(tx, instant, encounter, { turns, plans })
    return 0
  }
  const listenerIds = encounter.participants
    .filter((other) => takesPart(other) && other.agent_id !== speaker)
    .map(({ agent_id }) => agent_id)
  const present: string[] = []
  for (const otherId of listenerIds) present.push(await displayNameOf(tx, instant, otherId))
  const latestTurns: { name: string; text: string }[] = []
  for (const turn of turns.slice(-TURNS_IN_MATERIAL))
    latestTurns.push({ name: await displayNameOf(tx, instant, turn.agent_id), text: turn.text })
  const place = map?.destination(encounter.row.destination_id)
  const leaving = turns.length === length - 1
  const material = {
    place: { label: place?.label ?? 'here', kind: place?.kind ?? 'place' },
    present,
    talk: latestTurns,
    leaving,
    ...(leaving ? { parting: await readPartingMaterial(tx, mover, plans) } : {}),
  }
  const lastTurn = last === undefined || alone ? null : { ...last, plan: openInvitation }
  // A question or claim to the speaker is answered before a meeting is proposed.
  const owes = lastPlan?.addressee_id === speaker && OPENING_MOVES.has(lastPlan?.move ?? '')
  const arranging =
    lastTurn === null ? null : await proposeMeeting(tx, mover, lastTurn, turns.length === length - 2 && !owes)
  const cue = latestTurns.at(-1)?.text ?? ''
  // The last turn is a visitor's: it gets a direct answer.
  const toVisitor = last !== undefined && !all.includes(last.agent_id)
  const answers = toVisitor && arranging === null ? await prepareFacts(tx, mover, turns) : null
  const intent = arranging?.intent
  const others = all.filter((one) => one !== speaker)
  const table = {
    encounterId: id,
    others,
    present: listenerIds,
    turns,
    talk: plans,
    turnsLeft: length - turns.length,
  }
  const word =
    arranging !== null || toVisitor || alone
      ? null
      : ((await prepareTableTurn(tx, mover, table)) ?? (await prepareLifeTurn(tx, mover, table)))
  const draft =
    word === null
      ? null
      : await phraseDraft(tx, mover, 'turn', {
          cue,
          material: { ...material, intent: word.intent },
          drafts: word.drafts,
          isOwed: word.isOwed,
          facts: word.facts,
          mayResemble: true,
        })
  const text =
    word === null
      ? await phrase(tx, mover, 'turn', {
          cue,
          material: { ...material, ...(intent === undefined ? {} : { intent }) },
          ...(answers ?? { drafts: arranging?.drafts }),
        })
      : (draft?.text ?? null)
  if (text !== null) {
    const createdTurn = await addTurn(tx, { ambient: mover.ambient, world, encounter, agentId: speaker!, text }, at)
    if (createdTurn !== null) await arranging?.onPublished(tx, createdTurn.id)
    if (createdTurn !== null && draft !== null) await word?.onPublished(tx, createdTurn.id, draft.reason)
    if (createdTurn !== null && (await hasVisitor(tx, instant, createdTurn.witnesses)))
      await publishTurn(
        tx,
        notificationContext(instant),
        { encounter: encounter.row, byId: speaker!, turnId: createdTurn.id, witnessIds: createdTurn.witnesses },
        at,
      )
  }
  // Without a text for the last turn the conversation ends at once.
  if (text === null && leaving) await endConversation(tx, instant, encounter, { turns, plans })
  else await again(1 + Math.floor(chance() * 3))
  return text === null ? 0 : 1
}

/** Latest turns included in the material. */
const TURNS_IN_MATERIAL = 8
