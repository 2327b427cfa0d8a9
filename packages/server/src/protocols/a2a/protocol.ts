// Protocol adapter of the agent-to-agent interface (4.15): JSON-RPC endpoints and agent cards.
import {
  A2A_VERSION,
  type A2aMethod,
  type AgentCard,
  type JsonRpcId,
  LIMITS,
  type RequestGate,
  type SignedAgentCard,
  TEXT_PLAIN,
} from '@agent-network/contract'
import { findPublicly } from '../../features/completion/agents.ts'
import type { CompletionServices } from '../../features/completion/generate.ts'
import { makeCardSigner } from '../../features/tokens/card-signatures.ts'
import { JWKS_PATH } from '../../features/tokens/signing-keys.ts'
import { queuePartyOf, rateLimitStatusOf, requireAccess, requireWindow } from '../../platform/access/authenticate.ts'
import type { WindowNames } from '../../platform/access/rate-limits.ts'
import { makeWindowNames } from '../../platform/access/rate-limits.ts'
import type { RequestLog } from '../../platform/access/request-log.ts'
import { boundedMap } from '../../platform/cache/content-cache.ts'
import type { Admitted, Control } from '../../platform/control/control.ts'
import { numberSwitch } from '../../platform/control/switches.ts'
import { ApiError, notFound } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import type { AgentRow } from '../../platform/db/tables/tables.ts'
import {
  addressOf,
  corsHeaders,
  type FromOrigin,
  keyStep,
  limitHeaders,
  originStep,
  preflightStep,
  VARY_ORIGIN,
  type WithCaller,
} from '../http/admission.ts'
import { jsonRpcIdIn, readBytes, readIfSmall } from '../http/body.ts'
import type { Context } from '../http/context.ts'
import type { Protocol } from '../http/pipeline.ts'
import { EarlyResponse, logRequestFailure, makeProtocol, steps } from '../http/pipeline.ts'
import { apiErrorResponse, jsonResponse, jsonWithETag, type Response } from '../http/response.ts'
import { makeRouter } from '../http/routing.ts'
import { CACHING } from '../http/static.ts'
import {
  A2aError,
  failure,
  faultOf,
  readEnvelope,
  reasonOf,
  requestFault,
  requireJsonType,
  requireVersion,
  success,
} from './envelope.ts'
import { isMethod, logRequest, perform, sendMessage } from './methods.ts'

const CARD_VERSION = '1.0.0'
const MAX_AGE_SECONDS = 60
const TOPIC = 'conversation'

interface Subject {
  readonly name: string
  readonly description: string
  readonly url: string
  readonly skill: { readonly name: string; readonly description: string; readonly tags: readonly string[] }
}

/** 1.19. Unsupported capabilities are listed as false, so that clients need not guess. */
const cardOf = ({ name, description, url, skill }: Subject): AgentCard => ({
  name,
  description,
  version: CARD_VERSION,
  supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: A2A_VERSION }],
  capabilities: { streaming: false, pushNotifications: false, extendedAgentCard: false },
  defaultInputModes: [TEXT_PLAIN],
  defaultOutputModes: [TEXT_PLAIN],
  skills: [{ id: TOPIC, ...skill }],
  securitySchemes: { apiKey: { apiKeySecurityScheme: { location: 'header', name: 'X-API-Key' } } },
  securityRequirements: [{ schemes: { apiKey: { list: [] } } }],
})

export const gatewayCard = (baseUrl: string): AgentCard =>
  cardOf({
    name: 'Agent Network',
    description: 'Talk with the agents of this network. Name one with params.metadata.agentId, next to the message.',
    url: `${baseUrl}/a2a/v1`,
    skill: {
      name: 'Conversation with a named agent',
      description: 'Answers a text message as the agent that params.metadata.agentId names by id or handle.',
      tags: [TOPIC],
    },
  })

/** The protocol requires a description and tags; a profile may lack both. */
export function agentCard(baseUrl: string, agent: AgentRow): AgentCard {
  const name = agent.display_name || agent.handle
  const interests = (JSON.parse(agent.interests) as string[]).filter((interest) => interest !== '')
  return cardOf({
    name,
    description: agent.bio || `${name} is an agent of this network.`,
    url: `${baseUrl}/a2a/v1/agents/${encodeURIComponent(agent.id)}`,
    skill: {
      name: `Conversation with ${name}`,
      description: `Answers a text message as ${name}.`,
      tags: [...new Set([TOPIC, ...interests])],
    },
  })
}

const CHANGES_MAX = 10_000

/**
 * Tracks when each card last changed, as seen by this process, because agents have no change time. The result is never
 * earlier than the true change, as `Last-Modified` requires.
 */
export function makeChangeTimes(): (url: string, tag: string, at: number) => number {
  const changes = boundedMap<{ tag: string; at: number }>(CHANGES_MAX)
  return (url, tag, at) => {
    const lastChange = changes.get(url)
    if (lastChange?.tag === tag) return lastChange.at
    changes.set(url, { tag, at })
    return at
  }
}

export const cardHeaders = (changedAt: number): string[] => [
  'Cache-Control',
  `public, max-age=${MAX_AGE_SECONDS}`,
  'Last-Modified',
  new Date(changedAt).toUTCString(),
]

/**
 * Takes one card request from the address's minute. It uses the rate windows of keys, so all nodes share the count and
 * the clock.
 */
export async function takeCardRequest(control: Control, names: WindowNames, address: string): Promise<Admitted> {
  const admitted = await control.admit(({ switches }) => {
    const limit = Math.max(0, Math.floor(numberSwitch(switches, 'a2aCardRequestsPerMinutePerIp')))
    const take = { keyId: names.nameOf(address), limit, probationEndsAt: 0, limitInProbation: limit }
    return { found: null, take }
  })
  names.seenAt(admitted.at)
  const limits = rateLimitStatusOf(admitted)
  if (admitted.window?.admitted === false && limits !== null)
    throw new ApiError('RATE_LIMIT_EXCEEDED', {
      message: `Rate limit exceeded: ${limits.limit} card requests per minute`,
      retryAfterSeconds: limits.resetSeconds,
    })
  return admitted
}

const NAME = 'a2a'
const PATHS = {
  gatewayCard: '/.well-known/agent-card.json',
  agentCard: '/a2a/agents/{agent}/agent-card.json',
  gateway: '/a2a/v1',
  agent: '/a2a/v1/agents/{agent}',
} as const

/** The target of a path: one of the two cards, or a JSON-RPC endpoint. */
type Endpoint = 'gateway card' | 'agent card' | 'rpc'

interface Found {
  /** Null for an unknown path; the 404 is sent after the origin check. */
  readonly endpoint: Endpoint | null
  /** The agent named in the path, if any. */
  readonly agent: string | null
}

/** Set during the call, for the request log. */
interface Called {
  rpcMethod?: A2aMethod
  rpcReason?: string
}

type AdmittedCall = Context & Found & FromOrigin & WithCaller & Called

/** 4.15: the agent-to-agent interface and its public cards. */
export function a2aProtocol(deps: Deps, talking: CompletionServices, requestLog: RequestLog): Protocol {
  const windows = makeWindowNames()
  const changedAt = makeChangeTimes()
  const sign = makeCardSigner(deps)

  const router = makeRouter<Endpoint>()
  router.add('GET', PATHS.gatewayCard, 'gateway card')
  router.add('GET', PATHS.agentCard, 'agent card')
  router.add('POST', PATHS.gateway, 'rpc')
  router.add('POST', PATHS.agent, 'rpc')

  /** AMB-137: the paths of the two endpoints may end with one slash, the paths of the cards may not. */
  function find({ method, path }: Context): Found {
    const match = router.find(method, method === 'POST' ? path.replace(/\/$/, '') : path)
    return { endpoint: match?.value ?? null, agent: match?.path.agent ?? null }
  }

  async function cardResponse(card: AgentCard, at: number): Promise<Response> {
    const signatures = await sign(card, deps.urls().auth + JWKS_PATH, at)
    const answer = jsonWithETag({ ...card, signatures } satisfies SignedAgentCard)
    return { ...answer, headers: cardHeaders(changedAt(card.supportedInterfaces[0]!.url, answer.tag!, at)) }
  }

  async function serveGatewayCard(): Promise<Response> {
    const { at } = await deps.control.current()
    return cardResponse(gatewayCard(deps.urls().base), at)
  }

  /** Counted before the look-up, so that guessing handles is rate-limited too. */
  async function serveAgentCard(context: Context & Found): Promise<Response> {
    const { state, at } = await takeCardRequest(deps.control, windows, addressOf(deps, context))
    const agent = await deps.fairQueue.run(addressOf(deps, context), () => findPublicly(deps, state, context.agent!))
    if (agent === null) throw notFound('Agent not found')
    return cardResponse(agentCard(deps.urls().base, agent), at)
  }

  async function respondToCards(context: Context & Found): Promise<EarlyResponse | undefined> {
    if (context.endpoint === 'rpc') return undefined
    if (context.endpoint === null) throw notFound('API endpoint not found')
    return new EarlyResponse(await (context.endpoint === 'agent card' ? serveAgentCard(context) : serveGatewayCard()))
  }

  /** From the version check on, errors are JSON-RPC errors with HTTP status 200. */
  async function call(context: AdmittedCall): Promise<Response> {
    const { request, agent, caller } = context
    const abortSignal = context.abortSignal()
    const bytes = await readBytes(request, LIMITS.a2a.bodyBytes)
    let id: JsonRpcId | null = null
    try {
      requireVersion(context.header('a2a-version'))
      if (bytes === null) throw requestFault(`The body is larger than ${LIMITS.a2a.bodyBytes} bytes`)
      requireJsonType(request.headers['content-type'])
      const called = readEnvelope(bytes)
      id = called.id
      if (isMethod(called.method)) context.rpcMethod = called.method
      const { onReplay } = context
      const traceparent = context.header('traceparent')
      const message = { deps, talking, caller, bound: agent, abortSignal, traceparent, onReplay }
      const send = (params: unknown) => sendMessage(params, message)
      return jsonResponse(
        200,
        success(id, await deps.fairQueue.run(queuePartyOf(caller), () => perform(called.method, called.params, send))),
      )
    } catch (error) {
      const fault = faultFrom(error, context)
      context.rpcReason = reasonOf(fault)
      context.code = context.rpcReason
      return jsonResponse(200, failure(id ?? jsonRpcIdIn(bytes), fault.error))
    }
  }

  function faultFrom(error: unknown, context: Context): A2aError {
    if (error instanceof A2aError) return error
    if (error instanceof ApiError) return faultOf(error)
    logRequestFailure(deps, NAME, context, error)
    return faultOf(new ApiError('INTERNAL_ERROR'))
  }

  return makeProtocol<AdmittedCall>(deps, {
    name: NAME,
    matches: (path) => path === PATHS.gatewayCard || path === '/a2a' || path.startsWith('/a2a/'),
    steps: steps<RequestGate>()
      .add('path', find)
      .add('origin', originStep(deps))
      .shortcut('preflight', preflightStep)
      .shortcut('path', respondToCards)
      .add('key, key state, app state', keyStep(deps))
      .check('rate limit', ({ caller }) => requireWindow(caller))
      .check('tier, scope, drive chain', ({ caller }) => requireAccess(caller.key, { tier: 2, scope: 'agents:invoke' }))
      .respond('handler', call),
    async errorResponse(refusal, { endpoint, request }) {
      const envelope = apiErrorResponse(refusal)
      if (endpoint !== 'rpc') return envelope
      // AMB-111: an error before the call itself keeps the HTTP status of the REST interface.
      const id = jsonRpcIdIn(await readIfSmall(request))
      return jsonResponse(refusal.status, failure(id, faultOf(refusal).error), envelope.headers)
    },
    headers(out, { headers = [] }, { endpoint, origin, caller }) {
      out.push(...headers)
      if (endpoint === 'rpc') out.push(...CACHING.ownCopy)
      if (origin !== undefined) out.push(...(origin === null ? VARY_ORIGIN : corsHeaders(origin)))
      if (caller !== undefined) out.push(...limitHeaders(caller))
    },
    onResponse: (context, status, refusal) =>
      logRequest(requestLog, context, { status, refusal, now: deps.control.now() }),
  })
}
