// The commands manifest, reproduce and export-data, on both engines, with the server running and stopped.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, ENGINES, OPERATOR_TOKEN, startTestServer, TEST_SECRET, type TestServer } from './harness.ts'
import { BEGINNING, lifeFile, smallCity } from './life-world.ts'
import { MAIN, tempFolder } from './processes.ts'

const CLI = join(dirname(MAIN), 'cli/main.js')
const HOUR = 3_600_000
const DAY = 24 * HOUR
const MINUTES = 60_000
const iso = (at: number): string => new Date(at).toISOString()

interface Done {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

const run = (env: Record<string, string>, ...args: string[]): Promise<Done> =>
  new Promise((resolve) => {
    const secrets = { AGENT_NETWORK_SECRET: TEST_SECRET, AGENT_NETWORK_OPERATOR_TOKEN: OPERATOR_TOKEN }
    const child = spawn(process.execPath, [CLI, ...args], { env: { PATH: process.env.PATH!, ...secrets, ...env } })
    let [out, err] = ['', '']
    child.stdout.on('data', (chunk) => {
      out += chunk
    })
    child.stderr.on('data', (chunk) => {
      err += chunk
    })
    child.once('close', (code) => resolve({ code, out, err }))
  })

/** Rows of a CSV file: quoted fields may contain commas, quotes and line ends. */
function parseCsv(text: string): Record<string, string>[] {
  const rows: string[][] = [[]]
  let field = ''
  let isQuoted = false
  for (let n = 0; n < text.length; n++) {
    const character = text[n]!
    if (isQuoted && character === '"' && text[n + 1] === '"') {
      field += '"'
      n += 1
    } else if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && (character === ',' || character === '\n')) {
      rows.at(-1)!.push(field)
      field = ''
      if (character === '\n') rows.push([])
    } else field += character
  }
  const [header, ...lines] = rows.filter((row) => row.length > 0)
  return lines.map((line) => Object.fromEntries(header!.map((name, n) => [name, line[n]!])))
}

/** A value of one format as text that all formats share. */
function plain(value: unknown, type: string): string {
  if (value === null || value === undefined || value === '') return ''
  if (value instanceof Date) return type === 'date' ? value.toISOString().slice(0, 10) : value.toISOString()
  if (type === 'array' || type === 'object')
    return JSON.stringify(typeof value === 'string' ? JSON.parse(value) : value)
  return String(value)
}

/** Digests of the same world on each engine. */
const digests: unknown[] = []

const TABLES =
  'agents posts replies likes follows reposts conversations conversation_turns promises affairs grudges ties_daily stances_daily moods_daily ideas idea_steps games walks happenings acts knowledge'.split(
    ' ',
  )

for (const engine of ENGINES)
  describe(`research commands on ${engine}`, { timeout: 10 * MINUTES }, () => {
    const data = tempFolder()
    const files = tempFolder()
    const seed = join(files, 'world.json')
    const folders: string[] = [data, files]
    let database: { url: string; drop(): Promise<void> } | null = null
    let env: Record<string, string> = {}
    let server: TestServer | null = null
    let running: any
    let factId = ''

    const start = () =>
      startTestServer(engine, {
        data,
        seed,
        life: true,
        ...(database === null ? {} : { databaseUrl: database.url }),
        env: { AGENT_NETWORK_RANDOM_SEED: 'laboratory', AGENT_NETWORK_STARTED_AT: iso(BEGINNING) },
      })
    const cli = (...args: string[]) => run(env, '--data', data, ...args)
    /** A new empty folder. */
    const folder = (): string => {
      const path = tempFolder()
      folders.push(path)
      return path
    }
    const reproduce = (manifest: object, ...args: string[]): Promise<Done> => {
      const file = join(folder(), 'reproduce.json')
      writeFileSync(file, JSON.stringify(manifest))
      return run({}, 'reproduce', file, '--data', folder(), ...args)
    }

    beforeAll(async () => {
      const world = { kind: 'prime', createdAt: '2026-01-01T00:00:00.000Z' }
      const file = lifeFile({ worldId: 'prime', residents: 7, posts: 3, city: smallCity(2), world })
      writeFileSync(seed, JSON.stringify(file))
      database = engine === 'postgres' ? await createDatabase() : null
      if (database !== null)
        env = {
          AGENT_NETWORK_DATABASE_URL: database.url,
          AGENT_NETWORK_REDIS_URL: process.env.TEST_REDIS_URL!,
        }
      server = await start()
      const resident = file.agents[0].id
      const status = await server.operator('GET', '/_operator/status')
      expect(status.body.data).toMatchObject({ randomSeed: 'laboratory', startedAt: iso(BEGINNING) })
      await server.advance(DAY + 9 * HOUR)
      const fact = await server.operator('POST', '/_operator/worlds/prime/facts', {
        agentId: resident,
        about: 'the café',
        text: 'The café closes for good, and "everybody" is invited to a party, on Friday.',
      })
      factId = fact.body.data.factId
      const happening = { kind: 'feast', title: 'Lantern Night', placeId: 'dst_green' }
      const [from, to] = [BEGINNING + 2 * DAY, BEGINNING + 2 * DAY + 6 * HOUR].map(iso)
      await server.operator('POST', '/_operator/worlds/prime/happenings', { ...happening, from, to })
      await server.advance(HOUR / 2)
      await server.switches({ cityDailyPostCap: 50 })
      await server.advance(DAY)
      const current = await cli('manifest', 'prime')
      expect(current.code, current.err).toBe(0)
      running = JSON.parse(current.out)
    }, 5 * MINUTES)
    afterAll(async () => {
      await server?.close()
      await database?.drop()
      for (const path of folders) rmSync(path, { recursive: true, force: true })
    })

    it('the manifest names everything that the world follows from', () => {
      expect(running).toMatchObject({
        format: 1,
        version: expect.any(String),
        randomSeed: 'laboratory',
        seed,
        flags: { 'history-days': '0' },
        startedAt: iso(BEGINNING),
      })
      expect(running.reproducible, running.reason).toBeUndefined()
      expect(running.interventions).toEqual([
        { at: iso(BEGINNING + DAY + 9 * HOUR), tell: expect.objectContaining({ about: 'the café' }), factId },
        {
          at: iso(BEGINNING + DAY + 9 * HOUR),
          happen: expect.objectContaining({ title: 'Lantern Night' }),
          happeningId: expect.any(String),
        },
        { at: iso(BEGINNING + DAY + 9.5 * HOUR), switches: { cityDailyPostCap: 50 } },
      ])
      expect(Object.keys(running.digest)).toEqual(['2026-04-01', '2026-04-02', '2026-04-03'])
      digests.push(running.digest)
      expect(running.digest, 'the same on every engine').toEqual(digests[0])
    })

    it('reproduce simulates the same days in an embedded store', async () => {
      const again = await reproduce(running, '--json')
      expect(JSON.parse(again.out), again.err).toEqual({ equal: true, firstDifferentDay: null, faults: [] })
      expect(again.code).toBe(0)
    })

    it('reproduce finds a tampered file and a changed version', async () => {
      const without = { ...running, interventions: running.interventions.slice(1) }
      const untold = await reproduce(without)
      expect(untold.code, untold.err).toBe(1)
      expect(untold.err).toContain('first different day: 2026-04-02')
      const { '2026-04-01': _, ...fewer } = running.digest
      const changed = await reproduce({ ...running, version: '0.0.1', digest: fewer }, '--json')
      expect(changed.code, changed.err).toBe(1)
      expect(JSON.parse(changed.out)).toMatchObject({ equal: false, firstDifferentDay: '2026-04-01' })
      expect(changed.out).toContain('version 0.0.1 instead of')
    })

    it('reproduce refuses files and folders that it cannot use', async () => {
      const full = await run({}, 'reproduce', join(files, 'world.json'), '--data', files)
      expect(full).toMatchObject({ code: 1, err: expect.stringContaining('is no manifest') })
      const file = join(folder(), 'reproduce.json')
      writeFileSync(file, JSON.stringify(running))
      const used = await run({}, 'reproduce', file, '--data', files)
      expect(used).toMatchObject({ code: 1, err: expect.stringContaining('is not empty') })
      const unnamed = await run({}, 'reproduce', file)
      expect(unnamed).toMatchObject({ code: 1, err: expect.stringContaining('--data') })
      const old = await reproduce({ ...running, reproducible: false, reason: 'its residents used a model' })
      expect(old).toMatchObject({ code: 2, err: expect.stringContaining('its residents used a model') })
    })

    it('all formats hold the same rows, and nothing private', async () => {
      const outputs = { csv: folder(), jsonl: folder(), parquet: folder() }
      for (const [format, out] of Object.entries(outputs)) {
        const done = await cli('export-data', 'prime', '--format', format, '--out', out, '--json')
        expect(done.code, done.err).toBe(0)
      }
      const description = JSON.parse(readFileSync(join(outputs.csv, 'datapackage.json'), 'utf8'))
      expect(description.resources.map(({ name }: any) => name)).toEqual(TABLES)
      let rows = 0
      for (const { name, schema, rows: count } of description.resources) {
        const csv = parseCsv(readFileSync(join(outputs.csv, `${name}.csv`), 'utf8'))
        const lines = readFileSync(join(outputs.jsonl, `${name}.jsonl`), 'utf8')
          .split('\n')
          .filter(Boolean)
        const json = lines.map((line) => JSON.parse(line))
        const buffer = await asyncBufferFromFile(join(outputs.parquet, `${name}.parquet`))
        const parquet = await parquetReadObjects({ file: buffer })
        expect([csv.length, json.length, parquet.length], name).toEqual([count, count, count])
        for (const [n, row] of json.entries())
          for (const field of schema.fields) {
            const value = plain(row[field.name], field.type)
            expect(plain(csv[n]![field.name], field.type), `${name}.${field.name}`).toBe(value)
            expect(plain(parquet[n]![field.name], field.type), `${name}.${field.name}`).toBe(value)
          }
        expect(new Set(json.map((row) => JSON.stringify(schema.primaryKey.map((key: string) => row[key])))).size).toBe(
          count,
        )
        rows += count
      }
      expect(rows).toBeGreaterThan(300)
      const read = (name: string): any[] =>
        readFileSync(join(outputs.jsonl, `${name}.jsonl`), 'utf8')
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line))
      const acts = read('acts')
      expect(acts.length).toBeGreaterThan(50)
      expect(acts.every(({ cause_kind, cause_id }) => cause_kind !== '' && cause_id !== '')).toBe(true)
      expect(acts.find(({ verb }) => verb === 'like')?.target_id).toMatch(/^(?:post|rep)_/)
      expect(read('posts').find(({ visibility }) => visibility === 'public').text).not.toBe('')
      expect(read('posts').filter(({ visibility, text }) => visibility !== 'public' && text !== null)).toEqual([])
      expect(read('conversation_turns').filter(({ text }) => text !== null)).toEqual([])
      expect(read('agents').filter(({ persona }) => persona !== null)).toEqual([])
      expect(read('knowledge').find(({ fact_id }) => fact_id === factId)?.text).toContain('"everybody"')
    })

    it('--private adds the words of talks, and --from and --to are inclusive days', async () => {
      const out = folder()
      const range = ['--from', '2026-04-02', '--to', '2026-04-02']
      const done = await cli('export-data', 'prime', '--format', 'csv', '--out', out, '--private', ...range)
      expect(done.code, done.err).toBe(0)
      const rowsOf = (name: string) => parseCsv(readFileSync(join(out, `${name}.csv`), 'utf8'))
      expect(rowsOf('agents').every(({ persona }) => persona !== '')).toBe(true)
      const posts = rowsOf('posts')
      expect(posts.length).toBeGreaterThan(0)
      expect(posts.every(({ created_at }) => created_at!.startsWith('2026-04-02T'))).toBe(true)
      expect(rowsOf('conversation_turns').every(({ text }) => text !== '')).toBe(true)
      expect(rowsOf('stances_daily').every(({ date }) => date === '2026-04-02')).toBe(true)
      const wrong = await cli('export-data', 'prime', '--format', 'csv', '--out', out, '--from', 'yesterday')
      expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('UTC date') })
      const missing = await cli('export-data', 'nowhere', '--format', 'csv', '--out', out)
      expect(missing).toMatchObject({ code: 1, err: expect.stringContaining('World not found') })
      expect((await cli('export-data', 'prime', '--format', 'xml', '--out', out)).code).toBe(1)
    })

    it('works while the server is stopped, and an import makes the world unrepeatable', async () => {
      await server!.close()
      server = null
      const out = join(folder(), 'reproduce.json')
      const stopped = await cli('manifest', 'prime', '--out', out)
      expect(stopped.code, stopped.err).toBe(0)
      expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual(running)
      const target = folder()
      expect((await cli('export-data', 'prime', '--format', 'jsonl', '--out', target)).code).toBe(0)
      expect(readdirSync(target)).toHaveLength(TABLES.length + 1)

      server = await start()
      await server.import({ agents: [{ id: 'agt_newcomer', worldId: 'prime', kind: 'resident', handle: 'newcomer' }] })
      const changed = await cli('manifest', 'prime', '--out', out)
      expect(changed.code, changed.err).toBe(0)
      const manifest = JSON.parse(readFileSync(out, 'utf8'))
      expect(manifest).toMatchObject({ reproducible: false, reason: expect.stringContaining('imported') })
      expect(manifest.interventions.at(-1)).toMatchObject({ import: { digest: expect.any(String) } })
      expect((await reproduce(manifest)).code).toBe(2)
      expect(existsSync(join(files, 'agent-network.db'))).toBe(false)
    })
  })
