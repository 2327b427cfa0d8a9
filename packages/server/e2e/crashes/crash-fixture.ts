// Fixture of the crash tests: a server process, its visitors and the acts they send.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import pg from 'pg'
import { createDatabase, type EngineName } from '../../test/harness.ts'
import { standBy } from '../../test/planted.ts'
import { type NodeProcess, tempFolder } from '../../test/processes.ts'
import {
  type Answer,
  act,
  addKey,
  addVisitor,
  type Key,
  openTown,
  type Site,
  siteOfProcess,
  type Town,
  type Visitor,
} from '../../test/visitor-site.ts'
import type { PowerDisk } from './power-disk.ts'

/** One act: its request and its response, if any. */
export interface Op {
  /** The crash it was sent before. */
  readonly crash: number
  readonly verb: string
  readonly member: Member
  readonly key: DriveKey
  readonly value: string
  readonly body: unknown
  /** Its text or its target. */
  readonly about: string
  /** The last word on it: done, or refused. Null while nobody knows. */
  answer: Answer | null
}

export interface DriveKey extends Key {
  readonly cap: number
}

export interface Member {
  readonly visitor: Visitor
  readonly keys: readonly DriveKey[]
  /** Reads the journal and nothing else, so that reading costs no acts. */
  readonly reader: Key
  readonly journal: JournalEntry[]
  cursor: string | null
}

export interface JournalEntry {
  readonly sequence: number
  readonly type: 'attempt' | 'outcome'
  readonly requestId: string
  readonly createdAt: string
  readonly outcome?: { readonly status: string; readonly docId?: string; readonly skipReason?: string }
}

export interface Fixture {
  readonly engine: EngineName
  readonly town: Town
  readonly crew: readonly Member[]
  readonly random: () => number
  site(): Site
  /** Ends the server between two instructions, wherever it is. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Rows of the store, read past all caches. */
  rows(sql: string): Promise<any[]>
  /** Lets time pass while nobody serves: nothing is swept, and whoever asks first finds what was left. */
  sleep(ms: number): Promise<void>
  close(): Promise<void>
}

/** The same chances for the same seed; the kills fall where the machine happens to be, of course. */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

async function openStore(engine: EngineName, disk: PowerDisk | undefined) {
  const data = disk === undefined ? tempFolder() : join(disk.folder, 'data')
  const database = engine === 'postgres' ? await createDatabase() : null
  const onSqlite = <T>(readOnly: boolean, work: (db: InstanceType<typeof DatabaseSync>) => T): T => {
    const db = new DatabaseSync(join(data, 'agent-network.db'), { readOnly })
    try {
      db.exec('pragma busy_timeout = 60000')
      return work(db)
    } finally {
      db.close()
    }
  }
  const onPostgres = async (sql: string): Promise<any[]> => {
    const client = new pg.Client({ connectionString: database!.url })
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }
  return {
    flags: [
      `--data=${data}`,
      '--test-clock',
      ...(database === null ? [] : [`--database-url=${database.url}`, `--redis-url=${process.env.TEST_REDIS_URL}`]),
    ],
    rows: async (sql: string): Promise<any[]> =>
      database === null ? onSqlite(true, (db) => db.prepare(sql).all()) : onPostgres(sql),
    async change(sql: string) {
      if (database === null) onSqlite(false, (db) => db.exec(sql))
      else await onPostgres(sql)
    },
    async remove() {
      await database?.drop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

const CREW = 4
/** Small enough to be used up in a day, so that crashes meet the cap too. */
const TIGHT = 30
/** Two minutes to midnight come round every eighth crash: a refund then belongs to the day before. */
const START = '2026-03-10T20:58:00.000Z'

async function populate(site: Site): Promise<Pick<Fixture, 'town' | 'crew'>> {
  await site.operator('PUT', '/_operator/clock', { now: START })
  const town = await openTown(site, { residents: 40, posts: 150 })
  await site.operator('PATCH', '/_operator/config', {
    cityDailyPostCap: 100_000,
    cityDailyReplyCap: 100_000,
    cityDailyDmCap: 100_000,
    cityThreadReplyCap: 100_000,
  })
  const crew: Member[] = []
  for (let i = 0; i < CREW; i++) {
    const visitor = await addVisitor(site, town)
    const withCap = async (cap: number): Promise<DriveKey> => ({ ...(await addKey(site, visitor, cap)), cap })
    const keys = [await withCap(500), await withCap(500), await withCap(TIGHT)]
    crew.push({ visitor, keys, reader: await addKey(site, visitor), journal: [], cursor: null })
  }
  return { town, crew }
}

export interface FixturePlan {
  readonly engine: EngineName
  readonly seed: number
  readonly main?: string | undefined
  readonly disk?: PowerDisk
}

export async function openFixture({ engine, seed, main, disk }: FixturePlan): Promise<Fixture> {
  const store = await openStore(engine, disk)
  // The next one loads while this one serves.
  const next = () => standBy({ main, flags: store.flags })
  let node: NodeProcess = await next().start()
  let waiting = next()
  let site = siteOfProcess(node)
  const close = async () => {
    await node.stop('SIGKILL')
    await waiting.discard()
    await store.remove()
  }
  const people = await populate(site).catch(async (error: Error) => {
    await close()
    throw error
  })
  return {
    engine,
    ...people,
    random: chance(seed),
    site: () => site,
    async kill() {
      // A stopped process answers nobody, so the copy holds at least what was answered.
      if (disk !== undefined) {
        node.child.kill('SIGSTOP')
        disk.cutPower()
      }
      await node.stop('SIGKILL')
      disk?.restorePower()
    },
    async start() {
      node = await waiting.start()
      waiting = next()
      site = siteOfProcess(node)
    },
    rows: store.rows,
    sleep: (ms) => store.change(`update clock set now = now + ${ms} where id = 1`),
    close,
  }
}

const WORDS = ['river', 'stone', 'cloud', 'ember', 'maple', 'harbor', 'lantern', 'meadow', 'copper', 'willow']
/** A number that no moderation takes for a telephone's. */
const spelled = (n: number): string => [...String(n)].map((digit) => WORDS[Number(digit)]).join(' ')

const MIX = [
  'post',
  'post',
  'post',
  'reply',
  'reply',
  'reply',
  'like',
  'like',
  'like',
  'follow',
  'dm',
  'dm',
  'bio',
  'persona',
]

let postCount = 0
function nextOp({ crew, town, random }: Fixture, crash: number): Op {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const member = pick(crew)
  const verb = pick(MIX)
  postCount += 1
  const text = `Of ${spelled(postCount)} and the tide`
  const postId = pick(town.posts)
  const partner =
    random() < 0.5 ? pick(crew.filter((other) => other !== member)).visitor.agentId : pick(town.residents).id
  const target = pick(town.residents).id
  const inputs: Record<string, [unknown, string]> = {
    post: [{ text }, text],
    reply: [{ postId, text }, text],
    like: [{ postId }, postId],
    follow: [{ agentId: target }, target],
    dm: [{ agentId: partner, text }, text],
    bio: [{ text }, text],
    persona: [{ text }, text],
  }
  const [input, about] = inputs[verb]!
  const body = { [verb]: input }
  return { crash, verb, member, key: pick(member.keys), value: `op-${postCount}`, body, about, answer: null }
}

export const send = (fixture: Fixture, { member, key, value, body }: Op): Promise<Answer> =>
  act(fixture.site(), member.visitor, key, value, body)

export const isInProgress = ({ code }: Answer): boolean => code === 'IDEMPOTENCY_IN_PROGRESS'

/** Every seventh is sent twice at once. What was answered first is the last word, unless it was "in progress". */
async function sendMaybeTwice(fixture: Fixture, op: Op): Promise<void> {
  const copies = fixture.random() < 1 / 7 ? [send(fixture, op), send(fixture, op)] : [send(fixture, op)]
  const responses = (await Promise.allSettled(copies)).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const done = responses.filter((answer) => answer.status === 200)
  if (new Set(done.map(({ text }) => text)).size > 1) throw new Error(`${op.value}: twins were told different things`)
  op.answer = done[0] ?? responses.find((answer) => !isInProgress(answer)) ?? null
  if (responses.length < copies.length) throw new Cut()
}

/** The connection broke: the server is gone. */
class Cut extends Error {}

export interface Load {
  readonly workers: number
  /** The kill comes after so many answers, and a moment more. */
  readonly answers: number
  readonly momentMs: number
}

/** Many at once, until the server is killed under them. */
export async function loadUntilKilled(fixture: Fixture, crash: number, load: Load): Promise<Op[]> {
  const ops: Op[] = []
  let answered = 0
  let killed: Promise<void> | null = null
  const kill = async () => {
    await new Promise((resume) => setTimeout(resume, load.momentMs))
    await fixture.kill()
  }
  const work = async () => {
    try {
      for (;;) {
        const op = nextOp(fixture, crash)
        ops.push(op)
        await sendMaybeTwice(fixture, op)
        answered += 1
        if (answered >= load.answers) killed ??= kill()
      }
    } catch (error) {
      if (!(error instanceof Cut)) throw error
    }
  }
  await Promise.all(Array.from({ length: load.workers }, work))
  await killed
  return ops
}
