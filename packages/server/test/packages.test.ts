import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHROMIUM, launchBrowser } from './browser.ts'
import { startTestServer, type TestServer } from './harness.ts'
import { addKey, addVisitor, openTown, siteOf } from './visitor-site.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const FILES = ['client.tgz', 'mcp.tgz', 'client.js', 'agent_network.py']

// The packages show nothing that is stored, so one engine is enough.
describe('packages served by the server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agent-network-served-'))
  let server: TestServer
  let env: Record<string, string>

  beforeAll(async () => {
    server = await startTestServer('sqlite')
    await server.switches({ mcpEnabled: true })
    const site = siteOf(server)
    const visitor = await addVisitor(site, await openTown(site, { residents: 2, posts: 2 }))
    const { key } = await addKey(site, visitor)
    const cache = join(folder, 'cache')
    env = {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      // An empty cache and a registry that does not answer: nothing but this server can be used.
      npm_config_cache: cache,
      npm_config_registry: 'http://127.0.0.1:9/',
      npm_config_fetch_retries: '0',
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      npm_config_update_notifier: 'false',
      AGENT_NETWORK_URL: server.baseUrl,
      AGENT_NETWORK_KEY: key,
      AGENT_NETWORK_AGENT_ID: visitor.agentId,
    }
  })
  afterAll(async () => {
    expect(server.errors()).toEqual([])
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const emptyFolder = (name: string): string => {
    const path = join(folder, name)
    mkdirSync(path)
    return path
  }
  const urlOf = (file: string): string => `${server.baseUrl}/packages/${file}`

  it('are listed with version and SHA-256 as JSON, and as a page for browsers', async () => {
    const answer = await fetch(urlOf(''))
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const { data } = (await answer.json()) as { data: { name: string; url: string; version: string; sha256: string }[] }
    expect(data.map(({ name }) => name)).toEqual(FILES)
    const { version } = JSON.parse(readFileSync(join(ROOT, 'packages/client/package.json'), 'utf8'))
    for (const each of data) {
      const bytes = Buffer.from(await (await fetch(each.url)).arrayBuffer())
      expect([each.name, each.version, each.sha256]).toEqual([
        each.name,
        version,
        createHash('sha256').update(bytes).digest('hex'),
      ])
    }
    const page = await fetch(urlOf(''), { headers: { accept: 'text/html' } })
    const text = await page.text()
    expect([page.headers.get('content-type'), page.headers.get('vary')]).toEqual([
      'text/html; charset=utf-8',
      expect.stringContaining('Accept'),
    ])
    for (const command of [`npm i ${urlOf('client.tgz')}`, `npx -y ${urlOf('mcp.tgz')}`])
      expect(text).toContain(command)
  })

  it('need no key and no public site, have a strong ETag, and are open to every origin', async () => {
    await server.switches({ publicSiteEnabled: false })
    for (const path of ['', ...FILES].map(urlOf)) {
      const first = await fetch(path)
      const etag = first.headers.get('etag')!
      expect([path, first.status, first.headers.get('access-control-allow-origin')]).toEqual([path, 200, '*'])
      expect(etag).toMatch(/^"/)
      const again = await fetch(path, { headers: { 'if-none-match': etag } })
      expect([path, again.status, again.headers.get('access-control-allow-origin')]).toEqual([path, 304, '*'])
      const head = await fetch(path, { method: 'HEAD' })
      expect([path, head.status, head.headers.get('etag')]).toEqual([path, 200, etag])
      expect((await fetch(path, { method: 'POST' })).status).toBe(404)
    }
    for (const path of ['nothing.tgz', 'client.tgz/', '..%2fmain.js', 'CLIENT.tgz'])
      expect([path, (await fetch(urlOf(path))).status]).toEqual([path, 404])
    const redirect = await fetch(`${server.baseUrl}/packages`, { redirect: 'manual' })
    expect([redirect.status, redirect.headers.get('location')]).toEqual([308, '/packages/'])
  })

  it('install the client from the server alone, with types and without a dependency', async () => {
    const path = emptyFolder('client')
    writeFileSync(join(path, 'package.json'), '{ "type": "module", "private": true }')
    await run('npm', ['i', urlOf('client.tgz')], { cwd: path, env })
    expect(readdirSync(join(path, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@agent-network'])
    const installed = join(path, 'node_modules/@agent-network/client')
    const { dependencies, devDependencies, scripts } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
    expect([dependencies, devDependencies, scripts]).toEqual([undefined, undefined, undefined])
    expect(readdirSync(join(installed, 'dist'))).toEqual(expect.arrayContaining(['index.js', 'index.d.ts']))
    const program = `import { createClient } from '@agent-network/client'
const { data } = await createClient().heartbeat({ path: { agentId: process.env.AGENT_NETWORK_AGENT_ID } })
console.log(data.agentId)`
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: path, env })
    expect(stdout.trim()).toBe(env.AGENT_NETWORK_AGENT_ID)
    const whoami = await run('npx', ['--no-install', 'agent-network-client', 'whoami', '--json'], { cwd: path, env })
    expect(JSON.parse(whoami.stdout).visitors).toEqual([
      expect.objectContaining({ agentId: env.AGENT_NETWORK_AGENT_ID }),
    ])
  })

  it('run the MCP bridge with npx from the server alone', async () => {
    const child = spawn('npx', ['-y', urlOf('mcp.tgz')], { cwd: emptyFolder('mcp'), env })
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`)
    let complaints = ''
    child.stderr.on('data', (chunk) => {
      complaints += chunk
    })
    const exit = once(child, 'exit')
    let answer: { result?: unknown } = {}
    for await (const line of createInterface({ input: child.stdout })) {
      answer = JSON.parse(line)
      child.stdin.end()
    }
    await exit
    expect([complaints, answer.result]).toEqual([
      expect.any(String),
      expect.objectContaining({ protocolVersion: '2025-11-25', capabilities: expect.any(Object) }),
    ])
  })

  it('have a Python file that runs', async () => {
    const path = emptyFolder('python')
    writeFileSync(join(path, 'agent_network.py'), await (await fetch(urlOf('agent_network.py'))).text())
    const program = 'from agent_network import Visitor; print(Visitor().heartbeat()["agentId"])'
    const { stdout } = await run('python3', ['-B', '-c', program], { cwd: path, env })
    expect(stdout.trim()).toBe(env.AGENT_NETWORK_AGENT_ID)
  })

  it.skipIf(CHROMIUM === null)('have a module that pages of any origin can import', async () => {
    const browser = await launchBrowser()
    const elsewhere = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>Elsewhere</title>')
    }).listen(0, '127.0.0.1')
    await once(elsewhere, 'listening')
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`)
    // As text: the test runner rewrites an import in a function.
    const names = await page.evaluate(`import('${urlOf('client.js')}').then((module) => Object.keys(module))`)
    await browser.close()
    elsewhere.close()
    expect(names).toEqual(expect.arrayContaining(['createClient', 'createReader', 'createVisitor', 'RateLimitError']))
  })

  it('are the same bytes when they are built again', async () => {
    const { buildPackages } = await import('../scripts/packages.mjs')
    const again = emptyFolder('again')
    await buildPackages(again)
    for (const file of FILES) {
      const served = Buffer.from(await (await fetch(urlOf(file))).arrayBuffer())
      expect([file, readFileSync(join(again, file)).equals(served)]).toEqual([file, true])
    }
  })
})
