// Erasure of developers and visitors: counts, the first transaction, and batches that continue after a crash.
import type { ErasedDeveloper, ErasedVisitor, PostTreatment } from '@agent-network/contract'
import { audit, redactAudit, renameAuditTarget } from '../../platform/access/audit.ts'
import { eraseLookPositions } from '../../platform/access/drive.ts'
import { eraseQuotingClaims } from '../../platform/access/idempotency.ts'
import { transactPinned } from '../../platform/control/clock.ts'
import type { ControlState } from '../../platform/control/control.ts'
import { ApiError, notFound } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import type { Database, Read, Tx } from '../../platform/db/database.ts'
import type { Tables, VisitorRow } from '../../platform/db/tables/tables.ts'
import { scheduleWorldReload } from '../../platform/jobs/due.ts'
import { lockVisitor, readVisitor, unlinkVisitor, visitorsOwnedBy } from '../../platform/worlds/roster.ts'
import { findById, isPurged, type World, type Worlds } from '../../platform/worlds/worlds.ts'
import { countTurnsBy, eraseTurnsBy } from '../../stores/city/encounters.ts'
import { type EventPlace, eraseHandleFromEvents } from '../../stores/event-log/events.ts'
import { countHistoryOf, eraseHistoryOf } from '../../stores/event-log/journal.ts'
import { countTalksOf, eraseEpisodesFrom, eraseTalksOf } from '../../stores/minds/episodes.ts'
import { eraseFactsOf } from '../../stores/minds/knowledge.ts'
import { eraseThoughtsAbout } from '../../stores/minds/signals.ts'
import { readAgent } from '../../stores/posts/agents.ts'
import {
  countTextsOf,
  type ErasedAgent,
  eraseLettersOf,
  erasePostsOf,
  eraseProfile,
  eraseRepliesOf,
} from '../../stores/posts/erase-agent.ts'
import { eraseBlocksOf } from '../../stores/posts/verdicts.ts'
import { findAccount, forgetAccount, readAccount, removeSessionsOf } from '../identity/accounts.ts'
import { OWN_ISSUER } from '../identity/built-in.ts'
import { countReportsOfApps, eraseReportsOfApps, eraseReportsOfKeys, eraseReviewsOf } from '../reports/rows.ts'
import { eraseStandingsOf } from '../visitors/standing/release.ts'
import { readDeveloper } from './administration.ts'
import {
  type Developer,
  findDeveloper,
  listOwnApps,
  lockActiveAccount,
  lockDeveloper,
  removeJoinRequestsOf,
  revokeApps,
} from './developers.ts'
import { keyIdsOfApps, keysDriving, removeKeys } from './keys.ts'
import { removeSignUp } from './sign-up-policy.ts'
import { type OwnedVisitorRow, releaseVisitor, visitorsOf } from './visitors.ts'

type State = Pick<ControlState, 'worlds' | 'switches'>
type ErasureRow = Tables['erasures']

/** Rows per transaction. Each row of a text changes several counters, and other writers wait meanwhile. */
const BATCH = 25
const CLAIMS_BATCH = 100
const EVENTS_BATCH = 200
/** Other nodes leave an erasure to the request that started it for this long. */
const RESUMES_AFTER_MS = 60_000

/** A developer as the operator names it: by uid, or by the e-mail address of the built-in sign-in. */
export interface DeveloperRef {
  readonly uid: string
  /** Absent if an operator named an owner who never signed up. */
  readonly developer: Developer | undefined
  readonly email: string | null
}

export async function requireDeveloperRef(read: Read, named: string): Promise<DeveloperRef> {
  const byUid = await readDeveloper(read, named)
  if (byUid !== undefined) return { uid: byUid.uid, developer: byUid, email: await emailOf(read, byUid) }
  const account = named.includes('@') ? await findAccount(read, named.toLowerCase()) : undefined
  const developer =
    account === undefined ? undefined : await findDeveloper(read, { issuer: OWN_ISSUER, subject: account.id })
  if (developer !== undefined) return { uid: developer.uid, developer, email: account!.email }
  const isOwner = (await listOwnApps(read, named)).length > 0 || (await visitorsOwnedBy(read, named)).length > 0
  if (!isOwner)
    throw notFound(
      'Developer not found; GET /_operator/developers lists them. Only the built-in sign-in stores e-mail addresses',
    )
  return { uid: named, developer: undefined, email: null }
}

async function emailOf(read: Read, { issuer, subject }: Developer): Promise<string | null> {
  if (issuer !== OWN_ISSUER || subject === null) return null
  return (await readAccount(read, subject))?.email ?? null
}

const worldOf = (worlds: Worlds, { world_id }: Pick<VisitorRow, 'world_id'>): World | null => {
  const world = worlds.byId.get(world_id)
  return world === undefined || isPurged(world) ? null : world
}

/** Visitors of a developer in all worlds that are not being purged, released ones included. */
export const erasableVisitorsOf = async (read: Read, worlds: Worlds, uid: string): Promise<VisitorRow[]> =>
  (await visitorsOwnedBy(read, uid)).filter((visitor) => worldOf(worlds, visitor) !== null)

export async function requireVisitor(read: Read, worlds: Worlds, agentId: string): Promise<VisitorRow> {
  const visitor = await findById(read, worlds, agentId, (world) => readVisitor(read, world.id, agentId))
  if (visitor === null)
    throw new ApiError('VISITOR_NOT_FOUND', { message: 'Visitor not found; GET /_operator/visitors lists them' })
  return visitor
}

async function countsOf(read: Read, agent: ErasedAgent): Promise<ErasedVisitor['counts']> {
  const { world, agentId } = agent
  return {
    ...(await countTextsOf(read, agent)),
    turns: await countTurnsBy(read, world.id, agentId),
    events: await countHistoryOf(read, world.id, agentId),
  }
}

/** What an erasure changes; nothing is written. */
export async function previewVisitorErasure(
  read: Read,
  worlds: Worlds,
  visitor: VisitorRow,
): Promise<ErasedVisitor['counts']> {
  return countsOf(read, { world: worldOf(worlds, visitor)!, agentId: visitor.agent_id })
}

export async function previewDeveloperErasure(
  read: Read,
  worlds: Worlds,
  { uid }: DeveloperRef,
): Promise<Pick<ErasedDeveloper, 'agentIds' | 'counts'>> {
  const visitors = await erasableVisitorsOf(read, worlds, uid)
  const total = { posts: 0, replies: 0, turns: 0, letters: 0, events: 0 }
  for (const visitor of visitors) {
    const counts = await previewVisitorErasure(read, worlds, visitor)
    for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += counts[name]
  }
  const appIds = (await listOwnApps(read, uid)).map(({ id }) => id)
  const keyIds = await keyIdsOfApps(read, appIds)
  return {
    agentIds: visitors.map(({ agent_id }) => agent_id),
    counts: {
      ...total,
      apps: appIds.length,
      keys: keyIds.length,
      reports: await countReportsOfApps(read, appIds),
      talks: await countTalksOf(read, keyIds),
    },
  }
}

/** Records an erasure in the transaction that ends the visit. A later request may be stricter, never milder. */
export async function requestErasure(
  tx: Tx,
  { world_id, agent_id }: Pick<VisitorRow, 'world_id' | 'agent_id'>,
  posts: PostTreatment,
  at: number,
): Promise<void> {
  await tx.sql
    .insertInto('erasures')
    .values({ world_id, agent_id, posts, requested_at: at })
    .onConflict((conflict) => conflict.columns(['world_id', 'agent_id']).doUpdateSet({ posts, requested_at: at }))
    .execute()
}

/** Releases a visitor of any owner or of none. */
export async function releaseForOperator(tx: Tx, state: State, visitor: VisitorRow, at: number): Promise<void> {
  const world = worldOf(state.worlds, visitor)!
  const agent = (await readAgent(tx, world, visitor.agent_id))!
  const accepted = await tx.sql
    .selectFrom('acceptances')
    .select('key_id')
    .where('agent_id', '=', visitor.agent_id)
    .where('kind', '=', 'developer')
    .executeTakeFirst()
  const row: OwnedVisitorRow = {
    ...visitor,
    handle: agent.handle,
    enabled: agent.enabled,
    key_id: accepted?.key_id ?? null,
  }
  await releaseVisitor(tx, state, row, at)
}

/** One transaction of an erasure; false when nothing is left to do in batches. */
async function eraseBatch(tx: Tx, agent: ErasedAgent, posts: string, at: number): Promise<boolean> {
  const { world, agentId } = agent
  // Batches of one visitor run one after the other, because they change counters.
  await lockVisitor(tx, world.id, agentId)
  const steps = [
    ...(posts === 'delete'
      ? [
          () => erasePostsOf(tx, agent, at),
          () => eraseRepliesOf(tx, agent, BATCH, at),
          () => eraseTurnsBy(tx, world.id, agentId, BATCH),
        ]
      : []),
    () => eraseLettersOf(tx, agent, BATCH),
    () => eraseHistoryOf(tx, world.id, agentId, BATCH * 4),
    () => eraseThoughtsAbout(tx, world.id, agentId, BATCH * 4),
    () => eraseFactsOf(tx, world.id, agentId, BATCH * 4),
    () => eraseEpisodesFrom(tx, world.id, agentId, BATCH * 4),
  ]
  for (const step of steps) if ((await step()) > 0) return true
  return false
}

/** The last transaction of an erasure. */
async function finish(tx: Tx, agent: ErasedAgent, posts: string, at: number): Promise<void> {
  const { world, agentId } = agent
  await lockVisitor(tx, world.id, agentId)
  const keyIds = await keysDriving(tx, world.id, agentId)
  await eraseReportsOfKeys(tx, keyIds)
  // They drive nothing else, and their names are often the handle.
  await removeKeys(tx, keyIds)
  await eraseReviewsOf(tx, { world_id: world.id, agent_id: agentId })
  await eraseBlocksOf(tx, world.id, agentId)
  await eraseStandingsOf(tx, world.id, agentId)
  await eraseLookPositions(tx, world.id, agentId)
  await eraseProfile(tx, agent, posts !== 'keep')
  await redactAudit(tx, [agentId, ...keyIds])
  await unlinkVisitor(tx, world.id, agentId)
  await scheduleWorldReload(tx, world.id, at)
  await tx.sql.deleteFrom('erasures').where('world_id', '=', world.id).where('agent_id', '=', agentId).execute()
}

/** Stored responses of other visitors can quote the erased one for 24 hours, and their observed events name it. */
async function eraseQuotes(database: Database, { world, agentId }: ErasedAgent, posts: string): Promise<void> {
  const agent = await readAgent(database.read, world, agentId)
  if (agent === undefined) return
  const quoted = { id: agentId, handle: agent.handle }
  for (let after: string | null = ''; after !== null; ) {
    const from: string = after
    after = await database.transact(
      (tx) => eraseQuotingClaims(tx, { worldId: world.id, after: from, quoted }, CLAIMS_BATCH),
      { quiet: true },
    )
  }
  // With `keep` the handle stays public.
  if (posts === 'keep') return
  for (let place: EventPlace | null = { agentId: '', sequence: 0 }; place !== null; ) {
    const after: EventPlace = place
    place = await database.transact(
      (tx) => eraseHandleFromEvents(tx, { worldId: world.id, handle: agent.handle, after }, EVENTS_BATCH),
      { quiet: true },
    )
  }
}

/** Runs one erasure to its end. It can be interrupted and repeated at any point. */
async function runErasure(database: Database, worlds: Worlds, row: ErasureRow, at: number): Promise<void> {
  const world = worldOf(worlds, row)
  // The purge deletes the row together with the world.
  if (world === null) return
  const agent: ErasedAgent = { world, agentId: row.agent_id }
  while (await database.transact((tx) => eraseBatch(tx, agent, row.posts, at)));
  await eraseQuotes(database, agent, row.posts)
  await database.transact((tx) => finish(tx, agent, row.posts, at))
}

/** Runs the erasures of these visitors; the responses say that the texts are gone, so requests wait for it. */
export async function runErasuresOf(
  { database }: Pick<Deps, 'database'>,
  worlds: Worlds,
  visitors: readonly Pick<VisitorRow, 'world_id' | 'agent_id'>[],
  at: number,
): Promise<void> {
  for (const { world_id, agent_id } of visitors) {
    const row = await database.read.sql
      .selectFrom('erasures')
      .selectAll()
      .where('world_id', '=', world_id)
      .where('agent_id', '=', agent_id)
      .executeTakeFirst()
    if (row !== undefined) await runErasure(database, worlds, row, at)
  }
}

/** Continues one erasure whose process stopped; returns 0 if there is none. */
export async function resumeErasure(database: Database, worlds: Worlds, at: number): Promise<number> {
  const rows = await database.read.sql
    .selectFrom('erasures')
    .selectAll()
    .where('requested_at', '<=', at - RESUMES_AFTER_MS)
    .execute()
  const row = rows.find((one) => worldOf(worlds, one) !== null)
  if (row === undefined) return 0
  await runErasure(database, worlds, row, at)
  return 1
}

/**
 * Deletes credentials and personal data of an account. Apps and acceptances stay: they name it only by its uid, and
 * history refers to them.
 */
export async function removeAccount(
  tx: Tx,
  uid: string,
  released: readonly OwnedVisitorRow[],
): Promise<{ readonly appIds: string[]; readonly keyIds: string[] }> {
  const developer = await lockDeveloper(tx, uid)
  const appIds = (await listOwnApps(tx, uid)).map(({ id }) => id)
  const issued = released.flatMap(({ key_id }) => (key_id === null ? [] : [key_id]))
  const keyIds = [...new Set([...(await keyIdsOfApps(tx, appIds)), ...issued])]
  await removeKeys(tx, keyIds)
  await eraseReportsOfApps(tx, appIds)
  await revokeApps(tx, uid)
  await removeSignUp(tx, uid)
  await removeJoinRequestsOf(tx, uid)
  await tx.sql.deleteFrom('developers').where('uid', '=', uid).execute()
  const { issuer = null, subject = null } = developer ?? {}
  if (issuer !== null && subject !== null) {
    await removeSessionsOf(tx, issuer, subject)
    if (issuer === OWN_ISSUER) await forgetAccount(tx, subject)
  }
  return { appIds, keyIds }
}

interface Erasing {
  readonly state: State
  readonly posts: PostTreatment
  readonly at: number
  /** The developer, or the name of the operator. */
  readonly actor: string
}

/**
 * Erases a developer: one transaction ends access and records the erasures, then batches delete the texts. Returns the
 * ids of the visitors that were still on a roster.
 */
export async function eraseDeveloper(
  deps: Deps,
  { uid, email }: DeveloperRef,
  { state, posts, at, actor }: Erasing,
): Promise<string[]> {
  const { ambient, database } = deps
  const keys = await keyIdsOfApps(
    database.read,
    (await listOwnApps(database.read, uid)).map(({ id }) => id),
  )
  while ((await database.transact((tx) => eraseTalksOf(tx, keys, BATCH * 4), { quiet: true })) > 0);
  const { released, visitors } = await transactPinned(deps, async (tx) => {
    if (actor === uid) await lockActiveAccount(tx, { uid })
    const living = await visitorsOf(tx, state.worlds, uid)
    for (const visitor of living) await releaseVisitor(tx, state, visitor, at)
    const all = await erasableVisitorsOf(tx, state.worlds, uid)
    for (const visitor of all) await requestErasure(tx, visitor, posts, at)
    const { appIds, keyIds } = await removeAccount(tx, uid, living)
    await redactAudit(tx, [...appIds, ...keyIds])
    if (email !== null) await renameAuditTarget(tx, email, uid)
    const agentIds = all.map(({ agent_id }) => agent_id)
    await audit(tx, ambient, { at, actor, action: 'developer.erase', target: uid, detail: { posts, agentIds } })
    return { released: living, visitors: all }
  })
  await runErasuresOf(deps, state.worlds, visitors, at)
  return released.map(({ agent_id }) => agent_id)
}

/** Erases a visitor. `release` runs in the first transaction and ends the visit; its result is returned. */
export async function eraseVisitor<T>(
  deps: Deps,
  visitor: Pick<VisitorRow, 'world_id' | 'agent_id'>,
  { state, posts, at, actor }: Erasing,
  release: (tx: Tx) => Promise<T>,
): Promise<T> {
  const result = await transactPinned(deps, async (tx) => {
    const released = await release(tx)
    await requestErasure(tx, visitor, posts, at)
    await audit(tx, deps.ambient, { at, actor, action: 'visitor.erase', target: visitor.agent_id, detail: { posts } })
    return released
  })
  await runErasuresOf(deps, state.worlds, [visitor], at)
  return result
}
