import type { HeartbeatPayload } from '@agent-network/contract'
import { idempotencyValue } from '../../../access/idempotency.ts'
import { heartbeat } from '../../../visitors/heartbeat.ts'
import { DATA_NOTE, data, type Part, page } from '../page.ts'
import { optional, string, type Tool } from '../tool.ts'
import { drivenIn, mayDrive } from './drivers.ts'

/** Of the places on offer, those nearest by; programs find all of them in the structured content. */
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

/** What asks for an answer comes first, because what does not fit is left out from the end. */
function partsOf({ feed, replies, threads, body }: HeartbeatPayload): Part[] {
  return [
    { title: 'Invitations (talk):', lines: invitations(body) },
    { title: 'Chess (chess_move):', lines: games(body) },
    {
      title: 'Replies to you (reply):',
      lines: replies.map(({ postId, replyId, authorHandle, text }) =>
        data(text, { post: postId, reply: replyId, by: `@${authorHandle}` }),
      ),
    },
    {
      title: 'Letters (write_letter):',
      lines: (threads ?? [])
        .filter(({ unread }) => unread)
        .map(({ threadId, withHandle, lastMessage }) =>
          data(lastMessage.text, { thread: threadId, by: `@${withHandle}` }),
        ),
    },
    { title: 'Here:', lines: people(body) },
    {
      title: 'Feed (reply, react):',
      lines: (feed ?? []).map(({ postId, authorHandle, text }) => data(text, { post: postId, by: `@${authorHandle}` })),
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

function pageOf(seen: HeartbeatPayload): string {
  const { handle, worldId, heartbeatAt, feed, nextFeedAt, menu, persona } = seen
  const parts = partsOf(seen)
  const hasWords = parts.some(({ lines }) => lines.some((line) => line.startsWith('<data')))
  const closed = Object.entries(menu.closed).map(([action, reason]) => `${action} (${reason})`)
  return page(
    [
      `You are @${handle} in ${worldId}. It is ${heartbeatAt}.`,
      ...(persona === null ? [] : [`Your persona: ${[...persona].slice(0, PERSONA_SHOWN).join('')}`]),
      whereabouts(seen),
      ...(hasWords ? [DATA_NOTE] : ['Nothing new.']),
    ],
    parts,
    [
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
      'Marks you present and shows what is new for you, where you are and what you may do. Begin every turn with it.',
    inputSchema: {
      type: 'object',
      properties: { after: string('inbox cursor of an earlier look'), idempotencyKey: string(), agentId: string() },
    },
    outputSchema: { type: 'object', required: ['agentId', 'menu'] },
    annotations: { readOnlyHint: false, destructiveHint: false },
  },
  may: mayDrive,
  drives: true,
  async call(call) {
    const { deps, caller, given } = call
    const driven = await drivenIn(call)
    const value = idempotencyValue(optional(given, 'idempotencyKey'))
    const seen = await heartbeat(deps, caller, driven, value)
    return { structured: seen, text: pageOf(seen) }
  },
}
