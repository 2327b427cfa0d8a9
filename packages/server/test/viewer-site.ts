// Fixture of the viewer tests: a server stub with a walk on a map.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { systemAmbient } from '@agent-network/server/platform/core/ambient.js'
import type { Deps } from '@agent-network/server/platform/core/deps.js'
import { makeEventLoopBudget } from '@agent-network/server/platform/core/event-loop-budget.js'
import { makeCommonHeaders, makeGate } from '@agent-network/server/protocols/http/gate.js'
import { makeListener } from '@agent-network/server/protocols/http/pipeline.js'
import { viewerProtocol } from '@agent-network/server/protocols/viewer/protocol.js'
import type { Box } from '@agent-network/server/stores/city/map/grid.js'
import type { WatchedWalk, WatchSource } from '@agent-network/server/stores/city/viewer.js'
import type { Logger } from 'pino'

interface Node {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly level: number
}
interface Edge {
  readonly from: string
  readonly to: string
  readonly meters: number
  readonly lift?: boolean
}
interface Destination {
  readonly id: string
  readonly nodeId: string
  readonly label: string
  readonly kind: string
}

const { city } = JSON.parse(readFileSync(new URL('../../demo-city/seed/city.json', import.meta.url), 'utf8')) as {
  city: { nodes: Node[]; edges: Edge[]; destinations: Destination[] }
}
const nodes = new Map(city.nodes.map((node) => [node.id, node]))
const WORLD = { id: 'prime', name: 'Rainhold' }
/** 1.22 */
const secondsOf = ({ meters, lift }: Edge) => meters / 1.2 + (lift ? 60 : 0)

/** The quickest way between two places of the demo city, as waypoints that start at zero. */
function routeBetween(from: Destination, to: Destination) {
  const reached = new Map([[from.nodeId, { seconds: 0, way: [] as Edge[] }]])
  const open = new Set([from.nodeId])
  while (open.size > 0) {
    const here = [...open].reduce((a, b) => (reached.get(a)!.seconds <= reached.get(b)!.seconds ? a : b))
    open.delete(here)
    const { seconds, way } = reached.get(here)!
    for (const edge of city.edges) {
      if (edge.from !== here && edge.to !== here) continue
      const next = edge.from === here ? edge.to : edge.from
      const at = seconds + secondsOf(edge)
      if (at >= (reached.get(next)?.seconds ?? Number.POSITIVE_INFINITY)) continue
      reached.set(next, { seconds: at, way: [...way, edge] })
      open.add(next)
    }
  }
  const { way } = reached.get(to.nodeId)!
  let at = from.nodeId
  let seconds = 0
  const waypoints = [{ ...nodes.get(at)!, offsetMs: 0 }]
  for (const edge of way) {
    at = edge.from === at ? edge.to : edge.from
    seconds += secondsOf(edge)
    waypoints.push({ ...nodes.get(at)!, offsetMs: Math.round(seconds * 1000) })
  }
  return {
    waypoints,
    meters: way.reduce((sum, { meters }) => sum + meters, 0),
    lifts: way.filter(({ lift }) => lift).length,
  }
}

const within = ({ minX, minY, maxX, maxY }: Box, x: number, y: number) =>
  x >= minX && x <= maxX && y >= minY && y <= maxY

/** Private data that a map might contain and a page must never show. */
export const STRANGER = 'somebody-else'

export const destination = (label: string): Destination => {
  const found = city.destinations.find((candidate) => candidate.label === label)
  if (found === undefined) throw new Error(`the demo city has no ${label}`)
  return found
}

export interface PlannedWalk {
  readonly from: string
  readonly to: string
  readonly purpose: string
  readonly departAt: number
  /** Everything but the dwell, if the way itself is too long for a test. */
  readonly lastsMs?: number
  readonly dwellMs?: number
}

export function planWalk({ from, to, purpose, departAt, lastsMs, dwellMs = 20 * 60_000 }: PlannedWalk): WatchedWalk {
  const { waypoints, meters, lifts } = routeBetween(destination(from), destination(to))
  const natural = waypoints.at(-1)!.offsetMs
  const pace = (lastsMs ?? natural) / natural
  const arriveAt = departAt + Math.round(natural * pace)
  return {
    world: WORLD,
    handle: 'wren-of-salt',
    departAt,
    arriveAt,
    dwellUntil: arriveAt + dwellMs,
    purpose,
    meters,
    lifts,
    fromLabel: from,
    toLabel: to,
    waypoints: waypoints.map((waypoint) => ({ ...waypoint, offsetMs: Math.round(waypoint.offsetMs * pace) })),
  }
}

export const JOURNEY = 'jny_abc_01'
export const TOKEN = 'J8sQ2mVx0cKq4bRz7TnWdA'

export interface ViewerSite {
  readonly url: string
  readonly link: string
  /** Response of the source from now on to requests with the token. */
  walk: WatchedWalk | 'over'
  /** How far the server's clock is from this machine's. */
  clockShift: number
  readonly logged: string[]
  /** Of every request that came in: its path and query, and what it said of where it came from. */
  readonly requests: { method: string; url: string; referer: string | undefined }[]
  close(): Promise<void>
}

/** The viewer on a listener of its own, in the demo city, with one walk. */
export async function startViewer(first: WatchedWalk): Promise<ViewerSite> {
  const site = {
    walk: first as WatchedWalk | 'over',
    clockShift: 0,
    logged: [] as string[],
    requests: [] as ViewerSite['requests'],
  }
  const source: WatchSource = {
    findWalk: async (journey, token) => (journey === JOURNEY && token === TOKEN ? site.walk : 'unknown'),
    streetsWithin: (_world, box) =>
      city.edges.flatMap(({ from, to, lift = false }) => {
        const [a, b] = [nodes.get(from)!, nodes.get(to)!]
        const street = { x1: a.x, y1: a.y, level1: a.level, x2: b.x, y2: b.y, level2: b.level, lift }
        return within(box, a.x, a.y) || within(box, b.x, b.y) ? [{ ...street, walkedBy: STRANGER }] : []
      }),
    placesWithin: (_world, box) =>
      city.destinations.flatMap(({ nodeId, label, kind }) => {
        const { x, y, level } = nodes.get(nodeId)!
        return within(box, x, y) ? [{ label, kind, x, y, level, residents: [STRANGER] }] : []
      }),
  }
  let url = ''
  const deps = {
    config: { checks: true },
    control: { current: async () => ({ at: Date.now() + site.clockShift, state: { switches: {} } }) },
    log: { error: (...entry: unknown[]) => site.logged.push(JSON.stringify(entry)) },
    urls: () => ({ viewer: url }),
  } as unknown as Deps
  const door = viewerProtocol(deps, source)
  const listener = makeListener([door], {
    ambient: systemAmbient(),
    gate: makeGate(),
    eventLoopBudget: makeEventLoopBudget(systemAmbient().elapsed),
    metrics: { observe: () => {}, refused: () => {} },
    tracer: null,
    log: { isLevelEnabled: () => false } as unknown as Logger,
    common: makeCommonHeaders(systemAmbient(), () => false),
    closing: () => false,
  })
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    site.requests.push({ method, url, referer: headers.referer })
    await listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(site, {
    url,
    link: `${url}/city/?journey=${JOURNEY}&t=${TOKEN}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  })
}

export const HOME = '14 Lower Salt Street, behind the biscuit house'
/** A walk that began five minutes ago. */
export const underway = (changes: Partial<Parameters<typeof planWalk>[0]> = {}) =>
  planWalk({ from: HOME, to: 'The Top Kettle', purpose: 'coffee', departAt: Date.now() - 300_000, ...changes })
