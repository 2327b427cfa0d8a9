// Observation by an owner's portal session.
import type { ErrorCode, ObservableVisitorList } from '@agent-network/contract'
import type { Admitted } from '../../../platform/control/control.ts'
import { isGateOpen } from '../../../platform/control/switches.ts'
import { ApiError } from '../../../platform/core/api-error.ts'
import type { Deps } from '../../../platform/core/deps.ts'
import { isPossibleId } from '../../../platform/core/text.ts'
import { iso } from '../../../platform/core/time.ts'
import { prepare, type Read } from '../../../platform/db/database.ts'
import type { AgentRow, VisitorRow } from '../../../platform/db/tables/tables.ts'
import type { World } from '../../../platform/worlds/worlds.ts'
import { presenceOf } from '../presence.ts'
import { type AppOwner, isObservable, isStillOwner, type ObservedVisitor, readAppOwner } from './subject.ts'

/** A request of a signed-in portal user. */
export interface OwnerCall {
  readonly uid: string
  readonly appId: string
}

const LISTED_MAX = 100

const ownVisitors = prepare<{ uid: string }, VisitorRow>((sql, param) =>
  sql
    .selectFrom('visitors')
    .selectAll()
    .where('owner_uid', '=', param('uid'))
    .where('owner_uid', 'is not', null)
    .where('released_at', 'is', null)
    .orderBy('created_at')
    .orderBy('agent_id'),
)
const agentOf = prepare<{ world: string; id: string }, AgentRow>((sql, param) =>
  sql.selectFrom('agents').selectAll().where('world_id', '=', param('world')).where('id', '=', param('id')),
)
const keysOfApp = prepare<{ app: string }, { world_id: string | null; allowed_agent_ids: string }>((sql, param) =>
  sql
    .selectFrom('keys')
    .select(['world_id', 'allowed_agent_ids'])
    .where('app_id', '=', param('app'))
    .where('revoked_at', 'is', null),
)

/** Whether the app has an unrevoked key for this visitor (4.13: a revoked key refuses observation). */
async function hasLiveKey(read: Read, { app_id, world_id, agent_id }: VisitorRow): Promise<boolean> {
  const keys = await read.all(keysOfApp, { app: app_id! })
  return keys.some(
    (key) => key.world_id === world_id && (JSON.parse(key.allowed_agent_ids) as string[]).includes(agent_id),
  )
}

interface Facts {
  readonly state: Admitted['state']
  readonly world: World | undefined
  readonly agent: AgentRow | undefined
  readonly visitor: VisitorRow
  readonly owning: AppOwner
  readonly liveKey: boolean
}
type Check = readonly [holds: (facts: Facts) => boolean, code: ErrorCode]

/** The checks of a key, without the key: the remaining links of 5.7, the gate, current authority. */
const OWNER_CHAIN: readonly Check[] = [
  [({ state }) => isGateOpen(state.switches, 'visitorDriveEnabled'), 'VISITOR_DRIVE_DISABLED'],
  [({ world }) => world?.status === 'running' && world.kind === 'fork', 'WORLD_NOT_FOUND'],
  [({ world }) => world?.visitorsPaused === false, 'VISITORS_PAUSED'],
  [({ agent }) => agent?.enabled === 1, 'DRIVE_AGENT_DISABLED'],
  [({ state, world }) => isObservable(state.switches, world!), 'VISITOR_OBSERVE_DISABLED'],
  [({ owning }) => owning.status !== 'suspended' && owning.status !== 'inactive', 'APP_SUSPENDED'],
  [({ owning }) => owning.status !== 'revoked', 'APP_REVOKED'],
  [({ owning, visitor }) => isStillOwner(owning, visitor), 'OBSERVE_ACCESS_DENIED'],
  [({ liveKey }) => liveKey, 'OBSERVE_ACCESS_DENIED'],
]

async function factsOf(read: Read, state: Admitted['state'], owning: AppOwner, visitor: VisitorRow): Promise<Facts> {
  const { world_id, agent_id } = visitor
  const [agent, liveKey] = await Promise.all([
    read.first(agentOf, { world: world_id, id: agent_id }),
    hasLiveKey(read, visitor),
  ])
  return { state, world: state.worlds.byId.get(world_id), agent, visitor, owning, liveKey }
}

const refusalOf = (facts: Facts): ErrorCode | null => OWNER_CHAIN.find(([holds]) => !holds(facts))?.[1] ?? null

/** An app of another developer counts as not found (AMB-99). */
async function ownedApp(read: Read, { uid, appId }: OwnerCall): Promise<AppOwner> {
  const owning = isPossibleId(appId) ? await readAppOwner(read, appId) : undefined
  if (owning === undefined || owning.owner_uid !== uid) throw new ApiError('APP_NOT_FOUND')
  return owning
}

const visitorsOfApp = async (read: Read, { uid, appId }: OwnerCall): Promise<VisitorRow[]> =>
  (await read.all(ownVisitors, { uid })).filter((visitor) => visitor.app_id === appId)

/** Admits a session to one visitor: ownership, then all checks of a key. The reader spends the quota. */
export async function subjectOfOwner(
  deps: Deps,
  call: OwnerCall & { readonly agentId: string },
): Promise<ObservedVisitor> {
  const { read } = deps.database
  const { state, at } = await deps.control.current()
  const owning = await ownedApp(read, call)
  const visitor = (await visitorsOfApp(read, call)).find(({ agent_id }) => agent_id === call.agentId)
  if (visitor === undefined) throw new ApiError('VISITOR_NOT_FOUND')
  const facts = await factsOf(read, state, owning, visitor)
  const refused = refusalOf(facts)
  if (refused !== null) throw new ApiError(refused)
  return {
    world: facts.world!,
    agent: facts.agent!,
    visitor,
    ownerUid: call.uid,
    appId: call.appId,
    switches: state.switches,
    at,
  }
}

/** The visitors of an app, each with whether it can be observed now, or the error code. */
export async function listObservableVisitors(deps: Deps, call: OwnerCall): Promise<ObservableVisitorList> {
  const { read } = deps.database
  const { state, at } = await deps.control.current()
  const owning = await ownedApp(read, call)
  const rows = (await visitorsOfApp(read, call)).slice(0, LISTED_MAX)
  const listed = await Promise.all(rows.map((visitor) => factsOf(read, state, owning, visitor)))
  return {
    schemaVersion: 1,
    visitors: listed.flatMap((facts) => {
      const { agent, visitor } = facts
      if (agent === undefined) return []
      const reason = refusalOf(facts)
      const { last_heartbeat_at: last } = visitor
      return {
        agentId: agent.id,
        handle: agent.handle,
        worldId: visitor.world_id,
        status: presenceOf(visitor, state.switches, at),
        lastHeartbeatAt: last === null ? null : iso(last),
        observable: reason === null,
        reason,
      }
    }),
  }
}
