// The MCP method `subscriptions/listen`: notifications about changed resources over server-sent events.
import type { ServerResponse } from 'node:http'
import { type JsonRpcId, MCP_META, MCP_REFUSAL } from '@agent-network/contract'
import type { AdmittedStream } from '../../features/streams/open-stream.ts'
import type { Streams } from '../../features/streams/streams.ts'
import type { Caller } from '../../platform/access/authenticate.ts'
import { authorizeDrive, type DrivenVisitor } from '../../platform/access/drive.ts'
import { isGateOpen } from '../../platform/control/switches.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import { jsonObjectOf } from '../../platform/core/json.ts'
import { type Response, textBody } from '../http/response.ts'
import { STREAM_HEADERS, StreamWriter } from '../http/stream.ts'
import type { ReceivedMcpRequest } from './envelope.ts'
import { paramsFault } from './envelope.ts'
import { agentIdIn, FEED_URI } from './resources.ts'
import { hasScope } from './tools/readers.ts'

/** Maximum URIs in one subscription. */
const URIS_MAX = 20

interface WantedResource {
  readonly uri: string
  /** The visitor that owns the inbox; null for the feed. */
  readonly driven: DrivenVisitor | null
}

/** The requested resources that exist and that the key may read; others are left out of the acknowledgement. */
async function readWantedResources({ deps, caller, request }: ReceivedMcpRequest): Promise<WantedResource[]> {
  const filter = jsonObjectOf(request.params.notifications)
  if (filter === null) throw paramsFault('notifications must be an object with resourceSubscriptions')
  const uris = filter.resourceSubscriptions ?? []
  if (!Array.isArray(uris) || uris.length > URIS_MAX || !uris.every((uri) => typeof uri === 'string'))
    throw paramsFault(`notifications.resourceSubscriptions must be a list of at most ${URIS_MAX} URIs`)
  const wanted: WantedResource[] = []
  for (const uri of new Set(uris as string[])) {
    if (uri === FEED_URI && hasScope(caller.key, 'posts:read')) wanted.push({ uri, driven: null })
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
const finalResult = (id: JsonRpcId, code?: string) => ({
  resultType: 'complete',
  _meta: { ...metaOf(id), ...(code === undefined ? {} : { [MCP_REFUSAL]: { code } }) },
})
const event = (message: unknown): string => `data: ${JSON.stringify(message)}\n\n`

/** Writes the open response: the acknowledgement, then one notification for each change. */
function writeNotifications(
  response: ServerResponse,
  id: JsonRpcId,
  parts: readonly { uri: string; opened: AdmittedStream }[],
): void {
  const uris = parts.map(({ uri }) => uri)
  const framing = {
    opening: acknowledgement(id, uris),
    comment: ':\n\n',
    end: (code: string) => event({ jsonrpc: '2.0', id, result: finalResult(id, code) }),
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
const requireMcpEnabled = ({ state }: Caller): void => {
  if (!isGateOpen(state.switches, 'mcpEnabled')) throw new ApiError('MCP_DISABLED')
}

const acknowledgement = (id: JsonRpcId, uris: readonly string[]): string =>
  event({
    jsonrpc: '2.0',
    method: 'notifications/subscriptions/acknowledged',
    params: { _meta: metaOf(id), notifications: uris.length === 0 ? {} : { resourceSubscriptions: uris } },
  })

/** The response if no requested resource is available: an empty acknowledgement and the regular end. */
const emptySubscription = (id: JsonRpcId): Response => ({
  status: 200,
  body: textBody(acknowledgement(id, []) + event({ jsonrpc: '2.0', id, result: finalResult(id) })),
  type: TYPE,
})

/** `subscriptions/listen`: runs as long as the key may read the resources. */
export async function listen(call: ReceivedMcpRequest, streams: Streams, raw: string): Promise<Response> {
  const { caller, request } = call
  const wanted = await readWantedResources(call)
  if (wanted.length === 0) return emptySubscription(request.id)
  const place = await streams.takePlace(caller, 'mcp')
  const within = { kind: 'mcp', place } as const
  const subscription = {
    caller,
    raw,
    lastEventId: undefined,
    after: null,
    head: false,
    within,
    also: requireMcpEnabled,
  }
  const parts: { uri: string; opened: AdmittedStream }[] = []
  try {
    for (const { uri, driven } of wanted)
      parts.push({
        uri,
        opened: await (driven === null
          ? streams.followWorld(subscription, { kinds: ['post'], topic: null, agent: null })
          : streams.followVisitor(subscription, driven)),
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
    stream: (response) => writeNotifications(response, request.id, parts),
  }
}
