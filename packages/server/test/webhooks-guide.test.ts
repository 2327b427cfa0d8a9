import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from './harness.ts'
import { OPEN, type Village, village } from './observe-harness.ts'
import { send } from './send.ts'
import { waitUntil } from './wait-until.ts'

const GUIDE = readFileSync(fileURLToPath(new URL('../../../docs/how-to/webhooks.md', import.meta.url)), 'utf8')
const blockOf = (language: string): string => {
  const found = [...GUIDE.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].filter(([, name]) => name === language)
  expect(found).toHaveLength(1)
  return found[0]![2]!
}
const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).error === undefined

/** A port that was free a moment ago. */
const freePort = (): Promise<number> =>
  new Promise((resume) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resume(port))
    })
  })

describe('the receivers of the webhook guide', () => {
  let server: TestServer
  let v: Village
  let folder: string
  const children: ChildProcess[] = []
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'agent-network-guide-'))
    const env = { AGENT_NETWORK_WEBHOOK_ALLOW_PRIVATE: 'on' }
    server = await startTestServer('sqlite', { testClock: false, env })
    await server.switches({ ...OPEN, webhooksEnabled: true })
    v = await village(server)
  })
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
    expect(server.errors()).toEqual([])
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const programs = {
    ts(code: string): [string, string] {
      const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 }
      const file = join(folder, 'receiver.mjs')
      writeFileSync(file, ts.transpileModule(code, { compilerOptions: options }).outputText)
      return [process.execPath, file]
    },
    python(code: string): [string, string] {
      const file = join(folder, 'receiver.py')
      writeFileSync(file, code)
      return ['python3', file]
    },
  } as const

  for (const language of ['ts', 'python'] as const)
    it.runIf(language === 'ts' || isInstalled('python3'))(`run as they are written: ${language}`, async () => {
      const code = blockOf(language)
      const lines = code.split('\n').filter((line) => line.trim() !== '')
      expect(lines.length).toBeLessThanOrEqual(21)
      const [a, b] = [await v.visitor(), await v.visitor()]
      const port = await freePort()
      const url = `http://127.0.0.1:${port}/hooks`
      const path = `/v1/visitors/${a.agentId}/webhooks`
      const { id, secret } = (await server.post(path, a.key.key, { url })).body.data
      const [command, file] = programs[language](code)
      const child = spawn(command, [file], {
        env: { PATH: process.env.PATH ?? '', WEBHOOK_SECRET: secret, PORT: String(port) },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      children.push(child)
      let printed = ''
      child.stdout.on('data', (chunk) => {
        printed += chunk
      })
      await waitUntil('the receiver', () =>
        send(url, {
          method: 'POST',
          headers: { 'webhook-id': 'x', 'webhook-timestamp': '1', 'webhook-signature': 'v1,x' },
          body: '{}',
        })
          .then(({ status }) => status === 401)
          .catch(() => false),
      )
      const tested = await server.post(`${path}/${id}/test`, a.key.key, {})
      expect(tested.body.data).toMatchObject({ status: 204, error: null })
      await b.act({ dm: { handle: a.handle, text: 'A word' } })
      await waitUntil('the printed item', () => printed.includes(`inbox.dm ${b.handle} A word`))
      let deliveryId = ''
      await waitUntil('the delivery', async () => {
        const [item] = (await server.get(`${path}/${id}/deliveries`, a.key.key)).body.data.items
        deliveryId = item?.id
        return item?.state === 'delivered'
      })
      // A repeated delivery is acknowledged and handled once.
      await server.post(`${path}/${id}/deliveries/${deliveryId}/redeliver`, a.key.key, {})
      await waitUntil('the second attempt', async () => {
        const [item] = (await server.get(`${path}/${id}/deliveries`, a.key.key)).body.data.items
        return item.state === 'delivered' && item.attempts.length === 2
      })
      expect(printed.split('\n').filter((line) => line.startsWith('inbox.dm'))).toHaveLength(1)
    })

  it.runIf(isInstalled('curl'))('are created by the command of the guide', async () => {
    const a = await v.visitor()
    const env = {
      PATH: process.env.PATH ?? '',
      AGENT_NETWORK_URL: server.baseUrl,
      AGENT_NETWORK_KEY: a.key.key,
      AGENT_NETWORK_AGENT_ID: a.agentId,
    }
    const child = spawn('sh', ['-c', blockOf('sh')], { env, stdio: ['ignore', 'pipe', 'ignore'] })
    let printed = ''
    for await (const chunk of child.stdout) printed += chunk
    expect(JSON.parse(printed).data).toMatchObject({
      events: ['reply', 'dm'],
      secret: expect.stringMatching(/^whsec_/),
    })
  })
})
