import { iso } from '../../core/day.ts'
import { invalidInput, notFound } from '../../core/refusal.ts'
import type { Deps } from '../../deps.ts'
import { type Answer, jsonAnswer, refusalAnswer } from '../../http/answer.ts'
import { addressOf } from '../../http/caller.ts'
import type { Door } from '../../http/door.ts'
import { makeDoor } from '../../http/front.ts'
import { steps } from '../../http/steps.ts'
import type { Visit } from '../../http/visit.ts'
import { identityParts } from '../../identity/identify.ts'
import type { Session } from '../../identity/session.ts'
import { makeThrottle } from '../../identity/throttle.ts'
import { readTexts, requirePortal, requireText, type Texts } from './identity-door.ts'

const PATH = '/_developer/session'
/** Cookies decide what is answered, so no shared cache may store it. */
const PRIVATE = ['Cache-Control', 'private, no-store', 'Vary', 'Cookie, Origin'] as const

const sessionView = ({ identity, csrfToken, expiresAt }: Session) => ({
  csrfToken,
  email: identity.email,
  emailVerified: identity.verifiedEmail !== null,
  name: identity.name,
  anonymous: identity.anonymous,
  expiresAt: iso(expiresAt),
})

/** Sessions for the pages of the portal: a cookie stands for an ID token, which scripts then never have to hold. */
export function sessionDoor(deps: Deps): Door {
  const { provider, sessions } = identityParts(deps)
  const throttle = provider.own?.throttle ?? makeThrottle(deps)

  async function open(visit: Visit): Promise<Answer> {
    const address = addressOf(deps, visit)
    const { at } = await throttle.takeAddress(address)
    const texts = await readTexts(visit)
    const idToken = texts.idToken ?? (await signIn(texts, address, at))
    const { session, cookie } = await sessions.open(visit.request, idToken, at)
    return jsonAnswer(200, { data: sessionView(session) }, ['Set-Cookie', cookie])
  }

  async function signIn(texts: Texts, address: string, at: number): Promise<string> {
    if (provider.own === null) throw invalidInput('idToken must be a text')
    const credentials = { email: requireText(texts, 'email'), password: requireText(texts, 'password'), address }
    return (await provider.own.signIn(credentials, at)).idToken
  }

  async function show({ request }: Visit): Promise<Answer> {
    const { at } = await deps.control.current()
    return jsonAnswer(200, { data: sessionView(await sessions.require(request, at)) })
  }

  async function close({ request }: Visit): Promise<Answer> {
    const { at } = await deps.control.current()
    await sessions.require(request, at)
    return jsonAnswer(200, { data: { closed: true } }, ['Set-Cookie', await sessions.close(request)])
  }

  const desks: Readonly<Record<string, (visit: Visit) => Promise<Answer>>> = {
    POST: open,
    GET: show,
    HEAD: show,
    DELETE: close,
  }

  async function serve(visit: Visit): Promise<Answer> {
    const desk = desks[visit.method]
    if (desk === undefined) throw notFound('API endpoint not found')
    return desk(visit)
  }

  return makeDoor(deps, {
    name: 'session',
    opens: (path) => path === PATH,
    steps: steps()
      // Only the portal's own pages have a session: no list of other origins is asked, and no preflight is answered.
      .check('own origin', ({ request }) => sessions.requireOwnOrigin(request))
      .check('portal switch', () => requirePortal(deps))
      .answer('handler', serve),
    refuse: (refusal) => refusalAnswer(refusal),
    compresses: () => false,
    headers: (out, { headers = [] }) => void out.push(...headers, ...PRIVATE),
  })
}
