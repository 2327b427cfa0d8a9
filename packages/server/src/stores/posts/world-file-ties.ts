// Likes, follows and reposts in world files: import and export.
import type { IdKind } from '../../platform/core/ambient.ts'
import { invalidInput } from '../../platform/core/api-error.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'
import { datedRows, rowsBy } from '../../platform/db/world-rows.ts'
import {
  byWorld,
  type FileList,
  type FreshRow,
  type ImportWriter,
  type Item,
  isCurrent,
  type PlacedItem,
  type RecordRef,
  refTo,
  refToAgent,
} from '../../platform/worlds/file-list.ts'
import { resolveTime, stamp } from '../../platform/worlds/file-parts.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import {
  addFollows,
  addLikes,
  addReposts,
  removeFollow,
  removeLike,
  removeRepost,
  type TieTable,
  tieId,
  writeTieTime,
} from './ties.ts'

type FileSoFar = Pick<ImportWriter, 'lists' | 'stored' | 'path'>

/** The file's replies that have an id. */
export const fileReplies = ({ lists }: Pick<ImportWriter, 'lists'>): Map<string, Item<'replies'>> =>
  new Map(lists.replies.flatMap((reply) => (reply.id === undefined ? [] : [[reply.id, reply] as const])))

/** The post of a reply, from the file or the store. */
export const postOfReply = (
  { stored }: Pick<ImportWriter, 'stored'>,
  inFile: ReadonlyMap<string, Item<'replies'>>,
  id: string,
): string | undefined => inFile.get(id)?.postId ?? stored.get('replies', id)?.post_id

/** The target of a like in the file; `replyId` is empty for a like on the post itself. */
export interface LikeTarget {
  readonly postId: string
  readonly replyId: string
}

/** A like on a reply need not repeat the post id. */
export function likeTargets(file: FileSoFar): LikeTarget[] {
  const inFile = fileReplies(file)
  return file.lists.likes.map((like, index) => {
    const refuse = (member: string, reason: string) => invalidInput(`${file.path('likes', index, member)}: ${reason}`)
    const replyId = like.replyId ?? ''
    const postId = replyId === '' ? like.postId : postOfReply(file, inFile, replyId)
    if (postId === undefined || postId === null) throw refuse('postId', 'is missing')
    if ((like.postId ?? postId) !== postId) throw refuse('replyId', `${replyId} answers another post`)
    return { postId, replyId }
  })
}

interface Ties<T extends TieTable> {
  /** Name of the list and of the table. */
  readonly list: T
  readonly kind: IdKind
  references(item: Item<T>): RecordRef[]
  /** The columns with the two ends of a tie, for all entries. No two rows have the same ends. */
  endsOf(writer: ImportWriter): (entry: PlacedItem<T>) => Omit<Tables[T], 'world_id' | 'id' | 'created_at'>
  viewOf(row: Tables[T]): Item<T>
  freshOf(row: Tables[T]): FreshRow
  /** Returns the ids of the new rows. */
  addAll(tx: Tx, world: World, rows: readonly Tables[T][]): Promise<Set<string>>
  remove(tx: Tx, world: World, row: Tables[T]): Promise<void>
}

/** A tie that is stored under another id stays as it is. A tie whose ends have changed is removed and added again. */
function tieList<T extends TieTable>({
  list,
  kind,
  references,
  endsOf,
  viewOf,
  freshOf,
  addAll,
  remove,
}: Ties<T>): FileList<T> {
  async function writeInWorld(
    writer: ImportWriter,
    world: World,
    entries: readonly PlacedItem<T>[],
    ends: ReturnType<typeof endsOf>,
  ) {
    const { tx } = writer
    const fileIds = entries.flatMap(({ item }) => item.id ?? [])
    const found = await rowsBy(tx, { table: list, column: 'id' as never, worldId: world.id }, fileIds)
    const stored = new Map(found.map((row) => [row.id, row]))
    const rows = entries.map((entry): Tables[T] => {
      const id = entry.item.id ?? writer.ambient.id(kind, world.tag)
      const created_at = resolveTime(entry.item.createdAt, stored.get(id)?.created_at, writer.at)
      return { world_id: world.id, id, ...ends(entry), created_at } as unknown as Tables[T]
    })
    const hasMoved = (before: Tables[T], i: number): boolean =>
      Object.entries(ends(entries[i]!)).some(([column, value]) => before[column as keyof Tables[T]] !== value)
    // Ties whose ends change are removed first, so that two ties can swap their ends.
    for (const [i, row] of rows.entries()) {
      const before = stored.get(row.id)
      if (before === undefined || !hasMoved(before, i)) continue
      await remove(tx, world, before)
      stored.delete(row.id)
    }
    const added = await addAll(
      tx,
      world,
      rows.filter(({ id }) => !stored.has(id)),
    )
    for (const [i, row] of rows.entries()) {
      const { index } = entries[i]!
      const before = stored.get(row.id)
      if (before === undefined) {
        const isAdded = added.has(row.id)
        const id = isAdded ? row.id : await tieId(tx, list, world.id, ends(entries[i]!))
        writer.note(list, index, id, isAdded)
        if (isAdded && isCurrent(entries[i]!.item.createdAt, writer.at)) writer.fresh.push(freshOf(row))
        continue
      }
      if (before.created_at !== row.created_at) await writeTieTime(tx, list, before, row.created_at)
      writer.note(list, index, row.id)
    }
  }

  return {
    list,
    references,
    async write(writer, entries) {
      const ends = endsOf(writer)
      for (const [world, here] of byWorld(entries)) await writeInWorld(writer, world, here, ends)
    },
    read: async (read, worldId) => (await datedRows(read, list, worldId)).map(viewOf),
  }
}

export const likes = tieList({
  list: 'likes',
  kind: 'like',
  references: (item) => [
    ...refToAgent(item),
    ...refTo('posts', item.postId, 'postId'),
    ...refTo('replies', item.replyId, 'replyId'),
  ],
  endsOf(writer) {
    const targets = likeTargets(writer)
    return ({ item, index }) => ({
      agent_id: item.agentId,
      post_id: targets[index]!.postId,
      reply_id: targets[index]!.replyId,
    })
  },
  viewOf: (row) => ({
    id: row.id,
    agentId: row.agent_id,
    postId: row.post_id,
    replyId: row.reply_id === '' ? null : row.reply_id,
    createdAt: stamp(row.created_at),
  }),
  freshOf: (row) => ({ kind: 'like', row }),
  addAll: addLikes,
  remove: removeLike,
})

export const follows = tieList({
  list: 'follows',
  kind: 'follow',
  references: (item) => [...refToAgent(item), ...refTo('agents', item.targetAgentId, 'targetAgentId')],
  endsOf:
    () =>
    ({ item }) => ({ agent_id: item.agentId, target_agent_id: item.targetAgentId }),
  viewOf: (row) => ({
    id: row.id,
    agentId: row.agent_id,
    targetAgentId: row.target_agent_id,
    createdAt: stamp(row.created_at),
  }),
  freshOf: (row) => ({ kind: 'follow', row }),
  addAll: addFollows,
  remove: removeFollow,
})

export const reposts = tieList({
  list: 'reposts',
  kind: 'repost',
  references: (item) => [...refToAgent(item), ...refTo('posts', item.postId, 'postId')],
  endsOf:
    () =>
    ({ item }) => ({ agent_id: item.agentId, post_id: item.postId }),
  viewOf: (row) => ({ id: row.id, agentId: row.agent_id, postId: row.post_id, createdAt: stamp(row.created_at) }),
  freshOf: (row) => ({ kind: 'repost', row }),
  addAll: (tx, _world, rows) => addReposts(tx, rows),
  remove: (tx, _world, row) => removeRepost(tx, row),
})
