import { execFile } from 'node:child_process'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { DatabaseSync } from '@photostructure/sqlite'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { freePort } from '../../../../scripts/services.mjs'
import { createDatabase, ENGINES, OPERATOR_TOKEN, speakTo, TEST_SECRET, type TestClient } from '../../test/harness.ts'
import { MAIN, startNode, tempFolder } from '../../test/processes.ts'
import { waitUntil } from '../../test/wait-until.ts'

const run = promisify(execFile)
const CLI = fileURLToPath(new URL('../../program/cli/main.js', import.meta.url))
const page = readFileSync(fileURLToPath(new URL('../../../../docs/how-to/operate/backup.md', import.meta.url)), 'utf8')
/** The lines of the handbook's only block of this kind, in which every line is one command. */
const commandsOf = (kind: string): string[] => {
  const blocks = [...page.matchAll(/^```sh ([\w ]+)\n([\s\S]*?)^```$/gm)].filter(([, named]) => named === kind)
  expect(blocks).toHaveLength(1)
  const lines = blocks[0]![2]!.trim().split('\n')
  expect(lines.filter((line) => /[;&|]|\\$/.test(line))).toEqual([])
  return lines
}

const folder = tempFolder()
const cleanUp: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const work of cleanUp.reverse()) await work()
  rmSync(folder, { recursive: true, force: true })
})

/** A machine on which `systemctl` starts and stops this server as the unit does, and nothing else. */
function makeMachine(name: string, settings: Record<string, string>, ports: readonly [number, number]) {
  const home = join(folder, name)
  const bin = join(home, 'bin')
  mkdirSync(bin, { recursive: true })
  const [pid, out] = [join(home, 'pid'), join(home, 'out')]
  const programs = {
    'agent-network': `exec "${process.execPath}" "${CLI}" "$@"`,
    systemctl: `[ "$2" = agent-network ]
case $1 in
  start) : > "${out}"; setsid "${process.execPath}" "${MAIN}" >"${out}" 2>>"${home}/log" & echo $! > "${pid}"
    until grep -q ready "${out}"; do kill -0 "$(cat "${pid}")"; sleep 0.05; done ;;
  stop) kill -TERM "$(cat "${pid}")"; while kill -0 "$(cat "${pid}")" 2>/dev/null; do sleep 0.05; done ;;
esac`,
  }
  for (const [program, code] of Object.entries(programs))
    writeFileSync(join(bin, program), `#!/usr/bin/env bash\nset -euo pipefail\n${code}\n`, { mode: 0o755 })
  const env = {
    PATH: `${bin}:${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
    AGENT_NETWORK_DATA: join(home, 'data'),
    AGENT_NETWORK_SEED: 'none',
    AGENT_NETWORK_LIFE: 'off',
    AGENT_NETWORK_PORT: String(ports[0]),
    AGENT_NETWORK_OPERATOR_PORT: String(ports[1]),
    AGENT_NETWORK_OPERATOR_TOKEN: OPERATOR_TOKEN,
    AGENT_NETWORK_SECRET: TEST_SECRET,
    AGENT_NETWORK_DRAIN_NOTICE_SECONDS: '0',
    ...settings,
  }
  const shell = async (code: string, more: Record<string, string> = {}) => {
    const options = { cwd: home, env: { ...env, ...more } }
    const { stdout, stderr } = await run('bash', ['--norc', '-euo', 'pipefail', '-c', code], options)
    return stdout + stderr
  }
  const stop = async () => {
    if (existsSync(pid)) await shell('systemctl stop agent-network').catch(() => '')
  }
  cleanUp.push(stop)
  return { home, shell, server: speakTo(`http://127.0.0.1:${ports[0]}`, `http://127.0.0.1:${ports[1]}`) }
}

const makeWorld = async ({ operator }: TestClient, id: string): Promise<void> => {
  expect((await operator('POST', '/_operator/worlds', { id, name: id })).status).toBe(201)
}
const worldsOf = async ({ operator }: TestClient): Promise<string[]> =>
  (await operator('GET', '/_operator/worlds')).body.data.map(({ id }: { id: string }) => id).sort()

describe('the handbook restores in three commands', () => {
  it.each(ENGINES)('a backup on %s, with what was there kept aside', async (engine) => {
    const database = engine === 'sqlite' ? null : await createDatabase({ empty: true })
    if (database !== null) cleanUp.push(() => database.drop())
    const settings =
      database === null
        ? {}
        : { AGENT_NETWORK_DATABASE_URL: database.url, AGENT_NETWORK_REDIS_URL: process.env.TEST_REDIS_URL! }
    const { home, shell, server } = makeMachine(engine, settings, [await freePort(), await freePort()])
    await shell('systemctl start agent-network')
    await makeWorld(server, 'kept')
    const { key } = await server.key({ worldId: 'kept' })
    await shell('agent-network backup network.backup')
    await makeWorld(server, 'too-late')

    const commands = commandsOf('restore')
    expect(commands.length).toBeLessThanOrEqual(3)
    await shell(commands[0]!)
    // Not from what is no backup: then everything is as it was.
    writeFileSync(join(home, 'other'), 'no backup')
    await expect(shell(commands[1]!.replace('network.backup', 'other'))).rejects.toThrow(/backup/)
    for (const command of commands.slice(1)) await shell(command)
    expect(await worldsOf(server)).toEqual(['kept', 'prime'])
    expect((await server.get('/v1/posts', key)).status).toBe(200)
    if (database === null) {
      const [aside] = readdirSync(join(home, 'data')).filter((name) => name.startsWith('replaced-'))
      const old = new DatabaseSync(join(home, 'data', aside!, 'agent-network.db'), { readOnly: true })
      expect(old.prepare("select id from worlds where id = 'too-late'").all()).toHaveLength(1)
      old.close()
    } else {
      const client = new pg.Client({ connectionString: database.url })
      await client.connect()
      const { rows } = await client.query("select nspname from pg_namespace where nspname like 'replaced%'")
      expect(rows).toHaveLength(1)
      const old = await client.query(`select id from ${rows[0].nspname}.worlds where id = 'too-late'`)
      await client.end()
      expect(old.rows).toHaveLength(1)
      // Nor under a node that is at work, which an embedded store is locked against.
      await expect(shell(commands[1]!)).rejects.toThrow(/is still running on this database/)
    }
  })

  it('an archive to a moment', async () => {
    const settings = { AGENT_NETWORK_ARCHIVE_SECONDS: '0.2' }
    const { home, shell, server } = makeMachine('archive', settings, [await freePort(), await freePort()])
    const archive = join(home, 'archive')
    await shell('systemctl start agent-network', { AGENT_NETWORK_ARCHIVE: archive })
    const verified = async (rows: number) => {
      let found: { rows?: number; takenAt?: string } = {}
      await waitUntil(`an archive with more than ${rows} rows`, async () => {
        found = JSON.parse(await shell('agent-network restore --verify --json archive 2>/dev/null').catch(() => '{}'))
        return (found.rows ?? -1) > rows
      })
      return { rows: found.rows!, takenAt: found.takenAt! }
    }
    const empty = await verified(0)
    await makeWorld(server, 'early')
    const early = await verified(empty.rows)
    await makeWorld(server, 'late')
    await verified(early.rows)
    const commands = commandsOf('restore archive')
    expect(commands.length).toBeLessThanOrEqual(3)
    for (const command of commands) await shell(command, { MOMENT: early.takenAt })
    expect(await worldsOf(server)).toEqual(['early', 'prime'])
  })
})

describe.skipIf(process.getuid?.() !== 0)('files that root restores', () => {
  const NOBODY = 65_534
  const agentNetwork = (args: readonly string[]) =>
    run(process.execPath, [CLI, ...args], { env: { PATH: process.env.PATH ?? '', AGENT_NETWORK_SECRET: TEST_SECRET } })
  const ownersIn = (place: string): [string, number, string][] =>
    ['', ...readdirSync(place)].map((name) => {
      const { uid, mode } = statSync(join(place, name))
      return [name, uid, (mode & 0o777).toString(8)]
    })

  it('belong to the owner of the previous store, of the data folder, or of the folder around it', async () => {
    const home = join(folder, 'root')
    mkdirSync(home)
    const [file, archive, data] = [join(home, 'network.backup'), join(home, 'archive'), join(home, 'data')]
    const node = await startNode(['--seed=none', `--data=${data}`, `--archive=${archive}`, '--archive-seconds=0.1'])
    await agentNetwork(['backup', file, '--data', data])
    await waitUntil(
      'the archive to be restorable',
      async () => (await agentNetwork(['restore', '--verify', archive]).catch(() => null)) !== null,
    )
    await node.stop()

    const there = join(home, 'there')
    mkdirSync(there, { mode: 0o755 })
    chownSync(there, NOBODY, NOBODY)
    await agentNetwork(['restore', file, '--data', there])
    const around = join(home, 'around')
    mkdirSync(around)
    chownSync(around, NOBODY, NOBODY)
    const missing = join(around, 'new', 'data')
    await agentNetwork(['restore', file, '--data', missing])
    const replaced = join(home, 'replaced')
    cpSync(data, replaced, { recursive: true })
    for (const name of readdirSync(replaced)) chownSync(join(replaced, name), NOBODY, NOBODY)
    chownSync(replaced, NOBODY, NOBODY)
    await agentNetwork(['restore', '--replace', file, '--data', replaced])
    const archived = join(home, 'archived')
    mkdirSync(archived)
    chownSync(archived, NOBODY, NOBODY)
    await agentNetwork(['restore', archive, '--data', archived])

    for (const place of [there, missing, replaced, archived]) {
      const owners = ownersIn(place)
      expect(owners.map(([name]) => name)).toContain('agent-network.db')
      for (const [name, uid, mode] of owners) {
        const isFolder = name === '' || name.startsWith('replaced-')
        expect([place, name, uid, mode]).toEqual([place, name, NOBODY, isFolder ? '700' : '600'])
      }
    }
    expect(statSync(dirname(missing)).uid).toBe(NOBODY)
  })
})
