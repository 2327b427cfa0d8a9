import {
  type A2aMethod,
  type AgentCard,
  type JsonRpcId,
  LIMITS,
  type RequestGate,
  type SignedAgentCard,
} from '@agent-network/contract'
import { findPublicly } from '../../features/completion/agents.ts'
import type { Talking } from '../../features/completion/generate.ts'
import { makeCardSigner } from '../../features/tokens/card-signatures.ts'
import { JWKS_PATH } from '../../features/tokens/signing-keys.ts'
import { partyOf, requireAccess, requireWindow } from '../../platform/access/authenticate.ts'
import { makeWindowNames } from '../../platform/access/rate-limits.ts'
import type { RequestLog } from '../../platform/access/request-log.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { notFound, Refusal } from '../../platform/core/refusal.ts'
import { type Answer, jsonAnswer, refusalAnswer, taggedJson } from '../http/answer.ts'
import { readBytes, readIfSmall } from '../http/body.ts'
import { addressOf, keyStep, limitHeaders, type WithKey } from '../http/caller.ts'
import { idIn } from '../http/contract-check.ts'
import { logFailure, makeDoor } from '../http/front.ts'
import { corsHeaders, type FromOrigin, originStep, preflightStep, VARY_ORIGIN } from '../http/origin.ts'
import { makeRouter } from '../http/router.ts'
import { CACHING } from '../http/static.ts'
import type { Door } from '../http/steps.ts'
import { Answered, steps } from '../http/steps.ts'
import type { Visit } from '../http/visit.ts'
import { agentCard, cardHeaders, gatewayCard, makeChangeTimes, takeCard } from './cards.ts'
import {
  failure,
  faultOf,
  RpcFault,
  readEnvelope,
  reasonOf,
  requestFault,
  requireJsonType,
  requireVersion,
  success,
} from './envelope.ts'
import { isMethod, noteRequest, perform, sendMessage } from './methods.ts'

const NAME = 'a2a'
const PATHS = {
  gatewayCard: '/.well-known/agent-card.json',
  agentCard: '/a2a/agents/{agent}/agent-card.json',
  gateway: '/a2a/v1',
  agent: '/a2a/v1/agents/{agent}',
} as const

/** What stands behind a path: one of the two cards, or a JSON-RPC endpoint. */
type Endpoint = 'gateway card' | 'agent card' | 'rpc'

interface Found {
  /** Null where nothing stands; the refusal waits until the origin has been judged. */
  readonly endpoint: Endpoint | null
  /** The agent named in the path, if one is. */
  readonly agent: string | null
}

/** Written while a call is performed, for the request log. */
interface Called {
  rpcMethod?: A2aMethod
  rpcReason?: string
}

type Admitted = Visit & Found & FromOrigin & WithKey & Called

/** 4.15: the agent-to-agent interface and its public cards. */
export function a2aDoor(deps: Deps, talking: Talking, requestLog: RequestLog): Door {
  const windows = makeWindowNames()
  const changedAt = makeChangeTimes()
  const sign = makeCardSigner(deps)

  const router = makeRouter<Endpoint>()
  router.add('GET', PATHS.gatewayCard, 'gateway card')
  router.add('GET', PATHS.agentCard, 'agent card')
  router.add('POST', PATHS.gateway, 'rpc')
  router.add('POST', PATHS.agent, 'rpc')

  /** AMB-137: the two endpoints may carry one slash at their end, the cards may not. */
  function find({ method, path }: Visit): Found {
    const match = router.find(method, method === 'POST' ? path.replace(/\/$/, '') : path)
    return { endpoint: match?.value ?? null, agent: match?.path.agent ?? null }
  }

  async function cardAnswer(card: AgentCard, at: number): Promise<Answer> {
    const signatures = await sign(card, deps.urls().auth + JWKS_PATH, at)
    const answer = taggedJson({ ...card, signatures } satisfies SignedAgentCard)
    return { ...answer, headers: cardHeaders(changedAt(card.supportedInterfaces[0]!.url, answer.tag!, at)) }
  }

  async function serveGatewayCard(): Promise<Answer> {
    const { at } = await deps.control.current()
    return cardAnswer(gatewayCard(deps.urls().base), at)
  }

  /** Counted before anything is looked up, so that guessing handles is limited too. */
  async function serveAgentCard(visit: Visit & Found): Promise<Answer> {
    const { state, at } = await takeCard(deps.control, windows, addressOf(deps, visit))
    const agent = await deps.turns.run(addressOf(deps, visit), () => findPublicly(deps, state, visit.agent!))
    if (agent === null) throw notFound('Agent not found')
    return cardAnswer(agentCard(deps.urls().base, agent), at)
  }

  async function answerCards(visit: Visit & Found): Promise<Answered | undefined> {
    if (visit.endpoint === 'rpc') return undefined
    if (visit.endpoint === null) throw notFound('API endpoint not found')
    return new Answered(await (visit.endpoint === 'agent card' ? serveAgentCard(visit) : serveGatewayCard()))
  }

  /** From the version on, whatever happens is an answer of the protocol, and HTTP has done its part. */
  async function call(visit: Admitted): Promise<Answer> {
    const { request, agent, caller } = visit
    const gone = visit.gone()
    const bytes = await readBytes(request, LIMITS.a2a.bodyBytes)
    let id: JsonRpcId | null = null
    try {
      requireVersion(visit.header('a2a-version'))
      if (bytes === null) throw requestFault(`The body is larger than ${LIMITS.a2a.bodyBytes} bytes`)
      requireJsonType(request.headers['content-type'])
      const called = readEnvelope(bytes)
      id = called.id
      if (isMethod(called.method)) visit.rpcMethod = called.method
      const { onReplay } = visit
      const traceparent = visit.header('traceparent')
      const message = { deps, talking, caller, bound: agent, gone, traceparent, onReplay }
      const send = (params: unknown) => sendMessage(params, message)
      return jsonAnswer(
        200,
        success(id, await deps.turns.run(partyOf(caller), () => perform(called.method, called.params, send))),
      )
    } catch (error) {
      const fault = faultFrom(error, visit)
      visit.rpcReason = reasonOf(fault)
      visit.code = visit.rpcReason
      return jsonAnswer(200, failure(id ?? idIn(bytes), fault.error))
    }
  }

  function faultFrom(error: unknown, visit: Visit): RpcFault {
    if (error instanceof RpcFault) return error
    if (error instanceof Refusal) return faultOf(error)
    logFailure(deps, NAME, visit, error)
    return faultOf(new Refusal('INTERNAL_ERROR'))
  }

  return makeDoor<Admitted>(deps, {
    name: NAME,
    opens: (path) => path === PATHS.gatewayCard || path === '/a2a' || path.startsWith('/a2a/'),
    steps: steps<RequestGate>()
      .add('path', find)
      .add('origin', originStep(deps))
      .shortcut('preflight', preflightStep)
      .shortcut('path', answerCards)
      .add('key, key state, app state', keyStep(deps))
      .check('rate limit', ({ caller }) => requireWindow(caller))
      .check('tier, scope, drive chain', ({ caller }) => requireAccess(caller.key, { tier: 2, scope: 'agents:invoke' }))
      .answer('handler', call),
    async refuse(refusal, { endpoint, request }) {
      const envelope = refusalAnswer(refusal)
      if (endpoint !== 'rpc') return envelope
      // AMB-111: before the call itself, a refusal keeps the HTTP status that it has on the REST interface.
      const id = idIn(await readIfSmall(request))
      return jsonAnswer(refusal.status, failure(id, faultOf(refusal).error), envelope.headers)
    },
    headers(out, { headers = [] }, { endpoint, origin, caller }) {
      out.push(...headers)
      if (endpoint === 'rpc') out.push(...CACHING.ownCopy)
      if (origin !== undefined) out.push(...(origin === null ? VARY_ORIGIN : corsHeaders(origin)))
      if (caller !== undefined) out.push(...limitHeaders(caller))
    },
    answered: (visit, status, refusal) => noteRequest(requestLog, visit, { status, refusal, now: deps.control.now() }),
  })
}
