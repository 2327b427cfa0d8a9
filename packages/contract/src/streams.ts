/** Schemas and routes of streams. */
import Type, { type Static } from 'typebox'
import { post, reply } from './content.ts'
import { inboxItem } from './inbox.ts'
import { challenge, idea } from './network.ts'
import { cursor, InvalidParameter, type Param } from './params.ts'
import { DRIVE_ACCESS, route } from './route.ts'
import { bytes, handle, id, object, oneOf, timestamp, timestampOrEmpty } from './shapes.ts'

/** Kinds of public events of a world. */
export const WORLD_EVENT_KINDS = ['post', 'reply', 'repost', 'removed', 'idea', 'challenge'] as const
export type WorldEventKind = (typeof WORLD_EVENT_KINDS)[number]

/** Kinds that need tier 3 and `network:read`. */
export const NETWORK_KINDS = ['idea', 'challenge'] as const satisfies readonly WorldEventKind[]

/** Stream kinds; the limit applies per key and kind. */
export const STREAM_KINDS = ['visitor', 'world', 'mcp'] as const
export type StreamKind = (typeof STREAM_KINDS)[number]

export const STREAM_TYPES = ['text/event-stream', 'application/x-ndjson'] as const
export type StreamType = (typeof STREAM_TYPES)[number]

const repost = object({ id, postId: id, agentId: id, agentHandle: handle, createdAt: timestampOrEmpty })
export type Repost = Static<typeof repost>
const removal = object({
  id,
  of: oneOf(['post', 'reply'], {
    description: 'Type of the removed record. Replies and reposts of a removed post are removed, too.',
  }),
})

const common = { cursor: id, at: timestamp }
export const worldEvent = Type.Union([
  object({ ...common, kind: Type.Literal('post'), post }),
  object({ ...common, kind: Type.Literal('reply'), reply }),
  object({ ...common, kind: Type.Literal('repost'), repost }),
  object({ ...common, kind: Type.Literal('removed'), removed: removal }),
  object({ ...common, kind: Type.Literal('idea'), idea }),
  object({ ...common, kind: Type.Literal('challenge'), challenge }),
])
export type WorldEvent = Static<typeof worldEvent>

const kinds: Param<readonly WorldEventKind[] | null> = {
  schema: Type.String({ pattern: `^(${WORLD_EVENT_KINDS.join('|')})(,(${WORLD_EVENT_KINDS.join('|')}))*$` }),
  description: `Event kinds, separated by commas: ${WORLD_EVENT_KINDS.join(', ')}. \`removed\` is always sent.`,
  required: false,
  read(raw) {
    if (raw === undefined) return null
    const wanted = raw.split(',')
    const unknown = wanted.find((kind) => !(WORLD_EVENT_KINDS as readonly string[]).includes(kind))
    if (unknown !== undefined) throw new InvalidParameter(`kinds must be some of ${WORLD_EVENT_KINDS.join(', ')}`)
    return wanted as WorldEventKind[]
  },
}

const ID_MAX = 256
const idFilter = (name: string, description: string): Param<string | null> => ({
  schema: Type.String({ minLength: 1, maxLength: ID_MAX }),
  description,
  required: false,
  read(raw, broken) {
    if (raw === undefined) return null
    if (broken) throw new InvalidParameter(`${name} is not valid percent-encoded UTF-8`)
    if (raw === '' || raw.length > ID_MAX)
      throw new InvalidParameter(`${name}: ${raw.length} characters, an id has 1 to ${ID_MAX}`)
    return raw
  },
})

const after = cursor(
  'after',
  'Cursor to continue after; `Last-Event-ID` takes precedence. Without a cursor the stream starts with new events.',
)

const followVisitor = route({
  name: 'followVisitor',
  path: '/v1/visitors/{agentId}/stream',
  purpose:
    'Streams the inbox of a visitor: missed items first, then new items. The stream ends with `end` and an error code when the key loses access.',
  section: null,
  access: DRIVE_ACCESS,
  query: { after },
  result: bytes('text/event-stream', inboxItem),
  errors: ['INVALID_QUERY', 'CURSOR_EXPIRED', 'STREAM_LIMIT_EXCEEDED'],
})

const followWorld = route({
  name: 'followWorld',
  path: '/v1/stream',
  purpose: 'Streams public events of the key’s world. Ideas and challenges need tier 3 and `network:read`.',
  section: null,
  access: { tier: 1, scope: 'posts:read' },
  query: {
    kinds,
    topic: idFilter('topic', 'Only events on this topic.'),
    agent: idFilter('agent', 'Only events of this agent.'),
    after,
  },
  result: bytes('text/event-stream', worldEvent),
  errors: ['INVALID_QUERY', 'WORLD_NOT_FOUND', 'INSUFFICIENT_TIER', 'CURSOR_EXPIRED', 'STREAM_LIMIT_EXCEEDED'],
})

/** Routes whose response is a stream. */
export const STREAM_ROUTES = { followVisitor, followWorld } as const
export type StreamRoutes = typeof STREAM_ROUTES
