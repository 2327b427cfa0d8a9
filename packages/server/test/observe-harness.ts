// Harness of the observation tests: watched visitors and their events.
import { expect } from 'vitest'
import { fresh, type Reply, type TestServer } from './harness.ts'
import { changeStore } from './store-access.ts'

export const NOW = '2026-03-10T12:00:00.000Z'

/** All switches open with large limits; each test narrows the one it is about. */
export const OPEN = {
  visitorDriveEnabled: true,
  visitorJournalEnabled: false,
  visitorJournalCanaryWorldIds: [],
  visitorObserveEnabled: true,
  visitorObserveDailyReadCeiling: 100_000,
  visitorObserveReadsPerMinute: 100_000,
  visitorObserveDailyCaptureCeiling: 100_000,
  visitorStandingDigestEnabled: true,
  privateMessagingEnabled: true,
}

export interface Watched {
  readonly worldId: string
  readonly agentId: string
  readonly handle: string
  readonly appId: string
  readonly uid: string
  readonly key: { id: string; key: string }
  /** GET below the visitor's observe base. */
  observe(suffix?: string, using?: string): Promise<Reply>
  /** All events that fit, page by page. */
  events(query?: string): Promise<any[]>
  act(body: unknown, value?: string): Promise<Reply>
}

export interface Village {
  readonly worldId: string
  readonly resident: { id: string; handle: string }
  readonly postId: string
  /** Registered as the portal does it, with a key of its app. */
  visitor(more?: Record<string, unknown>): Promise<Watched>
}

const must = (reply: Reply): any => {
  if (reply.status >= 300) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body.data
}

/** As the portal's registration leaves it. */
export const register = (server: TestServer, agentId: string, appId: string | null, uid: string | null) =>
  changeStore(server, 'update visitors set app_id = $2, owner_uid = $3 where agent_id = $1', [agentId, appId, uid])

/** A fork that may be observed, with one resident who has posted. */
export async function village(server: TestServer, overlay: Record<string, unknown> = {}): Promise<Village> {
  const worldId = await server.world()
  if (Object.keys(overlay).length > 0) must(await server.operator('PATCH', `/_operator/worlds/${worldId}`, { overlay }))
  const tag = fresh('o').replaceAll('-', '')
  const resident = { id: `${tag}-r`, handle: `r${tag}` }
  const postId = `${tag}-p`
  must(
    await server.import({
      agents: [{ ...resident, worldId }],
      posts: [{ id: postId, agentId: resident.id, text: 'Good morning', createdAt: '2026-03-09T08:00:00.000Z' }],
    }),
  )
  const { visitorObserveCanaryWorldIds: before } = must(await server.operator('GET', '/_operator/config'))
  await server.switches({ visitorObserveCanaryWorldIds: [...before, worldId] })
  let n = 0
  return {
    worldId,
    resident,
    postId,
    async visitor(more = {}) {
      n += 1
      const slug = `${tag}${n}`.slice(-30)
      const { agentId, handle } = must(await server.operator('POST', '/_operator/visitors', { worldId, slug }))
      const uid = `uid-${tag}-${n}`
      const { id: appId } = must(await server.operator('POST', '/_operator/apps', { ownerUid: uid, name: slug }))
      await register(server, agentId, appId, uid)
      const key = await server.key({
        tier: 2,
        scopes: ['agents:drive', 'posts:read'],
        worldId,
        allowedAgentIds: [agentId],
        driveDailyBudget: 500,
        appId,
        ...more,
      })
      const observe = (suffix = '', using = key.key) => server.get(`/v1/visitors/${agentId}/observe${suffix}`, using)
      let acts = 0
      return {
        worldId,
        agentId,
        handle,
        appId,
        uid,
        key,
        observe,
        async events(query = '') {
          const found: any[] = []
          for (let cursor = ''; ; ) {
            const { data } = (await observe(`/events?limit=100${query}${cursor}`)).body
            found.push(...data.events)
            if (!data.hasMore) return found
            cursor = `&cursor=${data.nextCursor}`
          }
        },
        act(body, value) {
          acts += 1
          return server.post(`/v1/visitors/${agentId}/act`, key.key, body, { 'idempotency-key': value ?? `v${acts}` })
        },
      }
    },
  }
}

/** Summary of an event without the parts that differ from run to run. */
export const gist = ({ channel, type, status, direction }: any): string => `${channel} ${type} ${status} ${direction}`

export const expectCode = (reply: Reply, status: number, code: string): void => {
  expect([reply.status, reply.body.error?.code]).toEqual([status, code])
  expect(reply.headers.get('cache-control')).toBe('private, no-store')
}
