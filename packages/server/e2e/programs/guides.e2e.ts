import { execFile, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { MCP_CLIENTS } from '@agent-network/client/samples'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GUIDES } from '../../src/protocols/site/docs/guides.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { developer, type Issuer, newSlug, OPEN_GATES, startIssuer, TERMS } from '../../test/portal-site.ts'
import { appOf } from '../../test/token-requests.ts'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const FOLDERS = ['tutorial', 'how-to']
const run = promisify(execFile)
const missing = ['curl', 'python3'].filter((program) => spawnSync(program, ['--version']).error !== undefined)

const compiled = (code: string): string =>
  ts.transpileModule(code, { compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 } })
    .outputText

interface Block {
  readonly language: string
  readonly code: string
}
const blocksIn = (text: string): Block[] =>
  [...text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(([, language, code]) => ({ language: language!, code: code! }))

/** Guides whose `AGENT_NETWORK_KEY` has the scope `agents:invoke`. */
const INVOKING = /(models|residents|a2a|first-hour-chat)$/

const WORLD = 'ondry-visitors'

/** Shows the arguments of `claude mcp add`, which is not installed here. */
const CLAUDE = `claude() { python3 -c 'import json, sys; print("claude " + json.dumps(sys.argv[1:]))' "$@"; }
`

/** How a client reaches the server: by address and headers, or by a program that it starts. */
interface McpTarget {
  readonly url?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly command?: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** The entry of a settings file, by the names of each client. */
function targetIn(settings: any): McpTarget {
  const { httpUrl, ...entry } = (settings.mcpServers ?? settings.servers)['agent-network']
  return httpUrl === undefined ? entry : { url: httpUrl, ...entry }
}

/** The arguments of `claude mcp add --transport http <name> <url> --header <header>`. */
function targetOfClaude(printed: string): McpTarget {
  const line = printed.split('\n').find((each) => each.startsWith('claude '))!
  const [mcp, add, flag, transport, name, url, headerFlag, header = ''] = JSON.parse(line.slice('claude '.length))
  expect([mcp, add, flag, transport, name, headerFlag]).toEqual([
    'mcp',
    'add',
    '--transport',
    'http',
    'agent-network',
    '--header',
  ])
  const colon = header.indexOf(': ')
  return { url, headers: { [header.slice(0, colon)]: header.slice(colon + 2) } }
}

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
  let invokeKey: string
  let issuer: Issuer
  beforeAll(async () => {
    issuer = await startIssuer()
    server = await startTestServer('sqlite', { seed: 'demo', testClock: false, env: issuer.env })
    await server.switches(OPEN_GATES)
    folder = mkdtempSync(fileURLToPath(new URL('./.guide-', import.meta.url)))
    const worldId = WORLD
    const visitor = (await server.operator('POST', '/_operator/visitors', { worldId, slug: 'guide' })).body.data.agentId
    const driving = { tier: 2, scopes: ['agents:drive'], worldId, allowedAgentIds: [visitor] }
    const invoking = { tier: 2, scopes: ['agents:invoke'], invokeAnyAgent: true }
    const app = await appOf(server, { agentIds: [visitor] })
    invokeKey = (await server.key(invoking)).key
    env = {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      npm_config_cache: join(folder, '.npm'),
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      npm_config_update_notifier: 'false',
      PYTHONPATH: join(ROOT, 'python'),
      PYTHONDONTWRITEBYTECODE: '1',
      AGENT_NETWORK_URL: server.baseUrl,
      AGENT_NETWORK_READ_KEY: (await server.key()).key,
      AGENT_NETWORK_KEY: (await server.key(driving)).key,
      AGENT_NETWORK_AGENT_ID: visitor,
      CLIENT_ID: app.id,
      CLIENT_SECRET: app.secret,
      CLIENT_AGENT: visitor,
    }
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    expect(server.errors()).toEqual([])
    await server.close()
    await issuer.close()
  })

  const envOf = (name: string) => (INVOKING.test(name) ? { ...env, AGENT_NETWORK_KEY: invokeKey } : env)
  const textOf = async (name: string): Promise<string> => (await server.get(`/docs/${name}.md`)).body

  /** Replaces references to variables as the clients do: `$X`, `${X}`, `${env:X}`, `${input:X}`, or the name itself. */
  const filled = (text: string): string =>
    text
      .replaceAll(/\$\{(?:env:|input:)?(\w+)\}|\$(\w+)/g, (_, a?: string, b?: string) => env[a ?? b!]!)
      .replace(/^AGENT_NETWORK_\w+$/, (name) => env[name]!)
  const filledValues = (values: Readonly<Record<string, string>> = {}): Record<string, string> =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, filled(value)]))

  /** The tools that a client with this entry can call, after the handshake of the official client. */
  async function toolsOf({ url, headers, command, args = [], env: own }: McpTarget): Promise<string> {
    const client = new Client({ name: 'guide', version: '1.0.0' })
    const started = { PATH: env.PATH!, HOME: folder, npm_config_cache: env.npm_config_cache!, ...filledValues(own) }
    const transport =
      command === undefined
        ? new StreamableHTTPClientTransport(new URL(url!), { requestInit: { headers: filledValues(headers) } })
        : new StdioClientTransport({ command, args: [...args], env: started, cwd: folder })
    await client.connect(transport)
    const { tools } = await client.listTools()
    await client.close()
    return tools.map(({ name }) => name).join(' ')
  }

  /** Codex: the address and the variable with the bearer token. */
  async function targetInToml(code: string): Promise<McpTarget> {
    const parse = 'import json, sys, tomllib; print(json.dumps(tomllib.loads(sys.argv[1])))'
    const { stdout } = await run('python3', ['-c', parse, code])
    const { url, bearer_token_env_var: variable } = JSON.parse(stdout).mcp_servers['agent-network']
    return { url, headers: { Authorization: `Bearer $${variable}` } }
  }

  type RunBlock = (code: string, n: number, own: Record<string, string>) => Promise<string>
  const RUNNERS: Record<string, RunBlock> = {
    sh: async (code, _n, own) => {
      const { stdout } = await run('bash', ['--norc', '-euo', 'pipefail', '-c', CURL + CLAUDE + code], { env: own })
      return stdout.startsWith('claude ') ? toolsOf(targetOfClaude(stdout)) : stdout
    },
    ts: async (code, n, own) => {
      const file = join(folder, `block-${n}.mjs`)
      writeFileSync(file, compiled(code))
      return (await run(process.execPath, [file], { env: own })).stdout
    },
    python: async (code, _n, own) => (await run('python3', ['-c', code], { env: own })).stdout,
    json: async (code) => toolsOf(targetIn(JSON.parse(code))),
    toml: async (code) => toolsOf(await targetInToml(code)),
  }
  /** Blocks that print nothing while the visitor has no new items. */
  const QUIET = /export AGENT_NETWORK_URL|\.live\(|\.stream\(|if \(place !==|legalMoves/

  const served = Object.entries(GUIDES)
    .filter(([, { file }]) => FOLDERS.some((each) => file.startsWith(`${each}/`)))
    .map(([name, { file }]) => ({ name, file: `${file}.md` }))
  const files = served.map(({ file }) => file).sort()
  const isJourney = ({ name }: { name: string }): boolean => name.startsWith('first-hour-')

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
      const text = await textOf(name)
      expect([file, page.status, blocksIn(text).length > 0]).toEqual([file, 200, true])
      expect([file, server.baseUrl.endsWith(':8080') || !text.includes(':8080')]).toEqual([file, true])
      expect(Buffer.byteLength(page.body)).toBeLessThan(200_000)
    }
  })

  // Other tests run sign-in.md and webhooks.md, whose receivers do not end.
  it.each(served.filter((each) => !isJourney(each) && !['sign-in', 'webhooks'].includes(each.name)))(
    '$file runs as it is written',
    async ({ name, file }) => {
      for (const [n, { language, code }] of blocksIn(await textOf(name)).entries()) {
        if (language === 'text') continue
        expect(Object.keys(RUNNERS), `${file}: block ${n + 1}`).toContain(language)
        const printed = await RUNNERS[language]!(code, n, envOf(name))
        if (!QUIET.test(code)) expect(printed.trim(), `${file}: block ${n + 1}`).not.toBe('')
      }
    },
  )

  it('sign-in.md runs as it is written, on a server with the built-in identity', async () => {
    const own = await startTestServer('sqlite', { testClock: false })
    try {
      await own.switches(OPEN_GATES)
      for (const [n, { language, code }] of blocksIn((await own.get('/docs/sign-in.md')).body).entries())
        expect(await RUNNERS[language]!(code, n, { ...env, AGENT_NETWORK_URL: own.baseUrl })).toContain('"sent":true')
    } finally {
      await own.close()
    }
  })

  it('have an entry for each MCP client, from the table that the pages use', () => {
    const place = { baseUrl: 'http://127.0.0.1:8080', agentId: 'AGENT_NETWORK_AGENT_ID' }
    const blocks = blocksIn(readFileSync(join(ROOT, 'docs/how-to/mcp.md'), 'utf8'))
    expect(blocks.slice(0, MCP_CLIENTS.length)).toEqual(
      MCP_CLIENTS.map(({ syntax, entry }) => ({ language: syntax, code: `${entry(place)}\n` })),
    )
  })

  /** Confirms a request to join as a person with a new account does on the claim page. */
  async function confirm(userCode: string): Promise<void> {
    const who = await developer(issuer, server.baseUrl)
    const choices = { appId: who.appId, slug: newSlug(), worldId: WORLD, ...TERMS }
    const reply = await who.portal('POST', `/join-requests/${userCode}/confirm`, choices)
    expect([reply.status, reply.body.error]).toEqual([201, undefined])
  }

  /** Runs a program and confirms each request to join that it prints. */
  async function runWithPerson(command: string, args: readonly string[], cwd: string): Promise<string> {
    const { PATH, HOME, npm_config_cache, npm_config_audit, npm_config_fund, npm_config_update_notifier } = env
    const npm = { npm_config_cache, npm_config_audit, npm_config_fund, npm_config_update_notifier }
    const own = { PATH, HOME, ...npm, PYTHONDONTWRITEBYTECODE: '1' } as Record<string, string>
    const child = spawn(command, args, { cwd, env: own, stdio: ['ignore', 'pipe', 'pipe'] })
    let printed = ''
    let failed = ''
    const confirmed = new Map<string, Promise<void>>()
    child.stderr.on('data', (chunk) => {
      failed += chunk
    })
    child.stdout.on('data', (chunk) => {
      printed += chunk
      const code = /\/claim\/([B-Z]{4}-[B-Z]{4})/.exec(printed)?.[1]
      if (code !== undefined && !confirmed.has(code)) confirmed.set(code, confirm(code))
    })
    const status = await new Promise((resolve) => child.on('close', resolve))
    await Promise.all(confirmed.values())
    expect([status, status === 0 ? '' : failed]).toEqual([0, ''])
    return printed
  }

  /** The shell of a reader: variables last from one block to the next. */
  const SHELL = `[ ! -f .variables ] || . ./.variables
trap 'export -p | grep AGENT_NETWORK_ > .variables || true' EXIT
`
  const JOURNEY: Record<string, (code: string, n: number, at: string) => Promise<string>> = {
    sh: (code, _n, at) => runWithPerson('bash', ['--norc', '-euo', 'pipefail', '-c', SHELL + CURL + CLAUDE + code], at),
    ts: (code, n, at) => {
      writeFileSync(join(at, `block-${n}.mjs`), compiled(code))
      const settings = existsSync(join(at, 'agent-network.env')) ? ['--env-file=agent-network.env'] : []
      return runWithPerson(process.execPath, [...settings, `block-${n}.mjs`], at)
    },
    python: (code, n, at) => {
      writeFileSync(join(at, `block-${n}.py`), code)
      const program = `[ ! -f agent-network.env ] || { set -a; . ./agent-network.env; }; exec python3 block-${n}.py`
      return runWithPerson('bash', ['--norc', '-c', program], at)
    },
  }

  it.each(served.filter(isJourney))('$name leads from nothing to a first answer', async ({ name }) => {
    const at = mkdtempSync(join(tmpdir(), 'agent-network-guide-'))
    const startedAt = performance.now()
    try {
      if (name.endsWith('chat')) writeFileSync(join(at, '.variables'), `export AGENT_NETWORK_KEY=${invokeKey}\n`)
      for (const [n, { language, code }] of blocksIn(await textOf(name)).entries()) {
        if (language === 'text') continue
        const printed = await JOURNEY[language]!(code, n, at)
        expect(printed.trim(), `${name}: block ${n + 1}`).not.toBe('')
        if (printed.includes('claude [')) expect(await toolsOf(targetOfClaude(printed))).toContain('look')
      }
      process.stdout.write(`  ${name}: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s\n`)
    } finally {
      rmSync(at, { recursive: true, force: true })
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
