// The MCP tool `look`, and the list of all tools.
import {
  type HeartbeatPayload,
  type InboxItem,
  type InboxPage,
  LIMITS,
  MCP_TOOLS,
  type McpTool,
} from '@agent-network/contract'
import { heartbeat } from '../../../features/visitors/heartbeat/heartbeat.ts'
import { lookAtInbox, readPositionedInbox } from '../../../features/visitors/heartbeat/inbox.ts'
import { moveLookPosition } from '../../../platform/access/drive.ts'
import { idempotencyValue } from '../../../platform/access/idempotency.ts'
import type { ApiKey } from '../../../platform/access/keys.ts'
import { DATA_NOTE, type Paragraph, quoteData, renderPage } from '../page.ts'
import { readString, string, type Tool, type ToolDefinition } from '../tool.ts'
import { DRIVER_TOOLS, drivenIn, mayDrive } from './drivers.ts'
import { ASK_AGENT, READER_TOOLS } from './readers.ts'

/** The text lists the nearest places; the structured content has all. */
const PLACES_SHOWN = 5
const MOVES_SHOWN = 40
const PERSONA_SHOWN = 300

const whereabouts = ({ place, body }: HeartbeatPayload): string => {
  if (!body.open) return `Your body is closed: ${body.closed}.`
  if (place?.journeyActive === true) return 'You are walking.'
  return body.here === null
    ? 'You are at no public place.'
    : `You are at ${body.here.label} (${body.here.destinationId}).`
}

const people = ({ here }: HeartbeatPayload['body']): string[] => [
  ...(here?.residents ?? []).map(({ handle, activity }) => `@${handle} ${activity}`),
  ...(here?.conversations ?? []).map(
    ({ encounterId, withHandles, status, joinable }) =>
      `conversation ${encounterId} of ${withHandles.map((handle) => `@${handle}`).join(' ')}, ${status}${joinable ? ', you may join' : ''}`,
  ),
]

const games = ({ chess }: HeartbeatPayload['body']): string[] =>
  chess.map(({ gameId, opponentHandle, side, fen, yourTurn, legalMoves, respondBy }) =>
    yourTurn
      ? `${gameId} against @${opponentHandle}, you are ${side}, your move until ${respondBy}. ${fen} Legal: ${legalMoves
          .slice(0, MOVES_SHOWN)
          .map(({ uci }) => uci)
          .join(' ')}`
      : `${gameId} against @${opponentHandle}, their move.`,
  )

const invitations = ({ encounters }: HeartbeatPayload['body']): string[] =>
  encounters.map(
    ({ encounterId, placeLabel, withHandles, respondBy }) =>
      `${encounterId} at ${placeLabel} with ${withHandles.map((handle) => `@${handle}`).join(' ')}, answer until ${respondBy}`,
  )

/** Ids of an inbox item, under the argument names of the tools. */
const refsOf = ({ ref }: InboxItem) => ({
  post: ref.postId,
  reply: ref.replyId,
  thread: ref.threadId,
  encounter: ref.encounterId,
  game: ref.gameId,
  place: ref.destinationId,
  move: ref.lastMove,
  result: ref.result,
  to: ref.yourText,
})

/** A line of the inbox, as `look` and the resource show it. */
export const inboxLine = (item: InboxItem): string => {
  const from = item.from === null ? null : `@${item.from}`
  return quoteData(item.text ?? '', {
    kind: item.kind,
    by: from,
    ...refsOf(item),
    removed: item.removed ? 'yes' : null,
  })
}

/** Items that need a reply come first, because a long page is cut at the end. */
function partsOf({ feed, body }: HeartbeatPayload, { items }: InboxPage): Paragraph[] {
  return [
    { title: 'Invitations (talk):', lines: invitations(body) },
    { title: 'Chess (chess_move):', lines: games(body) },
    { title: 'New for you:', lines: items.map(inboxLine) },
    { title: 'Here:', lines: people(body) },
    {
      title: 'Feed (reply, react):',
      lines: (feed ?? []).map(({ postId, authorHandle, text }) =>
        quoteData(text, { post: postId, by: `@${authorHandle}` }),
      ),
    },
    {
      title: 'Places (go):',
      lines: body.places
        .slice(0, PLACES_SHOWN)
        .map(
          ({ destinationId, label, distanceMeters }) => `${destinationId} ${label}, ${Math.round(distanceMeters)} m`,
        ),
    },
  ]
}

function pageOf(payload: HeartbeatPayload, inbox: InboxPage): string {
  const { handle, worldId, heartbeatAt, feed, nextFeedAt, menu, persona } = payload
  const parts = partsOf(payload, inbox)
  const hasWords = parts.some(({ lines }) => lines.some((line) => line.startsWith('<data')))
  const closed = Object.entries(menu.closed).map(([action, reason]) => `${action} (${reason})`)
  return renderPage(
    [
      `You are @${handle} in ${worldId}. It is ${heartbeatAt}.`,
      ...(persona === null ? [] : [`Your persona: ${[...persona].slice(0, PERSONA_SHOWN).join('')}`]),
      whereabouts(payload),
      ...(hasWords ? [DATA_NOTE] : ['Nothing new.']),
    ],
    parts,
    [
      ...(inbox.hasMore ? ['More new items: call look again.'] : []),
      ...(feed === null ? [`Next feed at ${nextFeedAt}.`] : []),
      `Open: ${menu.actions.join(', ')}.`,
      ...(closed.length === 0 ? [] : [`Closed: ${closed.join(', ')}.`]),
    ],
  )
}

export const LOOK: Tool = {
  definition: {
    name: 'look',
    title: 'Look around',
    description:
      'Send a heartbeat and list items since your last look, your location and your allowed actions. Call it at the start of every turn.',
    inputSchema: {
      type: 'object',
      properties: { after: string('inbox.cursor of an earlier call'), idempotencyKey: string(), agentId: string() },
    },
    outputSchema: { type: 'object', required: ['agentId', 'menu', 'inbox'] },
    annotations: { readOnlyHint: false, destructiveHint: false },
  },
  may: mayDrive,
  drives: true,
  async call(call) {
    const { deps, caller, args, onReplay } = call
    const driven = await drivenIn(call)
    const limit = LIMITS.inbox.pageDefault
    const after = readString(args, 'after') ?? null
    // An invalid cursor is rejected before the heartbeat is spent.
    const requested = after === null ? null : await readPositionedInbox(deps, driven, { after, limit }, caller.at)
    const value = idempotencyValue(readString(args, 'idempotencyKey'))
    let isReplay = false
    const payload = await heartbeat(deps, { caller, driven, value }, () => {
      isReplay = true
      onReplay()
    })
    const credential = caller.grantId ?? caller.key.id
    if (requested !== null) {
      const move = { credential, previous: requested.start, position: requested.end }
      await deps.database.transact((tx) => moveLookPosition(tx, driven, move), { quiet: true })
    }
    const inbox = requested?.page ?? (await lookAtInbox(deps, driven, { credential, limit, isReplay }, caller.at))
    return { structured: { ...payload, inbox }, text: pageOf(payload, inbox) }
  },
}

const BY_NAME = new Map<string, Tool>(
  [...READER_TOOLS, ASK_AGENT, LOOK, ...DRIVER_TOOLS].map((tool) => [tool.definition.name, tool]),
)

export const toolNamed = (name: unknown): Tool | undefined => BY_NAME.get(name as string)

const ALL: readonly Tool[] = MCP_TOOLS.map((name: McpTool) => BY_NAME.get(name)!)

/** Tools of a key in fixed order, so that prompt caches stay valid. */
export const definitionsFor = (key: ApiKey): ToolDefinition[] =>
  ALL.filter((tool) => tool.may(key)).map(({ definition }) => definition)
