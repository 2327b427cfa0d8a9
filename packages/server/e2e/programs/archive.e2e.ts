import { execFile } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { TEST_SECRET } from '../../test/harness.ts'
import { type NodeProcess, startNode, tempFolder } from '../../test/processes.ts'
import { waitUntil } from '../../test/wait-until.ts'

const run = promisify(execFile)
const CLI = fileURLToPath(new URL('../../program/cli/main.js', import.meta.url))
const folder = tempFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const archive = join(folder, 'archive')
const cli = (...args: string[]) =>
  run(process.execPath, [CLI, ...args], { env: { PATH: process.env.PATH ?? '', AGENT_NETWORK_SECRET: TEST_SECRET } })

const serve = (data: string, ...flags: string[]): Promise<NodeProcess> =>
  startNode(['--seed=none', `--data=${join(folder, data)}`, '--test-clock', ...flags])

const archived = (data: string) => serve(data, `--archive=${archive}`, '--archive-seconds=0.2')

async function makeWorld(node: NodeProcess, id: string): Promise<void> {
  expect((await node.operator('POST', '/_operator/worlds', { id, name: id, kind: 'fork' })).status).toBe(201)
}

const worldsOf = async (node: NodeProcess): Promise<string[]> => {
  const { data } = (await (await node.operator('GET', '/_operator/worlds')).json()) as { data: { id: string }[] }
  return data.map(({ id }) => id).sort()
}

/** Until the archive holds it, as `restore --verify` finds out. */
async function archivedMoment(rows: number): Promise<{ takenAt: string; rows: number }> {
  let found = { rows: -1, takenAt: '' }
  await waitUntil(`an archive with more than ${rows} rows`, async () => {
    const verified = await cli('restore', '--verify', '--json', archive).catch(() => null)
    if (verified !== null) found = JSON.parse(verified.stdout)
    return found.rows > rows
  })
  return found
}

describe('an archive of the embedded store', () => {
  it('brings back a chosen moment, over a server that was killed and one that began anew', async () => {
    const first = await archived('data')
    await makeWorld(first, 'early')
    const early = await archivedMoment(0)
    const { backup } = ((await (await first.operator('GET', '/_operator/status')).json()) as any).data
    expect(backup).toMatchObject({ file: archive, ageSeconds: expect.any(Number) })
    await makeWorld(first, 'late')
    await archivedMoment(early.rows)
    await first.stop('SIGKILL')
    const second = await archived('data')
    await makeWorld(second, 'latest')
    expect(await second.stop()).toBe(0)
    expect(second.complaints()).not.toContain('store.archive_failed')

    const databaseFile = join(folder, 'data', 'agent-network.db')
    expect(existsSync(databaseFile)).toBe(true)
    await expect(cli('restore', archive, '--data', join(folder, 'data'))).rejects.toThrow(/holds a store; move/)
    await expect(cli('restore', archive, '--at', 'noon', '--data', join(folder, 'x'))).rejects.toThrow(/--at must be/)
    for (const [data, at, worlds] of [
      ['then', ['--at', early.takenAt], ['early', 'prime']],
      ['now', [], ['early', 'late', 'latest', 'prime']],
    ] as const) {
      await cli('restore', archive, ...at, '--data', join(folder, data))
      const again = await serve(data)
      expect(await worldsOf(again)).toEqual(worlds)
      expect(await again.stop()).toBe(0)
    }
    expect(JSON.parse(readFileSync(join(folder, 'data', 'last-backup'), 'utf8'))).toMatchObject({ file: archive })
  })
})
