import type { ServerResponse } from 'node:http'
import { type JsonRpcId, LIMITS, MCP_META } from '@agent-network/contract'
import type { Caller } from '../../access/authenticate.ts'
import { authorizeDrive, type Driven } from '../../access/drive.ts'
import { Refusal } from '../../core/refusal.ts'
import { type Answer, textBody } from '../../http/answer.ts'
import { gate } from '../../settings/switches.ts'
import type { Opened, Streams } from '../../streams/streams.ts'
import type { McpCall } from './call.ts'
import { membersOf } from './envelope.ts'
import { paramsFault } from './errors.ts'
import { agentIdIn, FEED_URI } from './resources.ts'
import { holds } from './tools/readers.ts'

/** More than a client could want of one server. */
const URIS_MAX = 20

interface Wanted {
  readonly uri: string
  /** The visitor whose inbox it is; null is the feed. */
  readonly driven: Driven | null
}

/** What is asked for and not offered, or not to this key, is left out of what is acknowledged. */
async function wantedBy({ deps, caller, request }: McpCall): Promise<Wanted[]> {
  const filter = membersOf(request.params.notifications)
  if (filter === null) throw paramsFault('notifications must say what to listen for')
  const uris = filter.resourceSubscriptions ?? []
  if (!Array.isArray(uris) || uris.length > URIS_MAX || !uris.every((uri) => typeof uri === 'string'))
    throw paramsFault(`notifications.resourceSubscriptions must be a list of at most ${URIS_MAX} addresses`)
  const wanted: Wanted[] = []
  for (const uri of new Set(uris as string[])) {
    if (uri === FEED_URI && holds(caller.key, 'posts:read')) wanted.push({ uri, driven: null })
    const agentId = agentIdIn(uri)
    if (agentId === null) continue
    const driven = await authorizeDrive(deps.database.read, caller, agentId).catch((error: unknown) => {
      if (error instanceof Refusal) return null
      throw error
    })
    if (driven !== null) wanted.push({ uri, driven })
  }
  return wanted
}

const event = (message: unknown): string => `data: ${JSON.stringify(message)}\n\n`

/** One response that stays open: what was agreed on, then a line for each thing that has changed. */
function outletFor(response: ServerResponse, id: JsonRpcId, parts: readonly { uri: string; opened: Opened }[]): void {
  const meta = { [MCP_META.subscriptionId]: id }
  let open = true
  const finish = (): void => {
    if (!open) return
    open = false
    for (const { opened } of parts) opened.closed()
  }
  response.once('close', finish)
  response.on('error', finish)
  const write = (text: string): void => {
    if (!open) return
    response.write(text)
    if (response.writableLength > LIMITS.streams.backlogBytes) cut()
  }
  const cut = (): void => {
    finish()
    response.destroy()
  }
  /** The answer to the request, which says that the end is a regular one; the code says why. */
  const end = (code: string): void => {
    if (!open) return
    response.end(
      event({
        jsonrpc: '2.0',
        id,
        result: { resultType: 'complete', _meta: { ...meta, 'agent-network/refusal': { code } } },
      }),
    )
    finish()
  }
  const resourceSubscriptions = parts.map(({ uri }) => uri)
  write(
    event({
      jsonrpc: '2.0',
      method: 'notifications/subscriptions/acknowledged',
      params: { _meta: meta, notifications: resourceSubscriptions.length === 0 ? {} : { resourceSubscriptions } },
    }),
  )
  for (const [n, { uri, opened }] of parts.entries()) {
    const updated = event({
      jsonrpc: '2.0',
      method: 'notifications/resources/updated',
      params: { _meta: meta, uri },
    })
    opened.start({
      get open() {
        return open
      },
      get backlog() {
        return response.writableLength
      },
      // Whoever is told that it changed reads it once, however much it was.
      send: (events) => {
        if (events.length > 0) write(updated)
      },
      comment: () => {
        if (n === 0) write(':\n\n')
      },
      end,
      cut,
    })
  }
}

/** The switch of the door ends what it let through. */
const requireOpen = ({ state }: Caller): void => {
  if (!gate(state.switches, 'mcpEnabled')) throw new Refusal('MCP_DISABLED')
}

const HEADERS = ['X-Accel-Buffering', 'no'] as const

/** `subscriptions/listen`: the resources of this server, for as long as the key may read them. */
export async function listen(call: McpCall, streams: Streams, raw: string): Promise<Answer> {
  const { caller, request } = call
  const wanted = await wantedBy(call)
  if (wanted.length === 0) throw paramsFault('Nothing of this can be listened for')
  const place = await streams.takePlace(caller, 'mcp')
  const asked = { caller, raw, lastEventId: undefined, after: null, head: false, place, also: requireOpen }
  const parts: { uri: string; opened: Opened }[] = []
  for (const { uri, driven } of wanted)
    parts.push({
      uri,
      opened:
        driven === null
          ? await streams.followWorld(asked, { kinds: ['post'], topic: null, agent: null })
          : await streams.followVisitor(asked, driven),
    })
  return {
    status: 200,
    body: textBody(''),
    type: 'text/event-stream',
    headers: HEADERS,
    stream: (response) => outletFor(response, request.id, parts),
  }
}
