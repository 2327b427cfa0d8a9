// City fixture: places, residents, visitors and the passing of time.
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { knowStore, queryOf } from './city-store.ts'
import { DAY, MINUTE } from './durations.ts'
import { createDatabase, ENGINES, type EngineName, fresh, startTestServer, type TestServer } from './harness.ts'
import { type Fault, launch, type Planted } from './planted.ts'
import { type NodeProcess, tempFolder } from './processes.ts'
import {
  type Answer,
  act,
  addKey,
  addVisitor,
  beat,
  type Guest,
  type Site,
  siteOf,
  siteOfProcess,
} from './visitor-site.ts'

export { DAY, HOUR, MINUTE, SECOND } from './durations.ts'
export type { Guest } from './visitor-site.ts'

/** A place at the end of a street of its own, so that every distance can be told in one's head. */
export interface PlacePlan {
  /** From the hub, where the homes are; null where no street leads. */
  readonly meters: number | null
  readonly kind?: string
  readonly purposes?: readonly string[]
  /** The street is a lift. */
  readonly lift?: boolean
}

const PLACES: Readonly<Record<string, PlacePlan>> = {
  cafe: { meters: 120, kind: 'cafe', purposes: ['coffee', 'quiet_read'] },
  park: { meters: 240, kind: 'park', purposes: ['walk', 'clear_head'] },
}

export interface CityPlan {
  readonly places?: Readonly<Record<string, PlacePlan>>
  readonly homes?: number
  readonly residents?: number
  readonly overlay?: Record<string, unknown>
  readonly designation?: 'visitor' | null
  readonly map?: boolean
}

export interface City {
  readonly worldId: string
  /** The id of a place, a game, or anything else that a test calls by name. */
  id(name: string): string
  readonly residents: readonly { readonly id: string; readonly handle: string }[]
  /** The map as it was sent. */
  readonly file: Record<string, unknown>
}

function mapOf(worldId: string, id: (name: string) => string, places: Record<string, PlacePlan>, homes: number) {
  const hub = id('n')
  const named = Object.entries(places)
  return {
    worldId,
    // The first node in the order of ids is the hub.
    nodes: [
      { id: hub, x: 0, y: 0 },
      ...named.map(([name, { meters, lift }]) => ({
        id: id(`n-${name}`),
        x: lift ? 0 : (meters ?? 9_000),
        y: 0,
        ...(lift ? { level: 1 } : {}),
      })),
    ],
    edges: named.flatMap(([name, { meters, lift = false }]) =>
      meters === null ? [] : [{ from: hub, to: id(`n-${name}`), meters, lift }],
    ),
    destinations: [
      ...Array.from({ length: homes }, (_, i) => ({
        id: id(`home${i}`),
        nodeId: hub,
        label: `Flat ${i}`,
        kind: 'home',
      })),
      ...named.map(([name, { kind = 'cafe', purposes = ['coffee'] }]) => ({
        id: id(name),
        nodeId: id(`n-${name}`),
        label: `The ${name}`,
        kind,
        purposes: [...purposes],
      })),
    ],
  }
}

/** A world of its own, open to visitors, with a map, homes and residents. Its clock is at noon. */
export async function openCity(site: Site, plan: CityPlan = {}): Promise<City> {
  const { places = PLACES, homes = 3, residents = 3, overlay = {}, designation = 'visitor', map = true } = plan
  await toNoon(site)
  const tag = fresh('c').replaceAll('-', '')
  const { id: worldId } = await site.operator('POST', '/_operator/worlds', { id: tag, designation, overlay })
  const id = (name: string) => `${tag}-${name}`
  const people = Array.from({ length: residents }, (_, i) => ({
    id: id(`r${String(i).padStart(2, '0')}`),
    handle: `r${i}${tag}`,
  }))
  const file = {
    agents: people.map((agent) => ({ ...agent, worldId, displayName: agent.handle })),
    ...(map ? { city: mapOf(worldId, id, { ...places }, homes) } : {}),
  }
  await put(site, file)
  const { visitorJournalCanaryWorldIds: before } = await site.operator('GET', '/_operator/config')
  await site.operator('PATCH', '/_operator/config', {
    visitorDriveEnabled: true,
    visitorJournalEnabled: true,
    visitorJournalCanaryWorldIds: [...before, worldId],
  })
  return { worldId, id, residents: people, file }
}

/** A visitor that has just come, or one that never did. */
export async function enter(site: Site, city: City, { comes = true } = {}): Promise<Guest> {
  const visitor = await addVisitor(site, city)
  const guest = { visitor, key: await addKey(site, visitor) }
  if (comes) await look(site, guest)
  return guest
}

export const put = (site: Site, file: Record<string, unknown>): Promise<any> =>
  site.operator('POST', '/_operator/import', file)

const must = ({ status, text, data }: Answer): any => {
  if (status !== 200) throw new Error(`${status} ${text}`)
  return data
}

/** A heartbeat, and what it shows. */
export const look = async (site: Site, { visitor, key }: Guest): Promise<any> => must(await beat(site, visitor, key))

let values = 0
export const nextValue = (): string => {
  values += 1
  return `value-${values}`
}

/** One act under a value of its own: what it answered. */
export const attempt = async (site: Site, { visitor, key }: Guest, body: unknown, node = 0): Promise<any> =>
  must(await act(site, visitor, key, nextValue(), body, node))

export const outcomeOf = (data: any): string => data.skipReason ?? data.status
/** The same, and only how it ended. */
export const tryTo = async (site: Site, guest: Guest, body: unknown, node = 0): Promise<string> =>
  outcomeOf(await attempt(site, guest, body, node))

export const clock = async (site: Site): Promise<number> =>
  Date.parse((await site.operator('GET', '/_operator/clock')).now)
export const iso = (at: number): string => new Date(at).toISOString()
export const setTime = (site: Site, at: number) => site.operator('PUT', '/_operator/clock', { now: iso(at) })
export const pass = (site: Site, advanceMs: number) => site.operator('PUT', '/_operator/clock', { advanceMs })

/** Half a day on either side is the same UTC day. */
async function toNoon(site: Site): Promise<void> {
  const at = await clock(site)
  const noon = Math.floor(at / DAY) * DAY + DAY / 2
  if (at !== noon) await setTime(site, at < noon ? noon : noon + DAY)
}

/** Walks to a place by the API, waits until it is there, and shows up. */
export async function settle(site: Site, city: City, guest: Guest, place: string): Promise<any> {
  const { status, skipReason, detail } = await attempt(site, guest, { journey: { destinationId: city.id(place) } })
  if (status !== 'created') throw new Error(`the walk to ${place} was declined: ${skipReason}`)
  await setTime(site, Date.parse(detail.arriveAt))
  return look(site, guest)
}

/** Lets time pass while the visitor keeps coming, so that it is not sent home. */
export async function linger(site: Site, guests: readonly Guest[], ms: number): Promise<void> {
  const step = 50 * MINUTE
  for (let remainingMs = ms; remainingMs > 0; remainingMs -= step) {
    await pass(site, Math.min(step, remainingMs))
    for (const guest of guests) await look(site, guest)
  }
}

export const exported = async (server: TestServer, worldId: string): Promise<any> =>
  (await server.operator('GET', `/_operator/export?worldId=${worldId}`)).body

/** Tests on both engines, each on one server; a logged error fails them. */
export function describeCity(title: string, cases: (site: () => Site, server: () => TestServer) => void): void {
  for (const engine of ENGINES)
    describe(`${title}, on ${engine}`, () => {
      let server: TestServer
      let site: Site
      beforeAll(async () => {
        server = await startTestServer(engine)
        site = knowStore(siteOf(server), queryOf(server))
        await server.setClock('2026-03-10T12:00:00.000Z')
      })
      afterAll(async () => {
        expect(server.errors()).toEqual([])
        await server.close()
      })
      cases(
        () => site,
        () => server,
      )
    })
}

export interface Launched {
  /** Another one after every restart. */
  site: Site
  /** Ends the process between two instructions, wherever it is, and starts it on what it left. */
  restart(): Promise<void>
  close(): Promise<void>
}

export interface LaunchPlan {
  readonly flags?: readonly string[]
  /** A build with a fault in it; whoever planted it removes it. */
  readonly planted?: Planted
  /** How many processes serve one store. */
  readonly nodes?: number
}

/** Servers in processes of their own: with residents who live, or a build that was tampered with. */
export async function launchCity(engine: EngineName, plan: LaunchPlan = {}): Promise<Launched> {
  const { flags = [], planted, nodes: count = 1 } = plan
  const database = engine === 'postgres' ? await createDatabase() : null
  const stored =
    database === null ? [] : [`--database-url=${database.url}`, `--redis-url=${process.env.TEST_REDIS_URL}`]
  const data = Array.from({ length: count }, tempFolder)
  const query = queryOf({ databaseUrl: database?.url ?? null, data: data[0]! })
  let nodes: NodeProcess[] = []
  const start = async (): Promise<Site> => {
    nodes = []
    for (const folder of data)
      nodes.push(
        await launch({ main: planted?.main, flags: [`--data=${folder}`, '--test-clock', ...stored, ...flags] }),
      )
    return knowStore(siteOfProcess(...nodes), query)
  }
  const launched: Launched = {
    site: await start(),
    async restart() {
      await Promise.all(nodes.map((node) => node.stop('SIGKILL')))
      launched.site = await start()
    },
    async close() {
      for (const node of nodes) await node.stop()
      for (const folder of data) rmSync(folder, { recursive: true, force: true })
      await database?.drop()
    },
  }
  await launched.site.operator('PUT', '/_operator/clock', { now: '2026-03-10T12:00:00.000Z' })
  return launched
}

/** Time passes and nobody sees to anything: what is read then was decided by reading it. */
export const NEVER_SWEEPS: readonly Fault[] = [
  {
    file: 'scheduler.js',
    from: 'sweepAfter: (move) => queue(async () => sweep(await move()))',
    to: 'sweepAfter: async (move) => void (await move())',
  },
  { file: 'scheduler.js', from: 'const EVERY_MS = 1_000', to: 'const EVERY_MS = 1_000_000_000' },
]
