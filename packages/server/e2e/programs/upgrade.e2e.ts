import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { MIGRATIONS } from '../../src/platform/db/migrations/migrate.ts'
import { sqliteFile } from '../../src/platform/db/sqlite.ts'
import { createDatabase, HAS_CLUSTER, OPERATOR_TOKEN, TEST_SECRET } from '../../test/harness.ts'
import { spawnNode, startNode, tempFolder } from '../../test/processes.ts'

const CLI = fileURLToPath(new URL('../../program/cli/main.js', import.meta.url))
const fixture = (name: string): Buffer =>
  gunzipSync(readFileSync(fileURLToPath(new URL(`../../test/fixtures/${name}`, import.meta.url))))
const NEWEST = MIGRATIONS.length
const STEPS = MIGRATIONS.slice(1).map(({ name }) => name)

const folder = tempFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const cli = (args: readonly string[], env: Record<string, string>) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    env: { PATH: process.env.PATH ?? '', TMPDIR: process.env.TMPDIR ?? '/tmp', ...env },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}
const hashes = (data: string): string[] =>
  readdirSync(data)
    .sort()
    .map(
      (name) =>
        `${name} ${createHash('sha256')
          .update(readFileSync(join(data, name)))
          .digest('hex')}`,
    )

describe('an upgrade', () => {
  it('is tried on a copy of a store of version 0.1.0, which stays as it was', () => {
    const data = join(folder, 'old')
    mkdirSync(data)
    writeFileSync(sqliteFile(data), fixture('store-0.1.0.sqlite.gz'), { mode: 0o600 })
    const before = hashes(data)
    const env = { AGENT_NETWORK_DATA: data }
    const { status, stdout } = cli(['upgrade-check', '--json'], env)
    expect(status).toBe(0)
    const report = JSON.parse(stdout)
    expect(report).toMatchObject({ from: 1, to: NEWEST, steps: STEPS, removed: [], stopAllNodes: true })
    expect(report.added.length).toBeGreaterThan(20)
    expect(report.seconds).toBeGreaterThan(0)
    expect(hashes(data)).toEqual(before)
    const printed = cli(['upgrade-check'], env)
    expect(printed.stdout).toContain(`brings the schema from step 1 to ${NEWEST}`)
    expect(printed.stdout).toContain('stop all nodes first')
    expect(printed.stderr).toContain('take a backup before the upgrade')
    expect(cli(['upgrade-check'], { AGENT_NETWORK_DATA: folder }).stderr).toContain('there is no store in')
  })

  it('has nothing to do on a store of this version, and says so', async () => {
    const data = join(folder, 'current')
    await (await startNode(['--seed=none', `--data=${data}`])).stop()
    const env = { AGENT_NETWORK_DATA: data }
    expect(JSON.parse(cli(['upgrade-check', '--json'], env).stdout)).toMatchObject({ steps: [], stopAllNodes: false })
    const { status, stdout, stderr } = cli(['upgrade-check'], env)
    expect([status, stdout]).toEqual([0, expect.stringContaining('the schema is up to date')])
    expect(stdout + stderr).not.toMatch(/stop all nodes|take a backup/)
  })

  it.runIf(HAS_CLUSTER)('is refused beside a live node that cannot work with it, which is named', async () => {
    const database = await createDatabase()
    const flags = (data: string) => [
      '--seed=none',
      `--data=${join(folder, data)}`,
      `--database-url=${database.url}`,
      `--redis-url=${process.env.TEST_REDIS_URL}`,
    ]
    const old = await startNode(flags('beside-a'))
    try {
      // As a node of a later version would publish itself, whose schema this one does not know.
      execFileSync('psql', ['-q', '-d', database.url], {
        input: `insert into nodes (id, version, epoch, started_at, seen_at, applied_at, host, address, schema_min, schema_max, log_min, log_max)
          select 'later', '9.9.9', epoch, started_at, seen_at + 600000, applied_at, 'quay', '192.0.2.9', 900, 901, log_min, log_max from nodes;`,
        stdio: ['pipe', 'ignore', 'inherit'],
      })
      const refusal = await spawnNode(flags('beside-b'))
      expect(refusal).toMatchObject({ code: 1, stderr: expect.stringContaining('stop all nodes first') })
      expect((refusal as { stderr: string }).stderr).toContain('quay 192.0.2.9 (9.9.9)')
    } finally {
      await old.stop('SIGKILL')
      await database.drop()
    }
  })

  it.runIf(HAS_CLUSTER)('of PostgreSQL wants a copy, and not the database itself', async () => {
    const [original, copy] = [await createDatabase({ empty: true }), await createDatabase({ empty: true })]
    execFileSync('psql', ['-q', '-d', original.url], {
      input: fixture('store-0.1.0.sql.gz'),
      stdio: ['pipe', 'ignore', 'inherit'],
    })
    const env = { AGENT_NETWORK_DATABASE_URL: original.url, AGENT_NETWORK_REDIS_URL: process.env.TEST_REDIS_URL! }
    expect(cli(['upgrade-check'], env)).toMatchObject({ status: 1, stderr: expect.stringContaining('pg_dump') })
    const itself = cli(['upgrade-check'], { ...env, AGENT_NETWORK_COPY_URL: original.url })
    expect(itself.stderr).toContain('names the database itself')
    // As the handbook has it.
    execFileSync('sh', ['-ec', `pg_dump "${original.url}" | psql -q "${copy.url}" >/dev/null`])
    const { stdout } = cli(['upgrade-check', '--json'], { ...env, AGENT_NETWORK_COPY_URL: copy.url })
    expect(JSON.parse(stdout)).toMatchObject({ from: 1, to: NEWEST, steps: STEPS })
    await original.drop()
    await copy.drop()
  })
})

describe('a backup', () => {
  it('is verified by restoring it aside, and known to the status', async () => {
    const data = join(folder, 'data')
    const node = await startNode(['--seed=none', `--data=${data}`], { AGENT_NETWORK_SECRET: '' })
    const env = { AGENT_NETWORK_DATA: data, AGENT_NETWORK_OPERATOR_TOKEN: OPERATOR_TOKEN }
    const file = join(folder, 'network.backup')
    const status = async () => ((await (await node.operator('GET', '/_operator/status')).json()) as any).data.backup
    try {
      expect(await status()).toBe(null)
      expect(cli(['backup', file], env).status).toBe(0)
      const backupStatus = await status()
      expect(backupStatus).toMatchObject({ file, ageSeconds: expect.any(Number) })
      const scrape = async () =>
        /^agent_network_backup_age_seconds (\S+)$/m.exec(await (await node.operator('GET', '/metrics')).text())?.[1]
      // Read in the background, so that no scrape waits for the store.
      await expect.poll(async () => Number(await scrape())).toBeLessThan(60)

      const verified = cli(['restore', '--verify', file, '--json'], env)
      expect([verified.status, JSON.parse(verified.stdout)]).toEqual([
        0,
        expect.objectContaining({ takenAt: backupStatus.takenAt, schema: NEWEST, secretFits: true }),
      ])
      const stranger = cli(['restore', '--verify', file], { ...env, AGENT_NETWORK_SECRET: TEST_SECRET })
      expect([stranger.status, stranger.stderr]).toEqual([1, expect.stringContaining('with another secret')])
      const cut = join(folder, 'cut.backup')
      writeFileSync(cut, readFileSync(file).subarray(0, 400))
      expect(cli(['restore', '--verify', cut], env)).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('damaged'),
      })
      expect(JSON.parse(cli(['upgrade-check', file, '--json'], env).stdout)).toMatchObject({ steps: [] })

      expect(cli(['backup', '--record'], env).status).toBe(0)
      expect(await status()).toMatchObject({ file: null })
    } finally {
      await node.stop()
    }
  })

  it('can be a copy of the file while it is written to, which starts as it is', async () => {
    const [data, copy] = [join(folder, 'data'), join(folder, 'copy')]
    const node = await startNode(['--seed=none', `--data=${data}`], { AGENT_NETWORK_SECRET: '' })
    mkdirSync(copy, { mode: 0o700 })
    await node.operator('POST', '/_operator/worlds', { id: 'late', name: 'Late', kind: 'fork' })
    expect(cli(['backup', '--copy', sqliteFile(copy)], { AGENT_NETWORK_DATA: data }).status).toBe(0)
    await node.stop()
    copyFileSync(join(data, 'secret'), join(copy, 'secret'))
    expect(statSync(sqliteFile(copy)).mode & 0o777).toBe(0o600)
    const again = await startNode(['--seed=none', `--data=${copy}`], { AGENT_NETWORK_SECRET: '' })
    expect((await again.operator('GET', '/_operator/worlds/late')).status).toBe(200)
    expect(await again.stop()).toBe(0)
  })
})
