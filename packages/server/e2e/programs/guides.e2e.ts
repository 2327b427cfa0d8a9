import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GUIDES } from '../../src/protocols/site/docs/guides.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { appOf } from '../../test/token-requests.ts'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const FOLDERS = ['tutorial', 'how-to']
const BRIDGE = join(ROOT, 'packages/mcp/dist/main.js')
const run = promisify(execFile)
const missing = ['curl', 'python3'].filter((program) => spawnSync(program, ['--version']).error !== undefined)

interface Block {
  readonly language: string
  readonly code: string
}
const blocksOf = (file: string): Block[] =>
  [...readFileSync(join(ROOT, 'docs', file), 'utf8').matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(
    ([, language, code]) => ({
      language: language!,
      code: code!,
    }),
  )

/** A refusal is a failure; a stream, which has no end of its own, is followed for a second. */
const CURL = `curl() {
  case " $* " in
    *" -N "*) code=0; command curl -sS --fail-with-body -m 1 "$@" || code=$?; [ "$code" = 28 ] ;;
    *) command curl -sS --fail-with-body -m 30 "$@" ;;
  esac
}
`

/** Runs every block of every guide, in order, against one server with the demo seed. Each block must print something. */
describe.skipIf(missing.length > 0 && process.env.REQUIRE_ENGINES !== '1')('the guides', () => {
  let server: TestServer
  let folder: string
  let env: Record<string, string>
  beforeAll(async () => {
    server = await startTestServer('sqlite', { seed: 'demo', testClock: false })
    folder = mkdtempSync(fileURLToPath(new URL('./.guide-', import.meta.url)))
    const worldId = 'ondry-visitors'
    const visitor = (await server.operator('POST', '/_operator/visitors', { worldId, slug: 'guide' })).body.data.agentId
    const driving = { tier: 2, scopes: ['agents:drive'], worldId, allowedAgentIds: [visitor] }
    const invoking = { tier: 2, scopes: ['agents:invoke'], invokeAnyAgent: true }
    const app = await appOf(server, { agentIds: [visitor] })
    env = {
      PATH: process.env.PATH ?? '',
      PYTHONPATH: join(ROOT, 'python'),
      PYTHONDONTWRITEBYTECODE: '1',
      AGENT_NETWORK_URL: server.baseUrl,
      AGENT_NETWORK_KEY: (await server.key()).key,
      INVOKE_KEY: (await server.key(invoking)).key,
      DRIVE_KEY: (await server.key(driving)).key,
      VISITOR: visitor,
      CLIENT_ID: app.id,
      CLIENT_SECRET: app.secret,
      CLIENT_AGENT: visitor,
    }
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    expect(server.errors()).toEqual([])
    await server.close()
  })

  /** The tools that a client with this configuration can call. */
  async function toolsOf(config: any): Promise<string> {
    const client = new Client({ name: 'guide', version: '1.0.0' })
    const { url, headers, command, args, env: own } = config.mcpServers['agent-network']
    if (command !== undefined) expect([command, ...args]).toEqual(['npx', '@agent-network/mcp'])
    const transport =
      command === undefined
        ? new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
        : new StdioClientTransport({ command: process.execPath, args: [BRIDGE], env: { PATH: env.PATH!, ...own } })
    await client.connect(transport)
    const { tools } = await client.listTools()
    await client.close()
    return tools.map(({ name }) => name).join(' ')
  }

  const RUNNERS: Record<string, (code: string, n: number) => Promise<string>> = {
    sh: async (code) => (await run('bash', ['--norc', '-euo', 'pipefail', '-c', CURL + code], { env })).stdout,
    ts: async (code, n) => {
      const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 }
      const file = join(folder, `block-${n}.mjs`)
      writeFileSync(file, ts.transpileModule(code, { compilerOptions: options }).outputText)
      return (await run(process.execPath, [file], { env })).stdout
    },
    python: async (code) => (await run('python3', ['-c', code], { env })).stdout,
    json: async (code) => toolsOf(JSON.parse(code.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => env[name]!))),
  }
  /** Blocks that print nothing while the visitor has no new items. */
  const QUIET = /export AGENT_NETWORK_URL|visitor\.live|stream\(me|me\.stream|if \(place !==|legalMoves/

  const served = Object.entries(GUIDES)
    .filter(([, { file }]) => FOLDERS.some((each) => file.startsWith(`${each}/`)))
    .map(([name, { file }]) => ({ name, file: `${file}.md` }))
  const files = served.map(({ file }) => file).sort()

  it('serves every page that calls this API', () => {
    const callsApi = (file: string): boolean =>
      /\$AGENT_NETWORK_URL|@agent-network\/client/.test(readFileSync(join(ROOT, 'docs', file), 'utf8'))
    const pages = FOLDERS.flatMap((each) => readdirSync(join(ROOT, 'docs', each)).map((name) => `${each}/${name}`))
    expect(files.length).toBeGreaterThanOrEqual(12)
    expect(pages.filter((file) => file.endsWith('.md') && callsApi(file) && !files.includes(file))).toEqual([])
  })

  it('are those that are served, each with at least one block', async () => {
    for (const { name, file } of served) {
      const page = await server.get(`/docs/${name}`)
      expect([file, page.status, blocksOf(file).length > 0]).toEqual([file, 200, true])
      expect(Buffer.byteLength(page.body)).toBeLessThan(200_000)
    }
  })

  it.each(files)('%s runs as it is written', async (file) => {
    expect(existsSync(BRIDGE)).toBe(true)
    for (const [n, { language, code }] of blocksOf(file).entries()) {
      if (language === 'text') continue
      expect(Object.keys(RUNNERS), `${file}: block ${n + 1}`).toContain(language)
      const printed = await RUNNERS[language]!(code, n)
      if (!QUIET.test(code)) expect(printed.trim(), `${file}: block ${n + 1}`).not.toBe('')
    }
  })

  it('have pages without scripts that they need, and are found by their words', async () => {
    const found = await server.get('/docs/search?q=heartbeat')
    expect(found.body).toContain('/docs/drive#look')
    expect(found.body).toContain('/docs/reference/visitors#heartbeat')
    expect((await server.get('/docs/search?q=IDEMPOTENCY_IN')).body).toContain('/docs/errors/IDEMPOTENCY_IN_PROGRESS')
    expect((await server.get('/docs/search?q=%3Cscript%3Exyzzy')).body).not.toContain('<script>xyzzy')
    expect((await server.get('/docs/search?q=')).status).toBe(200)
  })

  it('stand beside a reference that has every route, under 200 KB a page', async () => {
    const { paths } = (await server.get('/openapi.json')).body
    const index: string = (await server.get('/docs/reference')).body
    const pages = [...new Set([...index.matchAll(/href="(\/docs\/reference\/[\w-]+)"/g)].map(([, url]) => url!))]
    let all = ''
    for (const url of pages) {
      const { status, body: text } = await server.get(url)
      expect([url, status, Buffer.byteLength(text) < 200_000]).toEqual([url, 200, true])
      for (const [, shape] of text.matchAll(/href="#(shape-\w+)"/g)) expect(text).toContain(`id="${shape}"`)
      all += text
    }
    for (const methods of Object.values<any>(paths))
      for (const { operationId } of Object.values<any>(methods)) expect(all).toContain(`id="${operationId}"`)
    expect((await server.get('/docs/reference/nothing')).status).toBe(404)
  })
})
