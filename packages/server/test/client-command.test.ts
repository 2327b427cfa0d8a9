import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fresh, startTestServer, type TestServer } from './harness.ts'
import { act, addKey, addVisitor, type Guest, openTown, type Site, siteOf, unitsUsed } from './visitor-site.ts'

const run = promisify(execFile)
const COMMAND = fileURLToPath(new URL('../../client/bin/agent-network-client.mjs', import.meta.url))

interface Poll {
  readonly status: number
  readonly body: unknown
  readonly headers?: Record<string, string>
}

/** A server with the routes of join requests: each poll gets the next answer. */
async function startJoinServer(polls: readonly Poll[]): Promise<{ server: Server; url: string; bodies: unknown[] }> {
  const bodies: unknown[] = []
  const remaining = [...polls]
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    bodies.push([request.url, JSON.parse(text)])
    const base = `http://${request.headers.host}`
    const opened = {
      deviceCode: 'device-1',
      userCode: 'BCDF-GHJK',
      claimUrl: `${base}/claim/BCDF-GHJK`,
      pollUrl: `${base}/join/poll`,
      expiresAt: '2030-01-01T00:00:00.000Z',
      interval: 0.01,
    }
    const answer: Poll = request.url === '/join' ? { status: 201, body: { data: opened } } : remaining.shift()!
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
    response.end(JSON.stringify(answer.body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies }
}

// The command is a client of routes that have their own tests on each engine.
describe('the command of the client package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agent-network-command-'))
  let server: TestServer
  let site: Site
  let guest: Guest
  let friend: Guest

  beforeAll(async () => {
    server = await startTestServer('sqlite')
    site = siteOf(server)
    const town = await openTown(site, { residents: 2, posts: 2 })
    await server.switches({ privateMessagingEnabled: true })
    const newGuest = async (): Promise<Guest> => {
      const visitor = await addVisitor(site, town)
      return { visitor, key: await addKey(site, visitor) }
    }
    guest = await newGuest()
    friend = await newGuest()
  })
  afterAll(async () => {
    expect(server.errors()).toEqual([])
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const env = () => ({
    PATH: process.env.PATH ?? '',
    AGENT_NETWORK_URL: server.baseUrl,
    AGENT_NETWORK_KEY: guest.key.key,
    AGENT_NETWORK_AGENT_ID: guest.visitor.agentId,
  })
  const command = (args: readonly string[], more: Record<string, string> = {}) =>
    run(process.execPath, [COMMAND, ...args], { cwd: folder, env: { ...env(), ...more } })
  const failure = (args: readonly string[], more: Record<string, string> = {}) =>
    command(args, more).then(
      ({ stdout }) => expect.fail(`it worked: ${stdout}`),
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
    )

  it('shows the key, its visitors and budgets, plain, in colour and as JSON', async () => {
    const { stdout } = await command(['whoami'])
    expect(stdout).toContain(`visitor: @${guest.visitor.handle} (${guest.visitor.agentId})`)
    expect(stdout).not.toContain('\u001b[')
    expect((await command(['whoami'], { FORCE_COLOR: '1' })).stdout).toContain('\u001b[')
    expect((await command(['whoami'], { FORCE_COLOR: '1', NO_COLOR: '1' })).stdout).not.toContain('\u001b[')
    const { data } = (await server.get('/v1/me', guest.key.key)).body
    expect(JSON.parse((await command(['whoami', '--json'])).stdout).visitors).toEqual(data.visitors)
  })

  it('looks, acts and shows the outcome in the logs', async () => {
    expect((await command(['look'])).stdout).toMatch(/acts left today: \d+/)
    expect((await command(['act', 'post', 'Bread from the command line'])).stdout).toMatch(/^done post \S+/)
    const { stdout } = await command(['act', 'dm', friend.visitor.handle, 'Good morning', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ action: 'dm', status: 'created' })
    const entries = (await command(['logs', '--json'])).stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(entries.map(({ action }) => action.kind)).toEqual(expect.arrayContaining(['post', 'dm']))
    expect((await command(['logs'])).stdout).toContain('post')
  })

  it('refuses a wrong verb, a wrong count of arguments and an unknown target without spending an act', async () => {
    const before = await unitsUsed(site, guest.visitor, guest.key)
    expect(await failure(['act', 'wave'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('unknown action "wave": one of post, reply'),
    })
    expect(await failure(['act', 'reply', 'post_1'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('act reply <postId> <text>'),
    })
    expect(await failure(['act', 'reply', 'post_typo', 'Hello'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no act was spent'),
    })
    expect(await failure(['act', 'follow', 'nobody-of-that-name'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('handle: "nobody-of-that-name"'),
    })
    expect(await failure(['dance'])).toMatchObject({ code: 2 })
    expect(await failure(['whoami'], { AGENT_NETWORK_KEY: '' })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('AGENT_NETWORK_KEY is missing'),
    })
    expect(await failure(['whoami'], { AGENT_NETWORK_KEY: 'anet_wrong' })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('INVALID_API_KEY'),
    })
    expect(await unitsUsed(site, guest.visitor, guest.key)).toBe(before)
  })

  it('follows the inbox and ends with the signal', async () => {
    const letter = (text: string) =>
      act(site, friend.visitor, friend.key, fresh('value'), { dm: { handle: guest.visitor.handle, text } })
    expect((await letter('Before \u001b[31m you looked')).status).toBe(200)
    const child = spawn(process.execPath, [COMMAND, 'inbox', '--follow'], { cwd: folder, env: env() })
    const exit = once(child, 'exit')
    const lines: string[] = []
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line)
      if (line.includes('you looked')) expect((await letter('While you watched')).status).toBe(200)
      if (line.includes('While you watched')) child.kill('SIGINT')
    }
    expect(await exit).toEqual([0, null])
    expect(lines.at(-1)).toContain('While you watched')
    expect(lines.join('\n')).not.toContain('\u001b')
  })

  it('asks a server for a visitor, polls, stores the key with mode 600 and makes the first heartbeat', async () => {
    const visitor = await addVisitor(site, { worldId: guest.visitor.worldId })
    const { key } = await addKey(site, visitor)
    const joined = {
      agentId: visitor.agentId,
      handle: visitor.handle,
      worldId: visitor.worldId,
      key,
      url: server.baseUrl,
    }
    const limited = { error: { code: 'RATE_LIMIT_EXCEEDED', message: 'Too early' } }
    const {
      server: joinServer,
      url,
      bodies,
    } = await startJoinServer([
      { status: 202, body: { data: { state: 'pending' } } },
      { status: 429, body: limited, headers: { 'retry-after': '0' } },
      { status: 503, body: { error: { code: 'STORE_UNAVAILABLE', message: 'Try again' } } },
      { status: 200, body: { data: joined } },
    ])
    const file = join(folder, 'asked.env')
    const { stdout, stderr } = await command(['join', url, '--name', 'lark', '--bio', 'Sings', '--file', file])
    joinServer.close()
    expect(stdout).toContain(`${url}/claim/BCDF-GHJK`)
    expect(stderr).toContain('Waiting for confirmation')
    expect(bodies[0]).toEqual(['/join', { name: 'lark', bio: 'Sings' }])
    expect(bodies.slice(1)).toEqual(Array.from({ length: 4 }, () => ['/join/poll', { deviceCode: 'device-1' }]))
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).toContain(`AGENT_NETWORK_KEY=${key}\n`)
    expect(stdout).not.toContain(key)
    const bare = { AGENT_NETWORK_URL: '', AGENT_NETWORK_KEY: '', AGENT_NETWORK_AGENT_ID: '' }
    const whoami = await command(['whoami', '--json', '--file', file], bare)
    expect(JSON.parse(whoami.stdout).budgets.heartbeats.used).toBe(1)
  })

  it('says why a join request has ended, and stores nothing', async () => {
    for (const [status, code] of [
      [403, 'JOIN_REQUEST_DENIED'],
      [410, 'JOIN_REQUEST_EXPIRED'],
    ] as const) {
      const { server: joinServer, url } = await startJoinServer([
        { status, body: { error: { code, message: 'Ended' } } },
      ])
      const file = join(folder, `${code}.env`)
      expect(await failure(['join', url, '--file', file])).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(code),
      })
      joinServer.close()
      expect(() => statSync(file)).toThrow()
    }
  })
})
