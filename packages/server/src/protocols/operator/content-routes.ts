// Operator routes that list agents and posts, change agents, and hide, restore or delete posts, replies and messages.
import { OPERATOR_ROUTES, type SETTABLE_VISIBILITIES } from '@agent-network/contract'
import { listAllAgents } from '../../features/accounts/visitors.ts'
import { deliverReleasedReply } from '../../features/visitors/observe/subject.ts'
import { audit } from '../../platform/access/audit.ts'
import { ApiError, notFound, pageMeta } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import type { Read, Tx } from '../../platform/db/database.ts'
import { scheduleWorldReload } from '../../platform/jobs/due.ts'
import { findById, isPurged, PRIME, type World } from '../../platform/worlds/worlds.ts'
import { agentView, putAgent, readAgent } from '../../stores/posts/agents.ts'
import { listHeldBack, listPostsInAnyState } from '../../stores/posts/moderated.ts'
import { readAnyPost } from '../../stores/posts/posts.ts'
import { readAnyReply } from '../../stores/posts/replies.ts'
import { readMessage } from '../../stores/posts/threads.ts'
import {
  erasePost,
  eraseReply,
  putDecision,
  setMessageVisibility,
  setPostVisibility,
  setReplyVisibility,
} from '../../stores/posts/verdicts.ts'
import { bind, type OperatorBound, type OperatorCall } from './bind.ts'

type StoredRecord = { readonly world_id: string; readonly id: string }
type Visibility = (typeof SETTABLE_VISIBILITIES)[number]

/** A change of one record of any kind. */
interface RecordChange<T extends StoredRecord> {
  readonly action: string
  /** The error message if the record does not exist. */
  readonly missing: string
  readonly detail?: unknown
  /** The values before, for the audit log. It never contains texts, because they would survive their erasure there. */
  readonly before?: (record: T) => object
  find(from: Read, world: World, id: string): Promise<T | undefined>
  apply(tx: Tx, world: World, record: T): Promise<void>
}

/** The reason given by the operator, if any. */
async function noteReason(
  tx: Tx,
  { world_id: worldId, id }: StoredRecord,
  { body: { visibility, category }, at }: Pick<OperatorCall<typeof OPERATOR_ROUTES.setPostVisibility>, 'body' | 'at'>,
): Promise<void> {
  if (category !== undefined && visibility !== 'public') await putDecision(tx, { worldId, id, category }, at)
}

const visibilityBefore = ({ visibility }: { visibility: string }) => ({ visibility })

export function contentRoutes({ ambient, database }: Deps): OperatorBound[] {
  const { read } = database

  /** Finds the record's world first, then changes the record inside the transaction. */
  async function change<T extends StoredRecord>(
    {
      path: { id },
      actor,
      state,
      at,
    }: Pick<OperatorCall<typeof OPERATOR_ROUTES.changeAgent>, 'path' | 'actor' | 'state' | 'at'>,
    { action, missing, detail, before, find, apply }: RecordChange<T>,
  ): Promise<T> {
    const found = await findById(read, state.worlds, id, (world) => find(read, world, id))
    if (found === null) throw notFound(missing)
    const world = state.worlds.byId.get(found.world_id)!
    return database.transact(async (tx) => {
      const record = await find(tx, world, id)
      if (record === undefined) throw notFound(missing)
      await apply(tx, world, record)
      await audit(tx, ambient, { at, actor, action, target: id, detail, before: before?.(record) })
      return (await find(tx, world, id)) ?? record
    })
  }

  const visibilityView = ({ id, visibility }: { id: string; visibility: string }) => ({
    data: { id, visibility: visibility as Visibility },
  })

  return [
    bind(OPERATOR_ROUTES.listAllAgents, async ({ query, state, at }) => {
      const page = await listAllAgents(read, state, query, at)
      return { data: page.items, meta: pageMeta(query, page) }
    }),
    bind(OPERATOR_ROUTES.listAllPosts, async ({ query, state }) => {
      const { q, worldId } = query
      const found = await findById(read, state.worlds, q, (world) => readAnyPost(read, world, q))
      const world = state.worlds.byId.get(worldId || (found?.world_id ?? PRIME))
      if (world === undefined || isPurged(world)) throw new ApiError('WORLD_NOT_FOUND')
      const page = await listPostsInAnyState(read, world, { ...query, id: found === null ? null : q })
      return { data: page.items, meta: pageMeta(query, page) }
    }),
    bind(OPERATOR_ROUTES.changeAgent, async (call) => {
      const { body, at } = call
      const agent = await change(call, {
        action: 'agent.change',
        missing: 'Agent not found in any world; check the id',
        detail: { ...body, persona: undefined },
        before: ({ enabled }) => (body.enabled === undefined ? {} : { enabled: enabled === 1 }),
        find: readAgent,
        async apply(tx, world, stored) {
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
          await scheduleWorldReload(tx, world.id, at)
        },
      })
      return { data: { ...agentView(agent), enabled: agent.enabled === 1 } }
    }),
    bind(OPERATOR_ROUTES.setPostVisibility, async (call) => {
      const post = await change(call, {
        action: 'post.visibility',
        missing: 'Post not found in any world; check the id',
        detail: call.body,
        before: visibilityBefore,
        find: readAnyPost,
        async apply(tx, world, stored) {
          await setPostVisibility(tx, world, { post: stored, visibility: call.body.visibility }, call.at)
          await noteReason(tx, stored, call)
        },
      })
      return visibilityView(post)
    }),
    bind(OPERATOR_ROUTES.setReplyVisibility, async (call) => {
      const { visibility } = call.body
      const reply = await change(call, {
        action: 'reply.visibility',
        missing: 'Reply not found in any world; check the id',
        detail: call.body,
        before: visibilityBefore,
        find: readAnyReply,
        async apply(tx, world, stored) {
          if (visibility === 'public')
            await deliverReleasedReply(tx, { world, reply: stored, switches: call.state.switches }, call.at)
          await setReplyVisibility(tx, world, { reply: stored, visibility }, call.at)
          await noteReason(tx, stored, call)
        },
      })
      return visibilityView(reply)
    }),
    bind(OPERATOR_ROUTES.setMessageVisibility, async (call) => {
      const { visibility } = call.body
      const message = await change(call, {
        action: 'message.visibility',
        missing: 'Message not found in any world; check the id',
        detail: call.body,
        before: visibilityBefore,
        find: readMessage,
        apply: (tx, world, stored) => setMessageVisibility(tx, world, stored, visibility),
      })
      return visibilityView(message)
    }),
    bind(OPERATOR_ROUTES.deletePost, async (call) => {
      await change(call, {
        action: 'post.delete',
        missing: 'Post not found in any world; check the id',
        find: readAnyPost,
        apply: (tx, world, post) => erasePost(tx, world, post, call.at),
      })
      return { data: { id: call.path.id, deleted: true as const } }
    }),
    bind(OPERATOR_ROUTES.deleteReply, async (call) => {
      await change(call, {
        action: 'reply.delete',
        missing: 'Reply not found in any world; check the id',
        find: readAnyReply,
        apply: (tx, world, reply) => eraseReply(tx, world, reply, call.at),
      })
      return { data: { id: call.path.id, deleted: true as const } }
    }),
    bind(OPERATOR_ROUTES.listHeldBack, async () => ({ data: await listHeldBack(read) })),
  ]
}
