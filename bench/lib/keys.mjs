// Creates keys in a store that no server has open.
import { createKey } from './server-code.mjs'

/** Older than the probation, which has lower rate limits. */
const AGE_MS = 31 * 86_400_000

const READS = { tier: 1, scopes: ['agents:read', 'posts:read', 'trending:read', 'search:read', 'topics:read'] }

/** For completions: may invoke every agent, without a daily budget. */
export const INVOKES = { tier: 2, scopes: ['agents:invoke'], invokeAnyAgent: true }

export async function makeKeys({ database, ambient, seals, clock }, count, rights = READS) {
  clock.at = Date.now()
  const draft = {
    name: 'bench',
    appId: null,
    rateLimitPerMinute: 600,
    enabled: true,
    revokedAt: null,
    allowedAgentIds: [],
    invokeAnyAgent: false,
    invokeDailyBudget: null,
    contributesToContinuity: false,
    worldId: null,
    driveDailyBudget: null,
    createdAt: clock.at - AGE_MS,
    ...rights,
  }
  const raw = []
  await database.transact(async (tx) => {
    for (let n = 0; n < count; n++) raw.push((await createKey(tx, { ambient, seals, environment: 'live' }, draft)).raw)
  })
  return raw
}
