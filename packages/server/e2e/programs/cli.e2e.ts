import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type NodeProcess, startNode, tempFolder } from '../../test/processes.ts'

const CLI = fileURLToPath(new URL('../../program/cli/main.js', import.meta.url))

interface Outcome {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

const folder = tempFolder()
const data = join(folder, 'data')
let node: NodeProcess
let served: Record<string, string>

beforeAll(async () => {
  // An empty token makes the server keep one in its data directory, which is where the CLI looks.
  node = await startNode(['--seed=none', `--data=${data}`, '--test-clock'], { AGENT_NETWORK_OPERATOR_TOKEN: '' })
  served = { AGENT_NETWORK_OPERATOR_URL: node.operatorUrl, AGENT_NETWORK_DATA: data }
})
afterAll(async () => {
  await node.stop()
  rmSync(folder, { recursive: true, force: true })
})

function cli(args: readonly string[], env: Record<string, string> = served, input = ''): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [CLI, ...args], {
      env: { PATH: process.env.PATH ?? '', ...env },
      cwd: folder,
    })
    let out = ''
    let err = ''
    child.stdout.on('data', (chunk) => {
      out += chunk
    })
    child.stderr.on('data', (chunk) => {
      err += chunk
    })
    child.on('close', (code) => resolve({ code, out, err }))
    child.stdin.end(input)
  })
}

async function answer(...args: string[]): Promise<any> {
  const { code, out, err } = await cli([...args, '--json'])
  if (code !== 0) throw new Error(err)
  return JSON.parse(out)
}

const json = async (...args: string[]): Promise<any> => (await answer(...args)).data

const refusal = async (args: readonly string[], env?: Record<string, string>): Promise<string> => {
  const { code, out, err } = await cli(args, env)
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(/^agent-network: .+\n$/)
  return err
}

const THREE = {
  worlds: [{ id: 'w3', name: 'Three' }],
  agents: [{ id: 'a1', worldId: 'w3', handle: 'ann' }],
  posts: [{ id: 'p1', agentId: 'a1', text: 'held \u001b[2Jback', visibility: 'quarantined' }],
  replies: [{ id: 'r1', postId: 'p1', agentId: 'a1', text: 'yes' }],
}

describe('the command line', () => {
  it('finds the newest request with a status on the first page, with its id', async () => {
    const { key, id } = await json(
      'key',
      'create',
      '--name',
      'watched',
      '--tier',
      '1',
      '--created-at',
      '2020-01-01T00:00:00.000Z',
      '--rate-limit',
      '600',
    )
    const ask = async (path: string) => {
      const response = await fetch(node.baseUrl + path, { headers: { 'x-api-key': key } })
      await response.arrayBuffer()
      return response
    }
    const failed = (await ask('/v1/posts/nobody')).headers.get('request-id')
    for (let n = 0; n < 300; n += 1) expect((await ask('/v1/posts')).status).toBe(200)
    const newest = (await ask('/v1/posts/nobody-else')).headers.get('request-id')
    for (let n = 0; n < 150; n += 1) await ask('/v1/posts')
    const found = await json('requests', '--status', '404', '--key', id)
    expect(found.map(({ requestId }: any) => requestId)).toEqual([newest, failed])
    const { out } = await cli(['requests', '--status', '404', '--per-page', '1'])
    expect(out).toContain(newest)
    expect(out).not.toContain(failed)
  })

  it('explains itself', async () => {
    const { code, out } = await cli(['--help'])
    expect(code).toBe(0)
    for (const word of [
      'serve',
      'backup [options] [file]',
      'key',
      'world',
      'import <file>',
      '--operator-url',
      'Examples:',
    ])
      expect(out).toContain(word)
    expect((await cli(['key', 'create', '--help'])).out).toContain('--drive-daily-budget')
    expect(await refusal(['key', 'forge'])).toContain("unknown command 'forge'")
    expect(await refusal(['key', 'create', '--tier', 'three'])).toContain('whole number')
  })

  it('creates, lists, changes and rotates keys, and shows a raw value once', async () => {
    const createdKey = await cli([
      'key',
      'create',
      '--name',
      'my reader',
      '--tier',
      '2',
      '--scope',
      'agents:read',
      '--scope',
      'posts:read',
      '--rate-limit',
      '90',
    ])
    expect(createdKey.code).toBe(0)
    const raw = /^key: +(anet_\S+)$/m.exec(createdKey.out)![1]!
    expect(createdKey.err).toMatch(/Save the key now/)
    const [key] = await json('key', 'list')
    const ends = new Date(Date.parse(key.createdAt) + 86_400_000).toISOString()
    const probation = `The first 24 hours of a key allow at most 10 requests a minute; for this key they end at ${ends}.`
    for (const { err } of [createdKey, await cli(['key', 'show', key.id])]) expect(err).toContain(probation)
    const old = await json('key', 'create', '--created-at', '2020-01-01T00:00:00Z')
    expect((await cli(['key', 'show', old.id])).err).toBe('')
    expect((await cli(['key', 'delete', old.id, '--yes'])).code).toBe(0)
    expect(key).toMatchObject({
      name: 'my reader',
      tier: 2,
      scopes: ['agents:read', 'posts:read'],
      rateLimitPerMinute: 90,
    })
    const reads = async (value: string) =>
      (await fetch(`${node.baseUrl}/v1/posts`, { headers: { 'x-api-key': value } })).status
    expect(await reads(raw)).toBe(200)

    const table = await cli(['key', 'list'])
    expect(table.out.split('\n')[0]).toMatch(/^ID +NAME +TIER +ENABLED/)
    expect(table.out).toContain(key.id)
    expect(table.out + (await cli(['key', 'show', key.id])).out).not.toContain(raw)

    const rotated = await json('key', 'rotate', key.id)
    expect([await reads(raw), await reads(rotated.key)]).toEqual([401, 200])
    expect((await json('key', 'update', key.id, '--revoke', '--disable', '--scope', 'none')).scopes).toEqual([])
    expect(await reads(rotated.key)).toBe(403)
    expect(await json('key', 'update', key.id, '--unrevoke', '--enable', '--name', 'kept')).toMatchObject({
      revokedAt: null,
      enabled: true,
      name: 'kept',
    })
    expect(await refusal(['key', 'update', key.id])).toContain('nothing to change')
    expect(await refusal(['key', 'delete', key.id])).toMatch(/: \d+ rows are deleted for good; repeat it with --yes/)
    expect(await json('key', 'delete', key.id, '--yes')).toMatchObject({ deleted: true })
    expect(await refusal(['key', 'show', key.id])).toContain('(NOT_FOUND)')
  })

  it('prints what the server answered byte for byte, refusals too', async () => {
    const authorization = `Bearer ${readFileSync(join(data, 'operator-token'), 'utf8').trim()}`
    const ask = async (path: string) =>
      (await fetch(`${node.operatorUrl}/_operator${path}`, { headers: { authorization } })).text()
    await json('world', 'create', '--id', 'bytes', '--name', '\u0085 é 😀 </script>')
    for (const [path, ...args] of [
      ['/worlds', 'world', 'list'],
      ['/worlds/bytes', 'world', 'show', 'bytes'],
      ['/config', 'config', 'get', 'searchMode'],
    ] as const)
      expect((await cli([...args, '--json'])).out, args.join(' ')).toBe(await ask(path))
    const refused = await cli(['world', 'show', 'nowhere', '--json'])
    expect([refused.code, refused.out]).toEqual([1, await ask('/worlds/nowhere')])
    expect(refused.err).toMatch(/^agent-network: World not found or archived; .* \(WORLD_NOT_FOUND\)\n$/)
    await json('world', 'purge', 'bytes', '--yes')
  })

  it('prints the confirmation link of a sign-up, which no log has', async () => {
    const account = { email: 'ada@example.org', password: 'correct horse battery' }
    const identity = (step: string, body: unknown) =>
      fetch(`${node.baseUrl}/_developer/identity/${step}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    expect((await cli(['developer', 'confirm', account.email])).err).toContain('NOT_FOUND')
    expect((await identity('sign-up', account)).status).toBe(202)
    const confirmed = await cli(['developer', 'confirm', account.email])
    const [, token] = /^url: +http\S+\/developer\/verify#token=(\S+)$/m.exec(confirmed.out)!
    expect(confirmed.err).toMatch(/Save the link now/)
    expect(node.complaints()).not.toContain(token)
    expect((await identity('verify', { token, password: account.password })).status).toBe(200)
  })

  it('rotates the keys that sign tokens', async () => {
    const next = await json('tokens', 'rotate')
    expect(next).toMatchObject({ kid: expect.any(String), state: expect.stringMatching(/next|active/) })
    const keys = await json('tokens', 'keys')
    expect(keys).toEqual(expect.arrayContaining([expect.objectContaining({ kid: next.kid })]))
  })

  it('keeps a client secret out of everything but its own answer', async () => {
    const app = await json(
      'app',
      'create',
      '--owner',
      'dev-1',
      '--name',
      'Bot',
      '--machine-client',
      '{"services":["a2a"]}',
    )
    const secret = await cli(['app', 'client-secret', app.id])
    expect(secret.out).toMatch(/^clientSecret: \S{40,}$/m)
    expect(secret.err).toContain('Save the client secret now')
    expect(await json('app', 'show', app.id)).toMatchObject({
      hasClientSecret: true,
      machineClient: { services: ['a2a'] },
    })
    expect(await json('app', 'update', app.id, '--machine-client', 'null')).toMatchObject({ machineClient: null })
    expect(await json('developer', 'update', 'dev-1', '--visitor-cap', '3')).toMatchObject({ visitorCap: 3 })
    expect(await json('developer', 'update', 'dev-1', '--visitor-cap', 'none')).toMatchObject({ visitorCap: null })
    expect(await refusal(['developer', 'reset-authenticator', 'dev-1'])).toMatch(/set up an authenticator/)
  })

  it('exports and erases a developer and a visitor', async () => {
    const app = await json('app', 'create', '--owner', 'dev-2', '--name', 'Lantern')
    await json('developer', 'update', 'dev-2', '--visitor-cap', '3')
    const file = join(data, 'dev-2.json')
    expect((await cli(['developer', 'export', 'dev-2', '--out', file])).err).toContain(`wrote ${file}`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const whole = readFileSync(file, 'utf8')
    expect(JSON.parse(whole)).toMatchObject({ account: { uid: 'dev-2' }, apps: [{ id: app.id, name: 'Lantern' }] })
    expect(JSON.parse((await cli(['developer', 'export', 'dev-2'])).out)).toMatchObject({ apps: [{ id: app.id }] })
    expect(await refusal(['developer', 'export', 'nobody@example.org'])).toContain('(NOT_FOUND)')
    expect(await refusal(['developer', 'erase', 'dev-2'])).toContain('--posts must be given')
    expect(await refusal(['developer', 'erase', 'dev-2', '--posts', 'keep'])).toMatch(
      /developer dev-2 is erased for good \(.*1 apps.*\); repeat it with --yes/,
    )
    expect(await json('developer', 'erase', 'dev-2', '--posts', 'keep', '--dry-run')).toMatchObject({ dryRun: true })
    expect(await json('app', 'show', app.id)).toMatchObject({ name: 'Lantern' })
    expect(await json('developer', 'erase', 'dev-2', '--posts', 'keep', '--yes')).toMatchObject({ dryRun: false })
    expect(await json('app', 'show', app.id)).toMatchObject({ name: '', status: 'revoked' })

    await json('world', 'create', '--id', 'leaving')
    const { agentId } = await json('visitor', 'create', '--world', 'leaving', '--slug', 'lark')
    expect(await json('visitor', 'release', agentId)).toMatchObject({ agentId, released: true })
    expect(await json('visitor', 'erase', agentId, '--posts', 'delete', '--yes')).toMatchObject({ agentId })
    expect((await json('visitor', 'list')).map(({ handle }: { handle: string }) => handle)).not.toContain(
      'visitor-lark',
    )
    await json('world', 'purge', 'leaving', '--yes')
  })

  it('lists and revokes connections over OAuth', async () => {
    // The server may be writing.
    const store = new DatabaseSync(join(data, 'agent-network.db'), { timeout: 60_000 })
    store.exec(
      `insert into oauth_grants values ('cnn_1', 'd', 'c', 'Desk', 'dev-3', 'w', 'a', 'k', 'read drive', 1, null, ${Date.now() + 86_400_000})`,
    )
    store.close()
    const [connection] = await json('connection', 'list', '--owner', 'dev-3')
    expect(connection).toMatchObject({ id: 'cnn_1', clientName: 'Desk', scopes: ['read', 'drive'], worldId: 'w' })
    expect(await json('connection', 'list', '--world', 'elsewhere')).toEqual([])
    expect(await cli(['connection', 'revoke', 'cnn_1'])).toEqual({ code: 0, out: '', err: 'Done.\n' })
    expect(await refusal(['connection', 'revoke', 'cnn_1'])).toContain('(NOT_FOUND)')
  })

  it('sets, reads and unsets switches, JSON or text', async () => {
    expect(await json('config', 'set', 'visitorDriveEnabled', 'true')).toMatchObject({ visitorDriveEnabled: true })
    expect(await json('config', 'set', 'bannedTerms', '["a","b"]')).toMatchObject({ bannedTerms: ['a', 'b'] })
    expect(await json('config', 'set', 'cityDailyPostCap', '-1')).toMatchObject({ cityDailyPostCap: -1 })
    expect((await cli(['config', 'set', 'searchMode', 'scan'])).out).toBe('searchMode: "scan"\n')
    expect((await cli(['config', 'get', 'searchMode'])).out).toBe('searchMode: "scan"\n')
    expect((await cli(['config', 'unset', 'searchMode'])).out).toBe('searchMode: "index"\n')
    expect(await refusal(['config', 'set', 'visitorDriveEnabled', 'yes'])).toContain(
      'visitorDriveEnabled takes true or false, and "yes" is not: it counts as off; --force stores it anyway',
    )
    await json('config', 'set', 'visitorDriveEnabled', 'yes', '--force')
    expect((await cli(['config', 'get', 'visitorDriveEnabled'])).out).toBe('visitorDriveEnabled: "yes"\n')
    expect((await json('status')).switchFaults).toEqual([
      { name: 'visitorDriveEnabled', value: 'yes', expected: 'true or false', effect: 'it counts as off' },
    ])
    await json('config', 'set', 'visitorDriveEnabled', 'true')
    expect((await json('config', 'get')).visitorDriveEnabled).toBe(true)
    expect(await refusal(['config', 'set', 'noSuchSwitch', '1'])).toContain('(INVALID_INPUT)')
  })

  it('makes, pauses, forks and closes worlds', async () => {
    expect(
      await json('world', 'create', '--id', 'w1', '--name', '\u001b[31mred\nline', '--capacity', '5'),
    ).toMatchObject({ id: 'w1', capacity: 5 })
    expect(await json('world', 'pause', 'w1')).toMatchObject({ visitorsPaused: true, residentsPaused: false })
    expect(await json('world', 'pause', 'w1', '--residents')).toMatchObject({ residentsPaused: true })
    expect(await json('world', 'resume', 'w1')).toMatchObject({ visitorsPaused: false, residentsPaused: true })
    const listed = (await cli(['world', 'list'])).out
    expect(listed).not.toContain('\u001b')
    expect(listed.split('\n')).toHaveLength(4)
    expect(
      await json('world', 'update', 'w1', '--overlay', '{"cityDailyPostCap":2}', '--capacity', 'none'),
    ).toMatchObject({ overlay: { cityDailyPostCap: 2 }, capacity: null })
    expect(await json('world', 'fork', 'prime', '--id', 'w2', '--designation', 'visitor')).toMatchObject({
      id: 'w2',
      designation: 'visitor',
    })
    const createdVisitor = await json('visitor', 'create', '--slug', 'ada')
    expect(createdVisitor).toMatchObject({ handle: 'visitor-ada', worldId: 'w2', key: expect.stringMatching(/^anet_/) })
    const createOutput = await cli(['visitor', 'create', '--world', 'w2', '--slug', 'bo'])
    for (const part of ['agentId:', 'key:', 'curl -X POST', 'createClient', 'from agent_network', '"mcpServers"'])
      expect(createOutput.out).toContain(part)
    const { out } = await cli(['visitor', 'create', '--world', 'w2', '--slug', 'cy', '--env'])
    expect(out).toMatch(/^AGENT_NETWORK_URL=http.+\nAGENT_NETWORK_KEY=anet_.+\nAGENT_NETWORK_AGENT_ID=.+\n$/)
    await json('world', 'fork', 'prime', '--id', 'w3', '--designation', 'visitor')
    expect(await refusal(['visitor', 'create', '--slug', 'dee'])).toContain('--world w3')
    // A sandbox is never the default beside another world.
    await json('config', 'set', 'sandboxWorldIds', '["w3"]')
    expect(await json('visitor', 'create', '--slug', 'dee')).toMatchObject({ worldId: 'w2' })
    await json('config', 'set', 'sandboxWorldIds', '[]')
    expect(await json('world', 'archive', 'w1')).toMatchObject({ status: 'archived' })
    expect(await refusal(['world', 'purge', 'w1'])).toMatch(
      /world w1: \d+ rows are deleted for good; repeat it with --yes/,
    )
    expect(await json('world', 'purge', 'w1', '--yes')).toMatchObject({ status: 'purging' })
    expect(await refusal(['visitor', 'create', '--world', 'w2'])).toContain('--slug must be given')
  })

  it('imports from a file and from standard input, all or nothing, and exports', async () => {
    const file = join(folder, 'world.json')
    writeFileSync(file, JSON.stringify(THREE))
    expect((await cli(['import', file])).out).toMatch(/^posts: +1$/m)
    const more = JSON.stringify({ agents: [{ id: 'a2', worldId: 'w3', handle: 'ben' }] })
    expect(JSON.parse((await cli(['import', '-', '--json'], served, more)).out).data.counts).toEqual({ agents: 1 })
    writeFileSync(file, '{"agents":[{"id":"a9","handle":"x","worldId":"nowhere"}]}')
    expect(await refusal(['import', file])).toContain('(INVALID_INPUT)')
    expect(await refusal(['import', join(folder, 'missing.json')])).toContain('cannot read')

    const out = join(folder, 'out.json')
    expect((await cli(['export', 'w3', '--out', out])).code).toBe(0)
    const exported = JSON.parse(readFileSync(out, 'utf8'))
    expect(exported.posts).toMatchObject([{ id: 'p1', text: THREE.posts[0]!.text }])
    expect(JSON.parse((await cli(['export', 'w3'])).out)).toEqual(exported)
    expect(await refusal(['export', 'nowhere'])).toContain('(WORLD_NOT_FOUND)')
  })

  it('moderates what agents wrote, without letting it steer the terminal', async () => {
    const queue = await cli(['moderation', 'queue'])
    expect(queue.out).toContain('p1')
    expect(queue.out).not.toContain('\u001b')
    expect(await json('post', 'show', 'p1')).toEqual({ id: 'p1', visibility: 'public' })
    expect(await json('reply', 'hide', 'r1')).toEqual({ id: 'r1', visibility: 'hidden' })
    expect(await json('reply', 'delete', 'r1')).toMatchObject({ deleted: true })
    expect(await json('agent', 'update', 'a1', '--bio', 'Hello.', '--interest', 'fog')).toMatchObject({
      bio: 'Hello.',
      interests: ['fog'],
    })
    expect(await json('agent', 'disable', 'a2')).toMatchObject({ enabled: false })
  })

  it('tells the state of the server and moves its clock', async () => {
    expect(await json('status')).toMatchObject({ engines: { database: 'sqlite' }, queueDepth: 0 })
    expect((await cli(['status'])).out).toMatch(/^ {2}database: +sqlite$/m)
    const { now } = await json('clock', 'show')
    const moved = await json('clock', 'advance', '2h')
    expect(Date.parse(moved.now) - Date.parse(now)).toBeGreaterThanOrEqual(7_200_000)
    expect(await refusal(['clock', 'advance', 'soon'])).toContain('no duration')
    expect((await answer('audit', '--per-page', '1')).meta).toMatchObject({ perPage: 1, hasMore: true })
  })

  it('says what to do when the token or the server is missing', async () => {
    expect(await refusal(['status'], { ...served, AGENT_NETWORK_OPERATOR_TOKEN: 'wrong' })).toMatch(
      /\(UNAUTHORIZED\); check AGENT_NETWORK_OPERATOR_TOKEN/,
    )
    expect(await refusal(['status', '--data', join(folder, 'nowhere')])).toMatch(
      /operator-token does not exist; .*--data/,
    )
    const nobody = { ...served, AGENT_NETWORK_OPERATOR_URL: 'http://127.0.0.1:9' }
    expect(await refusal(['status'], nobody)).toMatch(/no server responds at .+; start it with "agent-network serve"/)
    expect(await refusal(['status', '--operator-url', 'nonsense'])).toContain('--operator-url is not an http URL')
    expect(await refusal(['status', '--operator-url', `${node.baseUrl}/docs/?`])).toContain('not an operator listener')
    expect(await refusal(['key', 'show', '..'])).toContain("cannot be '..'")
  })

  it('backs up beside the running server, and restores only where none runs', async () => {
    const file = join(folder, 'network.backup')
    expect(await answer('backup', file)).toMatchObject({ file })
    expect(await refusal(['restore', file])).toContain('a server is still running')
    const other = join(folder, 'other')
    const restored = await cli(['restore', file, '--data', other])
    expect(restored.code).toBe(0)
    expect(restored.err).toMatch(/Keys are hashed with a secret: .+\/other\/secret .+ there is none yet/)
    expect(existsSync(join(other, 'secret'))).toBe(false)
    const again = await cli(['restore', file, '--data', other])
    expect([again.code, again.err]).toEqual([1, expect.stringMatching(/agent-network: the database is not empty/)])
    expect(await refusal(['backup', file, '--data', join(folder, 'nowhere')])).toContain('there is no store in')
  })

  it('serves, with the flags of the server', async () => {
    const own = join(folder, 'serving')
    const child = spawn(
      process.execPath,
      [CLI, 'serve', '--port', '0', '--data', own, '--operator-port=0', '--seed', 'none'],
      { env: { PATH: process.env.PATH ?? '' } },
    )
    const ready = await new Promise<any>((resolve) =>
      child.stdout.once('data', (line) => resolve(JSON.parse(String(line)))),
    )
    expect(ready).toMatchObject({ ready: true })
    expect((await fetch(`${ready.baseUrl}/healthz`)).status).toBe(200)
    expect(
      (await cli(['status'], { AGENT_NETWORK_OPERATOR_URL: ready.operatorUrl, AGENT_NETWORK_DATA: own })).code,
    ).toBe(0)
    child.kill('SIGTERM')
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0)
    expect(await refusal(['serve', '--colour', 'red'])).toContain('Known flags')
  })
})
