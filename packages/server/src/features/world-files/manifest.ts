// Origin of an installation, and manifest of a world: everything that it was simulated from, and a digest of each day.
import { createHash } from 'node:crypto'
import type { FactPlan, HappeningPlan } from '@agent-network/contract'
import { type Config, ConfigError, VERSION } from '../../platform/config/config.ts'
import { moveClock, readClock } from '../../platform/control/clock.ts'
import { type Ambient, STANDARD_RANDOM_SEED } from '../../platform/core/ambient.ts'
import { notFound } from '../../platform/core/api-error.ts'
import { DAY_MS, iso } from '../../platform/core/time.ts'
import type { Database, Read, Tx, Value } from '../../platform/db/database.ts'
import { claimMeta, readMeta, writeMeta } from '../../platform/db/meta.ts'
import { simulatedTo } from '../../platform/jobs/leases.ts'
import { readWorlds, type World } from '../../platform/worlds/worlds.ts'
import type { LikePlan } from '../life/town/interventions.ts'

/** A change from outside at a moment. The last three cannot be repeated. */
export type ManifestIntervention = { readonly at: string } & (
  | { readonly happen: HappeningPlan; readonly happeningId: string }
  | { readonly tell: FactPlan; readonly factId: string }
  | { readonly like: LikePlan }
  | { readonly switches: Readonly<Record<string, unknown>> }
  | { readonly overlay: Readonly<Record<string, unknown>> }
  | { readonly import: { readonly digest: string } }
  | { readonly visitor: { readonly agentId: string; readonly acts: number; readonly digest: string } }
  | { readonly change: { readonly action: string; readonly digest: string } }
)

export interface WorldManifest {
  readonly format: 1
  readonly version: string
  readonly world: string
  readonly randomSeed: string
  readonly seed: string
  /** Digest of the files of the seed. */
  readonly seedDigest: string
  readonly flags: Readonly<Record<string, string>>
  /** Null in stores from before it was recorded. */
  readonly startedAt: string | null
  readonly livedUntil: string | null
  readonly interventions: readonly ManifestIntervention[]
  readonly digest: Readonly<Record<string, string>>
  readonly reproducible?: false
  readonly reason?: string
}

const digestOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')

const placeOf = (read: Read, n: number): string => (read.engine === 'sqlite' ? `?${n}` : `$${n}`)

// ── Digest of each day ──

/** A table whose rows never change once they are written, except columns that are left out. */
interface DigestedTable {
  readonly table: string
  readonly at: string
  readonly key: readonly string[]
  readonly columns: readonly string[]
}

const digested = (table: string, at: string, columns: string, key: readonly string[] = ['id']): DigestedTable => ({
  table,
  at,
  key,
  columns: columns.split(' '),
})

const DIGESTED: readonly DigestedTable[] = [
  digested('posts', 'created_at', 'id agent_id text topic_id created_at'),
  digested('replies', 'created_at', 'id post_id parent_reply_id agent_id text created_at'),
  digested('likes', 'created_at', 'id agent_id post_id reply_id created_at'),
  digested('follows', 'created_at', 'id agent_id target_agent_id created_at'),
  digested('reposts', 'created_at', 'id agent_id post_id created_at'),
  digested('messages', 'created_at', 'id thread_id agent_id text created_at'),
  digested('encounters', 'created_at', 'id destination_id created_at'),
  digested('encounter_turns', 'created_at', 'id encounter_id agent_id text witnesses created_at'),
  digested('promises', 'created_at', 'id maker_id other_id place_id at kind root_id created_at'),
  digested('affairs', 'created_at', 'id kind thing created_at'),
  digested('idea_events', 'created_at', 'id idea_id type agent_id stance post_id created_at'),
  digested('contributions', 'created_at', 'id challenge_id agent_id text created_at'),
  digested('games', 'created_at', 'id destination_id white_agent_id black_agent_id created_at'),
  digested('journeys', 'created_at', 'id agent_id destination_id purpose depart_at arrive_at created_at'),
  digested('happenings', 'starts_at', 'id kind name place_id thing_id starts_at ends_at'),
  digested('facts', 'created_at', 'id kind subject_id about text audience audience_ids interest is_true created_at'),
  digested('knowledge', 'at', 'agent_id fact_id heard_from at belief variant', ['agent_id', 'fact_id']),
  digested('thing_changes', 'at', 'thing_id at state cause', ['thing_id', 'at']),
  digested('acts', 'at', 'id agent_id verb at cause_kind cause_id'),
]

const BATCH = 2_000
const HASH_BITS = 256n

/** A digest of a set of rows that does not depend on their order: the sum of the digests of the rows. */
class RowSum {
  #sum = 0n
  #count = 0

  add(row: readonly unknown[]): void {
    this.#sum = BigInt.asUintN(Number(HASH_BITS), this.#sum + BigInt(`0x${digestOf(row)}`))
    this.#count += 1
  }

  get text(): string {
    return `${this.#count} ${this.#sum.toString(16)}`
  }
}

interface DigestRange {
  readonly worldId: string
  /** Inclusive. */
  readonly from: number
  /** Inclusive. */
  readonly until: number
}

async function* rowsOf(read: Read, { table, at, key, columns }: DigestedTable, { worldId, from, until }: DigestRange) {
  let last: Value[] | null = null
  for (;;) {
    const after: string =
      last === null ? '' : `and (${key.join(', ')}) > (${key.map((_, n) => placeOf(read, n + 4)).join(', ')})`
    const rows: Record<string, Value>[] = await read.raw(
      `select ${columns.join(', ')} from ${table} where world_id = ${placeOf(read, 1)}
       and ${at} >= ${placeOf(read, 2)} and ${at} <= ${placeOf(read, 3)} ${after}
       order by ${key.join(', ')} limit ${BATCH}`,
      [worldId, from, until, ...(last ?? [])],
    )
    yield rows
    if (rows.length < BATCH) return
    last = key.map((column) => rows.at(-1)![column]!)
  }
}

/** One digest for each UTC day, over all rows that begin on it. Memory does not grow with the world. */
export async function digestDays(read: Read, range: DigestRange): Promise<Record<string, string>> {
  const days = new Map<string, string[]>()
  for (const table of DIGESTED) {
    const sums = new Map<string, RowSum>()
    for await (const rows of rowsOf(read, table, range))
      for (const row of rows) {
        const day = iso(Number(row[table.at])).slice(0, 10)
        const sum = sums.get(day) ?? new RowSum()
        sums.set(day, sum)
        sum.add(table.columns.map((column) => row[column] ?? null))
      }
    for (const [day, sum] of sums) days.set(day, [...(days.get(day) ?? []), `${table.table} ${sum.text}`])
  }
  const digest: Record<string, string> = {}
  for (let at = range.from; at <= range.until; at += DAY_MS) digest[iso(at).slice(0, 10)] = digestOf([])
  digest[iso(range.until).slice(0, 10)] = digestOf([])
  for (const [day, sums] of days) digest[day] = digestOf(sums)
  return Object.fromEntries(Object.entries(digest).sort(([a], [b]) => (a < b ? -1 : 1)))
}

// ── Interventions ──

/** Actions of the audit log that change no row that residents depend on. */
const HARMLESS =
  /^(?:seed|clock\.move|world\.(?:create|fork|interview)|(?:key|app|developer|account|operator|invite|tokens|webhook|connection|report|review|moderation)\.)/

/** Actions on one world or on all of them; the others name a row, whose id tells its world. */
const GLOBAL_ACTIONS: ReadonlySet<string> = new Set(['import', 'config.change'])

interface AuditRow {
  readonly id: string
  readonly at: number
  readonly actor: string
  readonly action: string
  readonly target: string
  readonly detail: string
}

async function* auditRows(read: Read): AsyncGenerator<AuditRow> {
  let last = ''
  for (;;) {
    const rows: AuditRow[] = await read.sql
      .selectFrom('audit')
      .select(['id', 'at', 'actor', 'action', 'target', 'detail'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    yield* rows
    if (rows.length < BATCH) return
    last = rows.at(-1)!.id
  }
}

/** Whether the target of an action is in a world: the world itself, or a row with its tag or in its directory. */
async function isInWorld(read: Read, world: World, target: string): Promise<boolean> {
  if (target === world.id || target.includes(`_${world.tag}_`)) return true
  const rows = await read.sql.selectFrom('directory').select('world_id').where('id', '=', target).execute()
  return rows.some(({ world_id }) => world_id === world.id)
}

type Repeated =
  | ManifestIntervention
  | { readonly at: string; readonly reason: string; readonly entry: ManifestIntervention }

/** The intervention that an audit entry records; null if it does not concern the world. */
async function interventionOf(read: Read, world: World, row: AuditRow): Promise<Repeated | null> {
  const { action, actor, target } = row
  if (HARMLESS.test(action) || actor === 'seed') return null
  if (!GLOBAL_ACTIONS.has(action) && !(await isInWorld(read, world, target))) return null
  const at = iso(row.at)
  const detail = JSON.parse(row.detail) as Record<string, unknown>
  switch (action) {
    case 'world.happen': {
      const { happeningId, ...happen } = detail
      return { at, happen: happen as unknown as HappeningPlan, happeningId: String(happeningId) }
    }
    case 'world.tell': {
      const { factId, ...tell } = detail
      return { at, tell: tell as unknown as FactPlan, factId: String(factId) }
    }
    case 'world.like':
      return { at, like: { latest: Number(detail.latest), count: Number(detail.count) } }
    case 'config.change':
      return { at, switches: detail }
    case 'import':
      return { at, reason: 'a world file was imported', entry: { at, import: { digest: digestOf(detail) } } }
    case 'world.change': {
      const { overlay, residentsPaused, status, ...rest } = detail
      if (residentsPaused === undefined && status === undefined)
        return overlay === undefined ? null : { at, overlay: overlay as Record<string, unknown> }
      const entry = { at, change: { action, digest: digestOf({ residentsPaused, status, ...rest }) } }
      return { at, reason: 'its residents were paused or the world was archived', entry }
    }
    default: {
      const entry = { at, change: { action, digest: digestOf(detail) } }
      return { at, reason: `an operator or developer changed it (${action})`, entry }
    }
  }
}

/** Tables with rows that visitors write. */
const VISITOR_ROWS = ['posts', 'replies', 'likes', 'follows', 'reposts', 'messages', 'journeys', 'encounter_turns']

/** One entry for each visitor that acted in the world, with a digest of its rows. */
async function visitorEntries(read: Read, worldId: string): Promise<ManifestIntervention[]> {
  const visitors = await read.sql
    .selectFrom('agents')
    .select(['id', 'created_at'])
    .where('world_id', '=', worldId)
    .where('kind', '=', 'visitor')
    .orderBy('id')
    .execute()
  const entries: ManifestIntervention[] = []
  for (const { id, created_at } of visitors) {
    const sum = new RowSum()
    let acts = 0
    for (const table of VISITOR_ROWS) {
      const rows = await read.raw<{ id: string }>(
        `select id from ${table} where world_id = ${placeOf(read, 1)} and agent_id = ${placeOf(read, 2)} order by id`,
        [worldId, id],
      )
      for (const row of rows) sum.add([table, row.id])
      acts += rows.length
    }
    entries.push({ at: iso(Math.max(0, created_at)), visitor: { agentId: id, acts, digest: digestOf(sum.text) } })
  }
  return entries
}

/** Reasons stored while the world was simulated: use of a model, skipped time. */
async function storedReasons(read: Read, worldId: string): Promise<string[]> {
  const rows = await read.sql
    .selectFrom('life_notes')
    .select(['kind', 'at'])
    .where('world_id', '=', worldId)
    .orderBy('kind')
    .execute()
  return rows.map(({ kind, at }) => `${NOTE_TEXTS[kind] ?? kind} (first at ${iso(at)})`)
}

const NOTE_TEXTS: Readonly<Record<string, string>> = {
  model: 'its residents used a model',
  skipped: 'time was skipped while no server ran its residents',
  failed: 'due rows were skipped after failures',
  late: 'an operator changed it while no server ran its residents',
}

/** Whether callers' conversations became memories that residents act upon. */
const hasCallerTalks = async (read: Read, worldId: string): Promise<boolean> =>
  (await read.sql
    .selectFrom('episodes')
    .select('id')
    .where('world_id', '=', worldId)
    .where('key_id', 'is not', null)
    .where('surface', '=', 'world')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** The manifest of a world as a snapshot shows it. */
export async function readManifest(read: Read, worldId: string): Promise<WorldManifest> {
  const world = (await readWorlds(read)).byId.get(worldId)
  if (world === undefined) throw notFound(`World not found: ${worldId}`)
  const origin = await readOrigin(read)
  const { randomSeed, seed, seedDigest, historyDays, startedAt } = origin
  const reasons: string[] = []
  if (startedAt === null) reasons.push('its store is older than manifests')
  else if (origin.version !== VERSION) reasons.push(`it was started with version ${origin.version}`)
  const interventions: ManifestIntervention[] = []
  for await (const row of auditRows(read)) {
    const intervention = await interventionOf(read, world, row)
    if (intervention === null) continue
    if ('reason' in intervention) reasons.push(intervention.reason)
    interventions.push('reason' in intervention ? intervention.entry : intervention)
  }
  const visitors = await visitorEntries(read, worldId)
  if (visitors.length > 0) reasons.push('it has visitors')
  if (await hasCallerTalks(read, worldId)) reasons.push('callers contributed to its memory')
  if (await isForkedByOperator(read, worldId)) reasons.push('an operator forked it')
  reasons.push(...(await storedReasons(read, worldId)))
  const livedUntil = await simulatedTo(read, worldId)
  const from = (startedAt ?? 0) - historyDays * DAY_MS
  const digest = livedUntil === null ? {} : await digestDays(read, { worldId, from, until: livedUntil })
  return {
    format: 1,
    version: VERSION,
    world: worldId,
    randomSeed,
    seed,
    seedDigest,
    flags: { 'history-days': String(historyDays) },
    startedAt: startedAt === null ? null : iso(startedAt),
    livedUntil: livedUntil === null ? null : iso(livedUntil),
    interventions: [...interventions, ...visitors].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
    digest,
    ...(reasons.length === 0 ? {} : { reproducible: false as const, reason: [...new Set(reasons)].join('; ') }),
  }
}

/** A fork of a seed is created again by the seed; other forks copy a world as it was at a moment. */
const isForkedByOperator = async (read: Read, worldId: string): Promise<boolean> =>
  (await read.sql
    .selectFrom('audit')
    .select('id')
    .where('target', '=', worldId)
    .where('action', 'in', ['world.fork', 'world.create'])
    .where('actor', '<>', 'seed')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Everything that a world starts from. */
export interface Origin {
  readonly version: string
  readonly randomSeed: string
  /** Time at which the simulated history ends; null in stores from before it was recorded. */
  readonly startedAt: number | null
  /** Value of `--seed`, and a digest of its files. */
  readonly seed: string
  readonly seedDigest: string
  readonly historyDays: number
}

const UNRECORDED: Origin = {
  version: '',
  randomSeed: STANDARD_RANDOM_SEED,
  startedAt: null,
  seed: '',
  seedDigest: '',
  historyDays: 0,
}

/** The recorded origin. A store from before there was one used the standard seed. */
export async function readOrigin(read: Read): Promise<Origin> {
  const stored = await readMeta(read, 'origin')
  return stored === null ? UNRECORDED : (JSON.parse(stored) as Origin)
}

export const writeOrigin = (tx: Tx, origin: Origin): Promise<void> => writeMeta(tx, 'origin', JSON.stringify(origin))

const hasWorlds = async (tx: Tx): Promise<boolean> =>
  (await readMeta(tx, 'seed')) !== null ||
  (await tx.sql.selectFrom('agents').select('id').limit(1).executeTakeFirst()) !== undefined

/**
 * Records the origin of a new store; of several nodes one does it. A test clock starts frozen at `--started-at`, so that
 * no time is skipped before the operator moves it.
 */
export const settleOrigin = (database: Database, config: Config, system: Ambient): Promise<Origin> =>
  database.transact(async (tx) => {
    if ((await readMeta(tx, 'origin')) !== null || (await hasWorlds(tx))) return readOrigin(tx)
    const { startedAt, randomSeed, seed, testClock } = config
    if (startedAt !== null && startedAt > system.now() && !testClock)
      throw new ConfigError('--started-at must not be in the future; with --test-clock it can be')
    const clock = await readClock(tx)
    if (testClock && startedAt !== null && clock.mode === 'system' && !clock.pinned)
      await moveClock(tx, system, { now: iso(startedAt) })
    const origin = { ...UNRECORDED, version: VERSION, randomSeed, seed, startedAt: startedAt ?? system.now() }
    await claimMeta(tx, 'origin', JSON.stringify(origin))
    return readOrigin(tx)
  })
