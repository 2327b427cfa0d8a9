// Runner of the access matrix: calls every route as every caller.
import { PORTAL_ROUTES, ROUTES, type Route } from '@agent-network/contract'
import type { Caller, Fixture } from './caller.ts'
import { CALLERS } from './callers.ts'
import { NOW, openEstate, wordsIn, worldName } from './estates.ts'
import { type CallerKind, EXPECTED, expectedFor, type Row } from './expected.ts'
import { LISTED_ORIGIN } from './person-callers.ts'
import { nameOf, orderOf, requestFor } from './requests.ts'
import { ROUTE_ROWS, type RouteClass } from './routes.ts'
import { type Answer, type Site, statusAndCode } from './site.ts'

/** One route asked for by one kind of caller. */
export interface Cell {
  readonly route: string
  readonly caller: CallerKind
  readonly expected: string
  readonly got: string
  /** Words of others that stood in the answer. */
  readonly leaks: readonly string[]
  /** Places where callers were shown their own texts. */
  readonly own: readonly string[]
}

export const allRoutes = (): readonly Route[] => [...Object.values(ROUTES), ...Object.values(PORTAL_ROUTES)] as Route[]

const DAY_AND_HOUR = 25 * 3_600_000
const ROOMY = 100_000
const WORLDS = Array.from({ length: 200 }, (_, n) => worldName(n))

const OPEN = {
  externalAgentInvokeEnabled: true,
  visitorDriveEnabled: true,
  visitorJournalEnabled: true,
  visitorJournalCanaryWorldIds: WORLDS,
  visitorStandingDigestEnabled: true,
  visitorObserveEnabled: true,
  visitorObserveCanaryWorldIds: WORLDS,
  visitorObserveDailyReadCeiling: ROOMY,
  visitorObserveReadsPerMinute: ROOMY,
  visitorObserveDailyCaptureCeiling: ROOMY,
  developerPortalEnabled: true,
  developerSignupsEnabled: true,
  visitorSelfServeEnabled: true,
  corsAllowedOrigins: [LISTED_ORIGIN],
}

/** Public data about a visitor: its handle. */
const PUBLIC: readonly RouteClass[] = ['list', 'record', 'minds', 'network', 'complete', 'drive', 'ownerDrive']

function leaksIn({ headers, text }: Answer, { knows, appOf }: Caller, kind: RouteClass, site: Site): string[] {
  const whole = `${JSON.stringify(headers)}\n${text}`
  const words = wordsIn(whole)
    .filter(({ tag, place }) => !knows.includes(tag) || place === 'mind')
    .filter(({ place }) => place !== 'handle' || !PUBLIC.includes(kind))
    .filter(({ tag, place }) => kind !== 'metadata' || place !== 'app' || tag !== appOf)
    .map(({ tag, place }) => `${place} of ${tag}`)
  const secrets = [...site.secrets]
    .filter(([tag, secrets]) => !knows.includes(tag) && secrets.some((secret) => whole.includes(secret)))
    .map(([tag]) => `a secret of ${tag}`)
  return [...new Set([...words, ...secrets])]
}

/** So many at a time; the rest wait. */
async function eachOf<T, R>(items: readonly T[], atATime: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const waiting = [...items.entries()]
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [n, item] = next
      results[n] = await work(item)
    }
  }
  await Promise.all(Array.from({ length: atATime }, worker))
  return results
}

async function cellOf(site: Site, kind: CallerKind, caller: Caller, route: Route): Promise<Cell> {
  const name = nameOf(route)
  const row = ROUTE_ROWS[name]
  if (row === undefined) throw new Error(`the table of routes does not know ${name}`)
  const request = requestFor(site, route, caller.target)
  const { precededBy } = caller
  if (precededBy !== undefined && route.method === 'GET')
    await site.send({ ...request, headers: { ...request.headers, ...precededBy } })
  const answer = await site.send({ ...request, headers: { ...request.headers, ...caller.headers(row) } })
  return {
    route: name,
    caller: kind,
    expected: expectedFor(EXPECTED[kind] as Row, row, route.method !== 'GET'),
    got: statusAndCode(answer),
    leaks: leaksIn(answer, caller, row.kind, site),
    own: wordsIn(answer.text).flatMap(({ tag, place }) => (caller.knows.includes(tag) ? [place] : [])),
  }
}

/** Everything that one caller can ask for. */
async function askAll(site: Site, kind: CallerKind, caller: Caller): Promise<Cell[]> {
  await caller.before?.()
  const { atOnce, oneByOne } = orderOf(allRoutes(), caller.signsUpLast === true)
  const cells = await Promise.all(atOnce.map((route) => cellOf(site, kind, caller, route)))
  for (const route of oneByOne) cells.push(await cellOf(site, kind, caller, route))
  return cells
}

/** Every route for every kind of caller. Everybody is made ready first; whoever needs a switch set asks alone. */
export async function runMatrix(site: Site, kinds: readonly CallerKind[]): Promise<Cell[]> {
  await site.operator('PUT', '/clock', { now: NOW })
  await site.operator('PATCH', '/config', OPEN)
  const fixture: Fixture = { site, victim: await openEstate(site) }
  const ready = await eachOf(kinds, 6, async (kind) => ({ kind, caller: await CALLERS[kind](fixture) }))
  // Past the probation of the keys that the portal has issued.
  await site.operator('PUT', '/clock', { advanceMs: DAY_AND_HOUR })
  const together = ready.filter(({ caller }) => caller.switches === undefined)
  const cells = await eachOf(together, 4, ({ kind, caller }) => askAll(site, kind, caller))
  for (const { kind, caller } of ready.filter((one) => one.caller.switches !== undefined)) {
    await site.operator('PATCH', '/config', caller.switches)
    cells.push(await askAll(site, kind, caller))
    await site.operator('PATCH', '/config', OPEN)
  }
  return cells.flat()
}

/** The faults of a cell. */
export const faultOf = ({ route, caller, expected, got, leaks }: Cell): string[] => [
  ...(got === expected ? [] : [`${route} by ${caller}: ${got} instead of ${expected}`]),
  ...leaks.map((leak) => `${route} by ${caller}: the answer held ${leak}`),
]
