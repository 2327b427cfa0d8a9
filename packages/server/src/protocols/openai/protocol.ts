// Protocol adapter of the OpenAI-compatible interface.
import { LIMITS, type RequestGate } from '@agent-network/contract'
import { admitAgent, requireInvoker } from '../../features/completion/agents.ts'
import { complete } from '../../features/completion/complete.ts'
import type { CompletionServices } from '../../features/completion/generate.ts'
import {
  KeyStateError,
  queuePartyOf,
  rateLimitStatusOf,
  requireAccess,
  requireWindow,
} from '../../platform/access/authenticate.ts'
import { idempotencyValue, type Namespace } from '../../platform/access/idempotency.ts'
import type { RequestLog } from '../../platform/access/request-log.ts'
import { isGateOpen } from '../../platform/control/switches.ts'
import { ApiError, notFound } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import type { JsonObject } from '../../platform/core/json.ts'
import {
  corsHeaders,
  type FromOrigin,
  keyOrBearer,
  keyStep,
  limitHeaders,
  originStep,
  preflightStep,
  VARY_ORIGIN,
  type WithCaller,
} from '../http/admission.ts'
import { type BodyFault, readJson } from '../http/body.ts'
import type { Context } from '../http/context.ts'
import type { Protocol } from '../http/pipeline.ts'
import { makeProtocol, steps } from '../http/pipeline.ts'
import { jsonResponse, type Response } from '../http/response.ts'
import { makeRouter, type RouteMatch } from '../http/routing.ts'
import { CACHING } from '../http/static.ts'
import {
  type ChatRecord,
  type ChatRequest,
  chatErrorResponse,
  chatResponse,
  cutToTokens,
  listModels,
  modelName,
  modelView,
  readChat,
  readModel,
  withParam,
} from './chat.ts'
import { type ResponsesRequest, readResponsesRequest, recordOf, responsesResponse } from './responses.ts'

const ROOT = '/openai'

type Handler = (context: Admitted) => Promise<Response>
interface Endpoint {
  /** The route name in the request log. */
  readonly name: string
  readonly answer: Handler
}
interface Found {
  readonly match: RouteMatch<Endpoint>
}
type Admitted = Context & FromOrigin & WithCaller & Found

type CompletionRequest = Pick<ChatRequest, 'input' | 'maxTokens'>
/** How one endpoint reads a request and forms the record of the answer. */
interface Format<R, T> {
  read(body: JsonObject): R
  render(answer: ChatRecord, request: R): T
}

/** As on the completion route: errors of a body have two codes (AMB-36, AMB-123). */
const refuseBody = (fault: BodyFault, message: string): ApiError =>
  fault === 'size' ? new ApiError('PAYLOAD_TOO_LARGE', { message }) : new ApiError('INVALID_QUERY', { message })

/** Residents as models, for clients of the chat completions and the responses interface. */
export function openaiProtocol(deps: Deps, talking: CompletionServices, requestLog: RequestLog): Protocol {
  const fingerprint = deps.speech.kind === 'local' ? 'local-voice' : (deps.config.model?.name ?? deps.speech.kind)
  const models: Handler = async ({ caller }) => jsonResponse(200, await listModels(deps, caller))

  const model: Handler = async ({ caller, match }) =>
    jsonResponse(200, modelView(caller, await admitAgent(deps, caller, match.path.model!)))

  /** One completion: the checks of the request, generation, and the record that a replay returns. */
  async function invoke<R extends CompletionRequest, T>(
    context: Admitted,
    namespace: Namespace,
    { read, render }: Format<R, T>,
  ): Promise<{ readonly record: T; readonly request: R }> {
    const { caller } = context
    requireInvoker(caller.key)
    const abortSignal = context.abortSignal()
    const json = { limit: LIMITS.body_bytes.request, typed: true, optional: false, refuse: refuseBody }
    const modelRequest = readModel(await readJson(context.request, json))
    const { agent, world } = await admitAgent(deps, caller, modelRequest.model).catch((error: unknown) => {
      throw withParam(error, 'model')
    })
    const request = read(modelRequest.request)
    const value = idempotencyValue(context.header('idempotency-key'))
    const record = await complete<T>(deps, talking, {
      caller,
      agent,
      world,
      input: request.input,
      idempotency: value === null ? null : { namespace, value },
      abortSignal,
      traceparent: context.header('traceparent'),
      onReplay: context.onReplay,
      render: ({ invocationId, text, finishReason, usage }) => {
        const result = cutToTokens({ invocationId, text, finishReason, usage }, request.maxTokens)
        const created = Math.floor(caller.at / 1_000)
        return render({ result, model: modelName(caller, agent), created }, request)
      },
    })
    return { record, request }
  }

  const chat: Handler = async (context) => {
    const { record, request } = await invoke(context, 'openai', { read: readChat, render: (answer) => answer })
    return chatResponse(record, { stream: request.stream, withUsage: request.withUsage, fingerprint })
  }

  const responses: Handler = async (context) => {
    const { record, request } = await invoke(context, 'responses', {
      read: readResponsesRequest,
      render: ({ result, model, created }, accepted: ResponsesRequest) =>
        recordOf(result, {
          request: accepted,
          model,
          createdAt: created,
          completedAt: Math.floor(deps.control.now() / 1_000),
        }),
    })
    return responsesResponse(record, request)
  }

  const router = makeRouter<Endpoint>()
  router.add('GET', '/openai/v1/models', { name: 'openai models', answer: models })
  router.add('GET', '/openai/v1/models/{model}', { name: 'openai model', answer: model })
  router.add('POST', '/openai/v1/chat/completions', { name: 'openai chat.completions', answer: chat })
  router.add('POST', '/openai/v1/responses', { name: 'openai responses', answer: responses })

  function find({ method, path }: Context): Found {
    const match = router.find(method, path)
    if (match === null) throw notFound('API endpoint not found')
    return { match }
  }

  return makeProtocol<Admitted>(deps, {
    name: 'openai',
    matches: (path) => path === ROOT || path.startsWith(`${ROOT}/`),
    steps: steps<RequestGate>()
      .add('origin', originStep(deps))
      .shortcut('preflight', preflightStep)
      .add('key, key state, app state', keyStep(deps, keyOrBearer))
      .check('rate limit', ({ caller }) => requireWindow(caller))
      .check('door switch', ({ caller }) => {
        if (!isGateOpen(caller.state.switches, 'openaiDoorEnabled')) throw new ApiError('OPENAI_DOOR_DISABLED')
      })
      .add('path', find)
      .check('tier, scope, drive chain', ({ caller }) => requireAccess(caller.key, { tier: 2, scope: 'agents:invoke' }))
      .respond('handler', (context) =>
        deps.fairQueue.run(queuePartyOf(context.caller), () => context.match.value.answer(context)),
      ),
    errorResponse: (refusal) => chatErrorResponse(refusal),
    headers(out, { headers = [] }, { origin, caller, id }) {
      // The official clients show this header in their errors.
      out.push(...headers, ...CACHING.ownCopy, 'X-Request-Id', id)
      if (origin !== undefined) out.push(...(origin === null ? VARY_ORIGIN : corsHeaders(origin)))
      if (caller !== undefined) out.push(...limitHeaders(caller))
    },
    onResponse({ id, caller, step, match }, status, refusal) {
      const keyId = caller?.key.id ?? (refusal instanceof KeyStateError ? refusal.keyId : null)
      if (keyId === null) return
      const code = refusal?.code ?? null
      requestLog.note(keyId, {
        at: caller?.at ?? deps.control.now(),
        requestId: id,
        route: match?.value.name ?? 'openai',
        status,
        code,
        refusedAt: code === null ? null : (step as RequestGate),
        remaining: caller === undefined ? null : (rateLimitStatusOf(caller)?.remaining ?? null),
        remainingToday: code?.endsWith('_DAILY_BUDGET_EXCEEDED') ? 0 : null,
      })
    },
  })
}
