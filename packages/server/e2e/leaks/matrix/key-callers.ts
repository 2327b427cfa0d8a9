// Callers of the access matrix that use an API key.
import { OPERATOR_TOKEN } from '../../../test/harness.ts'
import { asOwner, atHome, type Fixture, inVain, keyForNew, type MakeCaller, withKey } from './caller.ts'
import { bearer, fullKey, type Key, openEstate, openTown } from './estates.ts'
import type { CallerKind } from './expected.ts'
import { estateAsTarget } from './requests.ts'
import { ALL_SCOPES, SCOPE_TIERS } from './routes.ts'
import type { Site } from './site.ts'

/** A key that could do everything to the victim, if it were not for one thing. */
const almost = ({ site, victim }: Fixture, attributes: Record<string, unknown> = {}): Promise<Key> =>
  fullKey(site, victim.town, victim.visitor.agentId, { appId: victim.appId, ...attributes })

const refused =
  (attributes: Record<string, unknown>): MakeCaller =>
  async (fixture) =>
    inVain(fixture, withKey((await almost(fixture, attributes)).key))

const REVOKED = { revokedAt: '2026-03-01T00:00:00.000Z' }

/** A good key of a new estate, but for its tier or its scopes. */
const able =
  (attributes: Record<string, unknown>): MakeCaller =>
  async (fixture) => {
    const { estate, key } = await keyForNew(fixture, attributes)
    return { ...atHome(estate, withKey(key.key)), precededBy: withKey(estate.full.key) }
  }

const spent =
  (attributes: Record<string, unknown>): MakeCaller =>
  async (fixture) => {
    const { key } = await almost(fixture, { ...attributes, rateLimitPerMinute: 1 })
    const before = () => fixture.site.send({ method: 'GET', path: '/v1', headers: withKey(key) })
    return { ...inVain(fixture, withKey(key)), before }
  }

async function machineToken(site: Site, agentId: string): Promise<string> {
  const app = await site.operator('POST', '/apps', {
    ownerUid: 'machines',
    name: 'Machines',
    machineClient: { agentIds: [agentId], admin: true },
  })
  const { clientSecret } = await site.operator('POST', `/apps/${app.id}/client-secret`)
  const { text } = await site.send({
    method: 'POST',
    path: '/oidc/token',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${app.id}:${clientSecret}`).toString('base64')}`,
    },
    form: `grant_type=client_credentials&agent_id=${agentId}&scope=${encodeURIComponent('openid agents.read admin.read')}`,
  })
  const { access_token: token } = JSON.parse(text)
  if (typeof token !== 'string') throw new Error(`no machine token: ${text}`)
  return token
}

/** Fetched when its turn comes, so that age is not what it is refused for. */
const withMachineToken =
  (headersOf: (token: string) => Record<string, string>): MakeCaller =>
  async (fixture) => {
    let token = ''
    return {
      ...inVain(fixture, {}),
      headers: () => headersOf(token),
      async before() {
        token = await machineToken(fixture.site, fixture.victim.visitor.agentId)
      },
    }
  }

/** For each route another key: lacking what it asks for, or having nothing else. */
const perScope =
  (attributesFor: (scope: string) => Record<string, unknown>): MakeCaller =>
  async (fixture) => {
    const { estate, key: any } = await keyForNew(fixture, {})
    const { town, visitor, appId } = estate
    const keys = new Map<string, string>()
    for (const scope of ALL_SCOPES) {
      const { key } = await fullKey(fixture.site, town, visitor.agentId, { appId, ...attributesFor(scope) })
      keys.set(scope, key)
    }
    return {
      ...atHome(estate, {}),
      headers: ({ scope }) => withKey(scope === null ? any.key : keys.get(scope)!),
      precededBy: withKey(estate.full.key),
    }
  }

/** A state that no API lets a key get into (5.6), so it is written to the store directly. */
const unbound =
  (worldId: string | null): MakeCaller =>
  async (fixture) => {
    const { estate, key } = await keyForNew(fixture, {})
    if (worldId === null) await fixture.site.store('update keys set world_id = null where id = ?', key.id)
    else await fixture.site.store('update keys set world_id = ? where id = ?', worldId, key.id)
    return atHome(estate, withKey(key.key))
  }

export const keyCallers = {
  'no key': async (fixture) => inVain(fixture, {}),
  'an empty key': async (fixture) => inVain(fixture, withKey(' ')),
  'a made-up key': async (fixture) => {
    const { key } = fixture.victim.full
    return inVain(fixture, withKey(key.slice(0, -1) + (key.endsWith('x') ? 'y' : 'x')))
  },
  'two keys': async (fixture) =>
    inVain(fixture, { 'x-api-key': [fixture.victim.full.key, fixture.victim.ordinary.key] }),
  'a deleted key': async (fixture) => {
    const { id, key } = await almost(fixture)
    await fixture.site.operator('DELETE', `/keys/${id}`)
    return inVain(fixture, withKey(key))
  },
  'the value before a rotation': async (fixture) => {
    const { id, key } = await almost(fixture)
    await fixture.site.operator('POST', `/keys/${id}/rotate`, {})
    return inVain(fixture, withKey(key))
  },
  'a machine token': withMachineToken(bearer),
  'a machine token as a key': withMachineToken((token) => ({ 'x-api-key': token })),
  'an ID token as a key': async (fixture) => inVain(fixture, withKey(fixture.victim.token)),
  'a key as an ID token': async (fixture) => inVain(fixture, bearer(fixture.victim.full.key)),
  'the operator token': async (fixture) => inVain(fixture, bearer(OPERATOR_TOKEN)),
  'the operator token as a key': async (fixture) => inVain(fixture, withKey(OPERATOR_TOKEN)),
  'a disabled key': refused({ enabled: false }),
  'a revoked key': refused(REVOKED),
  'a key revoked and disabled': refused({ ...REVOKED, enabled: false }),
  'a disabled key of a suspended app': async (fixture) => {
    const { id } = await fixture.site.operator('POST', '/apps', { ownerUid: 'x', name: 'x', status: 'suspended' })
    return refused({ enabled: false, appId: id })(fixture)
  },
  'a key whose app is missing': refused({ appId: 'app_nowhere' }),
  'a key past its limit': spent({}),
  'a poor key past its limit': spent({ tier: 1, scopes: [] }),
  'tier 1 with every scope': able({ tier: 1 }),
  'tier 2 with every scope': able({ tier: 2 }),
  'tier 1 without scopes': able({ tier: 1, scopes: [] }),
  'tier 3 without scopes': able({ scopes: [] }),
  'every scope but the one': perScope((scope) => ({ scopes: ALL_SCOPES.filter((other) => other !== scope) })),
  'nothing but the one scope': perScope((scope) => ({ tier: SCOPE_TIERS[scope], scopes: [scope] })),
  'the key of a registration': async ({ site }) => {
    const estate = await openEstate(site)
    return atHome(estate, withKey(estate.visitor.key.key))
  },
  'an ordinary key of the portal': async ({ site }) => {
    const estate = await openEstate(site)
    return atHome(estate, withKey(estate.ordinary.key))
  },
  'a key that names no agents': async (fixture) => {
    const { estate, key } = await keyForNew(fixture, { invokeAnyAgent: false })
    await fixture.site.store("update keys set allowed_agent_ids = '[]' where id = ?", key.id)
    return atHome(estate, withKey(key.key))
  },
  'a key for another agent': able({ invokeAnyAgent: false }),
  'a key of another visitor of the app': async (fixture) => {
    const { site, victim } = fixture
    const { town, appId } = victim
    const { agentId } = await site.operator('POST', '/visitors', {
      worldId: town.worldId,
      slug: `twin-${site.next('slug')}`,
    })
    return { ...inVain(fixture, withKey((await fullKey(site, town, agentId, { appId })).key)), appOf: victim.tag }
  },
  'a key of another app for this visitor': async (fixture) => {
    const [estate, { appId, tag }] = await Promise.all([openEstate(fixture.site), openEstate(fixture.site)])
    const { key } = await fullKey(fixture.site, estate.town, estate.visitor.agentId, { appId })
    return { ...atHome(estate, withKey(key)), appOf: tag }
  },
  'a key of no app for this visitor': able({ appId: null }),
  'a visitor that nobody registered': async ({ site }) => {
    const estate = await openEstate(site)
    const { town, appId, token } = estate
    const { agentId } = await site.operator('POST', '/visitors', {
      worldId: town.worldId,
      slug: `waif-${site.next('slug')}`,
    })
    const { key } = await fullKey(site, town, agentId, { appId })
    const target = { ...estateAsTarget(estate), agentId }
    return { target, headers: () => ({ ...withKey(key), ...bearer(token) }), knows: [estate.tag] }
  },
  'bound to prime': unbound('prime'),
  'bound to Prime': unbound('Prime'),
  'bound to an empty name': unbound(''),
  'bound to no world': unbound(null),
  'bound to a missing world': able({ worldId: 'world-that-never-was' }),
  'bound to a resident': async (fixture) => {
    const { site, victim } = fixture
    const { town, appId } = victim
    const { key } = await fullKey(site, town, town.resident, { appId })
    const target = { ...estateAsTarget(victim), agentId: town.resident }
    return { ...inVain(fixture, withKey(key)), target, appOf: victim.tag }
  },
  'bound to a visitor of another world': async ({ site }) => {
    const estate = await openEstate(site)
    const elsewhere = await openTown(site, estate.tag)
    const { key } = await fullKey(site, elsewhere, estate.visitor.agentId, { appId: estate.appId })
    return { ...atHome(estate, withKey(key)), target: { ...estateAsTarget(estate), town: elsewhere } }
  },
  'the owner': async ({ site }) => {
    const estate = await openEstate(site)
    return atHome(estate, asOwner(estate))
  },
} as const satisfies Partial<Record<CallerKind, MakeCaller>>
