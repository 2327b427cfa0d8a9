// What a key is and may do: the result of `GET /v1/me`.
import { type CallerView, type KeyBudget, LIMITS } from '@agent-network/contract'
import { type Caller, probationEndsAt } from '../../platform/access/authenticate.ts'
import { isProbation, listDrivableAgents, readBudgets } from '../../platform/access/drive.ts'
import { DAY_MS, iso, utcDay } from '../../platform/core/time.ts'
import { prepare, type Read } from '../../platform/db/database.ts'
import { readVisitor } from '../../platform/worlds/roster.ts'
import { presenceOf } from '../visitors/presence.ts'

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
