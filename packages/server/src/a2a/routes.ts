import type { IncomingMessage } from 'node:http'
import { type AgentCard, type JsonRpcId, type JsonRpcResponse, LIMITS } from '@agent-network/contract'
import { authenticate, type Caller, limitsOf, requireAccess, requireWindow } from '../access/authenticate.ts'
import type { RequestLog } from '../access/request-log.ts'
import { findPublicly } from '../completion/agents.ts'
import type { Talks } from '../completion/talks.ts'
import { notFound, Refusal } from '../core/refusal.ts'
import type { Deps } from '../deps.ts'
import {
  type Answer,
  corsHeaders,
  jsonAnswer,
  limitHeaders,
  preflightHeaders,
  refusalAnswer,
  textBody,
} from '../http/answer.ts'
import { BodyTooLarge, readBody } from '../http/body.ts'
import type { Door } from '../http/door.ts'
import { requireAllowedOrigin } from '../http/origin.ts'
import { makeRouter } from '../http/router.ts'
import { pinClock } from '../settings/clock.ts'
import { callerAddress, makeWindowNames, takeCard } from './card-limit.ts'
import { agentCard, cardHeaders, etagOf, gatewayCard, isKnown, makeChangeTimes } from './cards.ts'
import { failure, idIn, readEnvelope, requireJsonType, requireVersion, success } from './envelope.ts'
import { faultOf, RpcFault, reasonOf, requestFault } from './errors.ts'
import { isMethod, perform } from './methods.ts'
import { newcomer, noteRequest, type Passed, refusedBy } from './passed.ts'
import { sendMessage } from './send-message.ts'

const PATHS = {
  gatewayCard: '/.well-known/agent-card.json',
  agentCard: '/a2a/agents/{agent}/agent-card.json',
  gateway: '/a2a/v1',
  agent: '/a2a/v1/agents/{agent}',
} as const

interface Visit {
  readonly request: IncomingMessage
  /** The agent named in the path, if one is. */
  readonly agent: string | null
  readonly gone: AbortSignal
  /** Read when first asked for; null if it is too large to be looked at. */
  body(): Promise<Buffer | null>
  /** Sent with the answer, whatever that will be. */
  readonly headers: string[]
  /** How far it came, for the owner of its key. */
  readonly passed: Passed
}

/** What stands behind a path, and the form it says no in: the REST envelope for cards, JSON-RPC for the rest. */
interface Desk {
  serve(visit: Visit): Promise<Answer>
  refuse(refusal: Refusal, visit: Visit): Promise<Answer>
}

const onDemand = (request: IncomingMessage): Visit['body'] => {
  let reading: Promise<Buffer | null> | null = null
  const read = () =>
    readBody(request, LIMITS.a2a.bodyBytes).catch((error: unknown) => {
      if (error instanceof BodyTooLarge) return null
      throw error
    })
  return () => {
    reading ??= read()
    return reading
  }
}

/** 4.15: the agent-to-agent interface and its public cards. */
export function a2aDoor(deps: Deps, talks: Talks, requestLog: RequestLog): Door {
  const windows = makeWindowNames()
  const changedAt = makeChangeTimes()

  /** What nobody foresaw is our fault: logged with an id, never shown. */
  function internalError(error: unknown, visit: Visit): Refusal {
    const requestId = deps.ambient.id('request')
    deps.log.error({ requestId, err: error, method: visit.request.method, door: 'a2a' }, 'request failed')
    visit.headers.push('X-Request-Id', requestId)
    return new Refusal('INTERNAL_ERROR')
  }

  function cardAnswer(request: IncomingMessage, card: AgentCard, at: number): Answer {
    const body = textBody(JSON.stringify(card))
    const etag = etagOf(JSON.stringify(card))
    const headers = cardHeaders(etag, changedAt(card.supportedInterfaces[0]!.url, etag, at))
    // A 304 states the length of what it stands for, and sends none of it.
    if (isKnown(request.headers['if-none-match'], etag)) return { status: 304, body: { ...body, data: '' }, headers }
    return { status: 200, body, headers }
  }

  async function serveGatewayCard({ request }: Visit): Promise<Answer> {
    const { at } = await deps.control.current()
    return cardAnswer(request, gatewayCard(deps.urls().base), at)
  }

  /** Counted before anything is looked up, so that guessing handles is limited too. */
  async function serveAgentCard({ request, agent }: Visit): Promise<Answer> {
    const forwarded = request.headers['x-forwarded-for'] as string | undefined
    const address = callerAddress(request.socket.remoteAddress, forwarded, deps.config.trustProxy)
    const { state, at } = await takeCard(deps.control, windows, address)
    const found = await findPublicly(deps, state, agent!)
    if (found === null) throw notFound('Agent not found')
    return cardAnswer(request, agentCard(deps.urls().base, found), at)
  }

  /** Section 5 as on the REST interface, and with its HTTP status where it says no (AMB-111). */
  async function admit({ request, headers, passed }: Visit): Promise<Caller> {
    const header = request.headers['x-api-key'] as string | undefined
    const caller = await authenticate(deps.control, deps.database.read, deps.seals, header)
    passed.caller = caller
    passed.gate = 'rate limit'
    // Somebody has been told the time: from here on the test clock only moves forward.
    if (deps.config.testClock && !caller.state.clock.pinned)
      await deps.database.transact((tx) => pinClock(tx), { quiet: true })
    const limits = limitsOf(caller)
    if (limits !== null) headers.push(...limitHeaders(limits))
    requireWindow(caller)
    passed.gate = 'tier, scope, drive chain'
    requireAccess(caller.key, { tier: 2, scope: 'agents:invoke' })
    passed.gate = 'handler'
    return caller
  }

  /** From the version on, whatever happens is an answer of the protocol, and HTTP has done its part. */
  async function dispatch(visit: Visit, caller: Caller): Promise<JsonRpcResponse> {
    const { request, agent, gone, passed } = visit
    const bytes = await visit.body()
    let id: JsonRpcId | null = null
    try {
      requireVersion(request.headers['a2a-version'] as string | undefined)
      if (bytes === null) throw requestFault(`The body is larger than ${LIMITS.a2a.bodyBytes} bytes`)
      requireJsonType(request.headers['content-type'])
      const called = readEnvelope(bytes)
      id = called.id
      if (isMethod(called.method)) passed.method = called.method
      const send = (params: unknown) => sendMessage(params, { deps, talks, caller, bound: agent, gone })
      return success(id, await perform(called.method, called.params, send))
    } catch (error) {
      const refusal = () => (error instanceof Refusal ? error : internalError(error, visit))
      const fault = error instanceof RpcFault ? error : faultOf(refusal())
      passed.code = reasonOf(fault)
      return failure(id ?? idIn(bytes), fault.error)
    }
  }

  const cardDesk = (serve: Desk['serve']): Desk => ({ serve, refuse: async (refusal) => refusalAnswer(refusal) })
  const rpcDesk: Desk = {
    serve: async (visit) => jsonAnswer(200, await dispatch(visit, await admit(visit))),
    async refuse(refusal, visit) {
      refusedBy(visit.passed, refusal)
      const bytes = await visit.body().catch(() => null)
      const body = failure(idIn(bytes), faultOf(refusal).error)
      return jsonAnswer(refusal.status, body, refusalAnswer(refusal).headers)
    },
  }
  const nowhere = cardDesk(async () => {
    throw notFound('API endpoint not found')
  })

  const router = makeRouter<Desk>()
  router.add('GET', PATHS.gatewayCard, cardDesk(serveGatewayCard))
  router.add('GET', PATHS.agentCard, cardDesk(serveAgentCard))
  router.add('POST', PATHS.gateway, rpcDesk)
  router.add('POST', PATHS.agent, rpcDesk)

  /** AMB-137: the two endpoints may carry one slash at their end, the cards may not. */
  const find = (method: string, path: string) =>
    router.find(method, method === 'POST' ? path.replace(/\/$/, '') : path) ?? { value: nowhere, path: {} }

  /** AMB-06: browsers ask first, without a key. */
  const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
    method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined

  /** The origin comes before everything else (AMB-07). */
  async function answerAs(desk: Desk, visit: Visit): Promise<Answer> {
    const { origin } = visit.request.headers
    try {
      if (origin !== undefined) await requireAllowedOrigin(deps, origin)
      // Said to everybody: a cache must not hand one origin what was made for another.
      visit.headers.push(...(origin === undefined ? ['Vary', 'Origin'] : corsHeaders(origin)))
      if (isPreflight(visit.request)) return { status: 204, body: textBody(''), headers: preflightHeaders }
      return await desk.serve(visit)
    } catch (error) {
      return desk.refuse(error instanceof Refusal ? error : internalError(error, visit), visit)
    }
  }

  return {
    name: 'a2a',
    opens: (path) => path === PATHS.gatewayCard || path === '/a2a' || path.startsWith('/a2a/'),
    async answer(request, { path }, gone) {
      const found = find(request.method ?? 'GET', path)
      const { agent = null } = found.path as { agent?: string }
      const passed = newcomer()
      const visit: Visit = { request, agent, gone, body: onDemand(request), headers: [], passed }
      const answer = await answerAs(found.value, visit)
      noteRequest(requestLog, passed, answer.status, deps.control.now())
      return { ...answer, headers: [...(answer.headers ?? []), ...visit.headers] }
    },
  }
}
