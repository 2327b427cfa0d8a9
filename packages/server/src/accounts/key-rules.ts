import { DEFAULT_SCOPES, type OwnKeyChange, SCOPE_TIERS, type Scope, type Tier } from '@agent-network/contract'
import type { ApiKey } from '../access/keys.ts'
import { invalidInput, Refusal } from '../core/refusal.ts'

export const isDriveKey = ({ scopes }: Pick<ApiKey, 'scopes'>): boolean => scopes.includes('agents:drive')

/** A scope above the tier would be inert, and its owner would wonder why. */
export function requireUsable(tier: Tier, scopes: readonly Scope[]): void {
  const above = scopes.find((scope) => SCOPE_TIERS[scope] > tier)
  if (above !== undefined)
    throw invalidInput(`scopes: ${above} needs tier ${SCOPE_TIERS[above]}, and the key is of tier ${tier}`)
}

/** Scopes follow the tier: going up brings what the new one has by default, going down takes what it cannot use. */
export function scopesAfter(scopes: readonly Scope[], from: Tier, to: Tier): readonly Scope[] {
  const gained = DEFAULT_SCOPES[to].filter((scope) => !DEFAULT_SCOPES[from].includes(scope))
  return [...new Set([...scopes.filter((scope) => SCOPE_TIERS[scope] <= to), ...gained])]
}

/** 4.14: what the owner of a key may make of it. */
export function changedKey(key: ApiKey, change: OwnKeyChange): ApiKey {
  const { tier = key.tier, rateLimitPerMinute = key.rateLimitPerMinute } = change
  if (isDriveKey(key)) {
    if (tier !== key.tier) throw new Refusal('DRIVE_KEY_TIER_LOCKED')
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
