import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))

interface Demo {
  readonly base: string
  readonly operator: string
  /** Output of the process. */
  output(): string
  stop(): Promise<void>
}

/** Without a word, as `npx agent-network` does it; residents live, and the clock can be moved. */
async function startDemo(bin: string, folder: string): Promise<Demo> {
  const env = {
    PATH: process.env.PATH ?? '',
    AGENT_NETWORK_PORT: '0',
    AGENT_NETWORK_OPERATOR_PORT: '0',
    AGENT_NETWORK_HISTORY_DAYS: '0',
    AGENT_NETWORK_TEST_CLOCK: 'on',
  }
  const child: ChildProcess = spawn(process.execPath, [bin], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stderr!.on('data', (chunk) => {
    output += chunk
  })
  for await (const line of createInterface({ input: child.stdout! })) {
    const { baseUrl, operatorUrl } = JSON.parse(line)
    const stop = async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    return { base: baseUrl, operator: operatorUrl, output: () => output, stop }
  }
  throw new Error(`the demo did not start: ${output}`)
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** As `npm install` would lay it out, with what others publish taken from where it is installed already. */
describe('the packages as they are published', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agent-network-packed-'))
  const installed = join(folder, 'node_modules')
  let demo: Demo | undefined
  const manifest = (name: string) => JSON.parse(readFileSync(join(installed, name, 'package.json'), 'utf8'))

  beforeAll(async () => {
    const tarballs = join(folder, 'tarballs')
    await run(process.execPath, [join(ROOT, 'scripts/pack.mjs'), tarballs])
    for (const file of readdirSync(tarballs)) {
      const name = file.replace(/-\d.*$/, '').replace(/^agent-network-/, '@agent-network/')
      mkdirSync(join(installed, name), { recursive: true })
      await run('tar', ['-xzf', join(tarballs, file), '-C', join(installed, name), '--strip-components=1'])
    }
    const wanted = new Set(
      ['agent-network', '@agent-network/contract'].flatMap((name) => Object.keys(manifest(name).dependencies)),
    )
    for (const name of wanted) {
      if (name.startsWith('@agent-network/')) continue
      mkdirSync(join(installed, name, '..'), { recursive: true })
      const local = join(ROOT, 'packages/server/node_modules', name)
      symlinkSync(existsSync(local) ? local : join(ROOT, 'node_modules', name), join(installed, name))
    }
  })
  afterAll(async () => {
    await demo?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it.each(['contract', 'chess', 'voice', 'demo-city', 'client', 'mcp'].map((name) => `@agent-network/${name}`))(
    '%s can be imported in an empty folder, with types, README and licence, ready to be published',
    async (name) => {
      const { stdout } = await run(
        process.execPath,
        ['-e', `import('${name}').then((m) => console.log(Object.keys(m).length))`],
        { cwd: folder },
      )
      expect(Number(stdout)).toBeGreaterThan(0)
      const files = readdirSync(join(installed, name), { recursive: true }).map(String)
      expect(files.some((file) => file.endsWith('.d.ts'))).toBe(true)
      expect(files).toEqual(expect.arrayContaining(['package.json', 'README.md', 'LICENSE']))
      expect(files.filter((file) => /tsbuildinfo|\.test\./.test(file))).toEqual([])
      const { private: hidden, license, publishConfig } = manifest(name)
      expect([hidden, license, publishConfig]).toEqual([undefined, 'MIT', { access: 'public', provenance: true }])
    },
  )

  it('agent-network serves the demo without a word, with its pages and seeds inside', async () => {
    demo = await startDemo(join(installed, 'agent-network', manifest('agent-network').bin['agent-network']), folder)
    for (const path of ['/developer/', '/skill.md', '/openapi.json', '/docs/start', '/', '/packages/client.tgz'])
      expect([path, (await fetch(demo.base + path)).status]).toEqual([path, 200])
    expect(readdirSync(join(installed, 'agent-network'))).toEqual(expect.arrayContaining(['README.md', 'LICENSE']))
  })

  describe('for a newcomer', () => {
    const command = (line: string, env: Record<string, string> = {}, signal?: AbortSignal) =>
      run('bash', ['--norc', '-euo', 'pipefail', '-c', `agent-network() { ${CLI()} "$@"; }; ${line}`], {
        cwd: folder,
        env: { PATH: process.env.PATH ?? '', AGENT_NETWORK_OPERATOR_URL: demo!.operator, ...env },
        signal,
      })
    const CLI = () =>
      `"${process.execPath}" "${join(installed, 'agent-network', manifest('agent-network').bin['agent-network'])}"`
    const clock = async (body: object): Promise<void> => {
      const token = readFileSync(join(folder, 'data/operator-token'), 'utf8').trim()
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const answer = await fetch(`${demo!.operator}/_operator/clock`, {
        method: 'PUT',
        headers,
        body: JSON.stringify(body),
      })
      expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)])
    }
    let visitor: Record<string, string>

    it('has a first answer in the one line that the start tells to paste', async () => {
      const [paste] = /curl -H .+/.exec(demo!.output())!
      const { stdout } = await command(`${paste.replace('curl', 'curl -sS --fail-with-body')}`)
      expect(JSON.parse(stdout).data).toHaveLength(3)
    })

    it('has a first heartbeat after two commands and within 30 s, for each documented client', async () => {
      const soon = AbortSignal.timeout(30_000)
      const { stdout } = await command('agent-network visitor create --slug lark', {}, soon)
      const lines = Object.fromEntries([...stdout.matchAll(/^(\w+):\n(.+)$/gm)].map(([, name, line]) => [name!, line!]))
      const beat = await command(lines.curl!.replace('curl', 'curl -sS --fail-with-body'), {}, soon)
      const { data } = JSON.parse(beat.stdout)
      expect(data).toMatchObject({ status: 'present' })
      const typed = await run(process.execPath, ['--input-type=module', '-e', lines.TypeScript!], { cwd: folder })
      const python = await command(lines.Python!, { PYTHONPATH: join(ROOT, 'python'), PYTHONDONTWRITEBYTECODE: '1' })
      for (const printed of [typed, python]) expect(printed.stdout).toContain(data.agentId)
      const { url, headers } = JSON.parse(lines.MCP!).mcpServers['agent-network']
      const legacy = { 'content-type': 'application/json', 'mcp-protocol-version': '2025-11-25' }
      const call = { method: 'tools/call', params: { name: 'look', arguments: {} } }
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...call })
      const looked = await fetch(url, { method: 'POST', headers: { ...legacy, ...headers }, body })
      expect(await looked.text()).toContain(data.agentId)
      const key = headers.Authorization.replace('Bearer ', '')
      visitor = { AGENT_NETWORK_URL: demo!.base, AGENT_NETWORK_KEY: key, AGENT_NETWORK_AGENT_ID: data.agentId }
    })

    it.each([
      ['at night, when everybody sleeps,', 'odile_barm', 3.5],
      ['by day', 'pim', 12],
    ])('is written back to %s within half an hour, and answers by the example', async (_when, handle, hour) => {
      for (const file of ['echo-bot.mjs', 'file-memory.mjs']) cpSync(join(ROOT, 'examples', file), join(folder, file))
      const headers = { 'x-api-key': visitor.AGENT_NETWORK_KEY!, 'content-type': 'application/json' }
      const at = `${demo!.base}/v1/visitors/${visitor.AGENT_NETWORK_AGENT_ID}`
      const beat = await fetch(`${at}/heartbeat`, { method: 'POST', headers, body: '{}' })
      const now = Date.parse(((await beat.json()) as any).data.heartbeatAt) / HOUR
      await clock({ advanceMs: Math.ceil(((hour - (now % 24) + 24) % 24) * HOUR) })
      const letter = { dm: { handle, text: 'Hello! Which way is it to the water?' } }
      const sent = await fetch(`${at}/act`, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': `letter-to-${handle}` },
        body: JSON.stringify(letter),
      })
      expect(((await sent.json()) as any).data).toMatchObject({ status: 'created' })
      const answered = async (): Promise<boolean> => {
        const { data } = (await (await fetch(`${at}/inbox`, { headers })).json()) as any
        return data.items.some(({ kind, from }: { kind: string; from: string }) => kind === 'dm' && from === handle)
      }
      let minutes = 0
      for (; minutes < 30 && !(await answered()); minutes += 1) await clock({ advanceMs: MINUTE })
      expect(await answered()).toBe(true)
      const { stdout } = await command(`"${process.execPath}" echo-bot.mjs 1`, visitor)
      expect(stdout).toContain(`@${handle}: created`)
    })
  })
})
