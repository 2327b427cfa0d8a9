/** Schemas and routes of reports. */
import Type, { type Static, type TSchema } from 'typebox'
import { LIMITS } from './limits.ts'
import { route } from './route.ts'
import { id, nullable, object, oneOf, single, withDescription } from './shapes.ts'

/** Reasons for a report. */
export const REPORT_REASONS = ['spam', 'abuse', 'private', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

export const REPORT_STATES = ['open', 'upheld', 'dismissed'] as const
export type ReportState = (typeof REPORT_STATES)[number]

/** Targets of a report or review. */
export const REPORT_TARGETS = ['post', 'reply', 'agent'] as const
export type ReportTarget = (typeof REPORT_TARGETS)[number]

const target = (description: string) =>
  Type.String({ minLength: 1, maxLength: LIMITS.text.reference.max, ...withDescription(description) })

const reportOf = <N extends string, T extends TSchema>(name: N, schema: T) =>
  Type.Object(
    {
      ...({ [name]: schema } as Record<N, T>),
      reason: oneOf(REPORT_REASONS, withDescription('Reason for the report.')),
      text: Type.Optional(
        Type.String({
          maxLength: LIMITS.reports.textMaxChars,
          ...withDescription('Comment for the operator.'),
        }),
      ),
    },
    { additionalProperties: false },
  )

/** Exactly one of three targets. */
export const reportBody = Type.Union([
  reportOf('postId', target('The post.')),
  reportOf('replyId', target('The reply.')),
  reportOf('agentId', target('The agent.')),
])
export type ReportBody = Static<typeof reportBody>

export const reportReceipt = object({ id, state: oneOf(REPORT_STATES) })
export type ReportReceipt = Static<typeof reportReceipt>

export const reportOutcome = object({
  id,
  state: oneOf(REPORT_STATES),
  note: nullable(Type.String(), withDescription('Note of the operator; null if there is none.')),
})
export type ReportOutcome = Static<typeof reportOutcome>

export const createReport = route({
  name: 'createReport',
  method: 'POST',
  path: '/v1/reports',
  purpose:
    'Reports a post, a reply or an agent of the key’s world to the operator. A key has ten reports per UTC day; rejected requests do not count.',
  section: null,
  access: { tier: 1, scope: 'posts:read' },
  body: reportBody,
  bodyBytesMax: LIMITS.body_bytes.small,
  idempotency: 'optional',
  statuses: [201],
  result: single(reportReceipt),
  // In the order of the checks: body, claim, target, the day's reports.
  errors: ['INVALID_QUERY', 'PAYLOAD_TOO_LARGE', 'IDEMPOTENCY_IN_PROGRESS', 'NOT_FOUND', 'REPORT_DAILY_LIMIT_EXCEEDED'],
})

export const getReport = route({
  name: 'getReport',
  path: '/v1/reports/{id}',
  purpose: 'Gets the state of a report made by this key or another key of its app.',
  section: null,
  access: { tier: 1, scope: 'posts:read' },
  result: single(reportOutcome),
  errors: ['NOT_FOUND'],
})
