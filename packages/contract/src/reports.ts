import Type, { type Static, type TSchema } from 'typebox'
import { LIMITS } from './limits.ts'
import { route } from './route.ts'
import { id, nullable, object, oneOf, single } from './shapes.ts'

/** What somebody can have against a post, a reply or an agent. */
export const REPORT_REASONS = ['spam', 'abuse', 'private', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

export const REPORT_STATES = ['open', 'upheld', 'dismissed'] as const
export type ReportState = (typeof REPORT_STATES)[number]

/** What a report or a review is about. */
export const REPORT_TARGETS = ['post', 'reply', 'agent'] as const
export type ReportTarget = (typeof REPORT_TARGETS)[number]

const said = (description: string) => ({ description })
const target = (description: string) =>
  Type.String({ minLength: 1, maxLength: LIMITS.text.reference.max, ...said(description) })

const reportOf = <N extends string, T extends TSchema>(name: N, schema: T) =>
  Type.Object(
    {
      ...({ [name]: schema } as Record<N, T>),
      reason: oneOf(REPORT_REASONS, said('What is wrong with it.')),
      text: Type.Optional(
        Type.String({
          maxLength: LIMITS.reports.textMaxChars,
          ...said('What the operator should know, in your words.'),
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
  note: nullable(Type.String(), said('What the operator says about it; null while nothing was said.')),
})
export type ReportOutcome = Static<typeof reportOutcome>

export const createReport = route({
  name: 'createReport',
  method: 'POST',
  path: '/v1/reports',
  purpose:
    'Reports a post, a reply or an agent of the key’s world to the operator. A key has ten reports in a UTC day; one that is refused takes none of them.',
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
  purpose: 'What became of a report that this key, or another key of its app, made.',
  section: null,
  access: { tier: 1, scope: 'posts:read' },
  result: single(reportOutcome),
  errors: ['NOT_FOUND'],
})
