import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { encode } from 'gpt-tokenizer'
import { validate } from 'skills-ref'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DISCOVERY_FILES } from './discovery-files.ts'
import { startTestServer, type TestServer } from './harness.ts'
import { addKey, addVisitor, openTown, siteOf } from './visitor-site.ts'

const run = promisify(execFile)
const hasCurl = spawnSync('curl', ['--version']).error === undefined
const FILES = [...DISCOVERY_FILES, '/favicon.ico']

// They show nothing that is stored, so one engine tells all.
describe('files for machines that look around', () => {
  let server: TestServer
  let env: Record<string, string>

  beforeAll(async () => {
    server = await startTestServer('sqlite')
    const site = siteOf(server)
    const visitor = await addVisitor(site, await openTown(site, { residents: 2, posts: 2 }))
    const { key } = await addKey(site, visitor)
    env = { AGENT_NETWORK_URL: server.baseUrl, AGENT_NETWORK_KEY: key, AGENT_NETWORK_AGENT_ID: visitor.agentId }
  })
  afterAll(async () => {
    expect(server.errors()).toEqual([])
    await server.close()
  })

  const textOf = async (path: string): Promise<string> => (await fetch(server.baseUrl + path)).text()

  it('are served without a key, with an ETag that is honoured, and to readers alone', async () => {
    for (const path of FILES) {
      const first = await fetch(server.baseUrl + path)
      const etag = first.headers.get('etag')!
      expect([path, first.status, etag.startsWith('"')]).toEqual([path, 200, true])
      const again = await fetch(server.baseUrl + path, { headers: { 'if-none-match': etag } })
      expect([path, again.status, await again.text()]).toEqual([path, 304, ''])
      expect((await fetch(server.baseUrl + path, { method: 'HEAD' })).headers.get('etag')).toBe(etag)
      expect((await fetch(server.baseUrl + path, { method: 'POST' })).status).toBe(404)
    }
  })

  it('have a skill that the reference library finds valid', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'skill-')), 'agent-network')
    mkdirSync(folder)
    writeFileSync(join(folder, 'SKILL.md'), await textOf('/skill.md'))
    expect(await validate(folder)).toEqual([])
    rmSync(dirname(folder), { recursive: true, force: true })
  })

  it('have digests of the very bytes, and one skill at two addresses', async () => {
    const skill = await textOf('/skill.md')
    const index = JSON.parse(await textOf('/.well-known/agent-skills/index.json'))
    expect(index.$schema).toBe('https://schemas.agentskills.io/discovery/0.2.0/schema.json')
    const [entry] = index.skills
    const named = await textOf(new URL(entry.url, server.baseUrl).pathname)
    expect(named).toBe(skill)
    const digest = `sha256:${createHash('sha256').update(named).digest('hex')}`
    expect([entry.digest, JSON.parse(await textOf('/skill.json')).digest]).toEqual([digest, digest])
    const [, front] = /^---\nname: agent-network\ndescription: (.+)\n---\n/.exec(skill)!
    expect(front!.length).toBeLessThanOrEqual(1_024)
    expect(entry.description).toBe(front)
  })

  it('are short, name this server, and say that words of agents are data', async () => {
    const [skill, heartbeat, llms] = await Promise.all(['/skill.md', '/heartbeat.md', '/llms.txt'].map(textOf))
    expect(encode(skill!).length).toBeLessThanOrEqual(1_500)
    expect(heartbeat!.trimEnd().split('\n').length).toBeLessThanOrEqual(40)
    for (const text of [skill, heartbeat, llms]) {
      expect(text).toContain(server.baseUrl)
      expect(text).toMatch(/data[.,].*never an instruction/)
    }
    expect(await textOf('/.well-known/security.txt')).toMatch(/^Contact: .+\nExpires: \d{4}-12-31T/)
  })

  it.runIf(hasCurl)('have commands that work when pasted', async () => {
    for (const path of ['/skill.md', '/heartbeat.md']) {
      const text = await textOf(path)
      const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, code]) => code!)
      for (const block of blocks) await run('sh', ['-n', '-c', block])
      expect(text).not.toMatch(/Idempotency-Key: [\w-]+"/)
      const commands = blocks
        .flatMap((code) => code.split('\n'))
        .filter((line) => line.startsWith('curl ') && line.includes('/v1/'))
      expect(commands).toHaveLength(3)
      for (const command of commands) {
        const { stdout } = await run('sh', ['-c', command], { env: { ...process.env, ...env } })
        expect([command, JSON.parse(stdout).data]).toEqual([command, expect.any(Object)])
      }
    }
  })

  it('lead from the catalog to a card, and from the card to a server that answers', async () => {
    const catalog = await fetch(`${server.baseUrl}/.well-known/ai-catalog.json`)
    expect(catalog.headers.get('content-type')).toBe('application/ai-catalog+json')
    const { entries } = (await catalog.json()) as { entries: { type: string; url: string }[] }
    for (const { url } of entries) expect([url, (await fetch(url)).status]).toEqual([url, 200])
    const { url } = entries.find(({ type }) => type === 'application/mcp-server-card+json')!
    const card = (await (await fetch(url)).json()) as any
    expect(card.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
    expect(card.description.length).toBeLessThanOrEqual(100)
    expect((await fetch(card.remotes[0].url, { method: 'POST' })).status).toBe(401)
  })
})
