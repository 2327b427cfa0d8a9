// The MCP method `subscriptions/listen`: notifications about changed resources over server-sent events.
import type { ServerResponse } from 'node:http'
import { type JsonRpcId, MCP_META, MCP_REFUSAL } from '@agent-network/contract'
import type { Opened } from '../../features/streams/open-stream.ts'
import type { Streams } from '../../features/streams/streams.ts'
import type { Caller } from '../../platform/access/authenticate.ts'
import { authorizeDrive, type Driven } from '../../platform/access/drive.ts'
import { gate } from '../../platform/control/switches.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import { membersOf } from '../../platform/core/json.ts'
import { type Response, textBody } from '../http/response.ts'
import { STREAM_HEADERS, StreamWriter } from '../http/stream.ts'
import type { Received } from './envelope.ts'
import { paramsFault } from './envelope.ts'
import { agentIdIn, FEED_URI } from './resources.ts'
import { holds } from './tools/readers.ts'

/** Maximum URIs in one subscription. */
const URIS_MAX = 20

interface Wanted {
  readonly uri: string
  /** The visitor that owns the inbox; null for the feed. */
  readonly driven: Driven | null
}

/** The requested resources that exist and that the key may read; others are left out of the acknowledgement. */
async function wantedBy({ deps, caller, request }: Received): Promise<Wanted[]> {
  const filter = membersOf(request.params.notifications)
  if (filter === null) throw paramsFault('notifications must be an object with resourceSubscriptions')
  const uris = filter.resourceSubscriptions ?? []
  if (!Array.isArray(uris) || uris.length > URIS_MAX || !uris.every((uri) => typeof uri === 'string'))
    throw paramsFault(`notifications.resourceSubscriptions must be a list of at most ${URIS_MAX} URIs`)
  const wanted: Wanted[] = []
  for (const uri of new Set(uris as string[])) {
    if (uri === FEED_URI && holds(caller.key, 'posts:read')) wanted.push({ uri, driven: null })
    const agentId = agentIdIn(uri)
    if (agentId === null) continue
    const driven = await authorizeDrive(deps.database.read, caller, agentId).catch((error: unknown) => {
      if (error instanceof ApiError) return null
      throw error
    })
    if (driven !== null) wanted.push({ uri, driven })
  }
  return wanted
}

const TYPE = 'text/event-stream'

const metaOf = (id: JsonRpcId) => ({ [MCP_META.subscriptionId]: id })
/** The final response to the request that opened the stream; the code is the reason of the end. */
const ended = (id: JsonRpcId, code?: string) => ({
  resultType: 'complete',
  _meta: { ...metaOf(id), ...(code === undefined ? {} : { [MCP_REFUSAL]: { code } }) },
})
const event = (message: unknown): string => `data: ${JSON.stringify(message)}\n\n`

/** Writes the open response: the acknowledgement, then one notification for each change. */
function tell(response: ServerResponse, id: JsonRpcId, parts: readonly { uri: string; opened: Opened }[]): void {
  const uris = parts.map(({ uri }) => uri)
  const framing = {
    opening: acknowledgement(id, uris),
    comment: ':\n\n',
    end: (code: string) => event({ jsonrpc: '2.0', id, result: ended(id, code) }),
  }
  const line = new StreamWriter(response, framing, {
    closed(reason) {
      for (const { opened } of parts) opened.closed(reason)
    },
  })
  for (const [n, { uri, opened }] of parts.entries()) {
    const params = { _meta: metaOf(id), uri }
    const updated = event({ jsonrpc: '2.0', method: 'notifications/resources/updated', params })
    opened.start({
      get open() {
        return line.open
      },
      get backlog() {
        return line.backlog
      },
      // One notification covers all events: the client reads the resource once.
      send: (events) => {
        if (events.length > 0) line.write(updated)
      },
      // Only the first part sends keep-alive comments for the whole connection.
      comment: n === 0 ? () => line.comment() : () => {},
      end: (code) => line.end(code),
      cut: () => line.cut(),
    })
  }
}

/** Turning off `mcpEnabled` ends open subscriptions. */
const requireOpen = ({ state }: Caller): void => {
  if (!gate(state.switches, 'mcpEnabled')) throw new ApiError('MCP_DISABLED')
}

const acknowledgement = (id: JsonRpcId, uris: readonly string[]): string =>
  event({
    jsonrpc: '2.0',
    method: 'notifications/subscriptions/acknowledged',
    params: { _meta: metaOf(id), notifications: uris.length === 0 ? {} : { resourceSubscriptions: uris } },
  })

/** The response if no requested resource is available: an empty acknowledgement and the regular end. */
const nothingToTell = (id: JsonRpcId): Response => ({
  status: 200,
  body: textBody(acknowledgement(id, []) + event({ jsonrpc: '2.0', id, result: ended(id) })),
  type: TYPE,
})

/** `subscriptions/listen`: runs as long as the key may read the resources. */
export async function listen(call: Received, streams: Streams, raw: string): Promise<Response> {
  const { caller, request } = call
  const wanted = await wantedBy(call)
  if (wanted.length === 0) return nothingToTell(request.id)
  const place = await streams.takePlace(caller, 'mcp')
  const within = { kind: 'mcp', place } as const
  const asked = { caller, raw, lastEventId: undefined, after: null, head: false, within, also: requireOpen }
  const parts: { uri: string; opened: Opened }[] = []
  try {
    for (const { uri, driven } of wanted)
      parts.push({
        uri,
        opened: await (driven === null
          ? streams.followWorld(asked, { kinds: ['post'], topic: null, agent: null })
          : streams.followVisitor(asked, driven)),
      })
  } catch (error) {
    for (const { opened } of parts) opened.closed()
    streams.leavePlace(place)
    throw error
  }
  return {
    status: 200,
    body: textBody(''),
    type: TYPE,
    headers: STREAM_HEADERS,
    stream: (response) => tell(response, request.id, parts),
  }
}
