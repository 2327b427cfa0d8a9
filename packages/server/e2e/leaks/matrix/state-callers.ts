// Callers of the access matrix for whom a switch or a state denies access.
import { asOwner, atHome, keyForNew, type MakeCaller, ownerAfter, withBoth, withKey } from './caller.ts'
import { bearer, type Estate, openEstate } from './estates.ts'
import type { CallerKind } from './expected.ts'
import type { Site } from './site.ts'

const after =
  (change: (estate: Estate, site: Site) => Promise<unknown>): MakeCaller =>
  (fixture) =>
    ownerAfter(fixture, change)

const worldIs = (change: Record<string, unknown>): MakeCaller =>
  after(({ town }, site) => site.operator('PATCH', `/worlds/${town.worldId}`, change))

const appIs = (status: string): MakeCaller =>
  after(({ appId }, site) => site.operator('PATCH', `/apps/${appId}`, { status }))

const release = ({ appId, visitor, token }: Estate, site: Site) =>
  site.must({
    method: 'DELETE',
    path: `/_developer/apps/${appId}/visitors/${visitor.agentId}`,
    headers: bearer(token),
  })

const deleteAccount = ({ token }: Estate, site: Site) =>
  site.must({ method: 'DELETE', path: '/_developer/account', headers: bearer(token) })

/** An owner for whom nothing is wrong but a switch. */
const whileSet =
  (switches: Readonly<Record<string, unknown>>): MakeCaller =>
  async (fixture) => ({ ...(await ownerAfter(fixture)), switches })

export const stateCallers = {
  'a paused world': worldIs({ visitorsPaused: true }),
  'a world whose residents are paused': worldIs({ residentsPaused: true }),
  'an archived world': worldIs({ status: 'archived' }),
  // The periodic job has not removed any of it yet.
  'a purging world': async ({ site }) => {
    const estate = await openEstate(site)
    const before = () => site.operator('DELETE', `/worlds/${estate.town.worldId}`)
    return { ...atHome(estate, asOwner(estate)), before }
  },
  // Moving the clock sweeps.
  'a purged world': after(({ town }, site) => site.operator('DELETE', `/worlds/${town.worldId}`)),
  'a visitor that was disabled': after(({ visitor }, site) =>
    site.operator('PATCH', `/agents/${visitor.agentId}`, { enabled: false }),
  ),
  'a released visitor and its key': async ({ site }) => {
    const estate = await openEstate(site)
    await release(estate, site)
    return atHome(estate, withBoth(estate.visitor.key.key, estate.token))
  },
  'a released visitor and another key': after(release),
  'a visitor whose key was revoked': async ({ site }) => {
    const estate = await openEstate(site)
    const { visitor, full, token } = estate
    const revokedAt = '2026-03-10T12:00:00.000Z'
    for (const { id } of [visitor.key, full]) await site.operator('PATCH', `/keys/${id}`, { revokedAt })
    return atHome(estate, withBoth(visitor.key.key, token))
  },
  'an account that was deleted': async (fixture) => ({
    ...(await ownerAfter(fixture, deleteAccount)),
    signsUpLast: true,
  }),
  'a deleted account, an operator’s key': async (fixture) => {
    const { estate, key } = await keyForNew(fixture, { appId: null })
    await deleteAccount(estate, fixture.site)
    return atHome(estate, withKey(key.key))
  },
  'a suspended owner': after(({ uid }, site) => site.operator('PATCH', `/developers/${uid}`, { status: 'suspended' })),
  'a suspended app': appIs('suspended'),
  'a revoked app': appIs('revoked'),
  'an inactive app': appIs('inactive'),
  'a suspended app, a key of no app': async (fixture) => {
    const { estate, key } = await keyForNew(fixture, { appId: null })
    await fixture.site.operator('PATCH', `/apps/${estate.appId}`, { status: 'suspended' })
    return atHome(estate, withKey(key.key))
  },
  'completion off': whileSet({ externalAgentInvokeEnabled: false }),
  'driving off': whileSet({ visitorDriveEnabled: false }),
  'driving off, for a key that may not drive': async (fixture) => {
    const { estate, key } = await keyForNew(fixture, { tier: 1, scopes: [] })
    return { ...atHome(estate, withKey(key.key)), switches: { visitorDriveEnabled: false } }
  },
  'observing off': whileSet({ visitorObserveEnabled: false }),
  'observing off in this world': whileSet({ visitorObserveCanaryWorldIds: ['another-world'] }),
  'no observe reads to give': whileSet({ visitorObserveDailyReadCeiling: 0 }),
  'observing off, for a key of no app': async (fixture) => {
    const { estate, key } = await keyForNew(fixture, { appId: null })
    return { ...atHome(estate, withKey(key.key)), switches: { visitorObserveEnabled: false } }
  },
  'the journal off': whileSet({ visitorJournalEnabled: false }),
  'the journal off in this world': whileSet({ visitorJournalCanaryWorldIds: ['another-world'] }),
  'standing off': whileSet({ visitorStandingDigestEnabled: false }),
  'the portal off': whileSet({ developerPortalEnabled: false }),
  'sign-up closed': whileSet({ developerSignupsEnabled: false }),
  'sign-up closed, nobody asks': async (fixture) => ({
    ...(await ownerAfter(fixture)),
    headers: () => ({}),
    switches: { developerSignupsEnabled: false },
  }),
  'registration closed': whileSet({ visitorSelfServeEnabled: false }),
  'registration closed, nobody asks': async (fixture) => ({
    ...(await ownerAfter(fixture)),
    headers: () => ({}),
    switches: { visitorSelfServeEnabled: false },
  }),
} as const satisfies Partial<Record<CallerKind, MakeCaller>>
