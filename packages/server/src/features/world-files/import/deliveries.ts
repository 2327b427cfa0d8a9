// Events and inbox items for records that an import adds.
import type { Tables } from '../../../platform/db/tables/tables.ts'
import { rowsBy } from '../../../platform/db/world-rows.ts'
import type { FreshRow, ImportWriter } from '../../../platform/worlds/file-list.ts'
import type { World } from '../../../platform/worlds/worlds.ts'
import { takesPart } from '../../../stores/city/encounters.ts'
import { type GameRow, opponentOf } from '../../../stores/city/games/games.ts'
import { chessItem } from '../../../stores/city/notices.ts'
import {
  type AddressedFact,
  addressees,
  deliver,
  findAnsweredText,
  type InboxDelivery,
} from '../../../stores/event-log/inbox.ts'
import { logPublicEvent, type PublicEvent } from '../../../stores/event-log/public-log.ts'
import { otherSide, readReplyFact } from '../../../stores/posts/threads.ts'

type Draft = Omit<InboxDelivery, 'at'>
interface Delivery {
  readonly happening: AddressedFact
  draft(agentId: string): Draft
}

const one = (happening: AddressedFact, draft: Draft): Delivery => ({ happening, draft: () => draft })
const deed = (byId: string, toId: string | undefined, kind: Draft['kind'], ref: Draft['ref']): Delivery[] =>
  toId === undefined ? [] : [one({ kind: 'deed', byId, toId }, { kind, fromId: byId, ref })]

type Looked = 'posts' | 'replies' | 'threads' | 'encounters'
/** Row cache of one import: most new records refer to the same few rows. */
const rowCache = new WeakMap<readonly FreshRow[], Map<string, unknown>>()

async function findRow<T extends Looked>(
  { tx, fresh }: ImportWriter,
  table: T,
  worldId: string,
  id: string,
): Promise<Tables[T] | undefined> {
  const rowsByKey = rowCache.get(fresh) ?? new Map<string, unknown>()
  rowCache.set(fresh, rowsByKey)
  const name = `${table} ${worldId} ${id}`
  if (!rowsByKey.has(name)) rowsByKey.set(name, (await rowsBy(tx, { table, column: 'id' as never, worldId }, [id]))[0])
  return rowsByKey.get(name) as Tables[T] | undefined
}

async function ofReply(
  writer: ImportWriter,
  world: World,
  row: Extract<FreshRow, { kind: 'reply' }>['row'],
): Promise<Delivery[]> {
  const post = await findRow(writer, 'posts', world.id, row.post_id)
  if (row.visibility !== 'public' || post?.visibility !== 'public') return []
  const { id: replyId, agent_id: byId, parent_reply_id: parentReplyId, text } = row
  const happening = await readReplyFact(writer.tx, world, { byId, post, parentReplyId, text })
  const draft = (agentId: string): Draft => {
    const yours = findAnsweredText(happening, agentId)
    const ref = { postId: post.id, replyId, parentReplyId, ...(yours === null ? {} : { yours }) }
    return { kind: 'reply', fromId: byId, ref }
  }
  return [{ happening, draft }]
}

async function ofEncounter(writer: ImportWriter, row: Tables['encounters']): Promise<Delivery[]> {
  const roster = await rowsBy(
    writer.tx,
    { table: 'encounter_participants', column: 'encounter_id', worldId: row.world_id },
    [row.id],
  )
  const ref = { encounterId: row.id, destinationId: row.destination_id }
  const thereIds = roster.filter(takesPart).map(({ agent_id }) => agent_id)
  if (row.status === 'closed')
    return [one({ kind: 'ended', thereIds }, { kind: 'conversation_ended', fromId: null, ref })]
  const invitedIds = roster.filter(({ state }) => state === 'invited').map(({ agent_id }) => agent_id)
  const fromId = roster.find(({ state }) => state === 'engaged')?.agent_id ?? null
  return [one({ kind: 'invitation', invitedIds }, { kind: 'invite', fromId, ref })]
}

async function ofTurn(writer: ImportWriter, turn: Tables['encounter_turns']): Promise<Delivery[]> {
  const encounter = await findRow(writer, 'encounters', turn.world_id, turn.encounter_id)
  const roster = await rowsBy(
    writer.tx,
    { table: 'encounter_participants', column: 'encounter_id', worldId: turn.world_id },
    [turn.encounter_id],
  )
  const there = new Set(roster.filter(takesPart).map(({ agent_id }) => agent_id))
  // Inbox items go to participants only; for overhearing visitors only the owner sees the turn.
  const witnessIds = (JSON.parse(turn.witnesses) as string[]).filter((id) => there.has(id))
  const ref = { encounterId: turn.encounter_id, destinationId: encounter?.destination_id ?? '', turnId: turn.id }
  const happening = { kind: 'turn', byId: turn.agent_id, witnessIds } as const
  return [one(happening, { kind: 'conversation_turn', fromId: turn.agent_id, ref })]
}

function ofGame(game: GameRow): Delivery[] {
  const playerIds = [game.white_agent_id, game.black_agent_id]
  const draft =
    (kind: Draft['kind']) =>
    (agentId: string): Draft =>
      chessItem(kind, game, agentId)
  if (game.status === 'finished') return [{ happening: { kind: 'over', playerIds }, draft: draft('chess_over') }]
  if (game.status === 'challenge')
    return [{ happening: { kind: 'challenge', challengedId: game.white_agent_id }, draft: draft('chess_challenge') }]
  const byId = opponentOf(game, game.to_move)
  return [{ happening: { kind: 'move', byId, playerIds }, draft: draft('chess_turn') }]
}

/** Writes the public log entry of a record. */
async function logFresh(writer: ImportWriter, { kind, row }: FreshRow): Promise<void> {
  const { tx, at } = writer
  const topicOf = async (postId: string) => {
    const post = await findRow(writer, 'posts', row.world_id, postId)
    return post?.visibility === 'public' ? post.topic_id : null
  }
  const log = (event: Omit<PublicEvent, 'at' | 'subjectId'>) =>
    logPublicEvent(tx, row.world_id, { ...event, at, subjectId: row.id })
  if (kind === 'post' && row.visibility === 'public') log({ kind, agentId: row.agent_id, topicId: row.topic_id })
  if (kind === 'idea') log({ kind, agentId: row.origin_agent_id })
  if (kind === 'challenge') log({ kind, topicId: row.topic_id ?? '' })
  if (kind === 'repost' || (kind === 'reply' && row.visibility === 'public')) {
    const topicId = await topicOf(row.post_id)
    if (topicId !== null) log({ kind, agentId: row.agent_id, topicId })
  }
}

async function deliveriesOf(writer: ImportWriter, world: World, fresh: FreshRow): Promise<Delivery[]> {
  switch (fresh.kind) {
    case 'post':
    case 'idea':
    case 'challenge':
      return []
    case 'reply':
      return ofReply(writer, world, fresh.row)
    case 'like': {
      const { agent_id, post_id: postId, reply_id: replyId } = fresh.row
      const target = await (replyId === ''
        ? findRow(writer, 'posts', world.id, postId)
        : findRow(writer, 'replies', world.id, replyId))
      return deed(agent_id, target?.agent_id, 'like', { postId, ...(replyId === '' ? {} : { replyId }) })
    }
    case 'repost': {
      const { agent_id, post_id: postId } = fresh.row
      return deed(agent_id, (await findRow(writer, 'posts', world.id, postId))?.agent_id, 'repost', { postId })
    }
    case 'follow':
      return deed(fresh.row.agent_id, fresh.row.target_agent_id, 'follow', {})
    case 'message': {
      const { agent_id, thread_id: threadId, id: messageId, visibility } = fresh.row
      const thread = visibility === 'public' ? await findRow(writer, 'threads', world.id, threadId) : undefined
      return deed(agent_id, thread && otherSide(thread, agent_id), 'dm', { threadId, messageId })
    }
    case 'encounter':
      return ofEncounter(writer, fresh.row)
    case 'turn':
      return ofTurn(writer, fresh.row)
    case 'game':
      return ofGame(fresh.row)
  }
}

/** Writes current records to the world's log and to the inboxes of their addressees; none of them is observed. */
export async function deliverFresh(writer: ImportWriter, worlds: ReadonlyMap<string, World>): Promise<void> {
  const visitors = new Map<string, ReadonlySet<string>>()
  for (const fresh of writer.fresh) {
    const world = worlds.get(fresh.row.world_id)!
    await logFresh(writer, fresh)
    if (world.kind === 'prime') continue
    if (!visitors.has(world.id)) {
      const rows = await writer.tx.sql
        .selectFrom('visitors')
        .select('agent_id')
        .where('world_id', '=', world.id)
        .execute()
      visitors.set(world.id, new Set(rows.map(({ agent_id }) => agent_id)))
    }
    const there = visitors.get(world.id)!
    if (there.size === 0) continue
    for (const { happening, draft } of await deliveriesOf(writer, world, fresh))
      for (const agentId of addressees(happening).filter((id) => there.has(id)))
        await deliver(writer.tx, { worldId: world.id, agentId }, [{ ...draft(agentId), at: writer.at }])
  }
}
