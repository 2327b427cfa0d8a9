import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as contract from '@agent-network/contract'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OPERATOR_TOKEN, startTestServer, TEST_SECRET, type TestServer } from './harness.ts'
import { type App, appOf } from './token-requests.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const CLI = join(ROOT, 'packages/server/program/cli/main.js')
const HERE = fileURLToPath(new URL('.', import.meta.url))
const { PORTAL_ROUTES } = contract
const run = promisify(execFile)
const hasCurl = spawnSync('curl', ['--version']).error === undefined

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...['chess', 'client', 'contract', 'mcp', 'voice'].map((name) => `packages/${name}/README.md`),
  ...['docs', 'docs/reference'].flatMap((folder) => readdirSync(join(ROOT, folder)).map((file) => join(folder, file))),
]
  .filter((file) => file.endsWith('.md'))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))

interface Block {
  readonly file: string
  readonly language: string
  readonly code: string
}
const ALL: readonly Block[] = pages.flatMap(({ file, text }) =>
  [...text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(([, language, code]) => ({
    file,
    language: language!,
    code: code!,
  })),
)
const blocks = (language: string, of = /./) => ALL.filter((block) => block.language === language && of.test(block.file))
const linesOf = (code: string): string[] => code.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

/** Commands that start, test, measure or install something; other tests run those. */
const ELSEWHERE =
  /^(?:npm (?:start|test)|npm run (?:dev|check|bench)|node (?:bench|tools)\/|git clone|export AGENT_NETWORK_|npx -y http:\S+\/packages\/client\.tgz join) ?/
const COMMAND = /^npm run cli -- /

/** Every example in the documentation is run against a server with the demo seed. */
describe('the documentation', () => {
  let server: TestServer
  let key: string
  let invokeKey: string
  let driveKey: string
  let visitor: string
  let post: string
  let app: App
  beforeAll(async () => {
    server = await startTestServer('sqlite', { seed: 'demo', testClock: false })
    key = (await server.key()).key
    const invoking = { tier: 2, scopes: ['agents:invoke'], invokeAnyAgent: true }
    invokeKey = (await server.key(invoking)).key
    const worldId = 'ondry-visitors'
    visitor = (await server.operator('POST', '/_operator/visitors', { worldId, slug: 'docs' })).body.data.agentId
    const driving = { tier: 2, scopes: ['agents:drive'], worldId, allowedAgentIds: [visitor] }
    driveKey = (await server.key(driving)).key
    post = (await server.get('/v1/posts', key)).body.data[0].id
    app = await appOf(server, { agentIds: [visitor] })
  })
  afterAll(async () => {
    expect(server.errors()).toEqual([])
    await server.close()
  })

  it('is of a demo that can be joined without a mail server: the link of the letter is on the page', async () => {
    const sign = { email: 'new@people.example', password: 'a long enough password' }
    const { body } = await server.post('/_developer/identity/sign-up', '', sign)
    expect(body.data.confirmUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/developer\/verify/)
    // A proxy on the same machine, or a foreign page under its own name, may stand between the person and the server.
    const forwarding = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip']
    const headers = [...forwarding.map((name) => ({ [name]: '127.0.0.1' })), { host: 'network.example' }]
    for (const [n, header] of headers.entries()) {
      const credentials = { ...sign, email: `new-${n}@people.example` }
      const reply = await server.post('/_developer/identity/sign-up', '', credentials, header as Record<string, string>)
      expect([header, reply.status, reply.body.data]).toEqual([header, 202, { sent: true }])
    }
  })

  it('has no block that nothing runs: drawings are text, and the style guide quotes', () => {
    const knownLanguages = ['sh', 'ts', 'js', 'json', 'text']
    expect(
      ALL.filter(
        ({ file, language }) => !knownLanguages.includes(language) && file !== 'docs/explanation/style.md',
      ).map(({ file }) => file),
    ).toEqual([])
    const unknown = blocks('sh')
      .filter(({ file }) => file !== 'packages/mcp/README.md')
      .flatMap(({ code }) => linesOf(code))
      .filter((line) => !line.startsWith('curl ') && !COMMAND.test(line) && !ELSEWHERE.test(line))
    expect(unknown).toEqual([])
  })

  it('names only paths that answer', async () => {
    const paths = pages.flatMap(({ text }) => [...text.matchAll(/`(\/v1[^`{}*\s]*)`/g)].map(([, path]) => path!))
    expect(paths.length).toBeGreaterThan(3)
    for (const path of new Set(paths)) expect([path, (await server.get(path, key)).status]).toEqual([path, 200])
    const portal = new Set(Object.values(PORTAL_ROUTES).map(({ method, path }) => `${method} ${path}`))
    const named = pages.flatMap(({ text }) =>
      [...text.matchAll(/`([A-Z]+ \/_developer\/(?:signup|account|apps)[^`\s]*)`/g)].map(([, one]) => one!),
    )
    expect(named.length).toBeGreaterThan(15)
    expect(named.filter((one) => !portal.has(one))).toEqual([])
  })

  it.runIf(hasCurl)('has requests that work when pasted', async () => {
    const requests = blocks('sh').flatMap(({ code }) => code.split('\n').filter((line) => line.startsWith('curl ')))
    expect(requests.length).toBeGreaterThanOrEqual(2)
    for (const request of requests) {
      const here = request
        .replaceAll('http://127.0.0.1:8080', server.baseUrl)
        .replaceAll('data/demo-key', join(server.data, 'demo-key'))
      const keys = { AGENT_NETWORK_READ_KEY: key, INVOKE_KEY: invokeKey, POST: post }
      const driver = { AGENT_NETWORK_KEY: driveKey, AGENT_NETWORK_AGENT_ID: visitor }
      const env = { ...process.env, ...keys, ...driver, CLIENT_ID: app.id, CLIENT_SECRET: app.secret }
      // A stream has no end of its own.
      if (request.startsWith('curl -N ')) {
        const cut = await run('sh', ['-c', here.replace('curl ', 'curl -s -m 1 ')], { env }).catch((error) => error)
        expect(cut.stdout).toBe('retry: 2000\n\n')
        continue
      }
      const { stdout } = await run('sh', ['-c', here.replace('curl ', 'curl -s ')], { env })
      const { data, result, choices, name, access_token: token } = JSON.parse(stdout)
      const itemCount =
        data?.length ??
        data?.text?.length ??
        data?.status?.length ??
        data?.state?.length ??
        data?.cursor?.length ??
        data?.key?.id.length ??
        result?.message.parts[0].text.length ??
        choices?.[0].message.content.length ??
        token?.length ??
        name?.length
      expect(itemCount, request).toBeGreaterThan(0)
    }
  })

  it('has client code that compiles and runs', async () => {
    const examples = blocks('ts', /^(?!packages\/contract)/)
    expect(examples.length).toBeGreaterThan(2)
    // Beside this file, so that the package it imports is found.
    const folder = mkdtempSync(fileURLToPath(new URL('./.example-', import.meta.url)))
    try {
      for (const [n, { code }] of examples.entries()) {
        const source = code.replaceAll('http://127.0.0.1:8080', server.baseUrl)
        const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 }
        const file = join(folder, `example-${n}.mjs`)
        writeFileSync(
          file,
          `${ts.transpileModule(source, { compilerOptions: options }).outputText}\nconsole.log(JSON.stringify(mood))`,
        )
        const { stdout } = await run(process.execPath, [file], {
          env: { ...process.env, AGENT_NETWORK_URL: server.baseUrl, AGENT_NETWORK_KEY: key },
        })
        expect(JSON.parse(stdout.trim().split('\n').at(-1)!)).toMatchObject({
          agentId: expect.any(String),
          mood: expect.any(String),
        })
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('has values of the contract that are so, and words that the voice finds', async () => {
    const [{ code }] = blocks('ts', /contract/) as [Block]
    const documentedValues = [...code.matchAll(/^([A-Z][\w.]+) \/\/ (.+)$/gm)].map(([, name, value]) => [name!, value!])
    expect(documentedValues.length).toBe(3)
    for (const [name, value] of documentedValues) {
      const found = name!.split('.').reduce<any>((at, member) => at[member], contract)
      expect([name, typeof found === 'string' ? `'${found}'` : String(found)]).toEqual([name, value])
    }
    const [voice] = blocks('js', /voice/) as [Block]
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', voice.code], { cwd: HERE })
    expect(stdout.trim().split('\n').length).toBeGreaterThanOrEqual(2)
  })

  it('has world files that import', async () => {
    for (const { code } of blocks('json').filter(({ code: text }) => !text.includes('mcpServers')))
      expect((await server.import(JSON.parse(code))).body.error).toBeUndefined()
  })

  it('configures programs that speak MCP', async () => {
    const here = (text: string) =>
      text.replaceAll('http://127.0.0.1:8080', server.baseUrl).replaceAll(/anet_…|\$\{AGENT_NETWORK_KEY\}/g, driveKey)
    const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
    const bridge = `npx() { "${process.execPath}" "${join(ROOT, 'packages/mcp/dist/main.js')}"; }\n`
    const first = (answer: string) => JSON.parse(answer).result.tools[0].name
    for (const { code } of blocks('sh', /packages\/mcp/)) {
      const { stdout } = await run('bash', ['--norc', '-c', `${bridge}echo '${list}' | ${here(code)}`])
      expect(first(stdout)).toBe('look')
    }
    for (const { code } of blocks('json').filter(({ code: text }) => text.includes('mcpServers'))) {
      const { url, headers, command, env } = JSON.parse(here(code)).mcpServers['agent-network']
      if (command !== undefined) {
        const { stdout } = await run('bash', ['--norc', '-c', `${bridge}echo '${list}' | npx`], {
          env: { PATH: process.env.PATH ?? '', ...env },
        })
        expect(first(stdout)).toBe('look')
        continue
      }
      const sent = { 'content-type': 'application/json', 'mcp-protocol-version': '2025-11-25', ...headers }
      const answer = await fetch(url, { method: 'POST', headers: sent, body: list })
      expect(first(await answer.text())).toBe('look')
    }
  })

  // Last, because some of them close what the others read.
  it('shows commands that do what they say', async () => {
    const reported = await server.post('/v1/reports', key, { postId: post, reason: 'spam' })
    const folder = mkdtempSync(join(tmpdir(), 'docs-'))
    const env = {
      PATH: process.env.PATH ?? '',
      AGENT_NETWORK_OPERATOR_URL: server.operatorUrl,
      AGENT_NETWORK_OPERATOR_TOKEN: OPERATOR_TOKEN,
      AGENT_NETWORK_DATA: server.data,
      AGENT_NETWORK_SECRET: TEST_SECRET,
    }
    const commands = blocks('sh').flatMap(({ code }) => linesOf(code).filter((line) => COMMAND.test(line)))
    expect(commands.length).toBeGreaterThan(8)
    try {
      for (const line of commands) {
        const here = line
          .replace(COMMAND, `"${process.execPath}" "${CLI}" `)
          .replace('post_…', post)
          .replace('rpo_…', reported.body.data.id)
        const { stdout, stderr } = await run('bash', ['--norc', '-c', here], { env, cwd: folder })
        expect(stdout + stderr, line).not.toBe('')
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
