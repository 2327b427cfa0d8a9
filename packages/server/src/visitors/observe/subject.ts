import type { Caller } from '../../access/authenticate.ts'
import type { Driven } from '../../access/drive.ts'
import { isObservedWorld } from '../../chronicle/events.ts'
import { Refusal } from '../../core/refusal.ts'
import { prepare, type Read } from '../../db/database.ts'
import type { AgentRow, VisitorRow } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { number, type Switches } from '../../settings/switches.ts'
import { readVisitor } from '../../worlds/roster.ts'
import type { World } from '../../worlds/worlds.ts'

/** A visitor that somebody may observe now, and on whose account. */
export interface ObservedVisitor {
  readonly world: World
  readonly agent: AgentRow
  /** As it was when this read was admitted. */
  readonly visitor: VisitorRow
  readonly ownerUid: string
  readonly appId: string
  readonly switches: Switches
  readonly at: number
}

/** What a reader is asked for. `query` is read when its turn comes, so that gate and authority speak before it. */
export interface ObserveQuestion<Q, P = unknown> {
  readonly query: Q
  readonly path: P
}

/** Checks the question, takes from the allowance, and only then reads; the same for keys and for sessions (AMB-99). */
export type Reader<Q, R, P = unknown> = (
  deps: Deps,
  subject: ObservedVisitor,
  asked: ObserveQuestion<Q, P>,
) => Promise<R>

/** Counts below 1.5 are those below 2; what no integer column holds is as good as no limit. */
const ceiling = (switches: Switches, name: 'visitorObserveDailyReadCeiling' | 'visitorObserveReadsPerMinute') =>
  Math.min(Number.MAX_SAFE_INTEGER, Math.ceil(Math.max(0, number(switches, name))))

export const readCeilings = (switches: Switches) => ({
  perDay: ceiling(switches, 'visitorObserveDailyReadCeiling'),
  perMinute: ceiling(switches, 'visitorObserveReadsPerMinute'),
})

/** The gate: switch, listed world, and ceilings that let anything through at all (AMB-94). */
export function isObservable(switches: Switches, world: World): boolean {
  const { perDay, perMinute } = readCeilings(switches)
  return isObservedWorld(switches, world) && perDay > 0 && perMinute > 0
}

export interface Owning {
  readonly owner_uid: string
  readonly status: string
  /** Null for somebody an operator made an app for and who never signed up. */
  readonly developer: string | null
}

const appById = prepare<{ id: string }, Owning>((sql, param) =>
  sql
    .selectFrom('apps')
    .leftJoin('developers', 'developers.uid', 'apps.owner_uid')
    .select(['apps.owner_uid', 'apps.status', 'developers.status as developer'])
    .where('apps.id', '=', param('id')),
)
export const readOwning = (read: Read, appId: string): Promise<Owning | undefined> => read.first(appById, { id: appId })

/** Whoever registered a visitor still has the app, and both are active (AMB-134). */
export const stillOwns = (owning: Owning | undefined, visitor: VisitorRow): boolean =>
  owning !== undefined &&
  owning.owner_uid === visitor.owner_uid &&
  owning.status === 'active' &&
  (owning.developer === null || owning.developer === 'active')

/** Registered through the portal and not released, and asked for by a key of the very app that did it (AMB-139). */
async function linkedVisitor(read: Read, { key }: Caller, { world, agent }: Driven): Promise<VisitorRow | null> {
  const visitor = await readVisitor(read, world.id, agent.id)
  if (visitor === undefined || visitor.released_at !== null) return null
  if (visitor.app_id === null || visitor.app_id !== key.appId) return null
  return stillOwns(await readOwning(read, visitor.app_id), visitor) ? visitor : null
}

/** After the chain of 5.7 has let a key pass: the gate, then current authority (AMB-50). */
export async function subjectOfKey(deps: Deps, caller: Caller, driven: Driven): Promise<ObservedVisitor> {
  const { switches } = caller.state
  const { world, agent } = driven
  if (!isObservable(switches, world)) throw new Refusal('VISITOR_OBSERVE_DISABLED')
  const visitor = await linkedVisitor(deps.database.read, caller, driven)
  if (visitor === null) throw new Refusal('OBSERVE_ACCESS_DENIED')
  return { world, agent, visitor, ownerUid: visitor.owner_uid!, appId: visitor.app_id!, switches, at: caller.at }
}
