// Callers of the access matrix that are signed-in people.
import type { OutgoingHttpHeaders } from 'node:http'
import { asOwner, atHome, type Fixture, inVain, type MakeCaller, withBoth } from './caller.ts'
import { bearer, type Estate, openEstate } from './estates.ts'
import type { CallerKind } from './expected.ts'
import { estateAsTarget } from './requests.ts'
import type { Site } from './site.ts'

export const LISTED_ORIGIN = 'https://listed.example'
const FOREIGN_ORIGIN = 'https://foreign.example'

/** Somebody with an estate of their own in the victim's town, who asks for what is the victim's. */
async function stranger(fixture: Fixture, headersOf: (estate: Estate) => OutgoingHttpHeaders) {
  const estate = await openEstate(fixture.site, fixture.victim.town)
  return { ...inVain(fixture, headersOf(estate)), knows: [estate.tag] }
}

/** A person unknown to the portal, with the given token claims. */
const newcomer =
  (claims: Record<string, unknown> = {}): MakeCaller =>
  async (fixture) => {
    const token = await fixture.site.issuer.token(`newcomer-${fixture.site.next('person')}`, claims)
    return { ...inVain(fixture, bearer(token)), signsUpLast: true }
  }

const subjectOf = ({ tag }: Estate): string => `person-${tag}`

/** A token that names the victim, and is wrong in one way. */
const tokenOfVictim =
  (make: (site: Site, subject: string) => string | Promise<string>): MakeCaller =>
  async (fixture) =>
    inVain(fixture, bearer(await make(fixture.site, subjectOf(fixture.victim))))

interface Page {
  readonly cookie: string
  readonly csrf: string
}

async function openPage(site: Site, idToken: string): Promise<Page> {
  const sessionRequest = { method: 'POST', path: '/_developer/session', headers: {}, body: { idToken } }
  const { headers, text } = await site.send(sessionRequest)
  const [cookie = ''] = headers['set-cookie'] as string[]
  return { cookie: cookie.split(';')[0]!, csrf: JSON.parse(text).data.csrfToken }
}
const onPage = ({ cookie, csrf }: Page): OutgoingHttpHeaders => ({ cookie, 'x-csrf-token': csrf })

/** The owner of a new estate, on a page that sends what it should, or not quite. */
const paged =
  (headersOf: (page: Page, fixture: Fixture) => OutgoingHttpHeaders | Promise<OutgoingHttpHeaders>): MakeCaller =>
  async (fixture) => {
    const estate = await openEstate(fixture.site)
    return atHome(estate, await headersOf(await openPage(fixture.site, estate.token), fixture))
  }

export const personCallers = {
  'another owner': (fixture) => stranger(fixture, asOwner),
  'another owner with the key of a registration': (fixture) =>
    stranger(fixture, ({ visitor, token }) => withBoth(visitor.key.key, token)),
  'another owner at home': async ({ site, victim }) => {
    const estate = await openEstate(site, victim.town)
    return atHome(estate, asOwner(estate))
  },
  'another owner naming their own app': async (fixture) => {
    const estate = await openEstate(fixture.site, fixture.victim.town)
    const target = { ...estateAsTarget(fixture.victim), appId: estate.appId }
    return { ...atHome(estate, asOwner(estate)), target }
  },
  'the owner naming their other app': async ({ site }) => {
    const estate = await openEstate(site)
    return { ...atHome(estate, asOwner(estate)), target: { ...estateAsTarget(estate), appId: estate.otherAppId } }
  },
  'a foreign origin': async (fixture) => inVain(fixture, { ...asOwner(fixture.victim), origin: FOREIGN_ORIGIN }),
  'a foreign origin without a key': async (fixture) => inVain(fixture, { origin: FOREIGN_ORIGIN }),
  'a listed origin': async ({ site }) => {
    const estate = await openEstate(site)
    return atHome(estate, { ...asOwner(estate), origin: LISTED_ORIGIN })
  },
  'no bearer of anything': async (fixture) => inVain(fixture, { authorization: `Basic ${fixture.victim.token}` }),
  'a garbage token': tokenOfVictim(() => 'e30.e30.e30'),
  'an expired token': tokenOfVictim((site, subject) =>
    site.issuer.token(subject, { exp: Date.parse('2026-03-09T00:00:00.000Z') / 1_000 }),
  ),
  'a token of another issuer': tokenOfVictim((site, subject) =>
    site.issuer.token(subject, { iss: 'https://issuer.example' }),
  ),
  'a token for another audience': tokenOfVictim((site, subject) =>
    site.issuer.token(subject, { aud: 'another-client' }),
  ),
  'a token with a signature of others': tokenOfVictim((site, subject) => site.issuer.forged(subject)),
  'a token signed by nobody': tokenOfVictim((site, subject) => site.issuer.unsigned(subject)),
  'an access token of the provider': tokenOfVictim((site, subject) =>
    site.issuer.token(subject, {}, { typ: 'at+jwt' }),
  ),
  'the owner’s token without a key': async ({ site }) => {
    const estate = await openEstate(site)
    return atHome(estate, bearer(estate.token))
  },
  'an anonymous person': newcomer({ firebase: { sign_in_provider: 'anonymous' } }),
  'a person without a verified address': newcomer({ email_verified: false }),
  'a person without an account': newcomer(),
  'the owner’s page': paged(onPage),
  'a cookie without its token': paged(({ cookie }) => ({ cookie })),
  'a cookie with the token of another': paged(async ({ cookie }, { site, victim }) => ({
    cookie,
    'x-csrf-token': (await openPage(site, victim.token)).csrf,
  })),
  'a cookie of a page that was left': paged(async (page, { site }) => {
    await site.must({ method: 'DELETE', path: '/_developer/session', headers: onPage(page) })
    return onPage(page)
  }),
  'a good cookie and a bad token': paged((page) => ({ ...onPage(page), ...bearer('e30.e30.e30') })),
  'a cookie from a page of others': paged((page) => ({ ...onPage(page), origin: LISTED_ORIGIN })),
  'the page of another owner': async (fixture) => {
    const estate = await openEstate(fixture.site, fixture.victim.town)
    return { ...inVain(fixture, onPage(await openPage(fixture.site, estate.token))), knows: [estate.tag] }
  },
} as const satisfies Partial<Record<CallerKind, MakeCaller>>
