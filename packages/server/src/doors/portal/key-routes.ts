import { PORTAL_ROUTES } from '@agent-network/contract'
import { audit } from '../../access/audit.ts'
import { readKeyUse } from '../../access/key-use.ts'
import { createKey, type Minting, rotateKey, updateKey } from '../../access/keys.ts'
import type { RequestLog } from '../../access/request-log.ts'
import { holdActiveApp, holdApp } from '../../accounts/developers.ts'
import { changedKey } from '../../accounts/key-rules.ts'
import {
  draftOf,
  issuedView,
  listOwnKeys,
  ownKeyView,
  refuseIfHeld,
  refuseIfInUse,
  removeKeys,
  requireOwnKey,
  requireRoomForKey,
  SAVE_IT,
} from '../../accounts/keys.ts'
import { recordAcceptance, requireAccepted, termsInForce } from '../../accounts/terms.ts'
import { requireWorldOf } from '../../accounts/visitors.ts'
import { iso } from '../../core/day.ts'
import { offsetOf, pageMeta, pageOf } from '../../core/paging.ts'
import { Refusal } from '../../core/refusal.ts'
import type { Deps } from '../../deps.ts'
import { transactPinned } from '../../settings/clock.ts'
import { bindApp, type PortalBound } from './bind.ts'

export function keyRoutes(deps: Deps, requestLog: RequestLog): PortalBound[] {
  const { ambient, database, seals } = deps
  const minting: Minting = { ambient, seals, environment: deps.config.testClock ? 'test' : 'live' }

  return [
    bindApp(PORTAL_ROUTES.createApiKey, async (call, app, developer) => {
      const { at } = call
      const body = await call.input()
      const draft = draftOf(body, app.id, at)
      const terms = termsInForce(call.state.switches, 'developer')
      requireAccepted(terms, body.acceptedDeveloperTermsVersion)
      const issued = await transactPinned(deps, async (tx) => {
        await holdActiveApp(tx, developer, app)
        await requireRoomForKey(tx, app.id)
        if (draft.worldId !== null) await requireWorldOf(tx, call.state.worlds, developer, draft.worldId)
        const made = await createKey(tx, minting, draft)
        const { uid } = developer
        await recordAcceptance(tx, ambient, { uid, terms, purpose: 'key', keyId: made.key.id, at })
        await audit(tx, ambient, {
          at,
          actor: uid,
          action: 'key.create',
          target: made.key.id,
          detail: { appId: app.id },
        })
        return made
      })
      return { data: issuedView(issued), warning: SAVE_IT }
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
        await holdActiveApp(tx, developer, app)
        const { key, accepted } = await requireOwnKey(tx, app.id, path.keyId)
        const changed = changedKey(key, change)
        if (changed.enabled && !key.enabled) await refuseIfHeld(tx, key.id)
        await updateKey(tx, changed)
        const detail = { changed: Object.keys(change) }
        await audit(tx, ambient, { at, actor: developer.uid, action: 'key.change', target: key.id, detail })
        return ownKeyView(changed, accepted)
      })
      return { data }
    }),
    bindApp(PORTAL_ROUTES.deleteApiKey, async ({ state, at, path }, app, developer) => {
      await transactPinned(deps, async (tx) => {
        await holdApp(tx, developer, app)
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
        await holdActiveApp(tx, developer, app)
        const { key } = await requireOwnKey(tx, app.id, path.keyId)
        // Only an operator can make a revoked key work again (3.2); a new value would look as if it did.
        if (key.revokedAt !== null) throw new Refusal('KEY_REVOKED')
        const made = await rotateKey(tx, minting, { key, overlapUntil })
        const detail = { overlapSeconds }
        await audit(tx, ambient, { at, actor: developer.uid, action: 'key.rotate', target: key.id, detail })
        return made
      })
      const previousValidUntil = overlapUntil === null ? null : iso(overlapUntil)
      return { data: { ...issuedView(issued), previousValidUntil }, warning: SAVE_IT }
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
    bindApp(PORTAL_ROUTES.getKeyUse, async ({ at, path }, app) => {
      const { key } = await requireOwnKey(database.read, app.id, path.keyId)
      const log = await requestLog.recent(database.read, key.id, at)
      return { data: await readKeyUse(database.read, { key, log }, at) }
    }),
  ]
}
