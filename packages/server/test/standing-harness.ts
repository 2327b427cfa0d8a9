// Harness of the standing tests: visitors with a history of acts.
import { expect } from 'vitest'
import { type EngineName, fresh, type Reply, startTestServer, type TestServer } from './harness.ts'
import { readStore } from './store-access.ts'

export const DAY_MS = 86_400_000
export const iso = (at: number): string => new Date(at).toISOString()

/** A server whose tests begin on the same day, with the switches of `NORMAL`. */
export async function startStandings(engine: EngineName): Promise<TestServer> {
  const server = await startTestServer(engine)
  await server.setClock('2026-03-10T12:00:00.000Z')
  return server
}
export const NORMAL = {
  visitorDriveEnabled: true,
  visitorStandingDigestEnabled: true,
  standingScanLimit: null,
  standingBuildAttemptsPerDay: null,
}
export async function endStandings(server: TestServer): Promise<void> {
  expect(unexpected(server)).toEqual([])
  await server.close()
}

export const clockOf = async (server: TestServer): Promise<number> =>
  Date.parse((await server.operator('GET', '/_operator/clock')).body.data.now)

export const NO_BANDS = { residentCountBand: null, residentDayBand: null, repeatResidentCountBand: null }
/** The least that is published: five residents, ten resident-days. */
export const ENOUGH = [2, 2, 2, 2, 2]

/** `residents` who together came on `residentDays` days. */
export const spread = (residents: number, residentDays: number): number[] =>
  Array.from(
    { length: residents },
    (_, i) => Math.floor(residentDays / residents) + (i < residentDays % residents ? 1 : 0),
  )

export const toNextDay = async (server: TestServer): Promise<void> =>
  server.setClock(iso(Math.floor((await clockOf(server)) / DAY_MS + 1) * DAY_MS))

/** All failures but those that a test caused on purpose. */
const unexpected = (server: TestServer): string[] =>
  server.errors().filter((line) => !line.includes('visitors.standing_failed'))

type Item = Record<string, unknown>
export interface Extra {
  readonly agents?: Item[]
  readonly posts?: Item[]
  readonly replies?: Item[]
}

export interface Scene {
  readonly tag: string
  readonly worldId: string
  readonly visitorId: string
  readonly postId: string
  readonly key: { id: string; key: string }
  /** Midnight of today; the window ends there and starts 30 days before. */
  readonly midnight: number
  resident(i: number): string
  reply(i: number, daysAgo: number, more?: Item): Item
  driver(attributes?: Item): Promise<{ id: string; key: string }>
  read(query?: string, using?: string): Promise<Reply>
  /** The text of the release, or the code of the error. */
  status(using?: string): Promise<string>
  row(): Promise<any>
  used(): Promise<number>
}

/**
 * A visitor with one post in a world of its own. `days` has one entry per resident: on how many days, from yesterday
 * back, it answered that post.
 */
export async function scene(
  server: TestServer,
  days: readonly number[],
  extra: (s: Scene) => Extra = () => ({}),
): Promise<Scene> {
  const tag = fresh('s').replaceAll('-', '')
  const midnight = Math.floor((await clockOf(server)) / DAY_MS) * DAY_MS
  const worldId = await server.world()
  const visitorId = `${tag}-v`
  const postId = `${tag}-p`
  const resident = (i: number) => `${tag}-r${i}`
  const driver = (attributes: Item = {}) =>
    server.key({ tier: 2, scopes: ['agents:drive'], worldId, allowedAgentIds: [visitorId], ...attributes })
  const key = await driver()
  const read = (query = '', using = key.key) => server.get(`/v1/visitors/${visitorId}/standing${query}`, using)
  const builtScene: Scene = {
    tag,
    worldId,
    visitorId,
    postId,
    key,
    midnight,
    resident,
    reply: (i, daysAgo, more = {}) => ({
      id: `${tag}-${i}-${daysAgo}`,
      postId,
      agentId: resident(i),
      text: 'Hm.',
      createdAt: iso(midnight - daysAgo * DAY_MS + 3_600_000),
      ...more,
    }),
    driver,
    read,
    async status(using) {
      const { body } = await read('', using)
      return body.error?.code ?? body.data.status
    },
    async row() {
      const day = Math.floor((await clockOf(server)) / DAY_MS)
      const rows = await readStore(server, 'select * from standings where agent_id = $1 and day = $2', [visitorId, day])
      return rows[0] ?? null
    },
    async used() {
      const day = Math.floor((await clockOf(server)) / DAY_MS)
      const sql = `select used from budgets where subject = $1 and counter = 'standing' and day = $2`
      return Number((await readStore(server, sql, [visitorId, day]))[0]?.used ?? 0)
    },
  }
  const more = extra(builtScene)
  const old = iso(midnight - 200 * DAY_MS)
  const filed = await server.import({
    agents: [
      { id: visitorId, worldId, kind: 'visitor', handle: `visitor-${tag}` },
      ...days.map((_, i) => ({ id: resident(i), worldId, handle: `r${i}${tag}` })),
      ...(more.agents ?? []).map((agent) => ({ worldId, handle: `h${agent.id}`, ...agent })),
    ],
    // Long before the window: what counts is when it was answered.
    posts: [{ id: postId, agentId: visitorId, text: 'Hello.', createdAt: old }, ...(more.posts ?? [])],
    replies: [
      ...days.flatMap((n, i) => Array.from({ length: n }, (_, d) => builtScene.reply(i, d + 1))),
      ...(more.replies ?? []),
    ],
  })
  if (filed.status >= 300) throw new Error(JSON.stringify(filed.body))
  return builtScene
}
