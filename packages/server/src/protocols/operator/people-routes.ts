// Operator routes of personal data: look-up, export and erasure of developers, release and erasure of visitors, their webhooks and connections.
import { type ErasedDeveloper, type ErasedVisitor, OPERATOR_ROUTES } from '@agent-network/contract'
import { operatorDeveloperView, readDeveloper } from '../../features/accounts/administration.ts'
import { operatorConnectionView, revokeConnection } from '../../features/accounts/authorization.ts'
import {
  eraseDeveloper,
  eraseVisitor,
  previewDeveloperErasure,
  previewVisitorErasure,
  releaseForOperator,
  requireDeveloperRef,
  requireVisitor,
} from '../../features/accounts/erasure.ts'
import { exportDeveloper } from '../../features/accounts/export.ts'
import { operatorWebhookView, setWebhookState } from '../../features/webhooks/webhooks.ts'
import { audit } from '../../platform/access/audit.ts'
import { listAllGrants } from '../../platform/access/grants.ts'
import { transactPinned } from '../../platform/control/clock.ts'
import { ApiError, notFound, offsetOf, pageMeta, pageOf } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { findById } from '../../platform/worlds/worlds.ts'
import { listAllWebhooks, readWebhook } from '../../stores/event-log/webhooks.ts'
import { bind, bindStream, type OperatorBound } from './bind.ts'

export function peopleRoutes(deps: Deps): OperatorBound[] {
  const { ambient, database } = deps
  const { read } = database
  return [
    bind(OPERATOR_ROUTES.getDeveloper, async ({ path: { uid: named } }) => {
      const { uid } = await requireDeveloperRef(read, named)
      const developer = await readDeveloper(read, uid)
      if (developer === undefined) throw notFound('Developer not found; GET /_operator/developers lists them')
      return { data: operatorDeveloperView(developer) }
    }),
    bindStream(OPERATOR_ROUTES.exportDeveloper, async ({ path: { uid: named }, state, at, actor }) => {
      const ref = await requireDeveloperRef(read, named)
      await database.transact((tx) => audit(tx, ambient, { at, actor, action: 'developer.export', target: ref.uid }), {
        quiet: true,
      })
      return exportDeveloper(read, state.worlds, ref, at)
    }),
    bind(
      OPERATOR_ROUTES.eraseDeveloper,
      async ({ path: { uid: named }, body: { posts, dryRun = false }, state, at, actor }) => {
        const ref = await requireDeveloperRef(read, named)
        const preview = await previewDeveloperErasure(read, state.worlds, ref)
        if (!dryRun) await eraseDeveloper(deps, ref, { state, posts, at, actor })
        const data: ErasedDeveloper = { uid: ref.uid, posts, dryRun, ...preview }
        return { data }
      },
    ),
    bind(OPERATOR_ROUTES.releaseRosterVisitor, async ({ path: { agentId }, state, at, actor }) => {
      const { world_id: worldId } = await requireVisitor(read, state.worlds, agentId)
      await transactPinned(deps, async (tx) => {
        const visitor = await requireVisitor(tx, state.worlds, agentId)
        if (visitor.released_at !== null)
          throw new ApiError('VISITOR_NOT_FOUND', {
            message: 'The visitor was released before; erase it to remove its texts',
          })
        await releaseForOperator(tx, state, visitor, at)
        await audit(tx, ambient, { at, actor, action: 'visitor.release', target: agentId })
      })
      return { data: { agentId, worldId, released: true as const } }
    }),
    bind(
      OPERATOR_ROUTES.eraseVisitor,
      async ({ path: { agentId }, body: { posts, dryRun = false }, state, at, actor }) => {
        const visitor = await requireVisitor(read, state.worlds, agentId)
        const counts = await previewVisitorErasure(read, state.worlds, visitor)
        if (!dryRun)
          await eraseVisitor(deps, visitor, { state, posts, at, actor }, async (tx) => {
            const stored = await requireVisitor(tx, state.worlds, agentId)
            if (stored.released_at === null) await releaseForOperator(tx, state, stored, at)
          })
        const data: ErasedVisitor = { agentId, worldId: visitor.world_id, posts, dryRun, counts }
        return { data }
      },
    ),
  ]
}

/** Webhooks of all visitors. */
export function webhookRoutes(deps: Deps): OperatorBound[] {
  const { read } = deps.database
  return [
    bind(OPERATOR_ROUTES.listVisitorWebhooks, async ({ query }) => {
      const rows = await listAllWebhooks(read, query, { offset: offsetOf(query), limit: query.perPage + 1 })
      const page = pageOf(rows, query)
      const data = await Promise.all(page.items.map((row) => operatorWebhookView(read, row)))
      return { data, meta: pageMeta(query, page) }
    }),
    bind(OPERATOR_ROUTES.changeVisitorWebhook, async ({ path: { id }, body, state, at, actor }) => {
      const row = await findById(read, state.worlds, id, (world) => readWebhook(read, { world: world.id, id }))
      if (row === null) throw notFound('Webhook not found; GET /_operator/webhooks lists them')
      return { data: await operatorWebhookView(read, await setWebhookState(deps, row, body.state, { actor, at })) }
    }),
  ]
}

/** Connections of programs over OAuth, of all developers. */
export function connectionRoutes(deps: Deps): OperatorBound[] {
  const { read } = deps.database
  return [
    bind(OPERATOR_ROUTES.listVisitorConnections, async ({ query, at }) => {
      const rows = await listAllGrants(read, query, { offset: offsetOf(query), limit: query.perPage + 1, at })
      const page = pageOf(rows, query)
      return { data: page.items.map(operatorConnectionView), meta: pageMeta(query, page) }
    }),
    bind(OPERATOR_ROUTES.revokeVisitorConnection, async ({ path: { id }, at, actor }) => {
      await revokeConnection(deps, id, { actor, at })
      return null
    }),
  ]
}
