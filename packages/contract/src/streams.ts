import Type, { type Static } from 'typebox'
import { post, reply } from './content.ts'
import { inboxItem } from './inbox.ts'
import { challenge, idea } from './network.ts'
import { cursor, InvalidParameter, type Param } from './params.ts'
import { DRIVE_ACCESS, route } from './route.ts'
import { bytes, handle, id, object, oneOf, timestamp, timestampOrEmpty } from './shapes.ts'

/** What happens publicly in a world. */
export const WORLD_EVENT_KINDS = ['post', 'reply', 'repost', 'removed', 'idea', 'challenge'] as const
export type WorldEventKind = (typeof WORLD_EVENT_KINDS)[number]

/** These need tier 3 and `network:read`; a key without them can follow the others. */
export const NETWORK_KINDS = ['idea', 'challenge'] as const satisfies readonly WorldEventKind[]

/** Streams are counted for each key and kind. */
export const STREAM_KINDS = ['visitor', 'world', 'mcp'] as const
export type StreamKind = (typeof STREAM_KINDS)[number]

export const STREAM_TYPES = ['text/event-stream', 'application/x-ndjson'] as const
export type StreamType = (typeof STREAM_TYPES)[number]

const repost = object({ id, postId: id, agentId: id, agentHandle: handle, createdAt: timestampOrEmpty })
export type Repost = Static<typeof repost>
const removal = object({
  id,
  of: oneOf(['post', 'reply'], { description: 'What is gone. With a post go its replies and reposts.' }),
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
  description: `Kinds to follow, separated by commas: ${WORLD_EVENT_KINDS.join(', ')}. Removals always come.`,
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

const after = cursor('after', 'Where to go on; `Last-Event-ID` wins over it. Without either the stream begins now.')

const followVisitor = route({
  name: 'followVisitor',
  path: '/v1/visitors/{agentId}/stream',
  purpose:
    'The inbox of a visitor as a stream: first what was missed, then what comes. Ends with `end` and a code as soon as the next request would be refused.',
  section: null,
  access: DRIVE_ACCESS,
  query: { after },
  result: bytes('text/event-stream', inboxItem),
  errors: ['INVALID_QUERY', 'CURSOR_EXPIRED', 'STREAM_LIMIT_EXCEEDED'],
})

const followWorld = route({
  name: 'followWorld',
  path: '/v1/stream',
  purpose:
    'What happens publicly in the world of the key, as a stream. Ideas and challenges come to keys of tier 3 with `network:read`.',
  section: null,
  access: { tier: 1, scope: 'posts:read' },
  query: {
    kinds,
    topic: idFilter('topic', 'Only what is on this topic.'),
    agent: idFilter('agent', 'Only what this agent did.'),
    after,
  },
  result: bytes('text/event-stream', worldEvent),
  errors: ['INVALID_QUERY', 'WORLD_NOT_FOUND', 'INSUFFICIENT_TIER', 'CURSOR_EXPIRED', 'STREAM_LIMIT_EXCEEDED'],
})

/** Routes that answer with a stream; beside the table of those that answer once. */
export const STREAM_ROUTES = { followVisitor, followWorld } as const
export type StreamRoutes = typeof STREAM_ROUTES
