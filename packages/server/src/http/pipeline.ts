import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ErrorCode, errorsOf, LIMITS, type RequestGate, type Route } from '@agent-network/contract'
import { Compile } from 'typebox/compile'
import {
  authenticate,
  type Caller,
  KeyRefused,
  limitsOf,
  requireAccess,
  requireWindow,
  worldOfCaller,
} from '../access/authenticate.ts'
import { authorizeDrive, type Driven } from '../access/drive.ts'
import type { RequestLog } from '../access/request-log.ts'
import { notFound, Refusal } from '../core/refusal.ts'
import { BadJson, parseStrictJson } from '../core/strict-json.ts'
import type { Deps } from '../deps.ts'
import { pinClock } from '../settings/clock.ts'
import { type Answer, jsonAnswer, preflightHeaders, refusalAnswer, send, textBody } from './answer.ts'
import { type Bound, type Call, readQuery } from './bind.ts'
import { BodyTooLarge, drain, goneSignal, hasUnreadBody, readBody } from './body.ts'
import { makeByteCache } from './byte-cache.ts'
import type { RequestMetrics } from './metrics.ts'
import { requireAllowedOrigin } from './origin.ts'
import { type Match, makeRouter } from './router.ts'
import { splitTarget } from './target.ts'

/** One request on its way through the checks. */
interface Passage {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly method: string
  readonly path: string
  readonly query: string
  /** Looked up when its turn comes. */
  match: Match<Bound> | null
  /** Set once the origin was found on the allowlist. */
  origin: string | null
  caller: Caller | null
  driven: Driven | null
  answer: Answer | null
  /** What the handler says is left of the day's budget. */
  leftToday: number | null
}

type Step = readonly [name: RequestGate, run: (passage: Passage) => void | Promise<void>]

const codeOf = (error: unknown): ErrorCode => (error instanceof Refusal ? error.code : 'INTERNAL_ERROR')

/** A kept answer is refused for what its route would have been refused for. */
const gateOf = (gate: RequestGate): RequestGate => (gate === 'kept answer' ? 'tier, scope, drive chain' : gate)

export interface Pipeline {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
}

export function makePipeline(
  deps: Deps,
  routes: readonly Bound[],
  metrics: RequestMetrics,
  requestLog: RequestLog,
  closing: () => boolean,
): Pipeline {
  const router = makeRouter<Bound>()
  for (const bound of routes) router.add(bound.contract.method, bound.contract.path, bound)
  const bytes = makeByteCache(deps.contentVersion)
  const validators = new Map(
    routes.map(({ contract }) => [
      contract.name,
      { result: Compile(contract.result), body: contract.body && Compile(contract.body) },
    ]),
  )

  /** 5.9: requests with an Origin must come from an allowlisted one; those without are unaffected. */
  function checkOrigin(passage: Passage): void | Promise<void> {
    const { origin } = passage.request.headers
    if (origin !== undefined) return requireOrigin(passage, origin)
  }

  async function requireOrigin(passage: Passage, origin: string): Promise<void> {
    await requireAllowedOrigin(deps, origin)
    passage.origin = origin
  }

  /** AMB-06: a preflight is answered before the key, which browsers do not send with it. */
  function answerPreflight(passage: Passage): void {
    const { method, origin, request } = passage
    if (method === 'OPTIONS' && origin !== null && request.headers['access-control-request-method'] !== undefined)
      passage.answer = { status: 204, body: textBody(''), headers: preflightHeaders }
  }

  async function identify(passage: Passage): Promise<void> {
    const header = passage.request.headers['x-api-key']
    passage.caller = await authenticate(deps.control, deps.database.read, deps.seals, header as string | undefined)
    // The test clock may go anywhere until somebody has been told the time; from here on it only moves forward.
    if (deps.config.testClock && !passage.caller.state.clock.pinned)
      await deps.database.transact((tx) => pinClock(tx), { quiet: true })
  }

  const STEPS: readonly Step[] = [
    ['origin', checkOrigin],
    ['preflight', answerPreflight],
    ['key, key state, app state', identify],
    ['rate limit', ({ caller }) => requireWindow(caller!)],
    ['kept answer', answerFromBytes],
    ['path', findRoute],
    ['tier, scope, drive chain', authorize],
    ['handler', computeAnswer],
  ]

  /** On a visitor's routes tier and scope are two links of a chain that begins with a gate (5.7). */
  function authorize(passage: Passage): void | Promise<void> {
    const { caller, match } = passage
    const { access } = match!.value.contract
    if (!access.drive) return requireAccess(caller!.key, access)
    return authorizeDrive(deps.database.read, caller!, match!.path.agentId!).then((driven) => {
      passage.driven = driven
    })
  }

  /** Everything an answer that depends on content alone can depend on. */
  const bytesKey = ({ caller, request }: Passage): string => `${worldOfCaller(caller!)?.id ?? ''} ${request.url}`

  /** Same bytes, same checks: an answer kept from before is sent only to callers its route would serve. */
  function answerFromBytes(passage: Passage): void {
    if (passage.method !== 'GET' && passage.method !== 'HEAD') return
    const kept = bytes.get(passage.caller!.state, bytesKey(passage))
    if (kept === undefined) return
    passage.match = { value: kept.bound, path: {} }
    requireAccess(passage.caller!.key, kept.bound.contract.access)
    passage.answer = { status: 200, body: kept.body }
  }

  function findRoute(passage: Passage): void {
    // AMB-08: this one trailing slash is forgiven.
    passage.match = router.find(passage.method, passage.path === '/v1/' ? '/v1' : passage.path)
    if (passage.match === null) throw notFound('API endpoint not found')
  }

  async function computeAnswer(passage: Passage): Promise<void> {
    const { match, caller, query } = passage
    const bound = match!.value
    const { contract, handler, cacheable } = bound
    const version = deps.contentVersion()
    let values: Record<string, unknown> | null = null
    const call = {
      ...caller!,
      path: match!.path,
      get query() {
        values ??= readQuery(contract, query)
        return values
      },
      driven: passage.driven,
      input: () => readInput(passage.request, contract),
      bytes: () => readBody(passage.request, LIMITS.body_bytes.request),
      drain: () => drain(passage.request),
      header: (name: string) => passage.request.headers[name] as string | undefined,
      gone: () => goneSignal(passage.response),
    } as unknown as Call<Route>
    const result = await handler(call)
    if (deps.config.checks && !validators.get(contract.name)!.result.Check(result))
      throw new Error(`the answer of ${contract.name} breaks its contract: ${firstFault(contract, result)}`)
    passage.answer = jsonAnswer(200, result)
    if (bound.leftToday !== null) passage.leftToday = bound.leftToday(result)
    if (cacheable && caller!.state.cacheable)
      bytes.put(caller!.state, version, bytesKey(passage), bound, passage.answer.body)
  }

  const firstFault = (contract: Route, result: unknown): string =>
    JSON.stringify([...validators.get(contract.name)!.result.Errors(result)][0])

  async function readInput(request: IncomingMessage, contract: Route): Promise<never> {
    const check = validators.get(contract.name)!.body
    try {
      const value = parseStrictJson(await readBody(request, LIMITS.body_bytes.request))
      if (check && !check.Check(value)) throw new Refusal(contract.invalid)
      return value as never
    } catch (error) {
      if (error instanceof BodyTooLarge || error instanceof BadJson)
        throw new Refusal(contract.invalid, { message: error.message })
      throw error
    }
  }

  /** Anything that is not a refusal is our fault: logged with an id, never shown. */
  function refuse(passage: Passage, error: unknown): Answer {
    if (error instanceof Refusal) {
      if (
        deps.config.checks &&
        passage.match !== null &&
        passage.caller !== null &&
        !errorsOf(passage.match.value.contract).includes(error.code)
      )
        deps.log.error(
          { code: error.code, route: passage.match.value.contract.name },
          'a refusal is missing from its contract',
        )
      return refusalAnswer(error)
    }
    const requestId = deps.ambient.id('request')
    deps.log.error(
      { requestId, err: error, method: passage.method, route: passage.match?.value.contract.path },
      'request failed',
    )
    return { ...refusalAnswer(new Refusal('INTERNAL_ERROR')), headers: ['X-Request-Id', requestId] }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const started = deps.ambient.elapsed()
    const { path, query } = splitTarget(request.url ?? '/')
    const method = request.method ?? 'GET'
    const passage: Passage = {
      request,
      response,
      method,
      path,
      query,
      match: null,
      origin: null,
      caller: null,
      driven: null,
      answer: null,
      leftToday: null,
    }
    let gate: RequestGate = 'origin'
    let refused: unknown = null
    try {
      for (const [name, run] of STEPS) {
        gate = name
        const pending = run(passage)
        if (pending !== undefined) await pending
        if (passage.answer !== null) break
      }
    } catch (error) {
      refused = error
      passage.answer = refuse(passage, error)
    }
    const answer = passage.answer!
    // A refusal may come before the route was looked up; the figures still name it.
    const { value: bound } = passage.match ?? router.find(method, path) ?? { value: null }
    const limits = passage.caller === null ? null : limitsOf(passage.caller)
    send(response, answer, {
      head: method === 'HEAD',
      limits,
      origin: passage.origin,
      close: closing() || hasUnreadBody(request),
      // AMB-91: what a visitor's owner reads is nobody else's to keep, refusals included.
      isPrivate: bound?.contract.access.drive === true,
    })
    const route = bound?.contract.name ?? 'unmatched'
    metrics.observe(route, answer.status, deps.ambient.elapsed() - started)
    const keyId = passage.caller?.key.id ?? (refused instanceof KeyRefused ? refused.keyId : null)
    const code = refused === null ? null : codeOf(refused)
    if (keyId !== null)
      requestLog.note(keyId, {
        at: passage.caller?.at ?? deps.control.now(),
        route,
        status: answer.status,
        code,
        refusedAt: code === null ? null : gateOf(gate),
        remaining: limits?.remaining ?? null,
        remainingToday: code?.endsWith('_DAILY_BUDGET_EXCEEDED') ? 0 : passage.leftToday,
      })
  }

  return { handle }
}
