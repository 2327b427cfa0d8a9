// Shape of a caller in the access matrix, and helpers to build one.
import type { OutgoingHttpHeaders } from 'node:http'
import { bearer, type Estate, fullKey, type Key, openEstate } from './estates.ts'
import { estateAsTarget, type Target } from './requests.ts'
import type { RouteRow } from './routes.ts'
import type { Site } from './site.ts'

/** Somebody who is about to ask for everything: what they name, what they send, and whose words they may read. */
export interface Caller {
  readonly target: Target
  headers(row: RouteRow): OutgoingHttpHeaders
  /** Tags of the estates that are theirs, or that an operator opened to them. */
  readonly knows: readonly string[]
  /** Tag of the owner of the key's app, whose name `GET /v1/me` shows. */
  readonly appOf?: string
  /** Switches that stand like this while they ask. */
  readonly switches?: Readonly<Record<string, unknown>>
  /** Preparation just before the request, once the clock has its final value. */
  before?(): Promise<unknown>
  /** Somebody who may, and who asked the very same just before: an answer kept from them must not be handed on. */
  readonly precededBy?: OutgoingHttpHeaders
  /** For who has no account: asking for one would change what the rest is answered with. */
  readonly signsUpLast?: true
}

export interface Fixture {
  readonly site: Site
  /** Somebody's things that others ask for in vain; nothing may happen to them. */
  readonly victim: Estate
}

export type MakeCaller = (fixture: Fixture) => Promise<Caller>

export const withKey = (key: string): OutgoingHttpHeaders => ({ 'x-api-key': key })
export const withBoth = (key: string, token: string): OutgoingHttpHeaders => ({ ...withKey(key), ...bearer(token) })

/** Asks in vain for what is the victim's. */
export const inVain = ({ victim }: Fixture, headers: OutgoingHttpHeaders): Caller => ({
  target: estateAsTarget(victim),
  headers: () => headers,
  knows: [],
})

/** Has an estate, may have everything in it, and asks for that. */
export const atHome = (estate: Estate, headers: OutgoingHttpHeaders): Caller => ({
  target: estateAsTarget(estate),
  headers: () => headers,
  knows: [estate.tag],
})

export const asOwner = (estate: Estate): OutgoingHttpHeaders => withBoth(estate.full.key, estate.token)

/** The owner of a new estate, after something was done to it. */
export async function ownerAfter(
  { site }: Fixture,
  change: (estate: Estate, site: Site) => Promise<unknown> = async () => {},
): Promise<Caller> {
  const estate = await openEstate(site)
  await change(estate, site)
  return atHome(estate, asOwner(estate))
}

/** A key for the visitor of a new estate, with attributes of its own. */
export async function keyForNew(
  { site }: Fixture,
  attributes: Record<string, unknown>,
): Promise<{ estate: Estate; key: Key }> {
  const estate = await openEstate(site)
  const { town, visitor, appId } = estate
  return { estate, key: await fullKey(site, town, visitor.agentId, { appId, ...attributes }) }
}
