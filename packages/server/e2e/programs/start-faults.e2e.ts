import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createDatabase, HAS_CLUSTER, OPERATOR_TOKEN } from '../../test/harness.ts'
import { launch } from '../../test/planted.ts'
import { isRunning, smallDisk, spawnNode, startNode, tempFolder } from '../../test/processes.ts'

const refusal = async (flags: readonly string[], env: Record<string, string> = {}) => {
  const tried = await spawnNode(['--seed=none', ...flags], env)
  if (isRunning(tried)) {
    await tried.stop('SIGKILL')
    throw new Error('it started')
  }
  return { code: tried.code, lines: tried.stderr.trim().split('\n') }
}
/** One line, exit 1. */
const expectLine = async (expectedLine: RegExp, flags: readonly string[], env?: Record<string, string>) => {
  const { code, lines } = await refusal(flags, env)
  expect([code, lines.length], lines.join('|')).toEqual([1, 1])
  expect(lines[0]).toMatch(expectedLine)
}
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

describe('what keeps a server from starting is one line', () => {
  it('for a data folder that is a file, and for a log level that is none', async () => {
    const file = join(tempFolder(), 'file')
    writeFileSync(file, 'not a folder')
    await expectLine(/--data: .*file is a file/, [`--data=${file}`])
    await expectLine(/AGENT_NETWORK_LOG_LEVEL must be one of/, [`--data=${tempFolder()}`], {
      AGENT_NETWORK_LOG_LEVEL: 'loud',
    })
  })

  it('for a full disk and for one that takes no writes', async ({ skip }) => {
    const disk = smallDisk('96k')
    if (disk === null) return skip('this user may not mount a disk')
    try {
      await expectLine(/full|ENOSPC|no space|disk I\/O/i, [`--data=${disk}/data`])
      execFileSync('mount', ['-o', 'remount,ro', disk])
      await expectLine(/EROFS|read-only|readonly/i, [`--data=${disk}/other`])
    } finally {
      execFileSync('umount', ['-l', disk])
    }
  })

  it('for a first start on a full disk, which leaves no part of a secret behind', async ({ skip }) => {
    const disk = smallDisk('1m')
    if (disk === null) return skip('this user may not mount a disk')
    const own = { AGENT_NETWORK_SECRET: '', AGENT_NETWORK_OPERATOR_TOKEN: '' }
    const data = join(disk, 'data')
    try {
      mkdirSync(data, { mode: 0o700 })
      // Folder entries need no block here, so that files can be created and not written.
      expect(() => writeFileSync(join(disk, 'filler'), Buffer.alloc(2 ** 21))).toThrow(/ENOSPC/)
      await expectLine(/ENOSPC|no space/i, [`--data=${data}`], own)
      expect(readdirSync(data)).toEqual([])
      // What older versions left behind.
      for (const name of ['secret', 'operator-token']) writeFileSync(join(data, name), '', { mode: 0o600 })
      rmSync(join(disk, 'filler'))
      execFileSync('mount', ['-o', 'remount,size=64m', disk])
      const node = await startNode(['--seed=none', `--data=${data}`], own)
      expect(readFileSync(join(data, 'secret'), 'utf8').trim().length).toBeGreaterThan(32)
      await node.stop()
    } finally {
      execFileSync('umount', ['-l', disk])
    }
  })

  it('for a public URL with a path', async () => {
    for (const name of ['BASE_URL', 'DEVELOPER_URL', 'AUTH_URL', 'VIEWER_URL'])
      await expectLine(/must not have a path \("\/net"\)/, [`--data=${tempFolder()}`], {
        [`AGENT_NETWORK_${name}`]: 'https://host.example/net',
      })
  })

  it('for a store without its secret, before anything is written', async () => {
    const data = tempFolder()
    const own = { AGENT_NETWORK_SECRET: '', AGENT_NETWORK_OPERATOR_TOKEN: OPERATOR_TOKEN }
    await (await startNode(['--seed=none', `--data=${data}`], own)).stop()
    const secret = readFileSync(join(data, 'secret'))
    rmSync(join(data, 'secret'))
    const before = readdirSync(data).sort()
    await expectLine(/secret/, [`--data=${data}`], own)
    expect(readdirSync(data).sort()).toEqual(before)
    writeFileSync(join(data, 'secret'), secret)
    await (await startNode(['--seed=none', `--data=${data}`], own)).stop()
  })

  it('for tokens and secrets that can be guessed, and for an operator listener that anybody could reach', async () => {
    const data = tempFolder()
    const repeated = 'abababababababababababababababababababab'
    for (const weak of ['short', repeated]) {
      await expectLine(/AGENT_NETWORK_OPERATOR_TOKEN must have/, [`--data=${data}`], {
        AGENT_NETWORK_OPERATOR_TOKEN: weak,
      })
      await expectLine(/AGENT_NETWORK_SECRET must have/, [`--data=${data}`], { AGENT_NETWORK_SECRET: weak })
    }
    await expectLine(/needs AGENT_NETWORK_OPERATOR_TOKEN/, [`--data=${data}`, '--operator-host=0.0.0.0'], {
      AGENT_NETWORK_OPERATOR_TOKEN: '',
    })
    expect(readdirSync(data)).toEqual([])
  })

  it.runIf(HAS_CLUSTER)('for a Redis that is not there', async () => {
    const database = await createDatabase()
    await expectLine(/cannot reach the Redis at 127\.0\.0\.1:1\/0/, [
      `--data=${tempFolder()}`,
      `--database-url=${database.url}`,
      '--redis-url=redis://127.0.0.1:1',
    ])
    await database.drop()
  })
})

describe('the operator listener', () => {
  it('answers to its own names alone, before it looks at the token', async () => {
    const node = await startNode(['--seed=none', `--data=${tempFolder()}`])
    const { port } = new URL(node.operatorUrl)
    const requestWithHost = (host: string) =>
      new Promise<{ status: number; code: string }>((resolve, reject) => {
        const headers = { host, authorization: `Bearer ${OPERATOR_TOKEN}` }
        get({ host: '127.0.0.1', port, path: '/_operator/status', headers }, async (answer) => {
          const body = JSON.parse(Buffer.concat(await answer.toArray()).toString())
          resolve({ status: answer.statusCode!, code: body.error?.code ?? '' })
        }).on('error', reject)
      })
    for (const name of ['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]'])
      expect(await requestWithHost(`${name}:${port}`)).toEqual({ status: 200, code: '' })
    for (const name of ['evil.example', `evil.example:${port}`, '127.0.0.1.evil.example', '[::2]'])
      expect(await requestWithHost(name)).toEqual({ status: 421, code: 'HOST_NOT_ALLOWED' })
    await node.stop()
  })
})

describe('the data folder', () => {
  it('is made private with all its files, also if it existed before', async () => {
    const data = join(tempFolder(), 'data')
    mkdirSync(data, { mode: 0o755 })
    writeFileSync(join(data, 'secret'), 'a-secret-that-anybody-could-have-read-until-now\n')
    chmodSync(join(data, 'secret'), 0o644)
    const node = await startNode(['--seed=none', `--data=${data}`], { AGENT_NETWORK_SECRET: '' })
    expect(modeOf(data)).toBe('700')
    const files = readdirSync(data)
    expect(files).toContain('agent-network.db')
    for (const name of files) expect([name, modeOf(join(data, name))]).toEqual([name, '600'])
    await node.stop()
  })
  it.skipIf(process.getuid?.() !== 0)(
    'of somebody else keeps a server from starting, and so does a file in it',
    async () => {
      const NOBODY = 65_534
      // Root may change what others own by a capability, which it lays down here.
      const under = ['setpriv', '--bounding-set=-fowner', '--inh-caps=-fowner']
      for (const owned of ['secret', '']) {
        const data = join(tempFolder(), 'data')
        mkdirSync(data, { mode: owned === '' ? 0o755 : 0o700 })
        if (owned !== '') writeFileSync(join(data, owned), '', { mode: 0o644 })
        chownSync(join(data, owned), NOBODY, NOBODY)
        const refused = await launch({ under, flags: [`--data=${data}`] }).then(
          async (node) => `started, exit ${await node.stop('SIGKILL')}`,
          (error: Error) => error.message.trim(),
        )
        const line = `${join(data, owned)} can be read by others and its permissions cannot be changed (EPERM)`
        expect(refused).toMatch(/^the server did not start \(exit 1\): .*$/)
        expect(refused).toContain(line)
        expect(readdirSync(data)).toEqual(owned === '' ? [] : [owned])
        if (owned !== '') continue
        chownSync(data, 0, 0)
        await (await launch({ under, flags: [`--data=${data}`] })).stop()
        expect(modeOf(data)).toBe('700')
      }
    },
  )
})
