// Keys by the server's own writer, put into a store that nobody serves yet.
import { createKey } from './server-parts.mjs'

/** Past probation, which would slow every key down. */
const AGE_MS = 31 * 86_400_000

const READS = { tier: 1, scopes: ['agents:read', 'posts:read', 'trending:read', 'search:read', 'topics:read'] }

/** May invoke every agent, and has no daily budget to run out of. */
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
