// Tests of the archive of the embedded store.
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, describe, expect, it } from 'vitest'
import { openSqlite, type SqliteDatabase } from '../sqlite.ts'
import { findMoment, type LogArchive, openLogArchive, rebuild } from './log-archive.ts'
import { chainsIn } from './log-files.ts'

const AT = Date.parse('2026-04-01T12:00:00.000Z')
const DAY_MS = 86_400_000
const HOURLY_SECONDS = 3_600
/** More than the log's limit, in pages of 4 KiB. */
const LARGE = 4_200_000

let folder = ''
let closers: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closers.reverse()) await close()
  closers = []
  rmSync(folder, { recursive: true, force: true })
})

interface Yard {
  readonly file: string
  readonly archive: string
  readonly database: SqliteDatabase
  readonly errors: unknown[]
  readonly log: LogArchive
  write(value: number, bytes?: number): Promise<void>
  /** Archives all changes one second later; returns that moment. */
  step(): Promise<number>
  pass(ms: number): void
}

let now = AT
function open({ archived = true } = {}): Yard {
  if (closers.length === 0) folder = mkdtempSync(join(tmpdir(), 'agent-network-log-'))
  const file = join(folder, 'store.db')
  const archive = join(folder, 'archive')
  const database = openSqlite({
    file,
    listener: { committed() {} },
    newEpoch: () => '',
    elapsed: () => 0,
    archived,
  })
  const errors: unknown[] = []
  let moment = 0
  const log = openLogArchive({
    ...{ file, archive, days: 2, seconds: HOURLY_SECONDS, now: () => now, pause: database.pause },
    onMoment: (at) => {
      moment = at
    },
    onError: (error) => errors.push(error),
  })
  closers.push(async () => {
    await log.close().catch(() => {})
    await database.close().catch(() => {})
  })
  return {
    ...{ file, archive, database, errors, log },
    write: (value, bytes = 10) =>
      database.transact(async (tx) => {
        await tx.raw('create table if not exists t (n integer primary key, filling blob)', [])
        await tx.raw('insert into t values (?, randomblob(?))', [value, bytes])
      }),
    async step() {
      now += 1_000
      // A step in progress may have started before the last write.
      for (let n = 0; n < 2; n++) {
        await log.step()
        // Waits for work already in the queue.
        await database.pause(async () => {})
      }
      return moment
    },
    pass: (ms) => {
      now += ms
    },
  }
}

let copies = 0
async function valuesAt(archive: string, at: number): Promise<number[]> {
  copies += 1
  const file = join(folder, `copy-${copies}.db`)
  await rebuild(findMoment(archive, at).chain, file)
  const store = new DatabaseSync(file)
  try {
    expect(store.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
    return store
      .prepare('select n from t order by n')
      .all()
      .map((row) => (row as { n: number }).n)
  } finally {
    store.close()
  }
}

/** Steps without work do not wait, and a loop of them would block the event loop. */
const soon = (): Promise<void> => new Promise((resume) => setTimeout(resume, 5))

const numbers = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1)
const lives = (archive: string): number => new Set(chainsIn(archive).flatMap((c) => c.segments.map((s) => s.life))).size

describe('an archive of the log', () => {
  it('restores every archived moment, across restarts of the log', async () => {
    const yard = open()
    const moments: number[] = []
    for (const value of numbers(5)) {
      await yard.write(value, value % 2 === 0 ? LARGE : 10)
      moments.push(await yard.step())
    }
    expect(yard.errors).toEqual([])
    expect(lives(yard.archive)).toBeGreaterThan(2)
    for (const [i, moment] of moments.entries()) {
      expect(await valuesAt(yard.archive, moment)).toEqual(numbers(i + 1))
      expect(findMoment(yard.archive, moment + 500).moment).toBe(findMoment(yard.archive, moment).moment)
    }
    expect(() => findMoment(yard.archive, AT - 1)).toThrow('begins later')
  })

  it('contains commits made while a reader prevented a restart of the log', async () => {
    const yard = open()
    await yard.write(1)
    await yard.step()
    const reader = new DatabaseSync(yard.file, { readOnly: true })
    reader.exec('begin')
    reader.prepare('select count(*) from t').get()
    await yard.write(2, LARGE)
    const second = await yard.step()
    await yard.write(3, LARGE)
    const third = await yard.step()
    expect(lives(yard.archive)).toBe(1)
    reader.exec('rollback')
    reader.close()
    await yard.write(4, LARGE)
    await yard.step()
    await yard.write(5)
    const last = await yard.step()
    expect(lives(yard.archive)).toBe(2)
    expect(await valuesAt(yard.archive, second)).toEqual(numbers(2))
    expect(await valuesAt(yard.archive, third)).toEqual(numbers(3))
    expect(await valuesAt(yard.archive, last)).toEqual(numbers(5))
  })

  it("continues while an import occupies the writers' queue", async () => {
    const yard = open()
    await yard.write(1)
    await yard.step()
    const other = new DatabaseSync(yard.file)
    other.exec('pragma wal_autocheckpoint = 0')
    const moments: number[] = []
    await yard.database.pause(async () => {
      for (const value of [2, 3]) {
        other.prepare('insert into t values (?, randomblob(?))').run(value, LARGE)
        yard.pass(1_000)
        await yard.log.step()
        moments.push(now)
      }
    })
    other.close()
    await yard.write(4)
    moments.push(await yard.step())
    expect(yard.errors).toEqual([])
    for (const [i, moment] of moments.entries()) expect(await valuesAt(yard.archive, moment)).toEqual(numbers(i + 2))
    await yard.write(5)
    await yard.step()
    expect(lives(yard.archive)).toBe(2)
  })

  it('detects that SQLite has checkpointed the log itself', async () => {
    const yard = open({ archived: false })
    await yard.write(1)
    await yard.step()
    await yard.write(2, LARGE)
    await yard.write(3)
    const last = await yard.step()
    expect(await valuesAt(yard.archive, last).catch(() => [])).not.toEqual(numbers(3))
  })

  it('continues after a crash, and otherwise starts with a new copy', async () => {
    const first = open()
    await first.write(1)
    const before = await first.step()
    await first.write(2)
    first.pass(1_000)
    // A killed process leaves the log as it is. A second process takes over while the first still has it open.
    const second = open()
    await second.write(3)
    const after = await second.step()
    expect(chainsIn(second.archive).length).toBe(1)
    expect(await valuesAt(second.archive, before)).toEqual([1])
    expect(await valuesAt(second.archive, after)).toEqual(numbers(3))
    await second.log.close()
    for (const { database } of [second, first]) await database.close()
    const other = new DatabaseSync(second.file)
    other.exec('insert into t values (4, null)')
    other.close()
    const third = open()
    await third.write(5)
    const last = await third.step()
    expect(chainsIn(third.archive).length).toBe(2)
    expect(await valuesAt(third.archive, last)).toEqual(numbers(5))
    expect(await valuesAt(third.archive, after)).toEqual(numbers(3))
  })

  it('makes a copy every day and deletes chains older than the retention', async () => {
    const yard = open()
    for (const value of numbers(5)) {
      if (value > 1) yard.pass(DAY_MS)
      await yard.write(value)
      // The copy of a new day is made while the previous chain continues.
      expect(await valuesAt(yard.archive, await yard.step())).toEqual(numbers(value))
      while (chainsIn(yard.archive).at(-1)!.startedAt < now - 60_000) await soon()
      await yard.step()
    }
    // A chain becomes current in the step after its copy is complete; chains that are too old are then deleted.
    while (chainsIn(yard.archive).length > 3) {
      await soon()
      await yard.step()
    }
    const starts = chainsIn(yard.archive).map(({ startedAt }) => startedAt)
    expect(starts.length).toBe(3)
    expect(starts[0]).toBeLessThanOrEqual(now - 2 * DAY_MS + 60_000)
    expect(await valuesAt(yard.archive, await yard.step())).toEqual(numbers(5))
  })

  it('refuses damaged or incomplete chains, and starts a new one when it is writable again', async () => {
    const yard = open()
    for (const value of numbers(4)) {
      await yard.write(value)
      await yard.step()
    }
    const [chain] = chainsIn(yard.archive)
    const [, second, third] = chain!.segments
    renameSync(second!.file, `${second!.file}.away`)
    await expect(valuesAt(yard.archive, now)).rejects.toThrow('something is missing before')
    renameSync(`${second!.file}.away`, second!.file)
    expect(await valuesAt(yard.archive, now)).toEqual(numbers(4))
    writeFileSync(third!.file, 'no longer what it was')
    await expect(valuesAt(yard.archive, now)).rejects.toThrow('the archive is damaged')
    expect(await valuesAt(yard.archive, second!.moment)).toEqual(numbers(2))

    renameSync(yard.archive, `${yard.archive}.away`)
    await yard.write(5)
    await yard.step()
    expect(yard.errors.length).toBeGreaterThan(0)
    renameSync(`${yard.archive}.away`, yard.archive)
    await yard.write(6)
    await yard.step()
    expect(chainsIn(yard.archive)[0]!.segments.length).toBe(5)
  })
})
