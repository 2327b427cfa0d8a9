// Operator routes of API keys and signing keys.
import {
  DEFAULT_SCOPES,
  type KeyChange,
  LIMITS,
  OPERATOR_ROUTES,
  type OperatorKey,
  type SigningKeyView,
  type Tier,
} from '@agent-network/contract'
import {
  announceKey,
  draftKey,
  RETIRED_MS,
  readSigningKeys,
  type SigningKey,
  signsFrom,
} from '../../features/tokens/signing-keys.ts'
import { audit, valuesBefore } from '../../platform/access/audit.ts'
import { probationEndsAt } from '../../platform/access/authenticate.ts'
import { isProbation, type KeyMoment } from '../../platform/access/drive.ts'
import {
  type ApiKey,
  type ApiKeyDraft,
  countKeyRows,
  createKey,
  defaultKeyDraft,
  deleteKey,
  hasDriveBinding,
  type KeyMintOptions,
  listKeys,
  readKey,
  rotateKey,
  updateKey,
} from '../../platform/access/keys.ts'
import { transactStamped } from '../../platform/control/clock.ts'
import { invalidInput, notFound, pageMeta } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { iso, parseIso } from '../../platform/core/time.ts'
import type { Read } from '../../platform/db/database.ts'
import { bind, type OperatorBound } from './bind.ts'

const keyView = (key: ApiKey): OperatorKey => ({
  id: key.id,
  name: key.name,
  appId: key.appId,
  tier: key.tier,
  scopes: [...key.scopes],
  rateLimitPerMinute: key.rateLimitPerMinute,
  enabled: key.enabled,
  revokedAt: key.revokedAt === null ? null : iso(key.revokedAt),
  allowedAgentIds: [...key.allowedAgentIds],
  invokeAnyAgent: key.invokeAnyAgent,
  invokeDailyBudget: key.invokeDailyBudget,
  contributesToContinuity: key.contributesToContinuity,
  worldId: key.worldId,
  driveDailyBudget: key.driveDailyBudget,
  lastFour: key.lastFour,
  createdAt: key.createdAt === null ? null : iso(key.createdAt),
})

/** Null after the first 24 hours, in a sandbox, and for a key without a creation time, whose limit does not end. */
const probationView = (moment: KeyMoment): { probationEndsAt: string | null } => {
  const { key, state } = moment
  const isEnding = key.createdAt !== null && isProbation(moment)
  return { probationEndsAt: isEnding ? iso(probationEndsAt(key, state.switches)) : null }
}

const moment = (name: string, text: string | null): number | null => {
  const at = text === null ? null : parseIso(text)
  if (text !== null && at === null)
    throw invalidInput(`${name} must be an ISO 8601 timestamp with a time zone, such as 2026-01-31T12:00:00Z`)
  return at
}

const newKey = (at: number, tier: Tier): ApiKeyDraft => ({
  ...defaultKeyDraft(null, '', at),
  tier,
  scopes: DEFAULT_SCOPES[tier],
})

/** The merged record must be valid (AMB-49). */
function merge<K extends ApiKeyDraft>(key: K, change: KeyChange): K {
  const { revokedAt, createdAt, ...rest } = change
  const merged = {
    ...key,
    ...rest,
    ...(revokedAt === undefined ? {} : { revokedAt: moment('revokedAt', revokedAt) }),
    ...(createdAt === undefined ? {} : { createdAt: moment('createdAt', createdAt) }),
  }
  if (merged.scopes.includes('agents:drive') && !hasDriveBinding(merged))
    throw invalidInput(
      'scopes: agents:drive needs worldId (one fork world, never prime) and at least one of allowedAgentIds',
    )
  return { ...merged, scopes: [...new Set(merged.scopes)] }
}

async function requireKey(read: Read, id: string): Promise<ApiKey> {
  const key = await readKey(read, id)
  if (key === null) throw notFound('Key not found; GET /_operator/keys lists them')
  return key
}

export function keyRoutes(deps: Deps): OperatorBound[] {
  const { ambient, database, seals, sharedState } = deps
  const minting: KeyMintOptions = { ambient, seals, environment: deps.config.testClock ? 'test' : 'live' }

  return [
    bind(OPERATOR_ROUTES.listKeys, async ({ query }) => {
      const page = await listKeys(database.read, query)
      return { data: page.items.map(keyView), meta: pageMeta(query, page) }
    }),
    bind(OPERATOR_ROUTES.createKey, async ({ body: change, at, state, actor }) => {
      const draft = merge(newKey(at, change.tier ?? 1), change)
      const issued = await transactStamped(database, async (tx) => {
        const createdKey = await createKey(tx, minting, draft)
        await audit(tx, ambient, { at, actor, action: 'key.create', target: createdKey.key.id, detail: change })
        return createdKey
      })
      return { data: { ...keyView(issued.key), ...probationView({ key: issued.key, state, at }), key: issued.raw } }
    }),
    bind(OPERATOR_ROUTES.getKey, async ({ path: { id }, at, state }) => {
      const key = await requireKey(database.read, id)
      const used = await sharedState.used(key.id, at)
      const minute = { used, limit: key.rateLimitPerMinute, startedAt: iso(at - (at % LIMITS.rate.windowMs)) }
      return { data: { ...keyView(key), ...probationView({ key, state, at }), usage: { minute } } }
    }),
    bind(OPERATOR_ROUTES.changeKey, async ({ path: { id }, body: change, at, actor }) => {
      const key = await database.transact(async (tx) => {
        const stored = await requireKey(tx, id)
        const merged = merge(stored, change)
        await updateKey(tx, merged)
        const before = valuesBefore(keyView(stored), change)
        await audit(tx, ambient, { at, actor, action: 'key.change', target: id, detail: change, before })
        return merged
      })
      return { data: keyView(key) }
    }),
    bind(OPERATOR_ROUTES.countKeyRows, async ({ path: { id } }) => {
      await requireKey(database.read, id)
      return { data: { rows: await countKeyRows(database.read, id) } }
    }),
    bind(OPERATOR_ROUTES.deleteKey, async ({ path: { id }, at, actor }) => {
      await database.transact(async (tx) => {
        await requireKey(tx, id)
        await deleteKey(tx, id)
        await audit(tx, ambient, { at, actor, action: 'key.delete', target: id })
      })
      return { data: { id, deleted: true as const } }
    }),
    bind(OPERATOR_ROUTES.rotateKey, async ({ path: { id }, body: { overlapSeconds = 0 }, at, actor }) => {
      const overlapUntil = overlapSeconds === 0 ? null : at + overlapSeconds * 1_000
      const issued = await database.transact(async (tx) => {
        const key = await requireKey(tx, id)
        const rotatedKey = await rotateKey(tx, minting, { key, overlapUntil })
        await audit(tx, ambient, { at, actor, action: 'key.rotate', target: id, detail: { overlapSeconds } })
        return rotatedKey
      })
      const expiry = overlapUntil === null ? {} : { previousValidUntil: iso(overlapUntil) }
      return { data: { ...keyView(issued.key), key: issued.raw, ...expiry } }
    }),
  ]
}

const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at))

/** Never the private half, wrapped or not. */
const signingKeyView = (key: SigningKey): SigningKeyView => ({
  kid: key.kid,
  state: key.state,
  createdAt: iso(key.createdAt),
  activeAt: isoOrNull(key.activeAt),
  retiredAt: isoOrNull(key.retiredAt),
  signsFrom: iso(key.activeAt ?? signsFrom(key)),
  publishedUntil: key.retiredAt === null ? null : iso(key.retiredAt + RETIRED_MS),
})

export function tokenRoutes({ ambient, database, seals }: Deps): OperatorBound[] {
  return [
    bind(OPERATOR_ROUTES.listSigningKeys, async () => ({
      data: (await readSigningKeys(database.read)).map(signingKeyView),
    })),
    bind(OPERATOR_ROUTES.rotateSigningKey, async ({ at, actor }) => {
      const draft = await draftKey(ambient, seals)
      const key = await transactStamped(
        database,
        async (tx) => {
          const { kid, isNew } = await announceKey(tx, draft, at)
          if (isNew) await audit(tx, ambient, { at, actor, action: 'tokens.rotate', target: kid })
          return (await readSigningKeys(tx)).find((stored) => stored.kid === kid)!
        },
        { quiet: true },
      )
      return { data: signingKeyView(key) }
    }),
  ]
}
