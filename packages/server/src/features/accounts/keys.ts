// API keys of developers: rules, views and storage, and what a key may do (`GET /v1/me`).
import {
  type CallerView,
  DEFAULT_SCOPES,
  type DeveloperApiKey,
  type IssuedApiKey,
  type KeyBudget,
  LIMITS,
  type OwnKeyChange,
  type OwnKeyCreation,
  SCOPE_TIERS,
  type Scope,
  type Tier,
} from '@agent-network/contract'
import { type Caller, probationEndsAt } from '../../platform/access/authenticate.ts'
import { isProbation, listDrivableAgents, readBudgets } from '../../platform/access/drive.ts'
import {
  type ApiKey,
  type ApiKeyDraft,
  defaultKeyDraft,
  deleteKey,
  type IssuedKey,
  keyOf,
  readKey,
  updateKey,
} from '../../platform/access/keys.ts'
import { deleteRequests } from '../../platform/access/request-log.ts'
import { ApiError, invalidInput, notFound } from '../../platform/core/api-error.ts'
import { isPossibleId } from '../../platform/core/text.ts'
import { DAY_MS, iso, isoOrEmpty, utcDay } from '../../platform/core/time.ts'
import { prepare, type Read, type Tx } from '../../platform/db/database.ts'
import { readVisitor } from '../../platform/worlds/roster.ts'
import { isPurged, type Worlds } from '../../platform/worlds/worlds.ts'
import { presenceOf } from '../visitors/presence.ts'

export const isDriveKey = ({ scopes }: Pick<ApiKey, 'scopes'>): boolean => scopes.includes('agents:drive')

/** A scope above the tier would have no effect, so it is refused. */
export function requireUsable(tier: Tier, scopes: readonly Scope[]): void {
  const above = scopes.find((scope) => SCOPE_TIERS[scope] > tier)
  if (above !== undefined)
    throw invalidInput(`scopes: ${above} needs tier ${SCOPE_TIERS[above]}, and the key is of tier ${tier}`)
}

/** Scopes follow the tier: an upgrade adds the new tier's defaults, a downgrade removes unusable scopes. */
export function scopesAfter(scopes: readonly Scope[], from: Tier, to: Tier): readonly Scope[] {
  const gained = DEFAULT_SCOPES[to].filter((scope) => !DEFAULT_SCOPES[from].includes(scope))
  return [...new Set([...scopes.filter((scope) => SCOPE_TIERS[scope] <= to), ...gained])]
}

/** 4.14: the changes that the owner of a key may make. */
export function changedKey(key: ApiKey, change: OwnKeyChange): ApiKey {
  const { tier = key.tier, rateLimitPerMinute = key.rateLimitPerMinute } = change
  if (isDriveKey(key)) {
    if (tier !== key.tier) throw new ApiError('DRIVE_KEY_TIER_LOCKED')
    // AMB-108
    if (rateLimitPerMinute > key.rateLimitPerMinute)
      throw invalidInput(
        `rateLimitPerMinute: the limit of a drive key can be lowered only; it is ${key.rateLimitPerMinute}`,
      )
  }
  return {
    ...key,
    name: change.name ?? key.name,
    enabled: change.enabled ?? key.enabled,
    tier,
    scopes: scopesAfter(key.scopes, key.tier, tier),
    rateLimitPerMinute,
  }
}

export const SAVE_KEY_NOTICE = 'Save this key now: it is shown once and cannot be shown again.'

export const issuedView = ({ key, raw }: IssuedKey): IssuedApiKey => ({
  id: key.id,
  key: raw,
  name: key.name,
  tier: key.tier,
  scopes: [...key.scopes],
  rateLimitPerMinute: key.rateLimitPerMinute,
})

export const ownKeyView = (key: ApiKey, acceptedVersion: string | null): DeveloperApiKey => ({
  id: key.id,
  name: key.name,
  tier: key.tier,
  scopes: [...key.scopes],
  rateLimitPerMinute: key.rateLimitPerMinute,
  enabled: key.enabled,
  revokedAt: key.revokedAt === null ? null : iso(key.revokedAt),
  lastFour: key.lastFour,
  createdAt: isoOrEmpty(key.createdAt),
  worldId: key.worldId,
  allowedAgentIds: [...key.allowedAgentIds],
  driveDailyBudget: key.driveDailyBudget,
  acceptedDeveloperTermsVersion: acceptedVersion,
})

/** Keys of an app, each with the developer terms under which it was issued. */
const keysWithTerms = (read: Read, appId: string) =>
  read.sql
    .selectFrom('keys')
    .leftJoin('acceptances', (join) =>
      join.onRef('acceptances.key_id', '=', 'keys.id').on('acceptances.kind', '=', 'developer'),
    )
    .selectAll('keys')
    .select('acceptances.version as accepted')
    .where('app_id', '=', appId)

export async function listOwnKeys(read: Read, appId: string): Promise<DeveloperApiKey[]> {
  const rows = await keysWithTerms(read, appId).orderBy('keys.id', 'desc').execute()
  return rows.map((row) => ownKeyView(keyOf(row), row.accepted))
}

export async function requireOwnKey(
  read: Read,
  appId: string,
  keyId: string,
): Promise<{ key: ApiKey; accepted: string | null }> {
  const row = isPossibleId(keyId)
    ? await keysWithTerms(read, appId).where('keys.id', '=', keyId).executeTakeFirst()
    : undefined
  if (row === undefined) throw notFound('Key not found on this app; list its keys for their ids')
  return { key: keyOf(row), accepted: row.accepted }
}

/** 1.25: the key that the ordinary route issues. The schema has already excluded the scopes of 5.5. */
export function keyDraftOf(body: OwnKeyCreation, appId: string, at: number): ApiKeyDraft {
  const { name, tier = 1, rateLimitPerMinute = LIMITS.rate.perMinuteDefault } = body
  const scopes: readonly Scope[] = body.scopes ?? DEFAULT_SCOPES[tier]
  requireUsable(tier, scopes)
  const { worldId = null } = body
  return { ...defaultKeyDraft(appId, name, at), tier, scopes: [...new Set(scopes)], rateLimitPerMinute, worldId }
}

/** The caller has locked the account. Revoked keys do not count; their owner can still list them. */
export async function requireFreeKeySlot(tx: Tx, appId: string): Promise<void> {
  const max = LIMITS.portal.keysPerApp
  const rows = await tx.sql
    .selectFrom('keys')
    .select('id')
    .where('app_id', '=', appId)
    .where('revoked_at', 'is', null)
    .execute()
  if (rows.length >= max) throw invalidInput(`An app holds at most ${max} keys; delete one first`)
}

const AUDIT_ENTRIES_MAX = 20

/** 3.2: the owner cannot enable a key that an operator disabled. The audit log says who disabled it. */
export async function refuseIfDisabledByOperator(tx: Tx, keyId: string, ownerUid: string): Promise<void> {
  const entries = await tx.sql
    .selectFrom('audit')
    .select('detail')
    .where('target', '=', keyId)
    .where('actor', '!=', ownerUid)
    .where('action', 'in', ['key.create', 'key.change'])
    .orderBy('id', 'desc')
    .limit(AUDIT_ENTRIES_MAX)
    .execute()
  const last = entries
    .map(({ detail }) => (JSON.parse(detail) as { enabled?: boolean }).enabled)
    .find((enabled) => enabled !== undefined)
  if (last === false) throw new ApiError('KEY_DISABLED', { message: 'An operator disabled this key; ask the operator' })
}

/**
 * 4.14: a key that drives an active visitor is removed together with that visitor. In a world that is being purged no
 * visitor is active or can be released.
 */
export async function refuseIfInUse(tx: Tx, key: ApiKey, worlds: Worlds): Promise<void> {
  const world = isDriveKey(key) && key.worldId !== null ? worlds.byId.get(key.worldId) : undefined
  if (world === undefined || isPurged(world)) return
  for (const agentId of key.allowedAgentIds) {
    const visitor = await readVisitor(tx, world.id, agentId)
    if (visitor?.released_at === null) throw new ApiError('VISITOR_KEY_IN_USE', { extra: { agentId } })
  }
}

export async function removeKeys(tx: Tx, keyIds: readonly string[]): Promise<void> {
  for (const id of keyIds) await deleteKey(tx, id)
  await deleteRequests(tx, keyIds)
}

export async function revokeKey(tx: Tx, keyId: string, at: number): Promise<void> {
  const key = await readKey(tx, keyId)
  if (key !== null && key.revokedAt === null) await updateKey(tx, { ...key, revokedAt: at })
}

export async function keyIdsOfApps(read: Read, appIds: readonly string[]): Promise<string[]> {
  if (appIds.length === 0) return []
  const rows = await read.sql
    .selectFrom('keys')
    .select('id')
    .where('app_id', 'in', [...appIds])
    .execute()
  return rows.map(({ id }) => id)
}

/** Keys that drive this visitor and no other agent. */
export async function keysDriving(read: Read, worldId: string, agentId: string): Promise<string[]> {
  const rows = await read.sql
    .selectFrom('keys')
    .select('id')
    .where('world_id', '=', worldId)
    .where('allowed_agent_ids', '=', JSON.stringify([agentId]))
    .execute()
  return rows.map(({ id }) => id)
}

const appById = prepare<{ id: string }, { id: string; name: string }>((sql, param) =>
  sql.selectFrom('apps').select(['id', 'name']).where('id', '=', param('id')),
)

async function readVisitors(read: Read, caller: Caller): Promise<CallerView['visitors']> {
  const { state, at } = caller
  const agents = await listDrivableAgents(read, caller)
  const rows = await Promise.all(agents.map(({ world_id, id }) => readVisitor(read, world_id, id)))
  return agents.flatMap(({ id, handle, display_name, enabled }, n) => {
    const visitor = rows[n]
    if (visitor !== undefined && visitor.released_at !== null) return []
    const presence = visitor === undefined ? 'away' : presenceOf(visitor, state.switches, at)
    return [{ agentId: id, handle, displayName: display_name, status: enabled === 1 ? presence : 'disabled' }]
  })
}

function keyView(caller: Caller): CallerView['key'] {
  const { key, state } = caller
  const { id, name, tier, scopes, createdAt, rateLimitPerMinute } = key
  const isLimited = isProbation(caller)
  return {
    id,
    name,
    tier,
    scopes: [...scopes],
    worldId: key.worldId === '' ? null : key.worldId,
    createdAt: createdAt === null ? '' : iso(createdAt),
    // The probation of a key without a creation time never ends.
    probationEndsAt: isLimited ? (createdAt === null ? '' : iso(probationEndsAt(key, state.switches))) : null,
    rateLimitPerMinute: isLimited ? Math.min(LIMITS.rate.perMinuteInProbation, rateLimitPerMinute) : rateLimitPerMinute,
  }
}

/** The key of a request, its app, the visitors it may drive, and its daily budgets with the caps in force. */
export async function readCallerView(read: Read, caller: Caller): Promise<CallerView> {
  const { key, at } = caller
  const [app, visitors, budgets] = await Promise.all([
    key.appId === null ? undefined : read.first(appById, { id: key.appId }),
    readVisitors(read, caller),
    readBudgets(read, caller),
  ])
  const resetsAt = iso((utcDay(at) + 1) * DAY_MS)
  const budgetOf = (name: KeyBudget) => {
    const found = budgets.find((budget) => budget.name === name)
    return found === undefined ? null : { used: found.used, cap: found.cap, resetsAt }
  }
  return {
    key: keyView(caller),
    app: app ?? null,
    visitors,
    budgets: { acts: budgetOf('actions'), heartbeats: budgetOf('heartbeats'), completions: budgetOf('completions') },
  }
}
