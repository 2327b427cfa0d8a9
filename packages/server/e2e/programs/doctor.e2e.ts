import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../../../scripts/services.mjs'
import { createDatabase, HAS_CLUSTER, OPERATOR_TOKEN, TEST_SECRET } from '../../test/harness.ts'
import { type Exit, type NodeProcess, smallDisk, spawnNode, startNode, tempFolder } from '../../test/processes.ts'

/** Page size of SQLite. */
const PAGE_BYTES = 4_096
const CLI = fileURLToPath(new URL('../../program/cli/main.js', import.meta.url))

function cli(
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number | null; out: string; err: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [CLI, ...args], { env: { PATH: process.env.PATH ?? '', ...env } })
    const output = { out: '', err: '' }
    child.stdout.on('data', (chunk) => {
      output.out += chunk
    })
    child.stderr.on('data', (chunk) => {
      output.err += chunk
    })
    child.on('close', (code) => resolve({ code, ...output }))
  })
}

/** File state that a check must not change: names, modes, times and bytes. */
const traceOf = (folder: string) =>
  readdirSync(folder)
    .sort()
    .map((name) => {
      const { mode, mtimeMs } = statSync(join(folder, name))
      return {
        name,
        mode,
        mtimeMs,
        hash: createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      }
    })

const folder = tempFolder()
const data = join(folder, 'data')
let node: NodeProcess
/** A port without a listener. */
const STOPPED = { AGENT_NETWORK_OPERATOR_URL: 'http://127.0.0.1:9', AGENT_NETWORK_DATA: data }

async function visit(env: Record<string, string>, ...args: string[]) {
  const { code, out, err } = await cli(['doctor', '--json', ...args], env)
  expect(err).toBe('')
  const { findings, verdict } = JSON.parse(out)
  const about = (name: string) => findings.filter((finding: { name: string }) => finding.name === name)
  return { code, verdict, out, findings, about }
}

beforeAll(async () => {
  node = await startNode(['--seed=none', `--data=${data}`], {
    AGENT_NETWORK_OPERATOR_TOKEN: '',
    AGENT_NETWORK_SECRET: '',
  })
})
afterAll(async () => {
  await node.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('the doctor', () => {
  it('looks at a running server, and misses a backup until there is one', async () => {
    const env = { AGENT_NETWORK_OPERATOR_URL: node.operatorUrl, AGENT_NETWORK_DATA: data }
    const before = await visit(env)
    expect([before.code, before.verdict]).toEqual([1, 'warning'])
    expect(before.findings.filter(({ verdict }: any) => verdict !== 'fine').map(({ name }: any) => name)).toEqual([
      'backups',
    ])
    expect((await cli(['backup', join(folder, 'a.backup')], env)).code).toBe(0)
    const after = await visit(env)
    expect([after.code, after.verdict]).toEqual([0, 'fine'])
    expect(after.about('backups')[0].found).toMatch(/0 hours old/)
    for (const secret of ['secret', 'operator-token'])
      expect(after.out).not.toContain(readFileSync(join(data, secret), 'utf8').trim())
    const token = readFileSync(join(data, 'operator-token'), 'utf8').trim()
    const setDrive = async (visitorDriveEnabled: unknown) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ visitorDriveEnabled })
      expect((await fetch(`${node.operatorUrl}/_operator/config`, { method: 'PATCH', headers, body })).status).toBe(200)
    }
    await setDrive('yes')
    const mistyped = await visit(env)
    expect([mistyped.code, mistyped.about('switches')[0].verdict]).toEqual([1, 'warning'])
    expect(mistyped.about('switches')[0].found).toContain('visitorDriveEnabled')
    await setDrive(null)
    const people = await cli(['doctor'], env)
    expect([people.code, people.out.split('\n')[0]]).toEqual([0, expect.stringMatching(/^ok {7}settings/)])
  })

  it('leaves a stopped store as it was, to the byte, after a crash too', async () => {
    await node.stop('SIGKILL')
    const crashed = traceOf(data)
    expect(crashed.map(({ name }) => name)).toContain('agent-network.db-wal')
    const dead = await visit(STOPPED)
    expect([dead.code, dead.about('server')[0]]).toEqual([
      2,
      expect.objectContaining({ verdict: 'fault', advice: expect.stringContaining('--stopped') }),
    ])
    expect((await visit(STOPPED, '--stopped')).code).toBe(0)
    expect(traceOf(data)).toEqual(crashed)

    node = await startNode(['--seed=none', `--data=${data}`], {
      AGENT_NETWORK_OPERATOR_TOKEN: '',
      AGENT_NETWORK_SECRET: '',
    })
    await node.operator('GET', '/_operator/status')
    await node.stop()
    const stopped = traceOf(data)
    const { code, about } = await visit(STOPPED, '--stopped', '--deep')
    expect([code, about('server')[0].verdict, about('schema')[0].verdict]).toEqual([0, 'skipped', 'fine'])
    expect(traceOf(data)).toEqual(stopped)
  })

  it('finds another secret, open files, unknown names and an old backup, and says what to do', async () => {
    const wrong = await visit({ ...STOPPED, AGENT_NETWORK_SECRET: TEST_SECRET })
    expect([wrong.code, wrong.about('secret of the store')[0].verdict]).toEqual([2, 'fault'])
    expect(wrong.out).not.toContain(TEST_SECRET)

    chmodSync(join(data, 'secret'), 0o644)
    const open = await visit({ ...STOPPED, AGENT_NETWORK_PORTS: '1' })
    expect(open.about('permissions')[0].advice).toContain('chmod')
    expect(open.about('settings')[0].advice).toBe('AGENT_NETWORK_PORTS: AGENT_NETWORK_PORT?')
    chmodSync(join(data, 'secret'), 0o600)

    const note = readFileSync(join(data, 'last-backup'), 'utf8')
    writeFileSync(join(data, 'last-backup'), note.replace(/"takenAt":"\d{4}/, '"takenAt":"2020'))
    expect((await visit(STOPPED)).about('backups')[0].verdict).toBe('fault')
    writeFileSync(join(data, 'last-backup'), note)

    const empty = join(folder, 'not-yet')
    const none = await visit({ ...STOPPED, AGENT_NETWORK_DATA: empty })
    expect([none.code, none.about('store')[0].verdict, existsSync(empty)]).toEqual([1, 'warning', false])

    const broken = await visit({ ...STOPPED, AGENT_NETWORK_PORT: 'eighty' })
    expect([broken.code, broken.about('settings')[0].found]).toEqual([2, expect.stringContaining('--port')])
  })

  it('finds connections over OAuth that are switched off, or that no job deletes', async () => {
    const copy = join(folder, 'connections')
    cpSync(data, copy, { recursive: true })
    const found = async (...statements: string[]) => {
      const store = new DatabaseSync(join(copy, 'agent-network.db'))
      for (const statement of statements) store.exec(statement)
      store.close()
      return (await visit({ ...STOPPED, AGENT_NETWORK_DATA: copy }, '--stopped')).about('connections')[0]
    }
    const grant = (id: string, expiresAt: number) =>
      `insert into oauth_grants values ('${id}', '${id}', 'c', 'Desk', 'dev', 'w', 'a', 'k', 'read', 1, null, ${expiresAt})`
    const gate = (name: string) => `insert or replace into settings (name, value) values ('${name}', 'true')`
    expect(await found()).toMatchObject({ verdict: 'fine', found: '0 connections over OAuth' })
    expect(await found(grant('cnn_1', Date.now() + 3_600_000))).toMatchObject({
      verdict: 'warning',
      found: expect.stringContaining('mcpEnabled and mcpOAuthEnabled'),
    })
    expect(await found(gate('mcpEnabled'), gate('mcpOAuthEnabled'))).toMatchObject({
      verdict: 'fine',
      found: '1 connection over OAuth',
    })
    expect(await found(grant('cnn_2', Date.now() - 2 * 3_600_000))).toMatchObject({
      verdict: 'warning',
      advice: expect.stringContaining('sweeps.run_failed'),
    })
  })

  it('finds a disk that is nearly full, and a store from a time that has not come', async ({ skip }) => {
    const ahead = new Date(Date.now() + 3_600_000)
    const file = join(data, 'agent-network.db')
    const { atime, mtime } = statSync(file)
    utimesSync(file, ahead, ahead)
    expect((await visit(STOPPED)).about('clock')[0]).toMatchObject({
      verdict: 'warning',
      found: expect.stringContaining('is in the future'),
    })
    utimesSync(file, atime, mtime)
    expect((await visit(STOPPED)).about('clock')[0].verdict).toBe('fine')
    const disk = smallDisk('100m')
    if (disk === null) return skip('this user may not mount a disk')
    try {
      const diskOf = async () => (await visit({ ...STOPPED, AGENT_NETWORK_DATA: disk })).about('disk')[0]
      expect(await diskOf()).toMatchObject({ verdict: 'fault', advice: expect.stringContaining('free space') })
      execFileSync('mount', ['-o', 'remount,size=500m', disk])
      expect((await diskOf()).verdict).toBe('warning')
      execFileSync('mount', ['-o', 'remount,size=2g', disk])
      expect((await diskOf()).verdict).toBe('fine')
    } finally {
      execFileSync('umount', ['-l', disk])
    }
  })

  it('finds a damaged file, which the server may not have noticed yet', async () => {
    const damaged = join(folder, 'damaged')
    cpSync(data, damaged, { recursive: true })
    const file = join(damaged, 'agent-network.db')
    const bytes = readFileSync(file)
    // The page after the root pages of the schema, and one in the middle.
    for (const at of [2, Math.floor(bytes.length / PAGE_BYTES / 2)])
      bytes.fill(0xff, at * PAGE_BYTES, at * PAGE_BYTES + 64)
    writeFileSync(file, bytes)
    for (const flags of [[], ['--deep']]) {
      const { code, about } = await visit({ ...STOPPED, AGENT_NETWORK_DATA: damaged }, '--stopped', ...flags)
      expect([code, about('store')[0]]).toEqual([
        2,
        expect.objectContaining({ verdict: 'fault', advice: expect.stringContaining('restore') }),
      ])
    }
  })

  it('refuses a file of another program, and so does the server, without changing it', async () => {
    const foreign = join(folder, 'foreign')
    mkdirSync(foreign)
    const file = new DatabaseSync(join(foreign, 'agent-network.db'))
    file.exec('create table invoices (id integer primary key); create table schema_version (version integer)')
    file.close()
    const before = traceOf(foreign)
    const { code, about } = await visit({ ...STOPPED, AGENT_NETWORK_DATA: foreign }, '--stopped')
    expect([code, about('schema')[0]]).toEqual([
      2,
      expect.objectContaining({ verdict: 'fault', found: expect.stringContaining('invoices, schema_version') }),
    ])
    expect(traceOf(foreign)).toEqual(before)
    const exit = (await spawnNode(['--seed=none', `--data=${foreign}`])) as Exit
    expect(exit).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^agent-network: cannot use .*another program.*\n$/),
    })
    // The start restricts access to the folder, and creates its lock.
    expect(traceOf(foreign).map(({ name, hash }) => [name, hash])).toContainEqual(
      before.map(({ name, hash }) => [name, hash])[0],
    )
    expect(existsSync(join(foreign, 'agent-network.db-wal'))).toBe(false)
  })

  it.runIf(HAS_CLUSTER)('refuses a database of another program, and so does the server', async () => {
    const database = await createDatabase({ empty: true })
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await client.query('create table invoices (id int)')
    const cluster = {
      ...STOPPED,
      AGENT_NETWORK_DATABASE_URL: database.url,
      AGENT_NETWORK_REDIS_URL: process.env.TEST_REDIS_URL!,
      AGENT_NETWORK_SECRET: TEST_SECRET,
      AGENT_NETWORK_OPERATOR_TOKEN: OPERATOR_TOKEN,
    }
    const { code, about } = await visit(cluster, '--stopped')
    expect([code, about('schema')[0].found]).toEqual([2, expect.stringContaining('invoices')])
    const exit = (await spawnNode(['--seed=none', `--data=${folder}/other`], cluster)) as Exit
    expect(exit).toEqual({ code: 1, stderr: expect.stringMatching(/^agent-network: cannot use .*invoices.*\n$/) })
    const { rows } = await client.query(`select tablename from pg_tables where schemaname = 'public'`)
    expect(rows).toEqual([{ tablename: 'invoices' }])
    await client.end()
    await database.drop()
  })

  it('asks the endpoints that are set', async () => {
    const key = 'sk-not-to-be-printed'
    const requestLines: string[] = []
    const endpoint = createServer((request, response) => {
      requestLines.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`)
      const answers: Record<string, unknown> = {
        '/v1/models': { data: [{ id: 'talker' }] },
        '/v1/moderations': { results: [{ flagged: false, categories: {}, category_scores: {} }] },
        '/keys': { keys: [{ kty: 'RSA' }] },
      }
      const answer = answers[request.url!]
      response.statusCode = answer === undefined ? 404 : request.headers.authorization === 'Bearer wrong' ? 401 : 200
      response.end(JSON.stringify(answer ?? {}))
    })
    await new Promise<void>((resume) => endpoint.listen(0, '127.0.0.1', resume))
    const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}`
    const env = {
      ...STOPPED,
      AGENT_NETWORK_MODEL_URL: `${url}/v1`,
      AGENT_NETWORK_MODEL_NAME: 'talker',
      AGENT_NETWORK_MODEL_KEY: key,
      AGENT_NETWORK_MODERATION_URL: `${url}/v1`,
      AGENT_NETWORK_IDENTITY_ISSUER: url,
      AGENT_NETWORK_IDENTITY_AUDIENCE: 'portal',
      AGENT_NETWORK_IDENTITY_JWKS_URL: `${url}/keys`,
    }
    const verdicts = async (more: Record<string, string> = {}) => {
      const { about, out } = await visit({ ...env, ...more })
      expect(out).not.toContain(key)
      return ['model', 'moderation', 'identity'].map((name) => about(name)[0].verdict)
    }
    expect(await verdicts()).toEqual(['fine', 'fine', 'fine'])
    expect(requestLines).toContain(`GET /v1/models Bearer ${key}`)
    expect(await verdicts({ AGENT_NETWORK_MODEL_NAME: 'singer', AGENT_NETWORK_MODERATION_KEY: 'wrong' })).toEqual([
      'warning',
      'fault',
      'fine',
    ])
    expect(
      await verdicts({ AGENT_NETWORK_MODEL_KEY: 'wrong', AGENT_NETWORK_IDENTITY_JWKS_URL: `${url}/nowhere` }),
    ).toEqual(['fault', 'fine', 'fault'])
    endpoint.close()
    endpoint.closeAllConnections()
    // A key that no header can carry is in the error of whoever tries.
    expect(await verdicts({ AGENT_NETWORK_MODEL_KEY: `${key}\nmore` })).toEqual(['fault', 'fault', 'fault'])
  })

  it.runIf(HAS_CLUSTER)('knows whether a Redis belongs to a database', async () => {
    const database = await createDatabase({ empty: true })
    const cluster = {
      ...STOPPED,
      AGENT_NETWORK_DATABASE_URL: database.url,
      AGENT_NETWORK_REDIS_URL: process.env.TEST_REDIS_URL!,
      AGENT_NETWORK_SECRET: TEST_SECRET,
      AGENT_NETWORK_OPERATOR_TOKEN: OPERATOR_TOKEN,
    }
    expect((await visit(cluster)).about('schema')[0].found).toBe('the database is empty')
    const first = await startNode(['--seed=none', `--data=${folder}/other`], cluster)
    expect((await cli(['backup', join(folder, 'b.backup')], cluster)).code).toBe(0)
    const fit = await visit({ ...cluster, AGENT_NETWORK_OPERATOR_URL: first.operatorUrl })
    await first.stop()
    expect([fit.code, fit.about('redis')[0].found]).toEqual([0, 'it belongs to this database'])
    const elsewhere = `${process.env.TEST_REDIS_URL!.replace(/\/\d*$/, '')}/14`
    const other = await visit({ ...cluster, AGENT_NETWORK_REDIS_URL: elsewhere })
    expect(other.about('redis')[0].verdict).toBe('warning')
    const unreachableRedis = await visit({ ...cluster, AGENT_NETWORK_REDIS_URL: 'redis://127.0.0.1:9' })
    expect([unreachableRedis.code, unreachableRedis.about('redis')[0].verdict]).toEqual([2, 'fault'])
    await database.drop()
  })
})

describe('a file of settings', () => {
  it('is written once, for its owner alone, and read by the server and the command line', async () => {
    const file = join(folder, 'agent-network.env')
    expect((await cli(['init', file], {})).code).toBe(0)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await cli(['init', file], {})).err).toMatch(/exists already; --force overwrites it/)
    expect((await cli(['init', file, '--force'], {})).code).toBe(0)
    const own = join(folder, 'own')
    writeFileSync(file, `${readFileSync(file, 'utf8')}\nAGENT_NETWORK_DATA=${own}\nAGENT_NETWORK_PORTS=1\n`)
    const port = await freePort()
    writeFileSync(file, `${readFileSync(file, 'utf8')}AGENT_NETWORK_OPERATOR_PORT=${port}\n`)
    const emptySecrets = { AGENT_NETWORK_OPERATOR_TOKEN: '', AGENT_NETWORK_SECRET: '' }
    // Tests start servers on any operator port, so the one of the file is repeated.
    const served = await startNode([`--config=${file}`, `--operator-port=${port}`], emptySecrets)
    try {
      const unknownSettingLines = served
        .complaints()
        .split('\n')
        .filter((line) => line.includes('serve.unknown_settings'))
      expect(unknownSettingLines.length).toBe(1)
      expect(JSON.parse(unknownSettingLines[0]!).unknown).toEqual([
        { name: 'AGENT_NETWORK_PORTS', near: 'AGENT_NETWORK_PORT' },
      ])
      expect(existsSync(join(own, 'demo-key'))).toBe(false)
      const env = {}
      expect((await cli(['world', 'list', '--config', file], env)).out).toContain('prime')
      expect((await cli(['world', 'list', '--config', join(folder, 'nowhere')], env)).err).toMatch(
        /^agent-network: --config: cannot read .*nowhere \(ENOENT\)\n$/,
      )
    } finally {
      await served.stop()
    }
  })
})
