// REST routes for visitors, reports, streams and completions.
import {
  LIMITS,
  type ReportBody,
  ROUTES,
  STREAM_ROUTES,
  type WebhookBody,
  type WebhookChange,
} from '@agent-network/contract'
import { admitAgent } from '../../features/completion/agents.ts'
import { complete } from '../../features/completion/complete.ts'
import type { CompletionServices } from '../../features/completion/generate.ts'
import { readCallerInput } from '../../features/completion/prompt.ts'
import { reportByKey, requireReport, textFault } from '../../features/reports/reporting.ts'
import { outcomeView } from '../../features/reports/rows.ts'
import type { StreamRequest } from '../../features/streams/request.ts'
import type { Streams } from '../../features/streams/streams.ts'
import { performAct } from '../../features/visitors/act/act.ts'
import { ActionFault, type ParsedAction, readAction } from '../../features/visitors/act/read-action.ts'
import { heartbeat } from '../../features/visitors/heartbeat/heartbeat.ts'
import { readInbox } from '../../features/visitors/heartbeat/inbox.ts'
import { readJournal } from '../../features/visitors/heartbeat/journal.ts'
import { readConversations } from '../../features/visitors/observe/conversations.ts'
import { readEvent, readEvents, readExport } from '../../features/visitors/observe/events.ts'
import { readObservation, readObservedStanding } from '../../features/visitors/observe/observation.ts'
import { subjectOfKey } from '../../features/visitors/observe/subject.ts'
import { readTranscript } from '../../features/visitors/observe/transcript.ts'
import { readStanding } from '../../features/visitors/standing/standing.ts'
import type { WebhookSender } from '../../features/webhooks/delivery.ts'
import * as webhooks from '../../features/webhooks/webhooks.ts'
import { type Caller, queuePartyOf } from '../../platform/access/authenticate.ts'
import type { DrivenVisitor } from '../../platform/access/drive.ts'
import { idempotencyValue } from '../../platform/access/idempotency.ts'
import { ApiError, invalidInput, schemaCheckerOf } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import type { AgentRow } from '../../platform/db/tables/tables.ts'
import type { MapDeps } from '../../stores/city/maps.ts'
import { type BodyFault, decodeJsonInTurns, isJson } from '../http/body.ts'
import { type BoundRoute, bind, bindDriven, bindStream, type RouteCall } from './route.ts'

/** Observation routes (4.13). The drive chain has run; each reader parses the query itself. */
export function observeRoutes(deps: Deps): BoundRoute[] {
  return [
    bindDriven(ROUTES.getObservation, async (call, driven) => ({
      data: await readObservation(deps, await subjectOfKey(deps, call, driven), call),
    })),
    bindDriven(ROUTES.listObservedEvents, async (call, driven) => ({
      data: await readEvents(deps, await subjectOfKey(deps, call, driven), call),
    })),
    bindDriven(ROUTES.getObservedEvent, async (call, driven) => ({
      data: await readEvent(deps, await subjectOfKey(deps, call, driven), call),
    })),
    bindDriven(ROUTES.listObservedConversations, async (call, driven) => ({
      data: await readConversations(deps, await subjectOfKey(deps, call, driven), call),
    })),
    bindDriven(ROUTES.getObservedConversation, async (call, driven) => ({
      data: await readTranscript(deps, await subjectOfKey(deps, call, driven), call),
    })),
    bindDriven(ROUTES.getObservedStanding, async (call, driven) => ({
      data: await readObservedStanding(deps, await subjectOfKey(deps, call, driven), call),
    })),
    bindDriven(ROUTES.exportObservedEvents, async (call, driven) => ({
      data: await readExport(deps, await subjectOfKey(deps, call, driven), call),
    })),
  ]
}

/** Every fault of a body has the same code here, and a replay ignores it (AMB-36, AMB-123). */
async function readChosen(call: RouteCall<typeof ROUTES.act>, self: AgentRow): Promise<ParsedAction | ActionFault> {
  if (!isJson(call.header('content-type'))) return new ActionFault('Content-Type must be application/json')
  const bytes = await call.bytes()
  if (bytes === null) return new ActionFault(`The body is larger than ${LIMITS.body_bytes.request} bytes`)
  const decoded = await decodeJsonInTurns(bytes)
  return 'fault' in decoded ? new ActionFault(decoded.fault) : readAction(decoded.value, self)
}

export function visitorRoutes(deps: MapDeps): BoundRoute[] {
  return [
    bindDriven(
      ROUTES.heartbeat,
      async (call, driven) => {
        const value = idempotencyValue(call.header('idempotency-key'))
        const beat = () => heartbeat(deps, { caller: call, driven, value }, call.onReplay)
        return { data: await deps.fairQueue.run(queuePartyOf(call), beat) }
      },
      { queuesItself: true, remainingToday: ({ data }) => data.menu.heartbeats.remaining },
    ),
    bindDriven(
      ROUTES.act,
      async (call, driven) => {
        const value = idempotencyValue(call.header('idempotency-key'))
        if (value === null) throw new ApiError('IDEMPOTENCY_KEY_REQUIRED')
        const chosen = await readChosen(call, driven.agent)
        const act = () => performAct(deps, { caller: call, driven, value, chosen, onReplay: call.onReplay })
        return { data: await deps.fairQueue.run(queuePartyOf(call), act) }
      },
      { queuesItself: true, remainingToday: ({ data }) => Math.max(0, data.budget.cap - data.budget.used) },
    ),
    bindDriven(
      ROUTES.getJournal,
      async (call, driven) => ({ data: await readJournal(deps, call, driven, () => call.query) }),
      { remainingToday: ({ data }) => data.budget.remaining },
    ),
    bindDriven(ROUTES.getStanding, async (call, driven) => ({
      data: await readStanding(deps, call, driven, () => call.query),
    })),
    bindDriven(ROUTES.getInbox, async (call, driven) => ({
      data: await readInbox(deps, driven, call.query, call.at),
    })),
    ...observeRoutes(deps),
  ]
}

const shape = schemaCheckerOf(ROUTES.createReport.body)

const invalid = (message: string): ApiError => new ApiError('INVALID_QUERY', { message })
/** Faults of a body have two codes, as on completion (AMB-36, AMB-123). */
const reportBodyError = (fault: BodyFault, message: string): ApiError =>
  fault === 'size' ? new ApiError('PAYLOAD_TOO_LARGE', { message }) : invalid(message)

function readReport(value: unknown): ReportBody {
  if (!shape.fits(value)) throw invalid(shape.explain(value))
  const body = value as ReportBody
  const fault = textFault('text', body.text, LIMITS.reports.textMaxChars)
  if (fault !== null) throw invalid(fault)
  return body
}

export function reportRoutes(deps: Deps): BoundRoute[] {
  return [
    bind(ROUTES.createReport, async (call) => {
      const body = readReport(await call.json({ typed: true, refuse: reportBodyError }))
      const value = idempotencyValue(call.header('idempotency-key'))
      return { data: await reportByKey(deps, call, { body, value, onReplay: call.onReplay }) }
    }),
    bind(ROUTES.getReport, async ({ path, key, state }) => {
      const report = await requireReport(
        deps.database.read,
        state,
        path.id,
        ({ key_id, app_id }) => key_id === key.id || (app_id !== null && app_id === key.appId),
      )
      return { data: outcomeView(report) }
    }),
  ]
}

const webhookBody = schemaCheckerOf(ROUTES.createWebhook.body)
const webhookChange = schemaCheckerOf(ROUTES.changeWebhook.body)

/** Every fault of a body has one code. */
async function readWebhookInput(
  call: Pick<RouteCall<typeof ROUTES.createWebhook>, 'json'>,
  { fits, explain }: typeof webhookBody,
): Promise<unknown> {
  const value = await call.json({ typed: true, refuse: (_fault, message) => invalidInput(message) })
  if (!fits(value)) throw invalidInput(explain(value))
  return value
}

/** Webhooks of a visitor, for its key. The switch is checked after the drive chain. */
export function webhookRoutes(deps: Deps, sender: WebhookSender): BoundRoute[] {
  const scopeOf = ({ key, at, state }: Caller, { world, agent }: DrivenVisitor): webhooks.WebhookScope => {
    webhooks.requireWebhooksOn(state)
    return { world, agentId: agent.id, keyId: key.id, actor: key.id, at }
  }
  // They wait for a body, a name server or a receiver, and use the store only briefly.
  const waiting = { queuesItself: true } as const
  return [
    bindDriven(
      ROUTES.createWebhook,
      async (call, driven) => {
        const scope = scopeOf(call, driven)
        const body = (await readWebhookInput(call, webhookBody)) as WebhookBody
        return { data: await webhooks.createWebhook(deps, scope, body) }
      },
      waiting,
    ),
    bindDriven(ROUTES.listWebhooks, async (call, driven) => ({
      data: await webhooks.listWebhooks(deps, scopeOf(call, driven)),
    })),
    bindDriven(ROUTES.getWebhook, async (call, driven) => ({
      data: await webhooks.getWebhook(deps, scopeOf(call, driven), call.path.webhookId),
    })),
    bindDriven(
      ROUTES.changeWebhook,
      async (call, driven) => {
        const scope = scopeOf(call, driven)
        const body = (await readWebhookInput(call, webhookChange)) as WebhookChange
        return { data: await webhooks.changeWebhook(deps, scope, call.path.webhookId, body) }
      },
      waiting,
    ),
    bindDriven(ROUTES.deleteWebhook, (call, driven) =>
      webhooks.removeWebhook(deps, scopeOf(call, driven), call.path.webhookId),
    ),
    bindDriven(ROUTES.rotateWebhookSecret, async (call, driven) => ({
      data: await webhooks.rotateSecret(deps, scopeOf(call, driven), call.path.webhookId),
    })),
    bindDriven(
      ROUTES.testWebhook,
      async (call, driven) => ({
        data: await webhooks.testWebhook(deps, sender, scopeOf(call, driven), call.path.webhookId),
      }),
      waiting,
    ),
    bindDriven(ROUTES.listDeliveries, async (call, driven) => ({
      data: await webhooks.listDeliveries(deps, scopeOf(call, driven), call.path.webhookId, () => call.query),
    })),
    bindDriven(ROUTES.redeliver, async (call, driven) => ({
      data: await webhooks.redeliver(deps, scopeOf(call, driven), call.path.webhookId, call.path.deliveryId),
    })),
  ]
}

const streamRequestOf = (
  call: RouteCall<(typeof STREAM_ROUTES)[keyof typeof STREAM_ROUTES]>,
  after: string | null,
): StreamRequest => ({
  caller: call,
  raw: call.header('x-api-key')!.trim(),
  lastEventId: call.header('last-event-id'),
  after,
  head: call.head,
})

export const streamRoutes = (streams: Streams): BoundRoute[] => [
  bindStream(STREAM_ROUTES.followVisitor, (call, driven) =>
    streams.followVisitor(streamRequestOf(call, call.query.after), driven!),
  ),
  bindStream(STREAM_ROUTES.followWorld, (call) => {
    const { after, ...interest } = call.query
    return streams.followWorld(streamRequestOf(call, after), interest)
  }),
]

/** Faults of a body have two codes (AMB-36, AMB-123). */
const completionBodyError = (fault: BodyFault, message: string): ApiError =>
  fault === 'size' ? new ApiError('PAYLOAD_TOO_LARGE', { message }) : new ApiError('INVALID_QUERY', { message })

export function completionRoutes(deps: Deps, talking: CompletionServices): BoundRoute[] {
  return [
    bind(
      ROUTES.complete,
      async (call) => {
        const { agent, world } = await deps.fairQueue.run(queuePartyOf(call), () =>
          admitAgent(deps, call, call.path.id),
        )
        const callerInput = readCallerInput(await call.json({ typed: true, refuse: completionBodyError }))
        const value = idempotencyValue(call.header('idempotency-key'))
        const data = await complete(deps, talking, {
          caller: call,
          agent,
          world,
          input: callerInput,
          idempotency: value === null ? null : { namespace: 'complete', value },
          abortSignal: call.abortSignal(),
          traceparent: call.header('traceparent'),
          onReplay: call.onReplay,
          render: (result) => result,
        })
        return { data }
      },
      { queuesItself: true },
    ),
  ]
}
