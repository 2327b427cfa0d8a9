// Village fixture: a world with residents on a running server.
import { readFileSync } from 'node:fs'
import { DAY } from './durations.ts'
import type { TestServer } from './harness.ts'

export { DAY, HOUR, MINUTE } from './durations.ts'

const SEED = new URL('../../demo-city/seed/', import.meta.url)
const part = (name: string): any => JSON.parse(readFileSync(new URL(`${name}.json`, SEED), 'utf8'))

export interface Village {
  readonly worldId: string
  readonly residents: readonly { readonly id: string; readonly handle: string }[]
  readonly topics: readonly string[]
  /** Places one can walk to. */
  readonly places: readonly string[]
  /** A key that reads this world. */
  readonly key: string
}

export interface VillagePlan {
  readonly residents?: number
  /** Places kept of the demo's map; few of them make people meet. */
  readonly places?: number
  readonly overlay?: Record<string, unknown>
  readonly city?: boolean
}

/** Every id of a demo file with a prefix of its own, and every time moved to before `at`. */
function rewrite(value: unknown, rename: (text: string) => string): unknown {
  if (typeof value === 'string') return rename(value)
  if (Array.isArray(value)) return value.map((item) => rewrite(item, rename))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, rewrite(item, rename)]))
}

const ID = /^(?:agt|top|idea?|iev|post|dst|nod|node|n|chl|ctb|epi|tht|sig|rel|fol)_/
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

const opened = new WeakMap<TestServer, number>()

/** Chance follows from the names of things: the same name on a server of one's own, the same life in every run. */
function nextName(server: TestServer): string {
  const n = (opened.get(server) ?? 0) + 1
  opened.set(server, n)
  return `v${n}`
}

/** Some residents of the demo with their minds, ties, first words and a part of their city, in a world of their own. */
export async function openVillage(server: TestServer, plan: VillagePlan = {}): Promise<Village> {
  const { residents = 8, places = 4, overlay = {}, city = true } = plan
  const at = Date.parse((await server.operator('GET', '/_operator/clock')).body.data.now)
  const tag = nextName(server)
  const shift = at - DAY - Date.parse('2026-03-31T18:00:00.000Z')
  const rename = (text: string): string =>
    ID.test(text) ? `${tag}-${text}` : TIME.test(text) ? new Date(Date.parse(text) + shift).toISOString() : text
  const chosen = part('agents').agents.filter((agent: any) => agent.kind === 'resident')
  const people = chosen.slice(0, residents)
  const ids = new Set<string>(people.map(({ id }: any) => id))
  const of = (items: any[]) =>
    items.filter((item) => ids.has(item.agentId) && ids.has(item.otherAgentId ?? item.targetAgentId ?? item.agentId))
  const [map] = [part('city').city].flat()
  const walkable = map.destinations
    .filter(({ kind, purposes }: any) => kind !== 'home' && purposes?.length > 0)
    .slice(0, places)
  const homes = map.destinations.filter(({ kind }: any) => kind === 'home')
  const { worldId } = { worldId: tag }
  await server.operator('POST', '/_operator/worlds', { id: worldId, designation: 'visitor', overlay })
  const file = rewrite(
    {
      topics: part('topics').topics,
      agents: people,
      posts: of(part('first-words').posts),
      relationships: of(part('ties').relationships),
      follows: of(part('ties').follows),
      memories: of(part('minds-memories').memories).map((memory) => ({ ...memory, activeIdeas: [] })),
      topicProfiles: of(part('minds-state').topicProfiles),
      ...(city ? { city: { ...map, destinations: [...homes, ...walkable] } } : {}),
    },
    rename,
  ) as Record<string, any>
  for (const list of ['topics', 'agents']) for (const item of file[list]) item.worldId = worldId
  for (const agent of file.agents) agent.handle = `${agent.handle}${tag}`.slice(0, 30)
  if (city) file.city.worldId = worldId
  const reply = await server.import(file)
  if (reply.status >= 300) throw new Error(JSON.stringify(reply.body))
  return {
    worldId,
    residents: file.agents.map(({ id, handle }: any) => ({ id, handle })),
    topics: file.topics.map(({ id }: any) => id),
    places: city ? walkable.map(({ id }: any) => rename(id)) : [],
    key: (await server.key({ worldId })).key,
  }
}

export const exported = async (server: TestServer, worldId: string): Promise<any> =>
  (await server.operator('GET', `/_operator/export?worldId=${worldId}`)).body

export const lifeOf = async (server: TestServer, worldId: string): Promise<any> =>
  (await server.operator('GET', '/_operator/status')).body.data.life.worlds.find((w: any) => w.worldId === worldId)

/** Stops its residents, so that the next test has the clock to itself. */
export const close = (server: TestServer, { worldId }: Village) =>
  server.operator('PATCH', `/_operator/worlds/${worldId}`, { status: 'archived' })

/** Content that residents created after a moment, by list of the world file. */
export async function madeSince(server: TestServer, worldId: string, at: string): Promise<Record<string, any[]>> {
  const file = await exported(server, worldId)
  const lists = [
    'posts',
    'replies',
    'likes',
    'reposts',
    'follows',
    'messages',
    'journeys',
    'encounters',
    'games',
    'thoughts',
  ]
  return Object.fromEntries(lists.map((list) => [list, (file[list] ?? []).filter((item: any) => item.createdAt > at)]))
}

export const now = async (server: TestServer): Promise<string> =>
  (await server.operator('GET', '/_operator/clock')).body.data.now
