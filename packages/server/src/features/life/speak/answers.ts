// Answers of residents to replies and direct messages.
import { isPersonal, LONGEST, messageDrafts, replyDrafts } from '@agent-network/voice/life'
import { isGateOpen, isSandbox } from '../../../platform/control/switches.ts'
import { MINUTE_MS } from '../../../platform/core/time.ts'
import { literal, prepare, type Tx } from '../../../platform/db/database.ts'
import { type DueRow, putDue } from '../../../platform/jobs/due.ts'
import { countAnswersTo, countOwnReplies } from '../../../stores/posts/replies.ts'
import { ANSWER, LETTER } from '../../actions/attention.ts'
import { ACTIONS } from '../../actions/catalog.ts'
import { mayAnswer, mayWrite, recordAct } from '../engine/consequences.ts'
import { actBecause, actContextOf, actorOf, displayNameOf, type Mover, moverOf } from '../engine/mover.ts'
import type { Instant } from '../engine/world-life.ts'
import { prepareNews } from '../gossip/facts.ts'
import { deedAnswer, recordConduct, willingnessTowards } from '../mind/conduct.ts'
import { hoursUp, nextMorning } from '../mind/habits.ts'
import { answerReproach } from '../promise/meetings.ts'
import { answerToInvitation } from '../promise/promises.ts'
import { phrase } from './phrase.ts'
import { planOf } from './plans.ts'
import { LETTER_RATE, newsLetter, phraseOptions, prepareAnswer } from './posts.ts'

interface ReceivedReply {
  text: string
  agent_id: string
  kind: string
  post_id: string
  post_text: string
  author_id: string
}
const replyById = prepare<{ world: string; id: string }, ReceivedReply>((sql, param) =>
  sql
    .selectFrom('replies as r')
    .innerJoin('posts as p', (j) => j.onRef('p.world_id', '=', 'r.world_id').onRef('p.id', '=', 'r.post_id'))
    .innerJoin('agents as a', (j) => j.onRef('a.world_id', '=', 'r.world_id').onRef('a.id', '=', 'r.agent_id'))
    .select(['r.text', 'r.agent_id', 'a.kind', 'r.post_id', 'p.text as post_text', 'p.agent_id as author_id'])
    .where('r.world_id', '=', param('world'))
    .where('r.id', '=', param('id'))
    .where('r.visibility', '=', literal('public'))
    .where('p.visibility', '=', literal('public')),
)

/** Probability of the next answer in one thread: at most three to a visitor, one to a resident. */
const ANSWER_PROBABILITIES = { visitor: [0.95, 0.6, 0.3], resident: [0.2] } as const

/** Handles a reply to a resident's post: the resident may answer it. */
export async function answerReply(tx: Tx, instant: Instant, due: DueRow): Promise<number> {
  const { life, at } = instant
  const { world } = life
  const receivedReply = await tx.first(replyById, { world: world.id, id: due.subject_id })
  if (receivedReply === undefined) return 0
  // Without a model an answer to a resident would have nothing to do with its words.
  if (receivedReply.kind === 'resident' && !life.thinks) return 0
  // A reply in an argument has a due row of its own.
  if (((await planOf(tx, world.id, due.subject_id))?.issue ?? '') !== '') return 0
  const mover = await moverOf(tx, instant, {
    agentId: receivedReply.author_id,
    seedOf: () => `answer ${due.subject_id}`,
    remote: true,
  })
  if (mover === null) return 0
  if (hoursUp(mover.person.habits, at) === null) {
    await putDue(
      tx,
      { worldId: world.id, kind: ANSWER, subjectId: due.subject_id },
      nextMorning(mover.person.habits, at),
    )
    return 0
  }
  const visitor = receivedReply.kind === 'visitor'
  const { post_id: postId, author_id: agentId } = receivedReply
  // For a visitor only the answers to that visitor count.
  const answerCount = visitor
    ? await countAnswersTo(tx, world, { postId, agentId, toId: receivedReply.agent_id })
    : await countOwnReplies(tx, world, postId, agentId)
  const willing = (visitor ? ANSWER_PROBABILITIES.visitor : ANSWER_PROBABILITIES.resident)[answerCount] ?? 0
  const affinity = mover.person.edges.get(receivedReply.agent_id)?.affinity ?? 0
  if (mover.chance('willing')() >= willing * willingnessTowards(affinity)) return 0
  if (visitor && !(await mayAnswer(tx, instant, receivedReply.agent_id))) return 0
  return publishAnswer(tx, mover, {
    text: receivedReply.text,
    authorId: receivedReply.agent_id,
    visitor,
    postId,
    earlier: [{ name: mover.person.agent.display_name, text: receivedReply.post_text }],
    parentReplyId: due.subject_id,
  })
}

/** A text under a post, and the thread above it. */
export interface AnsweredText {
  readonly text: string
  readonly authorId: string
  readonly visitor: boolean
  readonly postId: string
  readonly earlier: readonly { readonly name: string; readonly text: string }[]
  readonly parentReplyId: string | null
  /** Whether the answer is published even if it repeats an earlier text. */
  readonly isOwed?: boolean
}

/** Words and publishes a resident's answer under a post. Returns the number of acts. */
export async function publishAnswer(tx: Tx, mover: Mover, answered: AnsweredText): Promise<number> {
  const { text: messageText, authorId, visitor, postId, parentReplyId } = answered
  const name = await displayNameOf(tx, mover.instant, authorId)
  const material = { to: { name, text: messageText }, earlier: [...answered.earlier] }
  const invitationText = { otherId: authorId, text: messageText, plan: undefined, longest: LONGEST.reply }
  const arranging = visitor ? await answerToInvitation(tx, mover, invitationText) : null
  const toDeed = arranging === null ? deedAnswer(messageText, name) : null
  const answers =
    arranging === null && toDeed === null && (visitor || isPersonal(messageText))
      ? await prepareAnswer(tx, mover, {
          messageText,
          visitor,
          asker: authorId,
          longest: LONGEST.reply,
          usual: replyDrafts,
        })
      : (arranging ?? toDeed)
  const text = await phrase(tx, mover, 'reply', {
    cue: messageText,
    material,
    ...phraseOptions(answers),
    ...(answered.isOwed ? { isOwed: true } : {}),
    whom: authorId,
    threadOf: postId,
  })
  if (text === null) return 0
  const turn = parentReplyId === null ? actContextOf(mover) : { ...actContextOf(mover), parentReplyId }
  const done = await ACTIONS.reply.perform(tx, actorOf(mover), { postId, text }, turn)
  if (done.status !== 'created') return 0
  await arranging?.onPublished(tx, done.docId!)
  const episode = { text: `${name}, a visitor, answered a post of mine`, importance: 0.4, sourceAgentId: authorId }
  await recordAct(tx, mover, { act: 'answer', otherId: authorId, episode: visitor ? episode : undefined })
  return 1
}

interface Message {
  id: string
  text: string
  agent_id: string
}
const threadById = prepare<
  { world: string; id: string },
  { low_agent_id: string; high_agent_id: string; status: string }
>((sql, param) =>
  sql
    .selectFrom('threads')
    .select(['low_agent_id', 'high_agent_id', 'status'])
    .where('world_id', '=', param('world'))
    .where('id', '=', param('id')),
)
const lastMessages = prepare<{ world: string; thread: string }, Message>((sql, param) =>
  sql
    .selectFrom('messages')
    .select(['id', 'text', 'agent_id'])
    .where('world_id', '=', param('world'))
    .where('thread_id', '=', param('thread'))
    .where('visibility', '=', literal('public'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(literal(6)),
)

const POSTPONED_MS = 10 * MINUTE_MS

/** In a sandbox: postpones a row while visitors are paused or cannot be driven. Returns whether it did. */
export async function postponeAnswer(tx: Tx, { life, at }: Instant, due: DueRow): Promise<boolean> {
  const { world } = life
  if (isGateOpen(life.city, 'visitorDriveEnabled') && !world.visitorsPaused) return false
  await putDue(tx, { worldId: world.id, kind: due.kind, subjectId: due.subject_id }, at + POSTPONED_MS)
  return true
}

/** Handles a direct message to a resident: it answers, unless the two have exchanged enough messages. */
export async function answerMessage(tx: Tx, instant: Instant, due: DueRow): Promise<number> {
  const { life, at } = instant
  const { world } = life
  const thread = await tx.first(threadById, { world: world.id, id: due.subject_id })
  const messages = (await tx.all(lastMessages, { world: world.id, thread: due.subject_id })).reverse()
  const last = messages.at(-1)
  if (thread === undefined || thread.status !== 'open' || last === undefined) return 0
  const ownId = last.agent_id === thread.low_agent_id ? thread.high_agent_id : thread.low_agent_id
  const mover = await moverOf(tx, instant, {
    agentId: ownId,
    seedOf: () => `letter ${due.subject_id} ${at}`,
    remote: true,
  })
  const other = await life.people.of(tx, last.agent_id, at)
  if (mover === null || other === null) return 0
  const visitor = other.agent.kind === 'visitor'
  const inSandbox = visitor && isSandbox(life.city, world.id)
  if (inSandbox && (await postponeAnswer(tx, instant, due))) return 0
  // A visitor's first message is answered at night as well.
  const isFirst = visitor && messages.every(({ agent_id }) => agent_id !== ownId)
  if (!isFirst && !inSandbox && hoursUp(mover.person.habits, at) === null) {
    await putDue(
      tx,
      { worldId: world.id, kind: LETTER, subjectId: due.subject_id },
      nextMorning(mover.person.habits, at),
    )
    return 0
  }
  // The limits of `visitorFence` do not apply in a sandbox.
  if (visitor && !inSandbox && !(await mayWrite(tx, instant, last.agent_id))) return 0
  actBecause(mover, { kind: 'letter', id: last.id })
  const receivedText = { otherId: last.agent_id, text: last.text, plan: await planOf(tx, world.id, last.id) }
  const arranging =
    (await answerToInvitation(tx, mover, { ...receivedText, longest: LONGEST.message })) ??
    (await answerReproach(tx, mover, receivedText))
  const answerCount = messages.filter(({ agent_id }) => agent_id === ownId).length
  if (!visitor && arranging === null && mover.chance('willing')() > 0.55 - answerCount * 0.12) {
    // A first letter without an answer hurts its author.
    if (answerCount === 0) {
      const source = { kind: 'silence', id: last.id }
      await recordConduct(tx, instant, { deed: 'silence', doerId: ownId, victim: other, source })
    }
    return 0
  }
  const nameOf = (id: string) => (id === ownId ? mover.person.agent.display_name : other.agent.display_name)
  const material = {
    to: { displayName: other.agent.display_name, type: mover.person.edges.get(last.agent_id)?.type ?? null },
    earlier: messages.map(({ agent_id, text }) => ({ name: nameOf(agent_id), text })),
  }
  const toDeed = arranging === null && visitor ? deedAnswer(last.text, other.agent.display_name) : null
  const news =
    arranging === null && toDeed === null && !visitor && !isPersonal(last.text)
      ? await prepareNews(tx, mover, { listenerIds: [last.agent_id], rate: LETTER_RATE })
      : null
  const answers =
    arranging === null && toDeed === null && (visitor || isPersonal(last.text))
      ? await prepareAnswer(tx, mover, {
          messageText: last.text,
          turns: messages.map(({ agent_id, text }) => ({
            role: agent_id === ownId ? ('assistant' as const) : ('user' as const),
            content: text,
          })),
          visitor,
          asker: last.agent_id,
          isPrivate: true,
          longest: LONGEST.message,
          usual: messageDrafts,
        })
      : (arranging ?? toDeed ?? (news === null ? null : newsLetter(mover, news, last.agent_id)))
  const text = await phrase(tx, mover, 'message', {
    cue: last.text,
    material,
    ...phraseOptions(answers),
    ...(inSandbox ? { isOwed: true } : {}),
    whom: last.agent_id,
  })
  if (text === null) return 0
  const done = await ACTIONS.dm.perform(tx, actorOf(mover), { threadId: due.subject_id, text }, actContextOf(mover))
  if (done.status !== 'created') return 0
  await arranging?.onPublished(tx, done.docId!)
  await news?.record(tx, [last.agent_id])
  await recordAct(tx, mover, { act: 'write', otherId: last.agent_id })
  return 1
}
