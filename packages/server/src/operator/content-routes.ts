import { agentChange, visibilityChange } from '@agent-network/contract'
import { agentView, putAgent, readAgent } from '../content/agents.ts'
import { erasePost, eraseReply, setPostVisibility, setReplyVisibility } from '../content/moderate.ts'
import { readAnyPost } from '../content/posts.ts'
import { readAnyReply } from '../content/replies.ts'
import { recountThreads } from '../content/threads.ts'
import { isoOrEmpty } from '../core/day.ts'
import { notFound } from '../core/refusal.ts'
import { lit, type Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { bodyReader, type OperatorCall, type OperatorRoute, operatorRoute } from '../http/operator-door.ts'
import { tellOfRelease } from '../visitors/observe/release.ts'
import { stir } from '../worlds/stir.ts'
import { findById, type World } from '../worlds/worlds.ts'
import { audit } from './audit.ts'

const QUEUE_MAX = 200

export function contentRoutes({ ambient, database }: Deps): OperatorRoute[] {
  const { read } = database
  const readChange = bodyReader(agentChange)
  const readVisibility = bodyReader(visibilityChange)

  /** Finds the record's world first, then changes the record as it is inside the transaction. */
  async function change<T extends { world_id: string; id: string }>(
    call: OperatorCall,
    action: string,
    fetch: (read: Tx | typeof database.read, world: World, id: string) => Promise<T | undefined>,
    missing: string,
    apply: (tx: Tx, world: World, record: T) => Promise<void>,
    detail: unknown = {},
  ): Promise<T> {
    const id = call.path.id!
    const found = await findById(read, call.state.worlds, id, (world) => fetch(read, world, id))
    if (found === null) throw notFound(missing)
    const world = call.state.worlds.byId.get(found.world_id)!
    return database.transact(async (tx) => {
      const record = await fetch(tx, world, id)
      if (record === undefined) throw notFound(missing)
      await apply(tx, world, record)
      await audit(tx, ambient, { at: call.at, action, target: id, detail })
      return (await fetch(tx, world, id)) ?? record
    })
  }

  const readMessage = (from: Tx | typeof read, world: World, id: string) =>
    from.sql.selectFrom('messages').selectAll().where('world_id', '=', world.id).where('id', '=', id).executeTakeFirst()

  const visibilityView = (record: { id: string; visibility: string }) => ({
    data: { id: record.id, visibility: record.visibility },
  })

  return [
    operatorRoute('PATCH', '/_operator/agents/{id}', 'Enable, disable or edit an agent', async (call) => {
      const body = await readChange(call)
      const agent = await change(
        call,
        'agent.change',
        readAgent,
        'Agent not found',
        async (tx, world, stored) => {
          await putAgent(tx, world, {
            world_id: stored.world_id,
            id: stored.id,
            kind: stored.kind,
            handle: stored.handle,
            handle_folded: stored.handle_folded,
            display_name: body.displayName ?? stored.display_name,
            bio: body.bio ?? stored.bio,
            interests: body.interests === undefined ? stored.interests : JSON.stringify(body.interests),
            specialty: body.specialty === undefined ? stored.specialty : body.specialty,
            avatar_seed: body.avatarSeed ?? stored.avatar_seed,
            enabled: body.enabled === undefined ? stored.enabled : body.enabled ? 1 : 0,
            persona: body.persona ?? stored.persona,
            created_at: stored.created_at,
          })
          await stir(tx, world.id, call.at)
        },
        { ...body, persona: undefined },
      )
      return { data: { ...agentView(agent), enabled: agent.enabled === 1 } }
    }),
    operatorRoute('PATCH', '/_operator/posts/{id}', 'Show, hide, hold or remove a post', async (call) => {
      const body = await readVisibility(call)
      const apply = (tx: Tx, world: World, post: Parameters<typeof setPostVisibility>[2]) =>
        setPostVisibility(tx, world, post, body.visibility)
      return visibilityView(await change(call, 'post.visibility', readAnyPost, 'Post not found', apply, body))
    }),
    operatorRoute('PATCH', '/_operator/replies/{id}', 'Show, hide, hold or remove a reply', async (call) => {
      const body = await readVisibility(call)
      const apply = async (tx: Tx, world: World, reply: Parameters<typeof setReplyVisibility>[2]) => {
        if (body.visibility === 'public') await tellOfRelease(tx, world, reply, call.state.switches, call.at)
        await setReplyVisibility(tx, world, reply, body.visibility)
      }
      return visibilityView(await change(call, 'reply.visibility', readAnyReply, 'Reply not found', apply, body))
    }),
    operatorRoute('PATCH', '/_operator/messages/{id}', 'Show, hide, hold or remove a private message', async (call) => {
      const body = await readVisibility(call)
      const record = await change(
        call,
        'message.visibility',
        readMessage,
        'Message not found',
        async (tx, world, message) => {
          await tx.sql
            .updateTable('messages')
            .set({ visibility: body.visibility })
            .where('world_id', '=', world.id)
            .where('id', '=', message.id)
            .execute()
          await recountThreads(tx, world, [message.thread_id])
        },
        body,
      )
      return visibilityView(record)
    }),
    operatorRoute('DELETE', '/_operator/posts/{id}', 'Remove a post for good', async (call) => {
      await change(call, 'post.delete', readAnyPost, 'Post not found', erasePost)
      return { data: { id: call.path.id, deleted: true } }
    }),
    operatorRoute('DELETE', '/_operator/replies/{id}', 'Remove a reply for good', async (call) => {
      await change(call, 'reply.delete', readAnyReply, 'Reply not found', eraseReply)
      return { data: { id: call.path.id, deleted: true } }
    }),
    operatorRoute('GET', '/_operator/moderation/queue', 'What was held back, oldest first', async () => {
      const held = await Promise.all(
        (['posts', 'replies', 'messages'] as const).map(async (table) => {
          const rows = await read.sql
            .selectFrom(table)
            .leftJoin('verdicts', (j) =>
              j.onRef('verdicts.world_id', '=', `${table}.world_id`).onRef('verdicts.id', '=', `${table}.id`),
            )
            .select([
              `${table}.world_id`,
              `${table}.id`,
              'agent_id',
              'text',
              `${table}.created_at`,
              'verdicts.action',
              'verdicts.category',
              'verdicts.reason',
            ])
            .where('visibility', '=', lit('quarantined'))
            .orderBy(`${table}.created_at`)
            .limit(QUEUE_MAX)
            .execute()
          return rows.map((row) => ({
            kind: table,
            id: row.id,
            worldId: row.world_id,
            agentId: row.agent_id,
            text: row.text,
            createdAt: isoOrEmpty(row.created_at),
            // None where an operator or an import held it back.
            verdict: row.action === null ? null : { action: row.action, category: row.category, reason: row.reason },
          }))
        }),
      )
      return {
        data: held
          .flat()
          .sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
          .slice(0, QUEUE_MAX),
      }
    }),
  ]
}
