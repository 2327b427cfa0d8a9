import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { backupTo, restoreFrom } from '../../src/app/cli/backup/backup.ts'
import { exportWorld } from '../../src/features/world-files/export-world.ts'
import { importWorldFile } from '../../src/features/world-files/import/import.ts'
import { createKey } from '../../src/platform/access/keys.ts'
import { makeSeals } from '../../src/platform/core/seals.ts'
import type { Database } from '../../src/platform/db/database.ts'
import { MIGRATIONS } from '../../src/platform/db/migrations/migrate.ts'
import { openSqliteReadOnly, sqliteFile } from '../../src/platform/db/sqlite.ts'
import { createWorld, newWorld, readWorlds } from '../../src/platform/worlds/worlds.ts'
import { addPost } from '../../src/stores/posts/posts.ts'
import { searchPosts } from '../../src/stores/posts/search.ts'
import {
  AT,
  aKey,
  ambient,
  cleanUp,
  fill,
  folder,
  found,
  openFresh,
  openFreshPostgres,
  racingId,
  racingPost,
  rowsOf,
  silent,
  smallBackup,
  wrongCounters,
} from '../../test/backup-fixtures.ts'
import { waitUntil } from '../../test/wait-until.ts'

afterEach(cleanUp)

describe('backup and restore', () => {
  it('brings back every row, finds the same posts, and changes the epoch', async () => {
    const source = await openFresh()
    await fill(source)
    const file = join(folder(), 'network.backup')
    const steps: number[] = []
    const { rows } = await backupTo(source, file, (done) => steps.push(done))
    expect(readdirSync(join(file, '..'))).toEqual(['network.backup'])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(steps.at(-1)).toBe(rows)
    expect(rows).toBeGreaterThan(3_000)

    const target = await openFresh()
    const epoch = () =>
      target.read.sql.selectFrom('epochs').select('value').where('name', '=', 'control').executeTakeFirst()
    const before = await epoch()
    expect(await restoreFrom(target, file, silent)).toEqual({ rows })
    expect(await rowsOf(target)).toEqual(await rowsOf(source))
    expect(await found(target)).toEqual(await found(source))
    expect(await exportWorld(target.read, 'prime')).toEqual(await exportWorld(source.read, 'prime'))
    expect(await wrongCounters(target)).toEqual([])
    expect(await epoch()).not.toEqual(before)
    const prime = (await readWorlds(target.read)).byId.get('prime')!
    await target.transact((tx) => addPost(tx, prime, racingPost(prime.id, 1, 'harbour', '')))
    expect((await searchPosts(target.read, prime, 'racing', { page: 1, perPage: 5 })).total).toBe(1)
  })

  it('is one moment of history while posts keep coming', async () => {
    const data = folder()
    const source = await openFresh(data)
    await fill(source)
    const world = (await readWorlds(source.read)).byId.get('prime')!
    const author = (
      await source.read.sql.selectFrom('agents').select('id').where('world_id', '=', 'prime').executeTakeFirstOrThrow()
    ).id
    const topic = (
      await source.read.sql.selectFrom('topics').select('id').where('world_id', '=', 'prime').executeTakeFirstOrThrow()
    ).id
    let issued = 0
    let committed = 0
    let writing = true
    const write = async (): Promise<void> => {
      while (writing) {
        issued += 1
        const post = racingPost(world.id, issued, author, topic)
        await source.transact((tx) => addPost(tx, world, post))
        committed += 1
      }
    }
    // A history long enough that the backup is still at it when hundreds of commits have come.
    await source.transact(async (tx) => {
      for (let n = 1; n <= 5_000; n++)
        await addPost(tx, world, { ...racingPost(world.id, n, author, topic), id: `old_${n}` })
    })
    const writers = Array.from({ length: 8 }, write)
    await waitUntil('20 committed posts', () => committed >= 20, { everyMs: 1 })

    const file = join(folder(), 'network.backup')
    const atStart = committed
    await backupTo(source, file, silent)
    const atEnd = committed
    // Once more as a second process would do it, beside the writer's connection.
    const second = join(folder(), 'second.backup')
    await backupTo(openSqliteReadOnly(sqliteFile(data)), second, silent)
    writing = false
    await Promise.all(writers)
    expect(atEnd - atStart).toBeGreaterThan(300)

    const postCounts: number[] = []
    for (const backup of [file, second]) {
      const target = await openFresh()
      await restoreFrom(target, backup, silent)
      expect(await wrongCounters(target)).toEqual([])
      const raced = await target.read.sql
        .selectFrom('posts')
        .select('id')
        .where('id', 'like', 'race_%')
        .orderBy('id')
        .execute()
      expect(raced.map((row) => row.id)).toEqual(raced.map((_, n) => racingId(n + 1)))
      const { total } = await searchPosts(target.read, world, `racing number${raced.length}`, { page: 1, perPage: 1 })
      expect(total).toBeGreaterThan(0)
      postCounts.push(raced.length)
      // The same world as the source's, less the posts that came after the backup's moment.
      const restored = await exportWorld(target.read, 'prime')
      const restoredIds = new Set(restored.posts!.map((post) => post.id))
      const now = await exportWorld(source.read, 'prime')
      expect(restored).toEqual({ ...now, posts: now.posts!.filter((post) => restoredIds.has(post.id)) })
    }
    expect(postCounts[0]).toBeGreaterThanOrEqual(atStart)
    expect(postCounts[0]).toBeLessThan(atEnd)
    expect(postCounts[1]).toBeGreaterThanOrEqual(atEnd)
    expect(await wrongCounters(source)).toEqual([])
  })

  it('refuses a store that holds anything, and leaves it as it was', async () => {
    const file = await smallBackup()
    for (const put of [
      (database: Database) => database.transact((tx) => createWorld(tx, ambient, newWorld('other', 'Other', AT))),
      (database: Database) =>
        database.transact((tx) => createKey(tx, { ambient, seals: makeSeals(['s']), environment: 'live' }, aKey)),
      (database: Database) =>
        database.transact((tx) => importWorldFile(tx, ambient, { agents: [{ id: 'x', handle: 'x' }] }, AT)),
    ]) {
      const target = await openFresh()
      await put(target)
      const before = await rowsOf(target)
      await expect(restoreFrom(target, file, silent)).rejects.toThrow(/the database is not empty \(it holds .+\)/)
      expect(await rowsOf(target)).toEqual(before)
    }
  })

  it('refuses a file that was cut off or altered anywhere, and leaves the store as it was', async () => {
    const bytes = readFileSync(await smallBackup())
    const text = gunzipSync(bytes).toString('utf8')
    const target = await openFresh()
    const before = await rowsOf(target)
    const broken = join(folder(), 'broken')
    const refuses = async (content: Uint8Array) => {
      writeFileSync(broken, content)
      await expect(restoreFrom(target, broken, silent)).rejects.toThrow(/backup/)
    }
    for (const share of [0, 0.001, 0.3, 0.7, 0.99]) await refuses(bytes.subarray(0, Math.floor(bytes.length * share)))
    await refuses(bytes.subarray(0, bytes.length - 1))
    for (const share of [0.01, 0.2, 0.5, 0.8, 0.999]) {
      const altered = Buffer.from(bytes)
      const at = Math.max(12, Math.floor(bytes.length * share))
      altered[at] = altered[at]! ^ 0x10
      await refuses(altered)
    }
    const lines = text.trimEnd().split('\n')
    const packed = (changed: readonly string[]) => gzipSync(`${changed.join('\n')}\n`)
    await refuses(packed(lines.slice(0, -1)))
    await refuses(packed(lines.map((line) => line.replace('"Topic"', '"Tropic"'))))
    await refuses(packed(lines.toSpliced(-3, 1)))
    await refuses(packed([...lines, lines.at(-2)!]))
    await refuses(Buffer.concat([bytes, bytes]))
    await refuses(Buffer.from('{"not":"a backup"}\n'))
    await refuses(gzipSync('{"not":"a backup"}\n'))
    expect(await rowsOf(target)).toEqual(before)
    await expect(restoreFrom(target, join(folder(), 'nowhere'), silent)).rejects.toThrow('there is no file')
    writeFileSync(broken, packed(lines))
    await restoreFrom(target, broken, silent)
  })

  it('refuses a newer schema, however well it is sealed', async () => {
    const lines = gunzipSync(readFileSync(await smallBackup()))
      .toString('utf8')
      .trimEnd()
      .split('\n')
    const header = JSON.stringify({ ...JSON.parse(lines[0]!), schema: MIGRATIONS.length + 1 })
    const body = `${[header, ...lines.slice(1, -1)].join('\n')}\n`
    const end = { ...JSON.parse(lines.at(-1)!), sha256: createHash('sha256').update(body).digest('hex') }
    const file = join(folder(), 'newer')
    writeFileSync(file, gzipSync(`${body}${JSON.stringify(end)}\n`))
    await expect(restoreFrom(await openFresh(), file, silent)).rejects.toThrow(/newer version/)
  })

  it('leaves no half-written file behind, and keeps an earlier one', async () => {
    const file = await smallBackup()
    const before = readFileSync(file)
    const source = await openFresh()
    const failing = backupTo(source, file, () => {
      throw new Error('the disk is full')
    })
    await expect(failing).rejects.toThrow('the disk is full')
    expect(readdirSync(join(file, '..'))).toEqual(['small.backup'])
    expect(readFileSync(file)).toEqual(before)
  })

  it.runIf(process.env.TEST_DATABASE_URL !== undefined)(
    'goes from SQLite to PostgreSQL and back unchanged',
    async () => {
      const source = await openFresh()
      await fill(source)
      const there = join(folder(), 'there')
      await backupTo(source, there, silent)
      const postgres = await openFreshPostgres()
      await restoreFrom(postgres, there, silent)
      expect(await rowsOf(postgres)).toEqual(await rowsOf(source))
      expect(await found(postgres)).toEqual(await found(source))
      await expect(restoreFrom(postgres, there, silent)).rejects.toThrow(/not empty/)

      const back = join(folder(), 'back')
      await backupTo(postgres, back, silent)
      const again = await openFresh()
      await restoreFrom(again, back, silent)
      expect(await rowsOf(again)).toEqual(await rowsOf(source))
      expect(await found(again)).toEqual(await found(source))
    },
  )
})
