import { readEvents } from '@agent-network/server/features/visitors/observe/events.js'
import { readObservation } from '@agent-network/server/features/visitors/observe/observation.js'
import {
  listObservableVisitors,
  subjectOfOwner,
} from '@agent-network/server/features/visitors/observe/owner-session.js'
import { readConfig } from '@agent-network/server/platform/config/config.js'
import { makeControl } from '@agent-network/server/platform/control/control.js'
import { systemAmbient } from '@agent-network/server/platform/core/ambient.js'
import type { Deps } from '@agent-network/server/platform/core/deps.js'
import { makeSeals } from '@agent-network/server/platform/core/seals.js'
import { openStore } from '@agent-network/server/platform/db/open-store.js'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, startTestServer, TEST_SECRET, type TestServer } from './harness.ts'
import { NOW, OPEN, type Village, village, type Watched } from './observe-harness.ts'
import { changeStore } from './store-access.ts'

/** The dependencies of an adapter of its own, on the store of a running server. */
async function withDeps<T>(server: TestServer, work: (deps: Deps) => Promise<T>): Promise<T> {
  const cluster =
    server.databaseUrl === null
      ? []
      : [`--database-url=${server.databaseUrl}`, `--redis-url=${process.env.TEST_REDIS_URL}`]
  const config = readConfig([`--data=${server.data}`, '--test-clock', ...cluster], {})
  const ambient = systemAmbient()
  const log = pino({ level: 'silent' })
  const opened = await openStore(config, ambient, log, { migrate: false })
  try {
    const control = makeControl(opened.database, opened.sharedState, ambient, { testClock: true })
    const { database, sharedState } = opened
    const deps = { config, database, sharedState, control, ambient, seals: makeSeals([TEST_SECRET]), log }
    return await work(deps as unknown as Deps)
  } finally {
    await opened.close()
  }
}

const EVENTS = {
  query: {
    limit: 25,
    channel: null,
    status: null,
    direction: null,
    from: null,
    to: null,
    cursor: null,
    forwardCursor: null,
  },
  path: {},
}

for (const engine of ENGINES)
  describe(`an owner who observes in a session, on ${engine}`, () => {
    let server: TestServer
    let v: Village
    let a: Watched
    beforeAll(async () => {
      server = await startTestServer(engine)
      await server.setClock(NOW)
    })
    beforeEach(async () => {
      await server.switches(OPEN)
      v = await village(server)
      a = await v.visitor()
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
    })
    const patch = (path: string, body: unknown) => server.operator('PATCH', `/_operator/${path}`, body)
    const subject = (call: Partial<{ uid: string; appId: string; agentId: string }> = {}) =>
      withDeps(server, (deps) => subjectOfOwner(deps, { uid: a.uid, appId: a.appId, agentId: a.agentId, ...call }))
    const code = (call = {}): Promise<string> =>
      subject(call).then(
        () => 'admitted',
        (error) => error.code,
      )

    it('sees what a key of its app sees, and shares its allowance (AMB-99)', async () => {
      await a.act({ like: { postId: v.postId } })
      const byKey = (await a.observe('/events')).body.data
      const [bySession, base] = await withDeps(server, async (deps) => {
        const admitted = await subjectOfOwner(deps, a)
        const page = await readEvents(deps, admitted, EVENTS)
        return [page, await readObservation(deps, admitted, { query: {}, path: {} })]
      })
      expect(bySession).toEqual(byKey)
      expect(base.allowances.reads.used).toBe(3)
      // The same question, so the same place in it.
      const { status } = await a.observe(`/events?forwardCursor=${bySession.forwardCursor}`)
      expect(status).toBe(200)
    })

    it('finds neither apps nor visitors of somebody else', async () => {
      const b = await v.visitor()
      expect(await code()).toBe('admitted')
      expect(await code({ uid: b.uid })).toBe('APP_NOT_FOUND')
      expect(await code({ appId: 'none' })).toBe('APP_NOT_FOUND')
      expect(await code({ appId: '\0' })).toBe('APP_NOT_FOUND')
      expect(await code({ agentId: b.agentId })).toBe('VISITOR_NOT_FOUND')
      expect(await code({ agentId: v.resident.id })).toBe('VISITOR_NOT_FOUND')
      await changeStore(server, 'update visitors set released_at = 1 where agent_id = $1', [a.agentId])
      expect(await code()).toBe('VISITOR_NOT_FOUND')
    })

    it('meets the gates that a key would meet, in the same order', async () => {
      const steps: [string, () => Promise<unknown>][] = [
        ['VISITOR_DRIVE_DISABLED', () => server.switches({ visitorDriveEnabled: true })],
        ['WORLD_NOT_FOUND', () => patch(`worlds/${v.worldId}`, { status: 'running' })],
        ['VISITORS_PAUSED', () => patch(`worlds/${v.worldId}`, { visitorsPaused: false })],
        ['DRIVE_AGENT_DISABLED', () => patch(`agents/${a.agentId}`, { enabled: true })],
        ['VISITOR_OBSERVE_DISABLED', () => server.switches({ visitorObserveEnabled: true })],
        ['APP_SUSPENDED', () => patch(`apps/${a.appId}`, { status: 'revoked' })],
        ['APP_REVOKED', () => patch(`apps/${a.appId}`, { status: 'inactive' })],
        ['APP_SUSPENDED', () => patch(`apps/${a.appId}`, { status: 'active' })],
        ['OBSERVE_ACCESS_DENIED', () => patch(`developers/${a.uid}`, { status: 'active' })],
        ['OBSERVE_ACCESS_DENIED', () => patch(`keys/${a.key.id}`, { revokedAt: null })],
      ]
      await server.switches({ visitorDriveEnabled: false, visitorObserveEnabled: false })
      await patch(`worlds/${v.worldId}`, { status: 'archived', visitorsPaused: true })
      await patch(`agents/${a.agentId}`, { enabled: false })
      await patch(`apps/${a.appId}`, { status: 'suspended' })
      await patch(`developers/${a.uid}`, { status: 'suspended' })
      await patch(`keys/${a.key.id}`, { revokedAt: NOW })
      for (const [refused, mend] of steps) {
        expect(await code()).toBe(refused)
        await mend()
      }
      expect(await code()).toBe('admitted')
    })

    it('lists the visitors of an app, and why one cannot be observed', async () => {
      const list = () => withDeps(server, (deps) => listObservableVisitors(deps, a))
      const item = { agentId: a.agentId, handle: a.handle, worldId: v.worldId, status: 'away', lastHeartbeatAt: null }
      expect(await list()).toEqual({ schemaVersion: 1, visitors: [{ ...item, observable: true, reason: null }] })
      await patch(`worlds/${v.worldId}`, { visitorsPaused: true })
      expect((await list()).visitors).toEqual([{ ...item, observable: false, reason: 'VISITORS_PAUSED' }])
      await changeStore(server, 'update visitors set released_at = 1 where agent_id = $1', [a.agentId])
      expect((await list()).visitors).toEqual([])
      await expect(withDeps(server, (deps) => listObservableVisitors(deps, { ...a, uid: 'other' }))).rejects.toThrow(
        'App not found; GET /_developer/apps lists your apps',
      )
    })
  })
