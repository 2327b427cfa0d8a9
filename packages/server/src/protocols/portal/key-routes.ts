// Portal routes of API keys, visitors, join links and join requests.
import { LIMITS, PORTAL_ROUTES } from '@agent-network/contract'
import { PORTAL_GATES, recordAcceptance, requireAccepted, termsInForce } from '../../features/accounts/account.ts'
import { type App, type Developer, lockActiveApp, lockApp } from '../../features/accounts/developers.ts'
import { eraseVisitor } from '../../features/accounts/erasure.ts'
import { makeJoinLink } from '../../features/accounts/join-links.ts'
import {
  confirmInTransaction,
  denyJoinRequest,
  readJoinRequest,
  requireOpenRequest,
  visitorWorlds,
} from '../../features/accounts/join-requests.ts'
import {
  changedKey,
  issuedView,
  keyDraftOf,
  listOwnKeys,
  ownKeyView,
  refuseIfDisabledByOperator,
  refuseIfInUse,
  removeKeys,
  requireFreeKeySlot,
  requireOwnKey,
  SAVE_KEY_NOTICE,
} from '../../features/accounts/keys.ts'
import { register } from '../../features/accounts/registration.ts'
import {
  driveAsOwner,
  ownedVisitorView,
  releaseVisitor,
  requireOwnedVisitor,
  requireWorldOf,
  visitorsOf,
} from '../../features/accounts/visitors.ts'
import { heartbeat } from '../../features/visitors/heartbeat/heartbeat.ts'
import { readInbox } from '../../features/visitors/heartbeat/inbox.ts'
import { subjectOfOwner } from '../../features/visitors/observe/owner-session.ts'
import type { WebhookSender } from '../../features/webhooks/delivery.ts'
import * as webhooks from '../../features/webhooks/webhooks.ts'
import { audit } from '../../platform/access/audit.ts'
import { readKeyUse } from '../../platform/access/drive.ts'
import { createKey, type KeyMintOptions, rotateKey, updateKey } from '../../platform/access/keys.ts'
import { makeWindowNames } from '../../platform/access/rate-limits.ts'
import type { RequestLog } from '../../platform/access/request-log.ts'
import { transactPinned } from '../../platform/control/clock.ts'
import { ApiError, offsetOf, pageMeta, pageOf } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { iso } from '../../platform/core/time.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { MapDeps } from '../../stores/city/maps.ts'
import { watchableWalks } from '../../stores/city/watch.ts'
import {
  bindAccount,
  bindApp,
  bindIdentity,
  bindOpen,
  type PortalBound,
  type PortalCall,
  requirePortalWindow,
} from './bind.ts'

export function keyRoutes(deps: Deps, requestLog: RequestLog): PortalBound[] {
  const { ambient, database, seals } = deps
  const minting: KeyMintOptions = { ambient, seals, environment: deps.config.testClock ? 'test' : 'live' }

  return [
    bindApp(PORTAL_ROUTES.createApiKey, async (call, app, developer) => {
      const { at } = call
      const body = await call.input()
      const draft = keyDraftOf(body, app.id, at)
      const terms = termsInForce(call.state.switches, 'developer')
      requireAccepted(terms, body.acceptedDeveloperTermsVersion)
      const issued = await transactPinned(deps, async (tx) => {
        await lockActiveApp(tx, developer, app)
        await requireFreeKeySlot(tx, app.id)
        if (draft.worldId !== null) await requireWorldOf(tx, call.state.worlds, developer, draft.worldId)
        const createdKey = await createKey(tx, minting, draft)
        const { uid } = developer
        await recordAcceptance(tx, ambient, { uid, terms, purpose: 'key', keyId: createdKey.key.id, at })
        await audit(tx, ambient, {
          at,
          actor: uid,
          action: 'key.create',
          target: createdKey.key.id,
          detail: { appId: app.id },
        })
        return createdKey
      })
      return { data: issuedView(issued), warning: SAVE_KEY_NOTICE }
    }),
    bindApp(PORTAL_ROUTES.listApiKeys, async (_call, app) => ({ data: await listOwnKeys(database.read, app.id) })),
    bindApp(PORTAL_ROUTES.getApiKey, async ({ path }, app) => {
      const { key, accepted } = await requireOwnKey(database.read, app.id, path.keyId)
      return { data: ownKeyView(key, accepted) }
    }),
    bindApp(PORTAL_ROUTES.changeApiKey, async (call, app, developer) => {
      const { at, path } = call
      await requireOwnKey(database.read, app.id, path.keyId)
      const change = await call.input()
      const data = await transactPinned(deps, async (tx) => {
        await lockActiveApp(tx, developer, app)
        const { key, accepted } = await requireOwnKey(tx, app.id, path.keyId)
        const changed = changedKey(key, change)
        if (changed.enabled && !key.enabled) await refuseIfDisabledByOperator(tx, key.id, developer.uid)
        await updateKey(tx, changed)
        const detail = { changed: Object.keys(change) }
        await audit(tx, ambient, { at, actor: developer.uid, action: 'key.change', target: key.id, detail })
        return ownKeyView(changed, accepted)
      })
      return { data }
    }),
    bindApp(PORTAL_ROUTES.deleteApiKey, async ({ state, at, path }, app, developer) => {
      await transactPinned(deps, async (tx) => {
        await lockApp(tx, developer, app)
        const { key } = await requireOwnKey(tx, app.id, path.keyId)
        await refuseIfInUse(tx, key, state.worlds)
        await removeKeys(tx, [key.id])
        await audit(tx, ambient, { at, actor: developer.uid, action: 'key.delete', target: key.id })
      })
      return { data: { id: path.keyId, deleted: true as const } }
    }),
    bindApp(PORTAL_ROUTES.rotateApiKey, async (call, app, developer) => {
      const { at, path } = call
      await requireOwnKey(database.read, app.id, path.keyId)
      const { overlapSeconds = 0 } = await call.input()
      const overlapUntil = overlapSeconds === 0 ? null : at + overlapSeconds * 1_000
      const issued = await transactPinned(deps, async (tx) => {
        await lockActiveApp(tx, developer, app)
        const { key } = await requireOwnKey(tx, app.id, path.keyId)
        // Only an operator can restore a revoked key (3.2); a new value would suggest that it works again.
        if (key.revokedAt !== null) throw new ApiError('KEY_REVOKED')
        const rotatedKey = await rotateKey(tx, minting, { key, overlapUntil })
        const detail = { overlapSeconds }
        await audit(tx, ambient, { at, actor: developer.uid, action: 'key.rotate', target: key.id, detail })
        return rotatedKey
      })
      const previousValidUntil = overlapUntil === null ? null : iso(overlapUntil)
      return { data: { ...issuedView(issued), previousValidUntil }, warning: SAVE_KEY_NOTICE }
    }),
    bindApp(PORTAL_ROUTES.listKeyRequests, async ({ at, path, query }, app) => {
      const { key } = await requireOwnKey(database.read, app.id, path.keyId)
      const recent = await requestLog.recent(database.read, key.id, at)
      const entries = recent.filter(
        ({ route, requestId, code }) =>
          (query.route === '' || route === query.route) &&
          (query.requestId === '' || requestId === query.requestId) &&
          (query.outcome === null || (query.outcome === 'refused') === (code !== null)),
      )
      const from = offsetOf(query)
      const page = pageOf(entries.slice(from, from + query.perPage + 1), query)
      return { data: page.items, meta: pageMeta(query, page) }
    }),
    bindApp(PORTAL_ROUTES.getKeyUse, async ({ at, state, path }, app) => {
      const { key } = await requireOwnKey(database.read, app.id, path.keyId)
      const log = await requestLog.recent(database.read, key.id, at)
      return { data: await readKeyUse(database.read, { key, state, at }, log) }
    }),
  ]
}

export function visitorRoutes(deps: MapDeps): PortalBound[] {
  const { ambient, database } = deps
  return [
    bindIdentity(PORTAL_ROUTES.registerVisitor, async (call, identity) => {
      const { state, at, path, input } = call
      const { agentId, handle, world, issued } = await register(deps, { state, at, appId: path.appId, input }, identity)
      const { driveDailyBudget } = issued.key
      return {
        data: {
          visitor: { agentId, handle, worldId: world.id, status: 'away' as const },
          key: { ...issuedView(issued), driveDailyBudget: driveDailyBudget! },
        },
        warning: SAVE_KEY_NOTICE,
      }
    }),
    bindApp(PORTAL_ROUTES.listVisitors, async ({ state, at }, app, { uid }) => {
      const visitors = await visitorsOf(database.read, state.worlds, uid)
      return {
        data: visitors.filter(({ app_id }) => app_id === app.id).map((visitor) => ownedVisitorView(visitor, state, at)),
      }
    }),
    bindApp(PORTAL_ROUTES.releaseVisitor, async ({ state, at, path, query: { posts } }, app, developer) => {
      const owner = { uid: developer.uid, appId: app.id }
      const release = async (tx: Tx) => {
        await lockApp(tx, developer, app)
        const { visitor, world } = await requireOwnedVisitor(tx, state.worlds, owner, path.agentId)
        await releaseVisitor(tx, state, visitor, at)
        await audit(tx, ambient, { at, actor: owner.uid, action: 'visitor.release', target: visitor.agent_id })
        return { agentId: visitor.agent_id, worldId: world.id, keyId: visitor.key_id ?? '', released: true as const }
      }
      if (posts === null) return { data: await transactPinned(deps, release) }
      const { visitor } = await requireOwnedVisitor(database.read, state.worlds, owner, path.agentId)
      return { data: await eraseVisitor(deps, visitor, { state, posts, at, actor: owner.uid }, release) }
    }),
    bindApp(PORTAL_ROUTES.createJoinLink, async (call, app, developer) => {
      const { code, expiresAt } = await makeJoinLink(deps, call, { app, developer }, call.path.agentId)
      return { data: { joinUrl: `${deps.urls().base}/join/${code}`, expiresAt: iso(expiresAt) } }
    }),
    bindApp(PORTAL_ROUTES.sendOwnHeartbeat, async ({ state, at, path }, app, { uid }) => {
      const { caller, driven } = await driveAsOwner(
        deps,
        { state, at, window: null },
        { uid, appId: app.id },
        path.agentId,
      )
      return { data: await heartbeat(deps, { caller, driven, value: null }) }
    }),
    bindApp(PORTAL_ROUTES.getOwnInbox, async (call, app, { uid }) => {
      const subject = await subjectOfOwner(deps, { uid, appId: app.id, agentId: call.path.agentId })
      return { data: await readInbox(deps, subject, call.query, call.at) }
    }),
    bindApp(PORTAL_ROUTES.listOwnWalks, async ({ at, path }, app, { uid }) => {
      const { world, agent } = await subjectOfOwner(deps, { uid, appId: app.id, agentId: path.agentId })
      const watching = { ...deps, viewerUrl: deps.urls().viewer }
      return { data: await watchableWalks(watching, { world, agentId: agent.id }, at) }
    }),
  ]
}

/** Webhooks of a visitor, for its owner. The switch is checked after the owner. */
export function ownWebhookRoutes(deps: Deps, sender: WebhookSender): PortalBound[] {
  const { read } = deps.database
  type OwnCall = Pick<PortalCall<typeof PORTAL_ROUTES.listOwnWebhooks>, 'state' | 'at' | 'path'>
  async function scopeOf({ state, at, path }: OwnCall, app: App, { uid }: Developer): Promise<webhooks.WebhookScope> {
    const { visitor, world } = await requireOwnedVisitor(read, state.worlds, { uid, appId: app.id }, path.agentId)
    webhooks.requireWebhooksOn(state)
    return { world, agentId: visitor.agent_id, keyId: visitor.key_id ?? '', actor: uid, at }
  }
  const waiting = (bound: PortalBound): PortalBound => ({ ...bound, queuesItself: true })
  return [
    bindApp(PORTAL_ROUTES.listOwnWebhooks, async (call, ...owner) => ({
      data: await webhooks.listWebhooks(deps, await scopeOf(call, ...owner)),
    })),
    waiting(
      bindApp(PORTAL_ROUTES.createOwnWebhook, async (call, ...owner) => {
        const scope = await scopeOf(call, ...owner)
        return { data: await webhooks.createWebhook(deps, scope, await call.input()) }
      }),
    ),
    bindApp(PORTAL_ROUTES.getOwnWebhook, async (call, ...owner) => ({
      data: await webhooks.getWebhook(deps, await scopeOf(call, ...owner), call.path.webhookId),
    })),
    waiting(
      bindApp(PORTAL_ROUTES.changeOwnWebhook, async (call, ...owner) => {
        const scope = await scopeOf(call, ...owner)
        return { data: await webhooks.changeWebhook(deps, scope, call.path.webhookId, await call.input()) }
      }),
    ),
    bindApp(PORTAL_ROUTES.deleteOwnWebhook, async (call, ...owner) =>
      webhooks.removeWebhook(deps, await scopeOf(call, ...owner), call.path.webhookId),
    ),
    bindApp(PORTAL_ROUTES.rotateOwnWebhookSecret, async (call, ...owner) => ({
      data: await webhooks.rotateSecret(deps, await scopeOf(call, ...owner), call.path.webhookId),
    })),
    waiting(
      bindApp(PORTAL_ROUTES.testOwnWebhook, async (call, app, developer) => {
        const { state, at, path } = call
        // A test is an attempt: it needs the rights of the key.
        await driveAsOwner(deps, { state, at, window: null }, { uid: developer.uid, appId: app.id }, path.agentId)
        return { data: await webhooks.testWebhook(deps, sender, await scopeOf(call, app, developer), path.webhookId) }
      }),
    ),
    bindApp(PORTAL_ROUTES.listOwnDeliveries, async (call, ...owner) => ({
      data: await webhooks.listDeliveries(deps, await scopeOf(call, ...owner), call.path.webhookId, () => call.query),
    })),
    bindApp(PORTAL_ROUTES.redeliverOwn, async (call, ...owner) => ({
      data: await webhooks.redeliver(deps, await scopeOf(call, ...owner), call.path.webhookId, call.path.deliveryId),
    })),
  ]
}

/** Decisions about join requests, for the claim page. */
export function joinRequestRoutes(deps: Deps): PortalBound[] {
  const names = makeWindowNames()
  /** Codes are short, so lookups are limited by address in addition to the portal's own limit. */
  async function takeLookup(address: string): Promise<void> {
    const limit = LIMITS.joinRequests.lookupsPerMinutePerAddress
    const take = { keyId: `claim ${names.nameOf(address)}`, limit, probationEndsAt: 0, limitInProbation: limit }
    const admitted = await deps.control.admit(() => ({ found: null, take }))
    names.seenAt(admitted.at)
    requirePortalWindow(admitted)
  }

  return [
    bindOpen(PORTAL_ROUTES.getJoinRequest, async ({ at, path, address }) => {
      await takeLookup(address)
      return { data: await readJoinRequest(deps, path.userCode, at) }
    }),
    bindIdentity(PORTAL_ROUTES.confirmJoinRequest, async (call, identity) => {
      const { state, at, path, address } = call
      if (!PORTAL_GATES.VISITOR_SELF_SERVE_DISABLED(state.switches)) throw new ApiError('VISITOR_SELF_SERVE_DISABLED')
      await takeLookup(address)
      const digest = await requireOpenRequest(deps, path.userCode, at)
      const { appId, ...body } = await call.input()
      const inTransaction = confirmInTransaction(digest, { appId }, at)
      const registration = { state, at, appId, input: async () => body, inTransaction }
      const { agentId, handle, world, issued } = await register(deps, registration, identity)
      return { data: { agentId, handle, worldId: world.id, keyId: issued.key.id } }
    }),
    bindAccount(PORTAL_ROUTES.denyJoinRequest, async ({ at, path, address }, developer) => {
      await takeLookup(address)
      await denyJoinRequest(deps, developer, path.userCode, at)
      return { data: { denied: true as const } }
    }),
    bindAccount(PORTAL_ROUTES.listVisitorWorlds, async ({ state }) => ({ data: visitorWorlds(state) })),
  ]
}
