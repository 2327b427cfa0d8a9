import type { IncomingMessage } from 'node:http'
import { iso } from '../core/day.ts'
import { invalidInput, notFound, Refusal } from '../core/refusal.ts'
import type { Deps } from '../deps.ts'
import { type Answer, jsonAnswer, refusalAnswer } from '../http/answer.ts'
import type { Door } from '../http/door.ts'
import { identityParts } from './identity/identify.ts'
import { readTexts, requirePortal, requireText } from './identity/identity-routes.ts'
import { makeThrottle } from './identity/throttle.ts'
import type { Session } from './session.ts'

const PATH = '/_developer/session'
/** Cookies decide what is answered, so nobody else may keep it. */
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

  async function open(request: IncomingMessage): Promise<Answer> {
    const address = throttle.addressOf(request)
    const { at } = await throttle.takeAddress(address)
    const texts = await readTexts(request)
    const idToken = texts.idToken ?? (await signIn(texts, address, at))
    const { session, cookie } = await sessions.open(request, idToken, at)
    return jsonAnswer(200, { data: sessionView(session) }, ['Set-Cookie', cookie])
  }

  async function signIn(texts: Awaited<ReturnType<typeof readTexts>>, address: string, at: number): Promise<string> {
    if (provider.own === null) throw invalidInput('idToken must be a text')
    const credentials = { email: requireText(texts, 'email'), password: requireText(texts, 'password'), address }
    return (await provider.own.signIn(credentials, at)).idToken
  }

  async function show(request: IncomingMessage): Promise<Answer> {
    const { at } = await deps.control.current()
    return jsonAnswer(200, { data: sessionView(await sessions.require(request, at)) })
  }

  async function close(request: IncomingMessage): Promise<Answer> {
    const { at } = await deps.control.current()
    await sessions.require(request, at)
    return jsonAnswer(200, { data: { closed: true } }, ['Set-Cookie', await sessions.close(request)])
  }

  const desks: Readonly<Record<string, (request: IncomingMessage) => Promise<Answer>>> = {
    POST: open,
    GET: show,
    HEAD: show,
    DELETE: close,
  }

  async function serve(request: IncomingMessage): Promise<Answer> {
    sessions.requireOwnOrigin(request)
    await requirePortal(deps)
    const desk = desks[request.method ?? 'GET']
    if (desk === undefined) throw notFound('API endpoint not found')
    return desk(request)
  }

  return {
    name: 'session',
    opens: (path) => path === PATH,
    async answer(request) {
      const answer = await serve(request).catch((error: unknown) => {
        if (error instanceof Refusal) return refusalAnswer(error)
        throw error
      })
      return { ...answer, headers: [...(answer.headers ?? []), ...PRIVATE] }
    },
  }
}
