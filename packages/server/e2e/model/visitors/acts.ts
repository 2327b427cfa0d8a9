// Request bodies for the actions of the model-based test.
import { FOREIGN } from './cast.ts'
import type { Deed, PostRef } from './commands.ts'
import type { Agent, Post, State } from './state.ts'
import { newestFirst } from './state.ts'
import { PROFILE_TEXTS, speech } from './texts.ts'

/** Longer than any id can be. */
const IMPOSSIBLE = 'x'.repeat(300)

/** A post of this world by its description, whatever its state; undefined if there is none of the kind. */
export function postFor(state: State, self: Agent, { of, n }: PostRef): Post | undefined {
  const named = state.posts.filter(({ id }) => id !== null)
  const others = named.filter(({ author, visibility }) => author !== self && visibility === 'public')
  const pick = (posts: readonly Post[]): Post | undefined => posts[n % Math.max(1, posts.length)]
  switch (of) {
    case 'first':
      return pick(others.slice(0, 2))
    case 'newest':
      return pick(others.sort(newestFirst).slice(0, 3))
    case 'own':
      return pick(
        named
          .filter(({ author }) => author === self)
          .sort(newestFirst)
          .slice(0, 2),
      )
    case 'hidden':
      return pick(named.filter(({ visibility }) => visibility !== 'public'))
    default:
      return undefined
  }
}

function postId(state: State, self: Agent, ref: PostRef): string {
  if (ref.of === 'foreign') return FOREIGN.postId
  return postFor(state, self, ref)?.id ?? (ref.n === 0 ? IMPOSSIBLE : 'no-such-post')
}

function replyId(state: State, post: string, kind: Deed['reply'], n: number): string {
  const named = state.replies.filter(({ id }) => id !== null)
  const under = named.filter((reply) => reply.post.id === post)
  const pick = (from: typeof named): string => from[n % Math.max(1, from.length)]?.id ?? 'no-such-reply'
  if (kind === 'right') return pick(under.filter(({ visibility }) => visibility === 'public'))
  if (kind === 'hidden') return pick(under.filter(({ visibility }) => visibility !== 'public'))
  return kind === 'wrong' ? pick(named.filter((reply) => reply.post.id !== post)) : FOREIGN.replyId
}

function naming(state: State, self: Agent, { name, by }: Deed['who']): Record<string, string> {
  const handle = name === 'self' ? self.handle : name
  const agent = state.agents.find((one) => one.handle === handle)
  if (by === 'id') return { agentId: agent?.id ?? (name === 'far' ? FOREIGN.agentId : 'no-such-agent') }
  return { handle: by === 'shout' ? `@${handle.toUpperCase()}` : handle }
}

function threadId(state: State, self: Agent, kind: NonNullable<Deed['thread']>, n: number): string {
  const mine = state.threads.filter(({ sides }) => sides.includes(self))
  const pick = (from: typeof mine): string => from[n % Math.max(1, from.length)]?.id ?? 'no-such-thread'
  if (kind === 'mine') return pick(mine)
  if (kind === 'closed') return pick(mine.filter(({ status }) => status === 'closed'))
  return kind === 'others' ? pick(state.threads.filter((thread) => !mine.includes(thread))) : 'no-such-thread'
}

function inputOf(state: State, self: Agent, deed: Deed, text: string): Record<string, unknown> {
  const { verb, post, reply, who, thread, profile } = deed
  switch (verb) {
    case 'post':
      return { text }
    case 'reply':
      return { postId: postId(state, self, post), text }
    case 'like': {
      const id = postId(state, self, post)
      return reply === 'none' ? { postId: id } : { postId: id, replyId: replyId(state, id, reply, post.n) }
    }
    case 'follow':
      return naming(state, self, who)
    case 'repost':
      return { postId: postId(state, self, post) }
    case 'dm':
      return {
        ...(thread === null ? naming(state, self, who) : { threadId: threadId(state, self, thread, post.n) }),
        text,
      }
    case 'journey':
      return { destinationId: 'square', ...(post.n === 0 ? {} : { purpose: 'walk' }) }
    case 'chess_move':
      return { gameId: 'game', uci: post.n === 0 ? '' : 'e2e4' }
    case 'encounter_reply':
      return { encounterId: 'meeting', reply: ['engage', 'decline', 'maybe'][post.n] }
    case 'encounter_join':
      return { encounterId: 'meeting' }
    default:
      return { text: PROFILE_TEXTS[profile] }
  }
}

export interface Body {
  readonly contentType: string
  readonly body: string
}

function spoilt(verb: string, input: Record<string, unknown>, spoil: NonNullable<Deed['spoil']>): Body {
  const json = (value: unknown): Body => ({ contentType: 'application/json', body: JSON.stringify(value) })
  const [first] = Object.keys(input)
  switch (spoil) {
    case 'extra':
      return json({ [verb]: { ...input, surplus: 1 } })
    case 'drop':
      return json({ [verb]: Object.fromEntries(Object.entries(input).slice(1)) })
    case 'retype':
      return json({ [verb]: { ...input, [first!]: 7 } })
    case 'second':
      return json({ [verb]: input, [verb === 'like' ? 'repost' : 'like']: { postId: 'other' } })
    case 'null':
      return json({ [verb]: null })
    case 'list':
      return json([{ [verb]: input }])
    case 'unknown':
      return json({ [`${verb}s`]: input })
    case 'broken':
      return { ...json({ [verb]: input }), body: JSON.stringify({ [verb]: input }).slice(0, -1) }
    default:
      return { ...json({ [verb]: input }), contentType: 'text/plain' }
  }
}

/** The body a deed comes to at this moment. `said` replaces what would have been said. */
export function bodyOf(state: State, self: Agent, deed: Deed, serial: number, text: string | null = null): Body {
  const input = inputOf(state, self, deed, text ?? speech(deed.text, serial))
  if (text !== null && 'text' in input) input.text = text
  if (deed.spoil !== null && text === null) return spoilt(deed.verb, input, deed.spoil)
  return { contentType: 'application/json; charset=utf-8', body: JSON.stringify({ [deed.verb]: input }) }
}
