import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import { startPostgres } from '../../../../scripts/services.mjs'
import { createDatabase, HAS_CLUSTER, OPERATOR_TOKEN, startTestServer } from '../../test/harness.ts'
import { isRunning, MAIN, spawnNode, startNode, tempFolder } from '../../test/processes.ts'

const OLD = 'an-old-secret-that-keys-were-made-under'

const folders: string[] = []
const folder = () => {
  const directory = tempFolder()
  folders.push(directory)
  return directory
}
afterAll(() => {
  for (const usedFolder of folders) rmSync(usedFolder, { recursive: true, force: true })
})

const refusal = async (flags: string[], env: Record<string, string> = {}) => {
  const node = await spawnNode(flags, env)
  if (isRunning(node)) {
    await node.stop('SIGKILL')
    throw new Error('it started')
  }
  return { code: node.code, lines: node.stderr.trim().split('\n') }
}

describe('starting and stopping', () => {
  it('prints one line of JSON, answers its probes, and drains on SIGTERM', async () => {
    const node = await startNode(['--seed=none', `--data=${folder()}`])
    expect((await fetch(`${node.baseUrl}/healthz`)).status).toBe(200)
    expect((await fetch(`${node.baseUrl}/readyz`)).status).toBe(200)
    expect((await fetch(`${node.baseUrl}/openapi.json`)).status).toBe(200)
    expect(await (await fetch(`${node.baseUrl}/docs/reference`)).text()).toContain('GET /v1/posts')
    const missing = await fetch(`${node.baseUrl}/nothing`)
    expect([missing.status, ((await missing.json()) as any).error.code]).toEqual([404, 'NOT_FOUND'])
    expect(await node.stop()).toBe(0)
  })

  it('answers what is under way before it ends', async () => {
    const node = await startNode(['--seed=none', `--data=${folder()}`])
    const body = JSON.stringify({ name: 'slow' })
    const { port } = new URL(node.operatorUrl)
    const socket = connect(Number(port), '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.write(
      `POST /_operator/keys HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${OPERATOR_TOKEN}\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
    )
    await new Promise((resume) => setTimeout(resume, 200))
    const ending = node.stop()
    await new Promise((resume) => setTimeout(resume, 200))
    socket.write(body.slice(5))
    expect(await ending).toBe(0)
    expect(answer).toMatch(/^HTTP\/1.1 201/)
    expect(answer.toLowerCase()).toContain('connection: close')
  })

  it('says in one line what is wrong with its flags', async () => {
    const data = folder()
    for (const [flags, words] of [
      [['--colour=red'], '--colour'],
      [['--port=http'], '--port'],
      [['--life=maybe'], '--life'],
      [['--seed=/nowhere/at/all.json'], '--seed'],
      [['--database-url=postgres://x'], '--redis-url'],
      [['--redis-url=redis://x'], '--database-url'],
    ] as const) {
      const { code, lines } = await refusal([`--data=${data}`, ...flags])
      expect([code, lines.length], lines.join('|')).toEqual([1, 1])
      expect(lines[0]).toContain(words)
    }
    const unreachable = await refusal(['--database-url=postgres://u@127.0.0.1:1/x', '--redis-url=redis://127.0.0.1:1'])
    expect([unreachable.code, unreachable.lines.length]).toEqual([1, 1])
  })

  it('prints the help of serve, and starts nothing', async () => {
    const data = join(folder(), 'never')
    for (const flag of ['--help', '-h']) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, `--data=${data}`, flag], {
        encoding: 'utf8',
      })
      expect([status, stderr]).toEqual([0, ''])
      expect(stdout).toMatch(/^Usage: agent-network serve \[flags\]\n/)
      for (const helpText of ['--operator-port <n>', '--history-days <n>', '(default: 8080)'])
        expect(stdout).toContain(helpText)
    }
    expect(existsSync(data)).toBe(false)
  })

  it('tells of a busy port before it seeds, and of one port for both listeners', async () => {
    const busy = createServer().listen(0, '127.0.0.1')
    await once(busy, 'listening')
    const { port } = busy.address() as AddressInfo
    for (const flag of ['port', 'operator-port']) {
      const data = folder()
      const { code, lines } = await refusal([`--data=${data}`, '--history-days=0', `--${flag}=${port}`])
      expect([code, lines]).toEqual([1, [expect.stringContaining(`port ${port} is in use`)]])
      expect(lines[0]).toContain(`--${flag}`)
      // The last thing that seeding does.
      expect(existsSync(join(data, 'demo-key'))).toBe(false)
    }
    busy.close()
    await once(busy, 'close')
    const both = await refusal([`--data=${folder()}`, '--seed=none', `--port=${port}`, `--operator-port=${port}`])
    expect(both.lines).toEqual([expect.stringContaining('--operator-port')])
  })

  it('lets one process use a data directory, and the next one after a crash', async () => {
    const data = folder()
    const first = await startNode(['--seed=none', `--data=${data}`])
    const second = await refusal(['--seed=none', `--data=${data}`])
    expect([second.code, second.lines.length]).toEqual([1, 1])
    expect(second.lines[0]).toContain('in use')
    await first.stop('SIGKILL')
    const third = await startNode(['--seed=none', `--data=${data}`])
    expect(await third.stop()).toBe(0)
  })

  it('seeds a store once, and does not so much as read the seed again', async () => {
    const data = folder()
    const seed = join(folder(), 'seed.json')
    writeFileSync(seed, '{"worlds":[{"id":"sown","kind":"fork","name":"Sown"}]}')
    const flags = [`--seed=${seed}`, `--data=${data}`]
    expect(await (await startNode(flags)).stop()).toBe(0)
    writeFileSync(seed, 'no longer a world')
    const again = await startNode(flags)
    expect(await again.stop()).toBe(0)
    expect((await refusal([`--seed=${seed}`, `--data=${folder()}`])).code).toBe(1)
  })

  it('keeps its secrets in private files and refuses a different secret', async () => {
    const data = folder()
    const own = { AGENT_NETWORK_SECRET: '', AGENT_NETWORK_OPERATOR_TOKEN: '' }
    const node = await startNode(['--seed=none', `--data=${data}`], own)
    await node.stop()
    for (const name of ['secret', 'operator-token']) expect(statSync(join(data, name)).mode & 0o777).toBe(0o600)
    writeFileSync(join(data, 'secret'), 'something-else-that-is-long-enough-to-be-one\n')
    const refused = await refusal(['--seed=none', `--data=${data}`], own)
    expect(refused.lines).toEqual([expect.stringContaining('AGENT_NETWORK_SECRET')])
  })

  it('still takes keys of an older secret that is listed after the new one', async () => {
    const data = folder()
    const node = await startNode(['--seed=none', `--data=${data}`], { AGENT_NETWORK_SECRET: OLD })
    const { data: createdKey } = (await (
      await node.operator('POST', '/_operator/keys', { createdAt: null })
    ).json()) as any
    await node.stop()
    const next = await startNode(['--seed=none', `--data=${data}`], {
      AGENT_NETWORK_SECRET: `a-new-secret-that-stands-before-the-old,${OLD}`,
    })
    expect((await fetch(`${next.baseUrl}/v1`, { headers: { 'x-api-key': createdKey.key } })).status).toBe(200)
    await next.stop()
  })

  it('refuses a database that a newer version has changed', async () => {
    const data = folder()
    await (await startNode(['--seed=none', `--data=${data}`])).stop()
    const file = new DatabaseSync(join(data, 'agent-network.db'))
    file.exec('insert into schema_version (version) values (99)')
    file.close()
    const { code, lines } = await refusal(['--seed=none', `--data=${data}`])
    expect([code, lines.length]).toEqual([1, 1])
    expect(lines[0]).toContain('schema version 99')
  })

  it('pins its test clock at the first keyed request', async () => {
    const data = folder()
    const node = await startNode([`--data=${data}`, '--test-clock', '--history-days=0'])
    const move = async (now: string) => (await node.operator('PUT', '/_operator/clock', { now })).status
    // Seeding is no record of the operator's, so the clock is still free.
    expect([await move('2030-01-01T00:00:00.000Z'), await move('2029-01-01T00:00:00.000Z')]).toEqual([200, 200])
    const key = readFileSync(join(data, 'demo-key'), 'utf8').trim()
    expect((await fetch(`${node.baseUrl}/v1`, { headers: { 'x-api-key': key } })).status).toBe(200)
    expect([await move('2028-01-01T00:00:00.000Z'), await move('2029-01-01T00:00:01.000Z')]).toEqual([400, 200])
    await node.stop()
  })

  it('says in one line that a file it was told to read is not there', async () => {
    const { code, lines } = await refusal(['--seed=none', `--data=${folder()}`], {
      AGENT_NETWORK_SECRET_FILE: '/nowhere/secret',
    })
    expect([code, lines.length], lines.join('|')).toEqual([1, 1])
    expect(lines[0]).toContain('/nowhere/secret')
  })

  it('writes no key, token or secret into its log', async () => {
    const secrets = { AGENT_NETWORK_SECRET: 'a-secret-of-the-testCase-about-the-log', AGENT_NETWORK_LOG_LEVEL: 'trace' }
    const node = await startNode(['--seed=none', `--data=${folder()}`], secrets)
    const { data: rotatedKey } = (await (
      await node.operator('POST', '/_operator/keys', { createdAt: null })
    ).json()) as any
    await fetch(`${node.baseUrl}/v1/posts`, { headers: { 'x-api-key': rotatedKey.key } })
    await fetch(`${node.baseUrl}/v1/posts?key=${rotatedKey.key}`, { headers: { 'x-api-key': `${rotatedKey.key}x` } })
    await node.stop()
    for (const secret of [rotatedKey.key, OPERATOR_TOKEN, secrets.AGENT_NETWORK_SECRET])
      expect(node.complaints()).not.toContain(secret)
  })

  it('says in one line that its database file is not one', async () => {
    const data = folder()
    writeFileSync(
      join(data, 'agent-network.db'),
      'certainly not a database, but long enough to be read as a header of one'.repeat(20),
    )
    const { code, lines } = await refusal(['--seed=none', `--data=${data}`])
    expect([code, lines.length], lines.join('|')).toEqual([1, 1])
    expect(lines[0]).toContain('agent-network.db')
  })

  it('refuses the demo where other machines can reach it, unless that is allowed', async () => {
    const data = folder()
    const isPublic = ['--host=0.0.0.0', '--history-days=0', `--data=${data}`]
    const urls = { AGENT_NETWORK_BASE_URL: 'https://network.example' }
    for (const [flags, env] of [
      [isPublic, {}],
      [['--history-days=0', `--data=${data}`], urls],
    ] as const) {
      const { code, lines } = await refusal([...flags], env)
      expect([code, lines]).toEqual([1, [expect.stringMatching(/--seed demo is for one machine.*--demo-in-public/)]])
    }
    expect(existsSync(join(data, 'demo-key'))).toBe(false)
    const allowed = await startNode([...isPublic, '--demo-in-public'])
    expect(allowed.complaints()).not.toContain('serve.demo_in_public')
    await allowed.stop()
    // The store has the demo now, whatever the setting says.
    const later = await startNode(['--seed=none', ...isPublic])
    expect(later.complaints()).toContain('serve.demo_in_public')
    await later.stop()
  })

  it('prints the demo key to a terminal, on the first start only', async () => {
    const data = folder()
    const start = async (): Promise<string> => {
      const flags = ['--port=0', '--operator-port=0', '--life=off', '--history-days=0', `--data=${data}`]
      // `script` gives the program a terminal.
      const command = [process.execPath, MAIN, ...flags].join(' ')
      const child = spawn('script', ['-qec', command, '/dev/null'], {
        env: { PATH: process.env.PATH ?? '', TERM: 'xterm' },
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      let screen = ''
      const isReady = new Promise<void>((resolve) => {
        child.stdout.on('data', (chunk) => {
          screen += chunk
          if (screen.includes('"ready":true')) resolve()
        })
      })
      await Promise.race([isReady, once(child, 'exit')])
      // Control-C, which the terminal turns into SIGINT.
      child.stdin.write('\u0003')
      await once(child, 'exit')
      return screen
    }
    const first = await start()
    const key = readFileSync(join(data, 'demo-key'), 'utf8').trim()
    expect(first).toContain(`read key     ${key}`)
    const second = await start()
    expect(second).toContain(`read key     in ${join(data, 'demo-key')}`)
    expect(second).not.toContain(key)
  })

  it('seeds the demo worlds once, with a key that works and stands in no log', async () => {
    const data = folder()
    const node = await startNode([`--data=${data}`, '--history-days=1'])
    const key = readFileSync(join(data, 'demo-key'), 'utf8').trim()
    expect(statSync(join(data, 'demo-key')).mode & 0o777).toBe(0o600)
    expect(node.complaints()).not.toContain(key)
    const [, command] = /^ +(curl -H .*)$/m.exec(node.complaints())!
    expect(command).toContain(`$(cat '${join(data, 'demo-key')}')`)
    const pasted = spawnSync('sh', ['-c', `${command} --silent --fail`], { encoding: 'utf8' })
    if (pasted.error === undefined && pasted.status !== 127) expect(JSON.parse(pasted.stdout).data).toHaveLength(3)
    expect(node.complaints()).toContain(`${node.baseUrl}/developer/`)
    for (const page of ['/', '/docs/']) expect(await (await fetch(node.baseUrl + page)).text()).toContain('/developer/')
    const read = async (base: string) =>
      (await (await fetch(`${base}/v1/posts?perPage=100`, { headers: { 'x-api-key': key } })).json()) as any
    const posts = (await read(node.baseUrl)).data
    expect(posts.length).toBe(100)
    expect(Date.now() - Date.parse(posts[0].createdAt)).toBeLessThan(86_400_000)
    await node.stop()
    const again = await startNode([`--data=${data}`])
    expect((await read(again.baseUrl)).data[0].id).toBe(posts[0].id)
    await again.stop()
  })
})

describe.runIf(HAS_CLUSTER)('starting on PostgreSQL', () => {
  it('lets one of several nodes migrate and seed', async () => {
    const database = await createDatabase({ empty: true })
    const nodes = await Promise.all(
      [1, 2, 3].map(() => startTestServer('postgres', { databaseUrl: database.url, testClock: false, seed: 'demo' })),
    )
    const { key } = await nodes[0]!.key()
    const totals = await Promise.all(nodes.map(async (node) => (await node.get('/v1/agents', key)).body.meta.total))
    expect(new Set(totals).size).toBe(1)
    expect(totals[0]).toBeGreaterThanOrEqual(24)
    await Promise.all(nodes.map((node) => node.close()))
    await database.drop()
  })

  it('makes its data directory although secret and token come from the environment', async () => {
    const database = await createDatabase({ empty: true })
    const data = join(folder(), 'fresh', 'data')
    const node = await startNode([
      `--data=${data}`,
      '--history-days=0',
      `--database-url=${database.url}`,
      `--redis-url=${process.env.TEST_REDIS_URL}`,
    ])
    expect(statSync(data).mode & 0o777).toBe(0o700)
    const key = readFileSync(join(data, 'demo-key'), 'utf8').trim()
    expect((await fetch(`${node.baseUrl}/v1/posts`, { headers: { 'x-api-key': key } })).status).toBe(200)
    expect(await node.stop()).toBe(0)
    await database.drop()
  })

  it('refuses settings that could lose an acknowledged write, and says which', async () => {
    for (const setting of ['fsync', 'full_page_writes']) {
      const careless = (await startPostgres(folder(), { [setting]: 'off' }))!
      const { code, lines } = await refusal([
        `--database-url=${careless.url}`,
        `--redis-url=${process.env.TEST_REDIS_URL}`,
      ])
      careless.stop()
      expect([code, lines.length], lines.join('|')).toEqual([1, 1])
      expect(lines[0]).toContain(`${setting}=off`)
    }
  })
})
