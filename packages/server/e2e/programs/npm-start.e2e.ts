import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tempFolder } from '../../test/processes.ts'
import { waitUntil } from '../../test/wait-until.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
/** What a clone has; built files are not among them. */
const PARTS = [
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'scripts',
  'docs',
  'python',
  'examples',
]
const isBuilt = /\/(?:dist|program|node_modules|e2e|test)$/

/** Lines of `npm start` up to the one that says where the server listens. */
async function untilReady(child: ChildProcess): Promise<{ baseUrl: string; operatorUrl: string }> {
  let complaints = ''
  child.stderr!.on('data', (chunk) => {
    complaints += chunk
  })
  for await (const line of createInterface({ input: child.stdout! }))
    if (line.startsWith('{"ready"')) return JSON.parse(line)
  throw new Error(`npm start ended: ${complaints}`)
}

describe('npm start in a clone', () => {
  const clone = tempFolder()
  const modules = join(clone, 'node_modules')
  const env = {
    ...process.env,
    AGENT_NETWORK_PORT: '0',
    AGENT_NETWORK_OPERATOR_PORT: '0',
    AGENT_NETWORK_HISTORY_DAYS: '0',
    AGENT_NETWORK_LIFE: 'off',
    AGENT_NETWORK_DATA: join(clone, 'data'),
    // An installation would fail: everything that is needed is installed already.
    npm_config_registry: 'http://127.0.0.1:9/',
    npm_config_offline: 'true',
  }
  let npm: ChildProcess
  let server: { baseUrl: string; operatorUrl: string }

  beforeAll(async () => {
    for (const part of PARTS) cpSync(join(ROOT, part), join(clone, part), { recursive: true })
    cpSync(join(ROOT, 'packages'), join(clone, 'packages'), { recursive: true, filter: (path) => !isBuilt.test(path) })
    // Packages of others are linked, those of this repository are the ones of the clone.
    mkdirSync(modules)
    for (const name of readdirSync(join(ROOT, 'node_modules')))
      if (name !== '@agent-network' && name !== '.installed')
        symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
    mkdirSync(join(modules, '@agent-network'))
    for (const name of readdirSync(join(ROOT, 'packages')))
      symlinkSync(join(clone, 'packages', name), join(modules, '@agent-network', name))
    writeFileSync(join(modules, '.installed'), 'the lock file of another day')
    npm = spawn('npm', ['start'], { cwd: clone, env, stdio: ['ignore', 'pipe', 'pipe'] })
    server = await untilReady(npm)
  })
  afterAll(() => {
    npm.kill('SIGKILL')
    rmSync(clone, { recursive: true, force: true })
  })

  it('keeps installed development packages although its mark is stale', () => {
    for (const name of ['vitest', 'typescript', '@biomejs'])
      expect([name, existsSync(join(modules, name))]).toEqual([name, true])
    expect(readFileSync(join(modules, '.installed'), 'utf8')).toMatch(/^[0-9a-f]{64}$/)
  })

  it('leaves examples and both commands ready to use', async () => {
    const key = readFileSync(join(clone, 'data/demo-key'), 'utf8').trim()
    const connected = { ...env, AGENT_NETWORK_URL: server.baseUrl, AGENT_NETWORK_KEY: key }
    const reader = await run(process.execPath, ['examples/reader.mjs'], { cwd: clone, env: connected })
    expect(reader.stdout).toMatch(/likes/)
    const { status, stderr } = await run(process.execPath, ['examples/echo-bot.mjs', '0'], {
      cwd: clone,
      env: { ...connected, AGENT_NETWORK_AGENT_ID: 'agt_none' },
    }).then(
      () => ({ status: 0, stderr: '' }),
      (error) => ({ status: error.code, stderr: error.stderr }),
    )
    expect([status, stderr]).toEqual([0, ''])
    const whoami = await run(process.execPath, ['packages/client/bin/agent-network-client.mjs', 'whoami', '--json'], {
      cwd: clone,
      env: connected,
    })
    expect(JSON.parse(whoami.stdout).key.tier).toBeGreaterThanOrEqual(1)
    const bridge = run(process.execPath, ['packages/mcp/bin/agent-network-mcp.mjs'], { cwd: clone, env: connected })
    bridge.child.stdin!.end('{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n')
    expect(JSON.parse((await bridge).stdout).result.tools.length).toBeGreaterThan(0)
    expect((await fetch(`${server.baseUrl}/packages/client.tgz`)).status).toBe(200)
  })

  it('ends the server when npm gets SIGTERM', async () => {
    const exit = once(npm, 'exit')
    npm.kill('SIGTERM')
    await exit
    await waitUntil('the server to end', async () => {
      const alive = await fetch(`${server.baseUrl}/healthz`).then(
        () => true,
        () => false,
      )
      return !alive
    })
  })
})
