import { createLocalJWKSet, jwtVerify } from 'jose'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { announceKey, RETIRED_MS, readSigningKeys, rotateWhenDue } from '../src/features/tokens/signing-keys.ts'
import { readConfig } from '../src/platform/config/config.ts'
import { systemAmbient } from '../src/platform/core/ambient.ts'
import type { Deps } from '../src/platform/core/deps.ts'
import { makeSeals } from '../src/platform/core/seals.ts'
import { openStore } from '../src/platform/db/open-store.ts'
import { createDatabase, ENGINES, HAS_CLUSTER, startTestServer, type TestServer } from './harness.ts'
import { tempFolder } from './processes.ts'
import { type App, appOf, ask, grantFor, HOUR, keySet, kidOf, kids, rowsOf, START } from './token-requests.ts'

const DAY = 24 * HOUR

for (const engine of ENGINES) {
  describe(`signing keys on ${engine}`, () => {
    let server: TestServer
    let app: App
    beforeAll(async () => {
      server = await startTestServer(engine)
      await server.setClock(START)
      app = await appOf(server, { services: ['billing'] })
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
    })

    const issue = async (): Promise<string> =>
      (await ask(server, app, grantFor('service_id', 'billing'))).body.access_token
    const clock = async () => new Date((await server.operator('GET', '/_operator/clock')).body.data.now)
    const verifies = async (token: string) =>
      jwtVerify(token, createLocalJWKSet(await keySet(server)), { currentDate: await clock() }).then(
        () => true,
        () => false,
      )
    const listed = async () =>
      ((await server.operator('GET', '/_operator/tokens/keys')).body.data as { kid: string; state: string }[]).map(
        ({ kid, state }) => [kid, state],
      )

    it('are made at first need, once, however many ask', async () => {
      expect(await listed()).toEqual([])
      const sets = await Promise.all(Array.from({ length: 8 }, () => kids(server)))
      expect(new Set(sets.map(String)).size).toBe(1)
      expect(sets[0]).toHaveLength(1)
      expect(await listed()).toEqual([[sets[0]![0], 'active']])
      expect(kidOf(await issue())).toBe(sets[0]![0])
    })

    it('live as long as their tokens, which follow the clock', async () => {
      const token = await issue()
      await server.advance(899_000)
      expect(await verifies(token)).toBe(true)
      await server.advance(1_000)
      expect(await verifies(token)).toBe(false)
    })

    it('get a successor after thirty days, which is published for an hour before it signs', async () => {
      const [old] = await kids(server)
      await server.advance(30 * DAY - 900_000 - 1)
      expect(await kids(server)).toEqual([old])
      await server.advance(1)
      const [, next] = await kids(server)
      expect(await listed()).toEqual([
        [old, 'active'],
        [next, 'next'],
      ])
      expect(kidOf(await issue())).toBe(old)
      await server.advance(HOUR - 1)
      const before = await issue()
      expect(kidOf(before)).toBe(old)
      await server.advance(1)
      const after = await issue()
      expect(kidOf(after)).toBe(next)
      expect(await listed()).toEqual([
        [old, 'retired'],
        [next, 'active'],
      ])
      expect([await verifies(before), await verifies(after)]).toEqual([true, true])
      await server.advance(890_000)
      expect(await verifies(before)).toBe(true)
      await server.advance(1_260_000 - 890_000 - 1)
      expect(await kids(server)).toEqual([old, next])
      await server.advance(1)
      expect(await kids(server)).toEqual([next])
      expect(await listed()).toEqual([[next, 'active']])
      expect(await rowsOf(server, 'signing_keys')).toHaveLength(1)
    })

    it('are rotated by the operator in the same manner, with one successor at a time', async () => {
      const [old] = await kids(server)
      const rotated = await server.operator('POST', '/_operator/tokens/rotate')
      expect(rotated.status).toBe(200)
      expect(rotated.body.data).toEqual({
        kid: expect.any(String),
        state: 'next',
        createdAt: (await clock()).toISOString(),
        activeAt: null,
        retiredAt: null,
        signsFrom: new Date((await clock()).getTime() + HOUR).toISOString(),
        publishedUntil: null,
      })
      const { kid } = rotated.body.data
      expect((await server.operator('POST', '/_operator/tokens/rotate')).body.data.kid).toBe(kid)
      expect(await kids(server)).toEqual([old, kid])
      expect(kidOf(await issue())).toBe(old)
      const entries = (await server.operator('GET', '/_operator/audit')).body.data
      expect(entries.filter((entry: { action: string }) => entry.action === 'tokens.rotate')).toMatchObject([
        { target: kid },
      ])
      await server.advance(HOUR)
      expect(kidOf(await issue())).toBe(kid)
    })
  })
}

/** Without the wait for key generation, which keeps real nodes from ever meeting at the row. */
for (const engine of ENGINES) {
  it(`many rotations at one moment on ${engine} make one change, and every change a new epoch`, async () => {
    const own = engine === 'postgres' ? await createDatabase() : null
    const flags = [`--data=${tempFolder()}`]
    if (own !== null) flags.push(`--database-url=${own.url}`, `--redis-url=${process.env.TEST_REDIS_URL}`)
    const ambient = systemAmbient()
    const config = readConfig(flags, { AGENT_NETWORK_CHECKS: 'on' })
    const { database, close } = await openStore(config, ambient, pino({ level: 'silent' }), { migrate: true })
    const deps = { ambient, database, seals: makeSeals(['s']) } as Deps
    const draft = (kid: string) => ({ kid, public_jwk: '{}', sealed: '' })
    const states = async () => (await readSigningKeys(database.read)).map(({ state }) => state).sort()
    const epoch = () => database.read.sql.selectFrom('epochs').select('value').where('name', '=', 'control').execute()
    const atOnce = <T>(work: (n: number) => Promise<T>) => Promise.all(Array.from({ length: 8 }, (_, n) => work(n)))
    try {
      let at = Date.parse(START)
      await database.transact((tx) => announceKey(tx, draft('first'), at))
      expect(await states()).toEqual(['active'])
      for (let round = 0; round < 10; round++) {
        const epochs = [await epoch()]
        const announced = await atOnce((n) =>
          database.transact((tx) => announceKey(tx, draft(`key-${round}-${n}`), at)),
        )
        expect(announced.filter(({ isNew }) => isNew)).toHaveLength(1)
        expect(await states()).toEqual(['active', 'next'])
        epochs.push(await epoch())
        at += HOUR
        const promoted = await atOnce(() => rotateWhenDue(deps, at))
        expect(promoted.filter((n) => n > 0)).toEqual([2])
        expect(await states()).toEqual(['active', 'retired'])
        epochs.push(await epoch())
        at += RETIRED_MS
        const removed = await atOnce(() => rotateWhenDue(deps, at))
        expect(removed.filter((n) => n > 0)).toEqual([1])
        expect(await states()).toEqual(['active'])
        epochs.push(await epoch())
        expect(new Set(epochs.map((rows) => rows[0]!.value)).size).toBe(4)
      }
    } finally {
      await close()
      await own?.drop()
    }
  })
}

describe.runIf(HAS_CLUSTER)('signing keys of two nodes', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>
  let a: TestServer
  let b: TestServer
  beforeAll(async () => {
    database = await createDatabase()
    a = await startTestServer('postgres', { databaseUrl: database.url })
    b = await startTestServer('postgres', { databaseUrl: database.url })
    await a.setClock(START)
  })
  afterAll(async () => {
    expect([...a.errors(), ...b.errors()]).toEqual([])
    await a.close()
    await b.close()
    await database.drop()
  })

  it('are the same ones, made or rotated at the same moment on both', async () => {
    const sets = await Promise.all([a, b, a, b].map(kids))
    expect(new Set(sets.map(String)).size).toBe(1)
    expect(sets[0]).toHaveLength(1)
    const rotations = await Promise.all([a, b, a, b].map((node) => node.operator('POST', '/_operator/tokens/rotate')))
    expect(new Set(rotations.map(({ body }) => body.data.kid)).size).toBe(1)
    const [old, next] = [sets[0]![0], rotations[0]!.body.data.kid]
    expect(new Set(await kids(a))).toEqual(new Set([old, next]))
    expect(await kids(b)).toEqual(await kids(a))

    const app = await appOf(a, { services: ['billing'] })
    const issued = () =>
      Promise.all(
        [a, b].map(async (node) => (await ask(node, app, grantFor('service_id', 'billing'))).body.access_token),
      )
    const first = await issued()
    expect(first.map(kidOf)).toEqual([old, old])
    await a.advance(HOUR)
    const second = await issued()
    expect(second.map(kidOf)).toEqual([next, next])
    for (const node of [b, a])
      for (const token of second)
        await jwtVerify(token, createLocalJWKSet(await keySet(node)), {
          currentDate: new Date(Date.parse(START) + HOUR),
        })
    await b.advance(30 * DAY)
    expect(await kids(a)).toEqual(await kids(b))
  })
})
