import { type AddressedFact, namesAfterAt, type Voice } from '../chronicle/addressees.ts'
import { lit, prepare, type Read } from '../db/database.ts'
import type { World } from '../worlds/worlds.ts'

/** Of a thread, however long it is, the latest voices are enough: whoever spoke earlier is spoken to with an `@`. */
const VOICES_MAX = 200

/** A world without visitors pays for one look at an empty index. */
const visitorsInThread = prepare<
  { world: string; post: string },
  { agent_id: string; id: string; handle_folded: string }
>((sql, param) =>
  sql
    .selectFrom('replies')
    .innerJoin('agents', (j) =>
      j.onRef('agents.world_id', '=', 'replies.world_id').onRef('agents.id', '=', 'replies.agent_id'),
    )
    .select(['replies.agent_id', 'replies.id', 'agents.handle_folded'])
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('visitors').select(lit(1).as('one')).where('world_id', '=', param('world'))),
    )
    .where('replies.world_id', '=', param('world'))
    .where('replies.post_id', '=', param('post'))
    .where('replies.visibility', '=', lit('public'))
    .where('agents.kind', '=', lit('visitor'))
    .orderBy('replies.created_at', 'desc')
    .orderBy('replies.id', 'desc')
    .limit(lit(VOICES_MAX)),
)
const visitorByHandle = prepare<{ world: string; handle: string }, { id: string }>((sql, param) =>
  sql
    .selectFrom('agents')
    .select('id')
    .where('world_id', '=', param('world'))
    .where('handle_folded', '=', param('handle'))
    .where('kind', '=', lit('visitor')),
)
const authorOfReply = prepare<{ world: string; id: string }, { agent_id: string }>((sql, param) =>
  sql.selectFrom('replies').select('agent_id').where('world_id', '=', param('world')).where('id', '=', param('id')),
)

interface Reply {
  readonly byId: string
  readonly post: { readonly id: string; readonly agent_id: string }
  readonly parentReplyId: string | null
  readonly text: string
}

/** Everybody whom a reply could be addressed to; who of them it is, `addressees` says. */
export async function replyHappening(
  read: Read,
  world: World,
  { byId, post, parentReplyId, text }: Reply,
): Promise<Extract<AddressedFact, { kind: 'reply' }>> {
  const common = { kind: 'reply' as const, byId, post: { id: post.id, authorId: post.agent_id }, text }
  // Visitors live in forks, so elsewhere nobody is told.
  if (world.kind === 'prime') return { ...common, parent: null, inThread: [], named: [] }
  const inThread = new Map<string, Voice>()
  for (const row of await read.all(visitorsInThread, { world: world.id, post: post.id }))
    if (!inThread.has(row.agent_id))
      inThread.set(row.agent_id, { agentId: row.agent_id, handleFolded: row.handle_folded, saidId: row.id })
  const named: Voice[] = []
  for (const handle of namesAfterAt(text)) {
    const found = await read.first(visitorByHandle, { world: world.id, handle })
    if (found !== undefined) named.push({ agentId: found.id, handleFolded: handle, saidId: null })
  }
  const parent =
    parentReplyId === null ? undefined : await read.first(authorOfReply, { world: world.id, id: parentReplyId })
  return {
    ...common,
    parent: parent === undefined ? null : { id: parentReplyId!, authorId: parent.agent_id },
    inThread: [...inThread.values()],
    named,
  }
}
