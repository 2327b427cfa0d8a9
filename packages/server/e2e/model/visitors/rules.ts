// Reference model: the effect of each action on the state.
import { bodySkip, isBodyVerb } from './body-verbs.ts'
import { foldedHandle, type PlannedRequest } from './requests.ts'
import type { Settings, SwitchName } from './settings.ts'
import {
  type Agent,
  count,
  dayOf,
  type Entry,
  FRESH,
  type Post,
  type Reply,
  type State,
  type Thread,
  used,
  type Visitor,
  visitorOf,
} from './state.ts'

export interface Created {
  readonly docId: unknown
  readonly detail?: Readonly<Record<string, unknown>>
  /** Takes the ids out of the server's answer. */
  learn?(data: { docId: string; detail?: Record<string, string> }): void
}
export type Performed = Created | { readonly skip: string }

interface Turn {
  readonly state: State
  readonly visitor: Visitor
  readonly settings: Settings
  readonly fields: PlannedRequest['fields']
  /** False when the second look holds it back. */
  readonly published: boolean
}

const skip = (reason: string): Performed => ({ skip: reason })
const CROSS = skip('cross_world_target')

const postById = (state: State, id: string | undefined): Post | undefined =>
  state.posts.find((post) => post.id === id && post.visibility === 'public')
const replyById = (state: State, post: Post, id: string): Reply | undefined =>
  state.replies.find((reply) => reply.id === id && reply.post === post && reply.visibility === 'public')
const peerIn = (state: State, { handle, agentId }: PlannedRequest['fields']): Agent | undefined =>
  state.agents.find(
    (agent) => agent.enabled && (handle === undefined ? agent.id === agentId : agent.handle === foldedHandle(handle)),
  )

/** AMB-74: the agent's own day. */
const capped = ({ state, visitor, settings }: Turn, kind: string, name: SwitchName): boolean =>
  used(state, kind, visitor.agent.id) >= settings.number(name)

/** The fork pays for what nothing else declines, and for nothing else. */
function forkPays({ state, visitor, settings }: Turn, kind: string | null): boolean {
  if (used(state, 'actions', state.worldId) >= settings.number('forkDailyActionBudget')) return false
  count(state, 'actions', state.worldId, 1)
  if (kind !== null) count(state, kind, visitor.agent.id, 1)
  return true
}
const EXHAUSTED = skip('world_budget_exhausted')

const placeFor = (state: State, recipient: Agent, author: Agent): number | null => {
  const visitor = recipient === author ? undefined : visitorOf(state, recipient)
  if (visitor === undefined) return null
  visitor.inbox += 1
  return visitor.inbox
}

function post(turn: Turn): Performed {
  const { state, visitor, settings, fields, published } = turn
  if (capped(turn, 'post', 'cityDailyPostCap')) return skip('daily_post_cap')
  const cooldown = settings.number('cityPostCooldownSeconds') * 1_000
  if (visitor.lastPostAt !== null && state.now - visitor.lastPostAt < cooldown) return skip('cooldown')
  if (!forkPays(turn, 'post')) return EXHAUSTED
  visitor.lastPostAt = state.now
  const createdPost: Post = {
    id: null,
    author: visitor.agent,
    text: fields.text!,
    createdAt: state.now,
    visibility: published ? 'public' : 'quarantined',
  }
  state.posts.push(createdPost)
  if (!published) return skip('held_for_review')
  return {
    docId: FRESH,
    learn: ({ docId }) => {
      createdPost.id = docId
    },
  }
}

function reply(turn: Turn): Performed {
  const { state, visitor, settings, fields, published } = turn
  const target = postById(state, fields.postId)
  if (target === undefined) return CROSS
  if (capped(turn, 'reply', 'cityDailyReplyCap')) return skip('daily_reply_cap')
  const own = state.replies.filter((other) => other.post === target && other.author === visitor.agent).length
  if (own >= settings.number('cityThreadReplyCap')) return skip('thread_cap')
  if (!forkPays(turn, 'reply')) return EXHAUSTED
  const createdReply: Reply = {
    id: null,
    post: target,
    author: visitor.agent,
    text: fields.text!,
    createdAt: state.now,
    visibility: published ? 'public' : 'quarantined',
    place: placeFor(state, target.author, visitor.agent),
  }
  state.replies.push(createdReply)
  if (!published) return skip('held_for_review')
  return {
    docId: FRESH,
    detail: { postId: fields.postId },
    learn: ({ docId }) => {
      createdReply.id = docId
    },
  }
}

function like(turn: Turn): Performed {
  const { state, visitor, fields } = turn
  const target = postById(state, fields.postId)
  if (target === undefined) return CROSS
  if (fields.replyId !== undefined && replyById(state, target, fields.replyId) === undefined) return CROSS
  const tie = [visitor.agent.id, fields.postId, fields.replyId].filter((part) => part !== undefined).join(' ')
  if (state.likes.has(tie)) return skip('already_liked')
  if (!forkPays(turn, null)) return EXHAUSTED
  state.likes.add(tie)
  return { docId: FRESH, detail: { ...fields } }
}

function follow(turn: Turn): Performed {
  const { state, visitor, settings, fields } = turn
  if (!settings.gate('followEnabled')) return skip('follow_disabled')
  const target = peerIn(state, fields)
  if (target === undefined) return CROSS
  const tie = `${visitor.agent.id} ${target.id}`
  if (state.follows.has(tie)) return skip('already_following')
  if (!forkPays(turn, null)) return EXHAUSTED
  state.follows.add(tie)
  return { docId: FRESH, detail: { handle: target.handle } }
}

function repost(turn: Turn): Performed {
  const { state, visitor, settings, fields } = turn
  if (!settings.gate('repostsEnabled')) return skip('reposts_disabled')
  if (postById(state, fields.postId) === undefined) return CROSS
  const tie = `${visitor.agent.id} ${fields.postId}`
  if (state.reposts.has(tie)) return skip('duplicate')
  if (capped(turn, 'repost', 'cityDailyRepostCap')) return skip('daily_repost_cap')
  if (!forkPays(turn, 'repost')) return EXHAUSTED
  state.reposts.add(tie)
  return { docId: FRESH, detail: { postId: fields.postId } }
}

/** 1.23: a thread the visitor is in, or somebody with whom it has an open thread, a closed one or none yet. */
function addressee({ state, visitor, fields }: Turn): { other: Agent; thread: Thread | null } | null {
  const mine = state.threads.filter(({ sides }) => sides.includes(visitor.agent))
  const otherOf = ({ sides }: Thread): Agent => (sides[0] === visitor.agent ? sides[1] : sides[0])
  if (fields.threadId !== undefined) {
    const thread = mine.find(({ id }) => id === fields.threadId)
    return thread === undefined ? null : { other: otherOf(thread), thread }
  }
  const other = peerIn(state, fields)
  if (other === undefined) return null
  const shared = mine.filter((thread) => otherOf(thread) === other)
  return { other, thread: shared.find(({ status }) => status === 'open') ?? shared[0] ?? null }
}

function dm(turn: Turn): Performed {
  const { state, visitor, settings, fields } = turn
  if (!settings.gate('privateMessagingEnabled')) return skip('private_messaging_disabled')
  const found = addressee(turn)
  if (found === null) return CROSS
  if (found.thread?.status === 'closed') return skip('thread_closed')
  if (capped(turn, 'dm', 'cityDailyDmCap')) return skip('daily_dm_cap')
  if (!forkPays(turn, 'dm')) return EXHAUSTED
  const fresh = found.thread === null
  const thread: Thread = found.thread ?? { id: '', sides: [visitor.agent, found.other], status: 'open', messages: [] }
  if (fresh) state.threads.push(thread)
  const message = {
    id: '',
    from: visitor.agent,
    text: fields.text!,
    createdAt: state.now,
    place: placeFor(state, found.other, visitor.agent),
  }
  thread.messages.push(message)
  return {
    docId: FRESH,
    detail: { threadId: fresh ? FRESH : thread.id },
    learn: ({ docId, detail }) => {
      message.id = docId
      thread.id = detail!.threadId!
    },
  }
}

function bio({ state, visitor, fields }: Turn): Performed {
  const { agent } = visitor
  // AMB-68: unchanged before the day's one change.
  if (agent.bio === fields.text) return skip('bio_unchanged')
  if (visitor.bioChangedOn === dayOf(state.now)) return skip('bio_change_limit')
  agent.bio = fields.text!
  visitor.bioChangedOn = dayOf(state.now)
  return { docId: agent.id }
}

function persona({ visitor, fields }: Turn): Performed {
  if (visitor.persona === fields.text) return skip('persona_unchanged')
  visitor.persona = fields.text!
  return { docId: visitor.agent.id }
}

const VERBS = { post, reply, like, follow, repost, dm, bio, persona } as const

/** Step 6: what the city makes of an act that was paid for. */
export function perform(plannedRequest: PlannedRequest, turn: Omit<Turn, 'fields'>): Performed {
  const { verb, fields } = plannedRequest
  return isBodyVerb(verb) ? skip(bodySkip()) : VERBS[verb]({ ...turn, fields })
}

/** 1.17: what the journal may tell, which is whom and what it was about and never a word that was said. */
export function traceOf(state: State, { verb, fields }: PlannedRequest): Entry['action'] {
  const { text: _, ...safe } = fields
  if (verb === 'follow') {
    const target = peerIn(state, fields)
    return {
      kind: verb,
      ...(target === undefined ? { handle: fields.handle ?? fields.agentId } : { targetAgentId: target.id }),
    }
  }
  if (verb === 'dm' && fields.agentId !== undefined) return { kind: verb, handle: fields.agentId }
  return { kind: verb, ...safe }
}
