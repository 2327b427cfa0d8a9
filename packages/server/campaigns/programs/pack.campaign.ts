import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))

/** As `npm install` would lay it out, with what others publish taken from where it is installed already. */
describe('the packages as they are published', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agent-network-packed-'))
  const installed = join(folder, 'node_modules')
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
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each(['@agent-network/contract', '@agent-network/voice', '@agent-network/client'])(
    '%s can be imported in an empty folder, with types, README and licence',
    async (name) => {
      const { stdout } = await run(
        process.execPath,
        ['-e', `import('${name}').then((m) => console.log(Object.keys(m).length))`],
        {
          cwd: folder,
        },
      )
      expect(Number(stdout)).toBeGreaterThan(0)
      const files = readdirSync(join(installed, name), { recursive: true }).map(String)
      expect(files.some((file) => file.endsWith('.d.ts'))).toBe(true)
      expect(files).toEqual(expect.arrayContaining(['package.json', 'README.md']))
      expect(manifest(name).private).toBeUndefined()
    },
  )

  it('agent-network serves the demo without a word, with its pages and seeds inside', async () => {
    const bin = join(installed, 'agent-network', manifest('agent-network').bin['agent-network'])
    const env = {
      PATH: process.env.PATH ?? '',
      AGENT_NETWORK_PORT: '0',
      AGENT_NETWORK_OPERATOR_PORT: '0',
      AGENT_NETWORK_HISTORY_DAYS: '0',
      AGENT_NETWORK_LIFE: 'off',
    }
    const child = spawn(process.execPath, [bin], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let told = ''
    child.stderr.on('data', (chunk) => {
      told += chunk
    })
    try {
      const lines = createInterface({ input: child.stdout })
      let base = ''
      for await (const line of lines) {
        base = /https?:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? ''
        if (base !== '') break
      }
      expect(base, told).not.toBe('')
      const key = readFileSync(join(folder, 'data/demo-key'), 'utf8').trim()
      const { data } = (await (await fetch(`${base}/v1/agents`, { headers: { 'x-api-key': key } })).json()) as any
      expect(data.length).toBeGreaterThan(5)
      for (const path of ['/developer/', '/skill.md', '/openapi.json'])
        expect((await fetch(base + path)).status).toBe(200)
    } finally {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
  }, 120_000)
})
