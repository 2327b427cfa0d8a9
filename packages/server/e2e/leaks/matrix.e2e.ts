import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { PLACES } from './matrix/estates.ts'
import { CALLER_KINDS } from './matrix/expected.ts'
import { type Issuer, startIssuer } from './matrix/issuer.ts'
import { atPlanted } from './matrix/planted-site.ts'
import { nameOf } from './matrix/requests.ts'
import { OWNER_OBSERVE, ROUTE_ROWS } from './matrix/routes.ts'
import { allRoutes, type Cell, faultOf, runMatrix } from './matrix/run.ts'
import { type Site, siteAt } from './matrix/site.ts'

describe('the authorization matrix', () => {
  let issuer: Issuer
  let server: TestServer
  let site: Site
  let cells: readonly Cell[]

  beforeAll(async () => {
    issuer = await startIssuer()
    server = await startTestServer('sqlite', { env: issuer.env })
    site = siteAt(server, issuer)
    cells = await runMatrix(site, CALLER_KINDS)
  })
  afterAll(async () => {
    site.close()
    await server.close()
    await issuer.close()
  })

  it('knows every route of the contract, and the contract every route it knows', () => {
    const routes = new Set(allRoutes().map(nameOf))
    expect([...routes].filter((name) => ROUTE_ROWS[name] === undefined)).toEqual([])
    const missing = Object.keys(ROUTE_ROWS).filter((name) => !routes.has(name))
    // The owner's observe readers are bound all together, or not yet.
    expect(missing.filter((name) => OWNER_OBSERVE[name] === undefined)).toEqual([])
    expect([0, Object.keys(OWNER_OBSERVE).length]).toContain(missing.length)
  })

  it('has a cell for every route and every kind of caller, and more than a thousand', () => {
    expect(cells.length).toBe(allRoutes().length * CALLER_KINDS.length)
    expect(cells.length).toBeGreaterThanOrEqual(1_000)
  })

  it.each(CALLER_KINDS)('answers as the specification says: %s', (kind) => {
    expect(cells.filter(({ caller }) => caller === kind).flatMap(faultOf)).toEqual([])
  })

  it('shows no owner anything of another, and their own wherever it stands', () => {
    expect(cells.filter(({ leaks }) => leaks.length > 0)).toEqual([])
    const ownPlaces = new Set(cells.filter(({ caller }) => caller === 'the owner').flatMap(({ own }) => own))
    expect([...ownPlaces].sort()).toEqual([...PLACES].sort())
  })

  it('left nothing in the log', () => {
    expect(server.errors()).toEqual([])
  })
})

describe('a matrix on a server where an app is anybody’s', () => {
  it('finds it, and whose words got out', async () => {
    const cells = await atPlanted(
      { file: 'developers.js', from: ".where('owner_uid', '=', param('uid')));", to: ');' },
      (site) => runMatrix(site, ['another owner']),
    )
    expect(cells.flatMap(faultOf)).toContain(
      'GET /_developer/apps/{appId} by another owner: 200 instead of 404 APP_NOT_FOUND',
    )
    const leaked = new Set(cells.flatMap(({ leaks }) => leaks).map((leak) => leak.split(' ')[0]))
    expect([...leaked]).toEqual(expect.arrayContaining(['app', 'key', 'handle']))
  })
})
