// Tests of the changes that an owner may make to a key.
import { DEFAULT_SCOPES, type OwnKeyChange, type Scope, type Tier } from '@agent-network/contract'
import { describe, expect, it } from 'vitest'
import type { ApiKey } from '../../platform/access/keys.ts'
import { changedKey, requireUsable, scopesAfter } from './keys.ts'

const key = (fields: Partial<ApiKey> = {}): ApiKey => ({
  id: 'key_1',
  name: 'Reader',
  appId: 'app_1',
  tier: 1,
  scopes: DEFAULT_SCOPES[1],
  rateLimitPerMinute: 60,
  enabled: true,
  revokedAt: null,
  allowedAgentIds: [],
  invokeAnyAgent: false,
  invokeDailyBudget: null,
  contributesToContinuity: false,
  worldId: null,
  driveDailyBudget: null,
  lastFour: 'abcd',
  createdAt: 0,
  ...fields,
})
const driving = key({ tier: 2, scopes: ['agents:drive'], worldId: 'w', allowedAgentIds: ['a'], driveDailyBudget: 25 })

describe('changes of a key by its owner', () => {
  it.each<[string, Tier, Tier, readonly Scope[], readonly Scope[]]>([
    ['brings what the next tier has', 1, 2, DEFAULT_SCOPES[1], DEFAULT_SCOPES[2]],
    ['brings what both next tiers have', 1, 3, ['posts:read'], ['posts:read', 'intelligence:read', 'network:read']],
    ['takes what the lower tier cannot use', 3, 1, DEFAULT_SCOPES[3], DEFAULT_SCOPES[1]],
    ['takes what an operator granted with it', 2, 1, ['agents:invoke', 'posts:read'], ['posts:read']],
    ['keeps what an operator granted', 2, 3, ['agents:invoke'], ['agents:invoke', 'network:read']],
    ['changes nothing when it stays', 2, 2, ['posts:read'], ['posts:read']],
  ])('tier change %s', (_what, from, to, before, after) => {
    expect(scopesAfter(before, from, to)).toEqual(after)
  })

  it.each<[OwnKeyChange, string]>([
    [{ tier: 3 }, 'DRIVE_KEY_TIER_LOCKED'],
    [{ tier: 1, rateLimitPerMinute: 61 }, 'DRIVE_KEY_TIER_LOCKED'],
    [{ rateLimitPerMinute: 61 }, 'INVALID_INPUT'],
    [{ tier: 2, rateLimitPerMinute: 600 }, 'INVALID_INPUT'],
  ])('refuses %j on a drive key with %s', (change, code) => {
    expect(() => changedKey(driving, change)).toThrow(expect.objectContaining({ code }))
  })

  it('lowers the limit of a drive key and raises that of any other key (AMB-14, AMB-108)', () => {
    expect(changedKey(driving, { rateLimitPerMinute: 59 }).rateLimitPerMinute).toBe(59)
    expect(changedKey(driving, { rateLimitPerMinute: 60, tier: 2 })).toEqual(driving)
    expect(changedKey(key(), { rateLimitPerMinute: 600 }).rateLimitPerMinute).toBe(600)
  })

  it('changes only the named fields', () => {
    expect(changedKey(key(), { name: 'Other' })).toEqual(key({ name: 'Other' }))
    expect(changedKey(key(), { enabled: false })).toEqual(key({ enabled: false }))
    expect(changedKey(key(), {})).toEqual(key())
  })

  it('refuses a scope above the tier', () => {
    expect(() => requireUsable(2, ['network:read'])).toThrow('network:read needs tier 3')
    expect(() => requireUsable(3, DEFAULT_SCOPES[3])).not.toThrow()
  })
})
