import {
  addFollow,
  addLike,
  addRepost,
  type FollowRow,
  type LikeRow,
  type RepostRow,
  removeFollow,
  removeLike,
  removeRepost,
} from '../../content/ties.ts'
import type { IdKind } from '../../core/ambient.ts'
import type { Tx } from '../../db/database.ts'
import type { World } from '../../worlds/worlds.ts'
import { likeTargets } from './rules.ts'
import { rowsBy } from './stored.ts'
import { byWorld, type Fresh, isOfNow, keepTime, type Placed, placed, type Writer } from './writer.ts'

type TieList = 'likes' | 'follows' | 'reposts'
interface TieRow {
  world_id: string
  id: string
  created_at: number
}

interface TieKind<L extends TieList, R extends TieRow> {
  readonly list: L
  readonly kind: IdKind
  /** The columns that say who is tied to what; no two rows share them. */
  readonly ends: readonly (keyof R & string)[]
  row(entry: Placed<L>): Omit<R, keyof TieRow>
  fresh(row: R): Fresh
  add(tx: Tx, world: World, row: R): Promise<boolean>
  remove(tx: Tx, world: World, row: R): Promise<void>
}

async function storedId<R>(
  tx: Tx,
  list: TieList,
  ends: readonly (keyof R & string)[],
  row: R & TieRow,
): Promise<string> {
  let query = tx.sql.selectFrom(list).select('id').where('world_id', '=', row.world_id)
  for (const end of ends) query = query.where(end as 'agent_id', '=', row[end] as string)
  return (await query.executeTakeFirstOrThrow()).id
}

/** A tie that is stored already under another id stays as it is; one whose ends have changed is tied anew. */
async function writeTies<L extends TieList, R extends TieRow>(writer: Writer, kind: TieKind<L, R>): Promise<void> {
  const { list, ends } = kind
  const { tx } = writer
  for (const [world, entries] of byWorld(placed(writer, list))) {
    const given = entries.flatMap(({ item }) => item.id ?? [])
    const stored = new Map<string, R>()
    for (const row of await rowsBy(tx, list, 'id', world.id, given)) stored.set(row.id, row as unknown as R)

    const rows = entries.map((entry): R => {
      const id = entry.item.id ?? writer.ambient.id(kind.kind, world.tag)
      const created_at = keepTime(entry.item.createdAt, stored.get(id)?.created_at, writer.at)
      return { world_id: world.id, id, ...kind.row(entry), created_at } as R
    })
    // First every end that moves is let go, so that two ties can change places.
    for (const row of rows) {
      const before = stored.get(row.id)
      if (before === undefined || ends.every((end) => before[end] === row[end])) continue
      await kind.remove(tx, world, before)
      stored.delete(row.id)
    }
    for (const [i, row] of rows.entries()) {
      const before = stored.get(row.id)
      if (before === undefined) {
        const added = await kind.add(tx, world, row)
        writer.note(list, entries[i]!.index, added ? row.id : await storedId(tx, list, ends, row), added)
        if (added && isOfNow(entries[i]!.item.createdAt, writer.at)) writer.fresh.push(kind.fresh(row))
        continue
      }
      if (before.created_at !== row.created_at)
        await tx.sql
          .updateTable(list as 'likes')
          .set({ created_at: row.created_at })
          .where('world_id', '=', world.id)
          .where('id', '=', row.id)
          .execute()
      writer.note(list, entries[i]!.index, row.id)
    }
  }
}

export async function writeAllTies(writer: Writer): Promise<void> {
  const targets = likeTargets(writer)
  await writeTies<'likes', LikeRow>(writer, {
    list: 'likes',
    kind: 'like',
    ends: ['agent_id', 'post_id', 'reply_id'],
    row: ({ item, index }) => ({
      agent_id: item.agentId,
      post_id: targets[index]!.postId,
      reply_id: targets[index]!.replyId,
    }),
    fresh: (row) => ({ kind: 'like', row }),
    add: addLike,
    remove: removeLike,
  })
  await writeTies<'follows', FollowRow>(writer, {
    list: 'follows',
    kind: 'follow',
    ends: ['agent_id', 'target_agent_id'],
    row: ({ item }) => ({ agent_id: item.agentId, target_agent_id: item.targetAgentId }),
    fresh: (row) => ({ kind: 'follow', row }),
    add: addFollow,
    remove: removeFollow,
  })
  await writeTies<'reposts', RepostRow>(writer, {
    list: 'reposts',
    kind: 'repost',
    ends: ['agent_id', 'post_id'],
    row: ({ item }) => ({ agent_id: item.agentId, post_id: item.postId }),
    fresh: (row) => ({ kind: 'repost', row }),
    add: (tx, _world, row) => addRepost(tx, row),
    remove: (tx, _world, row) => removeRepost(tx, row),
  })
}
