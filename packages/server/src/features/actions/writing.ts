// The actions that write texts: `post`, `reply`, `repost` and `dm`.
import { type ActionInput, LIMITS } from '@agent-network/contract'
import { isGateOpen, numberSwitch } from '../../platform/control/switches.ts'
import { countCharacters } from '../../platform/core/text.ts'
import { utcDay } from '../../platform/core/time.ts'
import type { Read, Tx } from '../../platform/db/database.ts'
import type { PostRow } from '../../platform/db/tables/tables.ts'
import type { Verdict } from '../../platform/moderation/moderation.ts'
import { lockVisitor, stampBioChange } from '../../platform/worlds/roster.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { isCaptured, publishFact } from '../../stores/event-log/events.ts'
import { messageReceived, replyReceived, repostReceived } from '../../stores/event-log/facts.ts'
import { addressees, findAnsweredText } from '../../stores/event-log/inbox.ts'
import { logPublicEvent } from '../../stores/event-log/public-log.ts'
import { putAgent, readAgent, writeLastPostTime, writePersona } from '../../stores/posts/agents.ts'
import { addPost } from '../../stores/posts/posts.ts'
import { addReply, countOwnReplies } from '../../stores/posts/replies.ts'
import {
  addMessage,
  openThread,
  otherSide,
  readOwnThread,
  readReplyFact,
  type ThreadRow,
  threadOfPair,
} from '../../stores/posts/threads.ts'
import { addRepost, hasRepost } from '../../stores/posts/ties.ts'
import { addVerdict } from '../../stores/posts/verdicts.ts'
import { type ActContext, type Action, type Actor, capReached, type Skipped, skip, takeActionUnit } from './action.ts'
import { ANSWER, LETTER, scheduleAnswer, scheduleTextAnswer } from './attention.ts'
import { type Authored, authorIds, findPeer, isByVisitor, isSelf, visiblePost } from './targets.ts'

// ── Normalisation and limits of visitor texts ──

const { postMaxChars, bioMaxChars, personaMaxChars } = LIMITS.visitorText

/** AMB-66: removes surrounding white space only. */
export const trimSpeech = (text: string): string => text.trim()

/** Null unless 1 to 500 characters remain. */
export function readSpeech(text: string): string | null {
  const trimmed = trimSpeech(text)
  return trimmed === '' || countCharacters(trimmed) > postMaxChars ? null : trimmed
}

const BIO_GAPS = /[\p{Cc}\p{Z}\s]+/gu

/** 4.10: one line. Control characters, line breaks and runs of blanks become one space. */
export const oneLine = (text: string): string => text.replace(BIO_GAPS, ' ').trim()

export function readBio(text: string): string | null {
  const line = oneLine(text)
  return countCharacters(line) > bioMaxChars ? null : line
}

const LINE_BREAKS = /\r\n|[\r\u2028\u2029]/g
const OTHER_CONTROLS = /(?!\n)\p{Cc}/gu

/** 4.10, in the order of AMB-69; the raw length is checked before. */
export const normalisePersona = (text: string): string =>
  text
    .replace(LINE_BREAKS, '\n')
    .replace(OTHER_CONTROLS, ' ')
    .replace(/ {2,}/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '')

export function readPersona(text: string): string | null {
  const normalised = normalisePersona(text)
  return countCharacters(normalised) > personaMaxChars ? null : normalised
}

// ── Quarantine of a post or reply that moderation objects to ──

/** AMB-71: the text is stored but not shown. The verdict is stored with it for the operator's queue. */
export async function quarantineText(
  tx: Tx,
  { world, id, verdict }: { world: World; id: string; verdict: Verdict },
  at: number,
): Promise<Skipped> {
  const { action, category, reason, rule } = verdict
  await addVerdict(tx, { world_id: world.id, id, action, category, reason, rule, created_at: at })
  return skip('held_for_review')
}

// ── The action `post` ──

export const post: Action<'post'> = {
  kind: 'post',
  read({ text }) {
    const speech = readSpeech(text)
    return speech === null ? null : { text: speech }
  },
  textToModerate: ({ text }) => ({ text, policy: 'speech', again: true }),
  trace: async () => ({ kind: 'post' }),
  closed: () => null,
  async perform(tx, actor, { text }, turn) {
    const { world, agent } = actor
    const reached = await capReached(tx, actor, 'post', turn)
    if (reached !== null) return skip(reached)
    const fresh = await readAgent(tx, world, agent.id)
    const cooldown = numberSwitch(turn.city, 'cityPostCooldownSeconds') * 1_000
    // Of two concurrent acts the later commit may have the earlier time; the interval is then 0, not negative.
    const since = Math.max(0, turn.at - (fresh?.last_post_at ?? 0))
    if (since < cooldown) return skip('cooldown')
    const declined = await takeActionUnit(tx, actor, 'post', turn)
    if (declined !== null) return skip(declined)
    const id = turn.ambient.id('post', world.tag)
    await addPost(tx, world, {
      world_id: world.id,
      id,
      agent_id: agent.id,
      text,
      topic_id: turn.topicId ?? '',
      has_news: 0,
      visibility: turn.objection === null ? 'public' : 'quarantined',
      created_at: turn.at,
    })
    await writeLastPostTime(tx, world, agent.id, turn.at)
    if (turn.objection !== null) return quarantineText(tx, { world, id, verdict: turn.objection }, turn.at)
    const topicId = turn.topicId ?? ''
    logPublicEvent(tx, world.id, { kind: 'post', at: turn.at, subjectId: id, agentId: agent.id, topicId })
    await scheduleTextAnswer(tx, actor, id, turn)
    return { status: 'created', docId: id }
  },
}

// ── The action `reply` ──

/** Caps one agent's replies under one post, so that two agents do not answer each other without end. */
async function isThreadCapReached(
  tx: Tx,
  { world, agent }: Actor,
  postId: string,
  { city }: ActContext,
): Promise<boolean> {
  return (await countOwnReplies(tx, world, postId, agent.id)) >= numberSwitch(city, 'cityThreadReplyCap')
}

interface ReplyText {
  readonly id: string
  readonly post: PostRow & Authored
  readonly parentReplyId: string | null
  readonly text: string
}

/** Writes the reply to the inbox of every addressed visitor and returns the inbox positions by agent. */
async function deliverReply(
  tx: Tx,
  { world, agent }: Actor,
  draft: ReplyText,
  { city, at }: ActContext,
): Promise<Map<string, number>> {
  const { id, post, parentReplyId, text } = draft
  const happening = await readReplyFact(tx, world, { byId: agent.id, post, parentReplyId, text })
  const fact = replyReceived({ fromHandle: agent.handle, postId: post.id, replyId: id, occurredAt: at })
  const places = new Map<string, number>()
  for (const agentId of addressees(happening)) {
    if (agentId === post.agent_id && !isByVisitor(post)) continue
    const yours = findAnsweredText(happening, agentId)
    const ref = { postId: post.id, replyId: id, parentReplyId, ...(yours === null ? {} : { yours }) }
    const item = { kind: 'reply', fromId: agent.id, ref } as const
    const place = await publishFact(tx, { world, agentId, switches: city, at }, [{ item, fact }])
    if (place !== null) places.set(agentId, place)
  }
  return places
}

export const reply: Action<'reply'> = {
  kind: 'reply',
  read({ postId, text }) {
    const speech = readSpeech(text)
    return speech === null ? null : { postId, text: speech }
  },
  textToModerate: ({ text }) => ({ text, policy: 'speech', again: true }),
  trace: async (_read, _actor, { postId }) => ({ kind: 'reply', postId }),
  async addressees(read, { world, agent }, { postId, text }) {
    const post = await visiblePost(read, world, postId)
    if (post === null) return []
    return addressees(await readReplyFact(read, world, { byId: agent.id, post, parentReplyId: null, text }))
  },
  closed: () => null,
  async perform(tx, actor, { postId, text }, turn) {
    const { world, agent } = actor
    const target = await visiblePost(tx, world, postId)
    if (target === null) return skip('cross_world_target')
    const reached = await capReached(tx, actor, 'reply', turn)
    if (reached !== null) return skip(reached)
    if (await isThreadCapReached(tx, actor, postId, turn)) return skip('thread_cap')
    const declined = await takeActionUnit(tx, actor, 'reply', turn)
    if (declined !== null) return skip(declined)
    const id = turn.ambient.id('reply', world.tag)
    const visibility = turn.objection === null ? 'public' : 'quarantined'
    const parentReplyId = turn.parentReplyId ?? null
    const inboxPositions =
      turn.objection === null ? await deliverReply(tx, actor, { id, post: target, parentReplyId, text }, turn) : null
    const draft = {
      world_id: world.id,
      id,
      post_id: postId,
      parent_reply_id: parentReplyId,
      agent_id: agent.id,
      text,
      visibility,
      created_at: turn.at,
    }
    await addReply(tx, world, { post: target, draft, inbox: inboxPositions?.get(target.agent_id) ?? null })
    if (turn.objection !== null) return quarantineText(tx, { world, id, verdict: turn.objection }, turn.at)
    const subject = { subjectId: id, agentId: agent.id, topicId: target.topic_id }
    logPublicEvent(tx, world.id, { kind: 'reply', at: turn.at, ...subject })
    if (target.agent_id !== agent.id)
      await scheduleAnswer(tx, actor, { kind: ANSWER, addresseeId: target.agent_id, subjectId: id, textId: id }, turn)
    await scheduleTextAnswer(tx, actor, id, turn)
    return { status: 'created', docId: id, detail: { postId }, whom: target.author_handle }
  },
}

// ── The action `repost` ──

export const repost: Action<'repost'> = {
  kind: 'repost',
  read: (input) => input,
  textToModerate: () => null,
  trace: async (_read, _actor, { postId }) => ({ kind: 'repost', postId }),
  addressees: async (read, { world }, { postId }) => authorIds(await visiblePost(read, world, postId)),
  closed: ({ city }) => (isGateOpen(city, 'repostsEnabled') ? null : 'reposts_disabled'),
  async perform(tx, actor, { postId }, turn) {
    const { world, agent } = actor
    if (!isGateOpen(turn.city, 'repostsEnabled')) return skip('reposts_disabled')
    const target = await visiblePost(tx, world, postId)
    if (target === null) return skip('cross_world_target')
    // The specification has no skip reason of its own for a second repost of the same post.
    if (await hasRepost(tx, world, agent.id, postId)) return skip('duplicate')
    const declined = (await capReached(tx, actor, 'repost', turn)) ?? (await takeActionUnit(tx, actor, 'repost', turn))
    if (declined !== null) return skip(declined)
    const id = turn.ambient.id('repost', world.tag)
    await addRepost(tx, { world_id: world.id, id, agent_id: agent.id, post_id: postId, created_at: turn.at })
    const passed = { subjectId: id, agentId: agent.id, topicId: target.topic_id }
    logPublicEvent(tx, world.id, { kind: 'repost', at: turn.at, ...passed })
    const fact = repostReceived({ fromHandle: agent.handle, postId, occurredAt: turn.at })
    if (isByVisitor(target))
      for (const agentId of addressees({ kind: 'deed', byId: agent.id, toId: target.agent_id }))
        await publishFact(tx, { world, agentId, switches: turn.city, at: turn.at }, [
          { item: { kind: 'repost', fromId: agent.id, ref: { postId } }, fact },
        ])
    return { status: 'created', docId: id, detail: { postId }, whom: target.author_handle }
  },
}

// ── The action `dm` ──

/** The recipient of a message: an existing thread, or an agent without one. */
interface Recipient {
  readonly thread: ThreadRow | null
  readonly otherId: string
  /** Set if the lookup has already read it. */
  readonly handle: string | null
}

async function recipientOf(read: Read, { world, agent }: Actor, input: ActionInput<'dm'>): Promise<Recipient | null> {
  if ('threadId' in input) {
    const thread = await readOwnThread(read, world, agent.id, input.threadId)
    return thread === null ? null : { thread, otherId: otherSide(thread, agent.id), handle: null }
  }
  const peer = await findPeer(read, world, input)
  if (peer === null) return null
  const thread = (await threadOfPair(read, world, agent.id, peer.id)) ?? null
  return { thread, otherId: peer.id, handle: peer.handle }
}

/** Reads the handle only if an event subscriber needs it. */
async function handleFor({ city }: ActContext, read: Read, { world }: Actor, { handle, otherId }: Recipient) {
  if (handle !== null || !isCaptured(city, world)) return handle
  return (await readAgent(read, world, otherId))?.handle ?? null
}

/** Private messages are moderated once (4.10, step 6). */
export const dm: Action<'dm'> = {
  kind: 'dm',
  read(input: ActionInput<'dm'>, self) {
    const text = readSpeech(input.text)
    if (text === null || (!('threadId' in input) && isSelf(input, self))) return null
    return { ...input, text }
  },
  textToModerate: ({ text }) => ({ text, policy: 'speech', again: false }),
  async trace(_read, _actor, input) {
    if ('threadId' in input) return { kind: 'dm', threadId: input.threadId }
    return { kind: 'dm', handle: 'handle' in input ? input.handle : input.agentId }
  },
  async addressees(read, actor, input) {
    const recipient = await recipientOf(read, actor, input)
    return recipient === null ? [] : [recipient.otherId]
  },
  closed: ({ city }) => (isGateOpen(city, 'privateMessagingEnabled') ? null : 'private_messaging_disabled'),
  async perform(tx, actor, input, turn) {
    const { world, agent } = actor
    if (!isGateOpen(turn.city, 'privateMessagingEnabled')) return skip('private_messaging_disabled')
    const recipient = await recipientOf(tx, actor, input)
    if (recipient === null) return skip('cross_world_target')
    if (recipient.thread?.status === 'closed') return skip('thread_closed')
    const declined = (await capReached(tx, actor, 'dm', turn)) ?? (await takeActionUnit(tx, actor, 'dm', turn))
    if (declined !== null) return skip(declined)
    const between = [agent.id, recipient.otherId] as const
    const thread = recipient.thread ?? (await openThread(tx, { ambient: turn.ambient, world, between }, turn.at))
    const id = turn.ambient.id('message', world.tag)
    const fact = messageReceived({ threadId: thread.id, withHandle: agent.handle, occurredAt: turn.at })
    const item = { kind: 'dm', fromId: agent.id, ref: { threadId: thread.id, messageId: id } } as const
    let inbox: number | null = null
    for (const agentId of addressees({ kind: 'deed', byId: agent.id, toId: recipient.otherId }))
      inbox = await publishFact(tx, { world, agentId, switches: turn.city, at: turn.at }, [{ item, fact }])
    await addMessage(tx, world, {
      world_id: world.id,
      id,
      thread_id: thread.id,
      agent_id: agent.id,
      text: input.text,
      visibility: 'public',
      inbox,
      created_at: turn.at,
    })
    const expected = { kind: LETTER, addresseeId: recipient.otherId, subjectId: thread.id, textId: id } as const
    await scheduleAnswer(tx, actor, expected, turn)
    const whom = await handleFor(turn, tx, actor, recipient)
    return { status: 'created', docId: id, detail: { threadId: thread.id }, ...(whom === null ? {} : { whom }) }
  },
}

/** 4.10: an unchanged text is detected before the daily change is spent (AMB-68). Clearing counts as a change. */
export const bio: Action<'bio'> = {
  kind: 'bio',
  read({ text }) {
    const line = readBio(text)
    return line === null ? null : { text: line }
  },
  textToModerate: ({ text }) => (text === '' ? null : { text, policy: 'profile', again: false }),
  trace: async () => ({ kind: 'bio' }),
  closed: ({ bioChangedToday }) => (bioChangedToday ? 'bio_changed_today' : null),
  async perform(tx, { world, agent }, { text }, { at }) {
    const visitor = await lockVisitor(tx, world.id, agent.id)
    const stored = (await readAgent(tx, world, agent.id))!
    if (stored.bio === text) return skip('bio_unchanged')
    if (visitor?.bio_changed_day === utcDay(at)) return skip('bio_change_limit')
    const { position: _, post_count, reply_count, followers_count, following_count, last_post_at, ...draft } = stored
    await putAgent(tx, world, { ...draft, bio: text })
    await stampBioChange(tx, world.id, agent.id, utcDay(at))
    return { status: 'created', docId: agent.id }
  },
}

/** Private to the owner. Old versions are not stored and no public record changes. */
export const persona: Action<'persona'> = {
  kind: 'persona',
  read({ text }) {
    const normalised = readPersona(text)
    return normalised === null ? null : { text: normalised }
  },
  textToModerate: ({ text }) => (text === '' ? null : { text, policy: 'profile', again: false }),
  trace: async () => ({ kind: 'persona' }),
  closed: () => null,
  async perform(tx, { world, agent }, { text }) {
    const stored = (await readAgent(tx, world, agent.id))!
    if (stored.persona === text) return skip('persona_unchanged')
    await writePersona(tx, world, agent.id, text)
    return { status: 'created', docId: agent.id }
  },
}
