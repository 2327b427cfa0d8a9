// Residents of a sandbox world: they welcome a new visitor and answer its posts and replies within seconds.
import { isSandbox } from '../../../platform/control/switches.ts'
import { MINUTE_MS } from '../../../platform/core/time.ts'
import { literal, prepare, type Tx } from '../../../platform/db/database.ts'
import { type DueRow, putDue } from '../../../platform/jobs/due.ts'
import { readVisitor } from '../../../platform/worlds/roster.ts'
import { isTalking } from '../../../stores/city/encounters.ts'
import { createChallenge } from '../../../stores/city/games/games.ts'
import { extendStays, openConversation } from '../../../stores/city/gathering.ts'
import { publishChallenge, publishInvitations } from '../../../stores/city/notices.ts'
import { VISITOR_TEXT, WELCOME } from '../../actions/attention.ts'
import { bodyClosed } from '../../visitors/body.ts'
import { displayNameOf, type Mover, moverOf } from '../engine/mover.ts'
import type { DueHandlers, Instant } from '../engine/world-life.ts'
import { TALK } from '../meet/gatherings.ts'
import { postponeAnswer, publishAnswer } from '../speak/answers.ts'

const CONVERSATION_MS = 45 * MINUTE_MS
/** A sandbox has few residents; of a large world the first ones are enough. */
const RESIDENTS_MAX = 20

const residentsOf = prepare<{ world: string }, { id: string; handle: string }>((sql, param) =>
  sql
    .selectFrom('agents')
    .select(['id', 'handle'])
    .where('world_id', '=', param('world'))
    .where('kind', '=', literal('resident'))
    .where('enabled', '=', literal(1))
    .orderBy('id')
    .limit(literal(RESIDENTS_MAX)),
)

/** The residents of a sandbox, in an order that differs from visitor to visitor. */
async function shuffledResidents(tx: Tx, { life }: Instant, seed: string): Promise<{ id: string; handle: string }[]> {
  const residents = await tx.all(residentsOf, { world: life.world.id })
  const first = Math.floor(life.base.random('sandbox', life.world.id, seed)() * residents.length)
  return [...residents.slice(first), ...residents.slice(0, first)]
}

const noticeContext = ({ life }: Instant) => ({ world: life.world, switches: life.city })

/** Where a resident invites to: its own place, else the first public place of the map. */
const placeOf = ({ instant: { map }, location }: Mover): string | null =>
  location ?? map?.destinations.find(({ kind }) => kind !== 'home')?.id ?? null

async function invite(tx: Tx, mover: Mover, visitorId: string): Promise<number> {
  const { instant, person, ambient } = mover
  const { life, at } = instant
  const destinationId = placeOf(mover)
  if (destinationId === null) return 0
  const byId = person.agent.id
  const deadline = at + CONVERSATION_MS
  const gathering = { destinationId, engaged: [byId], invited: [visitorId], deadline }
  const encounter = await openConversation(tx, { ambient, world: life.world, ...gathering }, at)
  await publishInvitations(tx, noticeContext(instant), { encounter, byId, invitedIds: [visitorId] }, at)
  await extendStays(tx, life.world.id, [byId], deadline)
  await putDue(tx, { worldId: life.world.id, kind: TALK, subjectId: encounter.id }, at + MINUTE_MS)
  return 1
}

async function challenge(tx: Tx, { instant, person, ambient }: Mover, visitorId: string): Promise<number> {
  const { life, at } = instant
  const game = await createChallenge(tx, { ambient, world: life.world, challengerId: person.agent.id, visitorId }, at)
  await publishChallenge(tx, noticeContext(instant), game, at)
  return 1
}

/** A resident who is in no conversation invites, if there is one; a busy one would answer several visitors in turn. */
async function inviterOf(tx: Tx, { life, at }: Instant, movers: readonly Mover[]): Promise<Mover> {
  for (const mover of movers) if (!(await isTalking(tx, life.world.id, mover.person.agent.id, at))) return mover
  return movers[0]!
}

/** Handles the first heartbeat of a visitor: one resident invites it to a conversation, another to a game of chess. */
async function welcomeVisitor(tx: Tx, instant: Instant, due: DueRow): Promise<number> {
  const { life } = instant
  const { world, city } = life
  const visitorId = due.subject_id
  if (!isSandbox(city, world.id) || (await postponeAnswer(tx, instant, due))) return 0
  const isPresent = (await readVisitor(tx, world.id, visitorId))?.present === 1
  if (bodyClosed(city, world, isPresent) !== null) return 0
  const movers: Mover[] = []
  for (const { id } of await shuffledResidents(tx, instant, visitorId)) {
    const mover = await moverOf(tx, instant, { agentId: id, seedOf: () => `welcome ${visitorId} ${id}` })
    if (mover !== null) movers.push(mover)
  }
  if (movers.length === 0) return 0
  const inviter = await inviterOf(tx, instant, movers)
  const challenger = movers.find((mover) => mover !== inviter) ?? inviter
  return (await invite(tx, inviter, visitorId)) + (await challenge(tx, challenger, visitorId))
}

interface VisitorText {
  text: string
  agent_id: string
  post_id: string
  post_text: string
  author_id: string
}
const postById = prepare<{ world: string; id: string }, VisitorText>((sql, param) =>
  sql
    .selectFrom('posts as p')
    .select(['p.text', 'p.agent_id', 'p.id as post_id', 'p.text as post_text', 'p.agent_id as author_id'])
    .where('p.world_id', '=', param('world'))
    .where('p.id', '=', param('id'))
    .where('p.visibility', '=', literal('public')),
)
const replyById = prepare<{ world: string; id: string }, VisitorText>((sql, param) =>
  sql
    .selectFrom('replies as r')
    .innerJoin('posts as p', (j) => j.onRef('p.world_id', '=', 'r.world_id').onRef('p.id', '=', 'r.post_id'))
    .select(['r.text', 'r.agent_id', 'r.post_id', 'p.text as post_text', 'p.agent_id as author_id'])
    .where('r.world_id', '=', param('world'))
    .where('r.id', '=', param('id'))
    .where('r.visibility', '=', literal('public'))
    .where('p.visibility', '=', literal('public')),
)
/** Authors of the latest replies under a post. */
const repliersOf = prepare<{ world: string; post: string }, { agent_id: string }>((sql, param) =>
  sql
    .selectFrom('replies')
    .select('agent_id')
    .where('world_id', '=', param('world'))
    .where('post_id', '=', param('post'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(literal(20)),
)

/** Who answers: a mentioned resident, the author of the post, the resident who replied there last, or any. */
async function responderOf(
  tx: Tx,
  instant: Instant,
  { text, author_id, post_id }: VisitorText,
): Promise<string | undefined> {
  const residents = await shuffledResidents(tx, instant, post_id)
  const mentioned = new Set([...text.matchAll(/@([\w-]+)/g)].map(([, handle]) => handle!.toLowerCase()))
  const repliers = await tx.all(repliersOf, { world: instant.life.world.id, post: post_id })
  const isResident = (agentId: string) => residents.some(({ id }) => id === agentId)
  const named = residents.find(({ handle }) => mentioned.has(handle.toLowerCase()))?.id
  return named ?? [author_id, ...repliers.map(({ agent_id }) => agent_id)].find(isResident) ?? residents[0]?.id
}

/** Handles a post or reply of a visitor: one resident answers it. */
async function answerVisitorText(tx: Tx, instant: Instant, due: DueRow): Promise<number> {
  const { life } = instant
  const one = { world: life.world.id, id: due.subject_id }
  const post = await tx.first(postById, one)
  const received = post ?? (await tx.first(replyById, one))
  if (received === undefined || !isSandbox(life.city, life.world.id)) return 0
  if (await postponeAnswer(tx, instant, due)) return 0
  const agentId = await responderOf(tx, instant, received)
  const mover =
    agentId === undefined ? null : await moverOf(tx, instant, { agentId, seedOf: () => `text ${due.subject_id}` })
  if (mover === null) return 0
  const author = await displayNameOf(tx, instant, received.author_id)
  return publishAnswer(tx, mover, {
    text: received.text,
    authorId: received.agent_id,
    visitor: true,
    postId: received.post_id,
    earlier: post === undefined ? [{ name: author, text: received.post_text }] : [],
    parentReplyId: post === undefined ? due.subject_id : null,
    isOwed: true,
  })
}

export const SANDBOX_HANDLERS: DueHandlers = { [WELCOME]: welcomeVisitor, [VISITOR_TEXT]: answerVisitorText }
