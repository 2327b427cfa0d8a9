// The commands manifest, reproduce and export-data, on both engines, with the server running and stopped.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Ajv } from 'ajv'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, ENGINES, OPERATOR_TOKEN, startTestServer, TEST_SECRET, type TestServer } from './harness.ts'
import { BEGINNING, lifeFile, smallCity } from './life-world.ts'
import { MAIN, tempFolder } from './processes.ts'
import { findPython } from './python.ts'

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

const linesOf = (file: string): any[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

/** The published profile (public domain) without its titles, descriptions and examples. */
const PROFILE = JSON.parse(readFileSync(new URL('./fixtures/datapackage-2.0.json', import.meta.url), 'utf8'))
const validatePackage = new Ajv({ strict: false, validateFormats: false }).compile(PROFILE)

const PANDAS = findPython('pandas')
/** Prints rows of each table, and per column the number of values and a sum of numbers, times or lengths of texts. */
const PANDAS_PROGRAM = `
import json, sys
import pandas as pd
folder, result = sys.argv[1], {}
for table in json.load(open(folder + '/datapackage.json'))['resources']:
    types = {field['name']: field['type'] for field in table['schema']['fields']}
    pandas = {'integer': 'Int64', 'number': 'Float64', 'boolean': 'boolean'}
    times = [name for name in types if types[name] in ('date', 'datetime')]
    rows = pd.read_csv(
        folder + '/' + table['path'], keep_default_na=False, na_values=table['schema']['missingValues'],
        dtype={name: pandas.get(types[name], 'string') for name in types if name not in times}, parse_dates=times)
    columns = {}
    for name in types:
        column = rows[name].dropna()
        if name in times:
            sum = int(pd.to_datetime(column, utc=True).dt.as_unit('ms').astype('int64').sum())
        elif types[name] in pandas:
            sum = float(column.sum())
        else:
            sum = int(column.str.len().sum())
        columns[name] = [len(column), sum]
    result[table['name']] = {'rows': len(rows), 'columns': columns}
print(json.dumps(result))
`

const DUCKDB = findPython('duckdb')
/** The same with DuckDB, for all formats, and the type of each column. */
const DUCKDB_PROGRAM = `
import duckdb, json, sys
folder, result = sys.argv[1], {}
duckdb_types = {'integer': 'BIGINT', 'number': 'DOUBLE', 'boolean': 'BOOLEAN', 'datetime': 'TIMESTAMPTZ', 'date': 'DATE'}
for table in json.load(open(folder + '/datapackage.json'))['resources']:
    file = folder + '/' + table['path']
    types = {field['name']: duckdb_types.get(field['type'], 'VARCHAR') for field in table['schema']['fields']}
    readers = {
        'csv': lambda: duckdb.read_csv(file, header=True, columns=types, delimiter=',', quotechar='"', escapechar='"'),
        'jsonl': lambda: duckdb.read_json(file, format='newline_delimited', columns=types),
        'parquet': lambda: duckdb.read_parquet(file),
    }
    rows = readers[table['format']]()
    columns = {}
    for name, type in zip(rows.columns, map(str, rows.types)):
        column = f'"{name}"'
        amount = f'{column}::DOUBLE'
        if type in ('DATE', 'TIMESTAMP WITH TIME ZONE'):
            amount = f'epoch_ms({column})'
        elif type in ('VARCHAR', 'JSON'):
            amount = f'length({column})'
        values = f"count(nullif({column}::VARCHAR, '')), coalesce(sum({amount}), 0)::DOUBLE"
        columns[name] = [*rows.aggregate(values).fetchone(), type]
    result[table['name']] = {'rows': len(rows), 'columns': columns}
print(json.dumps(result))
`
const DUCKDB_TYPES: Readonly<Record<string, string>> = {
  integer: 'BIGINT',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  datetime: 'TIMESTAMP WITH TIME ZONE',
  date: 'DATE',
}

/** The number that stands for a value in a sum: itself, its time, or the length of its text. */
function amountOf(value: any, type: string): number {
  if (type === 'date' || type === 'datetime') return Date.parse(value)
  if (type === 'integer' || type === 'number' || type === 'boolean') return Number(value)
  return [...(typeof value === 'string' ? value : JSON.stringify(value))].length
}

/** Digests of the same world on each engine. */
const digests: unknown[] = []
const forkDigests: unknown[] = []

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
    /** A command that asks the server first; none listens at this port. */
    const study = (...args: string[]) => run({ ...env, AGENT_NETWORK_OPERATOR_PORT: '9' }, '--data', data, ...args)
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

    const outputs = { csv: '', jsonl: '', parquet: '' }
    it('all formats hold the same rows, and nothing private', async () => {
      for (const format of ['csv', 'jsonl', 'parquet'] as const) outputs[format] = folder()
      for (const [format, out] of Object.entries(outputs)) {
        const done = await cli('export-data', 'prime', '--format', format, '--out', out, '--json')
        expect(done.code, done.err).toBe(0)
      }
      const description = JSON.parse(readFileSync(join(outputs.csv, 'datapackage.json'), 'utf8'))
      expect(description.resources.map(({ name }: any) => name)).toEqual(TABLES)
      let rows = 0
      for (const { name, schema, rows: count } of description.resources) {
        const csv = parseCsv(readFileSync(join(outputs.csv, `${name}.csv`), 'utf8'))
        const json = linesOf(join(outputs.jsonl, `${name}.jsonl`))
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
      const read = (name: string): any[] => linesOf(join(outputs.jsonl, `${name}.jsonl`))
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

    it.each(['csv', 'jsonl', 'parquet'] as const)('describes the files of %s as a valid data package', (format) => {
      const out = outputs[format]
      const description = JSON.parse(readFileSync(join(out, 'datapackage.json'), 'utf8'))
      expect(validatePackage(description), JSON.stringify(validatePackage.errors)).toBe(true)
      expect(description.$schema).toBe('https://datapackage.org/profiles/2.0/datapackage.json')
      // Rules of the specification that its profile does not state.
      expect(description.name).toMatch(/^[a-z0-9._-]+$/)
      const names = description.resources.map(({ name }: any) => name)
      expect(new Set(names).size).toBe(names.length)
      for (const { name, path, bytes, hash, schema } of description.resources) {
        expect([name, path]).toEqual([expect.stringMatching(/^[a-z0-9._-]+$/), `${name}.${format}`])
        const content = readFileSync(join(out, path))
        expect([bytes, hash], path).toEqual([
          statSync(join(out, path)).size,
          `sha256:${createHash('sha256').update(content).digest('hex')}`,
        ])
        const columns: string[] = schema.fields.map((field: any) => field.name)
        expect(new Set(columns).size, name).toBe(columns.length)
        expect(columns, name).toEqual(expect.arrayContaining(schema.primaryKey))
        expect(schema.primaryKey.length).toBeGreaterThan(0)
        if (format === 'csv') expect(content.toString().split('\n', 1)[0]).toBe(columns.join(','))
      }
      expect(readdirSync(out).sort()).toEqual(
        [...names.map((name: string) => `${name}.${format}`), 'datapackage.json'].sort(),
      )
      // The profile is strict enough to find an error.
      expect(validatePackage({ ...description, resources: [] })).toBe(false)
      const [first] = description.resources
      expect(validatePackage({ ...description, resources: [{ ...first, path: `/${first.path}` }] })).toBe(false)
      const wrongType = { ...first.schema, fields: [{ name: 'id', type: 'text' }] }
      expect(validatePackage({ ...description, resources: [{ ...first, schema: wrongType }] })).toBe(false)
    })

    /** Compares what a Python program read of a folder with the rows of the JSON Lines files. */
    const compareTables = (python: string, program: string, folder: string): Record<string, any> => {
      const { status, stdout, stderr } = spawnSync(python, ['-c', program, folder], { encoding: 'utf8' })
      expect(status, stderr).toBe(0)
      const tables = JSON.parse(stdout)
      expect(Object.keys(tables)).toEqual(TABLES)
      const { resources } = JSON.parse(readFileSync(join(outputs.jsonl, 'datapackage.json'), 'utf8'))
      for (const { name, rows: count, schema } of resources) {
        const rows = linesOf(join(outputs.jsonl, `${name}.jsonl`))
        expect(tables[name].rows, name).toBe(count)
        for (const { name: column, type } of schema.fields) {
          const values = rows.map((row) => row[column]).filter((value) => value !== null && value !== '')
          const [n, sum] = tables[name].columns[column]
          expect(n, `${name}.${column}`).toBe(values.length)
          const expected = values.reduce((total, value) => total + amountOf(value, type), 0)
          expect(Math.abs(sum - expected), `${name}.${column}: ${sum} for ${expected}`).toBeLessThan(
            1e-6 * (1 + Math.abs(expected)),
          )
        }
      }
      return tables
    }

    it.skipIf(PANDAS === null)('pandas reads the same rows, types and sums', () => {
      compareTables(PANDAS!, PANDAS_PROGRAM, outputs.csv)
    })

    for (const format of ['csv', 'jsonl', 'parquet'] as const)
      it.skipIf(DUCKDB === null)(`DuckDB reads the same rows, types and sums from ${format}`, () => {
        const tables = compareTables(DUCKDB!, DUCKDB_PROGRAM, outputs[format])
        const { resources } = JSON.parse(readFileSync(join(outputs[format], 'datapackage.json'), 'utf8'))
        for (const { name, schema } of resources)
          for (const { name: column, type } of schema.fields) {
            const texts = format === 'parquet' && (type === 'array' || type === 'object') ? 'JSON' : 'VARCHAR'
            const [, , found] = tables[name].columns[column]
            expect(found, `${name}.${column}`).toBe(DUCKDB_TYPES[type] ?? texts)
          }
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

      // Interviews and interventions work on the store, too; an interview changes nothing.
      const survey = await study('interview', 'prime', '--question', 'How content are you?', '--answer', 'scale:1-5')
      expect(survey.code, survey.err).toBe(0)
      const answers = survey.out.trimEnd().split('\n')
      expect(answers).toHaveLength(7)
      for (const line of answers) expect([1, 2, 3, 4, 5]).toContain(JSON.parse(line).answer)
      expect(JSON.parse((await cli('manifest', 'prime')).out)).toEqual(running)
      const fact = [
        '--agent-id',
        running.interventions[0].tell.agentId,
        '--about',
        'the lamp',
        '--text',
        'It is green.',
      ]
      const telling = await study('world', 'tell', 'prime', ...fact, '--json')
      expect(telling.code, telling.err).toBe(0)
      const { data: planted } = JSON.parse(telling.out)
      expect((await study('world', 'fact', 'prime', planted.factId)).out).toContain('It is green.')
      const intervened = JSON.parse((await cli('manifest', 'prime')).out)
      expect(intervened.reproducible, intervened.reason).toBeUndefined()
      expect(intervened.interventions.at(-1)).toMatchObject({ tell: { about: 'the lamp' }, factId: planted.factId })
      const again = await reproduce(intervened)
      expect(again.code, again.err).toBe(0)

      server = await start()
      await server.import({ agents: [{ id: 'agt_newcomer', worldId: 'prime', kind: 'resident', handle: 'newcomer' }] })
      const changed = await cli('manifest', 'prime', '--out', out)
      expect(changed.code, changed.err).toBe(0)
      const manifest = JSON.parse(readFileSync(out, 'utf8'))
      expect(manifest).toMatchObject({ reproducible: false, reason: expect.stringContaining('imported') })
      expect(manifest.interventions).toContainEqual({
        at: expect.any(String),
        import: { digest: expect.any(String) },
      })
      expect((await reproduce(manifest)).code).toBe(2)
      expect(existsSync(join(files, 'agent-network.db'))).toBe(false)
    })
  })

for (const engine of ENGINES)
  describe(`a fork of a seed on ${engine}`, { timeout: 10 * MINUTES }, () => {
    const files = tempFolder()
    const data = tempFolder()
    const seed = join(files, 'seed.json')
    const manifests: Record<string, any> = {}
    let server: TestServer
    beforeAll(async () => {
      const world = { kind: 'prime', createdAt: '2026-01-01T00:00:00.000Z' }
      const file = lifeFile({ worldId: 'prime', residents: 7, posts: 3, city: smallCity(2), world })
      writeFileSync(join(files, 'world.json'), JSON.stringify(file))
      const twin = { id: 'twin', name: 'Twin', designation: null, capacity: null, history: true, apart: 1 }
      const past = { anchor: iso(BEGINNING - 2 * DAY), parts: ['world.json'], forks: [twin], lived: 2 }
      writeFileSync(seed, JSON.stringify({ name: 'forked', ...past }))
      const origin = { AGENT_NETWORK_RANDOM_SEED: 'laboratory', AGENT_NETWORK_STARTED_AT: iso(BEGINNING) }
      server = await startTestServer(engine, { data, seed, life: true, historyDays: 2, env: origin })
      await server.advance(6 * HOUR)
      const { agents } = (await server.operator('GET', '/_operator/export?worldId=twin')).body
      const text = 'The café closes for good, and everybody is invited to a party.'
      const telling = await server.operator('POST', '/_operator/worlds/twin/facts', {
        ...{ agentId: agents.find(({ kind }: any) => kind === 'resident').id, about: 'the café', text },
      })
      expect(telling.status).toBe(201)
      const changed = await server.operator('PATCH', '/_operator/worlds/twin', {
        overlay: { cityMovementEnabled: false },
      })
      expect(changed.status).toBe(200)
      await server.advance(DAY)
      for (const id of ['prime', 'twin']) {
        const database = server.databaseUrl
        const env = database === null ? {} : { AGENT_NETWORK_DATABASE_URL: database }
        const redis = database === null ? {} : { AGENT_NETWORK_REDIS_URL: process.env.TEST_REDIS_URL! }
        const { code, out, err } = await run({ ...env, ...redis }, '--data', data, 'manifest', id)
        expect(code, err).toBe(0)
        manifests[id] = JSON.parse(out)
      }
    }, 5 * MINUTES)
    afterAll(async () => {
      await server?.close()
      for (const path of [files, data]) rmSync(path, { recursive: true, force: true })
    })
    const reproduce = async (manifest: object): Promise<{ code: number | null; result: any }> => {
      const home = tempFolder()
      const file = join(home, 'reproduce.json')
      writeFileSync(file, JSON.stringify(manifest))
      const { code, out, err } = await run({}, 'reproduce', file, '--data', join(home, 'data'), '--json')
      rmSync(home, { recursive: true, force: true })
      expect(out, err).not.toBe('')
      return { code, result: JSON.parse(out) }
    }

    it('has a past of its own, and a manifest that is equal on every engine', () => {
      const { prime, twin } = manifests
      expect([prime.reproducible, twin.reproducible], `${prime.reason} ${twin.reason}`).toEqual([undefined, undefined])
      expect(prime.interventions).toEqual([])
      expect(twin.interventions).toMatchObject([
        { tell: { about: 'the café' } },
        { overlay: { cityMovementEnabled: false } },
      ])
      expect(Object.keys(twin.digest)).toEqual(['2026-03-30', '2026-03-31', '2026-04-01', '2026-04-02'])
      for (const day of Object.keys(twin.digest)) expect(twin.digest[day]).not.toBe(prime.digest[day])
      forkDigests.push([prime.digest, twin.digest])
      expect(forkDigests.at(-1)).toEqual(forkDigests[0])
    })

    it('is reproduced with its history and its interventions, and so is the prime world', async () => {
      for (const id of ['twin', 'prime'])
        expect(await reproduce(manifests[id]), id).toEqual({
          code: 0,
          result: { equal: true, firstDifferentDay: null, faults: [] },
        })
    })

    it('differs from the day of the intervention that is missing, and from the first day with other history', async () => {
      const { twin } = manifests
      const [tell, overlay] = twin.interventions
      for (const interventions of [[tell], [overlay]])
        expect(await reproduce({ ...twin, interventions })).toMatchObject({
          code: 1,
          result: { firstDifferentDay: '2026-04-01' },
        })
      // With a shorter history the fork has other ids, so that the resident of the fact does not exist.
      const shorter = await reproduce({ ...twin, flags: { 'history-days': '1' } })
      expect(shorter).toMatchObject({ code: 1, result: { firstDifferentDay: '2026-03-30' } })
      expect(shorter.result.faults[0]).toMatch(
        /^the intervention at 2026-04-01T06:00:00.000Z was refused: Agent not found/,
      )
    })
  })
