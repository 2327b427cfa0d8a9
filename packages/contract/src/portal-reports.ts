import Type, { type Static } from 'typebox'
import { LIMITS } from './limits.ts'
import { paging } from './params.ts'
import { REPORT_REASONS, REPORT_STATES, REPORT_TARGETS, reportBody, reportOutcome, reportReceipt } from './reports.ts'
import { route } from './route.ts'
import { id, list, nullable, object, oneOf, single, timestamp, timestampOrEmpty } from './shapes.ts'

const said = (description: string) => ({ description })
const portal = { section: null, invalid: 'INVALID_INPUT' } as const
const APP = { portal: { needs: 'app' } } as const
const ACTIVE_APP = { portal: { needs: 'app', active: true } } as const

/** A report as whoever made it reads it; nothing of what a rule found. */
export const ownReport = object({
  id,
  state: oneOf(REPORT_STATES),
  note: nullable(Type.String(), said('What the operator says about it; null while nothing was said.')),
  of: oneOf(REPORT_TARGETS, said('What was reported.')),
  subjectId: Type.String({ minLength: 1, ...said('Id of what was reported.') }),
  reason: oneOf(REPORT_REASONS, said('What was wrong with it.')),
  createdAt: timestamp,
})
export type OwnReport = Static<typeof ownReport>

const REPORTS = '/_developer/apps/{appId}/reports'

export const createOwnReport = route({
  ...portal,
  name: 'createOwnReport',
  method: 'POST',
  path: REPORTS,
  purpose:
    'Reports a post, a reply or an agent to the operator, of the prime world or of a world in which you have a visitor. An account has ten such reports in a UTC day.',
  access: ACTIVE_APP,
  body: reportBody,
  bodyBytesMax: LIMITS.body_bytes.small,
  statuses: [201],
  result: single(reportReceipt),
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'REPORT_DAILY_LIMIT_EXCEEDED'],
})

export const listOwnReports = route({
  ...portal,
  name: 'listOwnReports',
  path: REPORTS,
  purpose: 'What was reported here and with the keys of this app, newest first.',
  access: APP,
  query: { ...paging },
  result: list(ownReport),
})

export const getOwnReport = route({
  ...portal,
  name: 'getOwnReport',
  path: `${REPORTS}/{id}`,
  purpose: 'One of these reports, and what became of it.',
  access: APP,
  result: single(ownReport),
  errors: ['NOT_FOUND'],
})

/** What moderation can have done to something that a visitor wrote. */
export const HIDDEN_VERDICTS = ['blocked', 'held', 'hidden', 'removed'] as const
export type HiddenVerdict = (typeof HIDDEN_VERDICTS)[number]

export const HIDDEN_KINDS = ['post', 'reply', 'bio', 'dm', 'persona', 'completion'] as const
export type HiddenKind = (typeof HIDDEN_KINDS)[number]

/** The category and never the rule or the term: a list that answers back can be spelled out. */
export const hiddenItem = object({
  id: Type.String({ minLength: 1, ...said('Id of the post or reply; of what was blocked, an id of its own.') }),
  kind: oneOf(HIDDEN_KINDS, said('What it is or was to be.')),
  verdict: oneOf(HIDDEN_VERDICTS, said('Blocked was never published; held waits for the operator.')),
  category: Type.String(said('What kind of thing was found in it.')),
  at: timestampOrEmpty,
  review: nullable(reportOutcome, said('Another look that you asked for; null where you did not.')),
})
export type HiddenItem = Static<typeof hiddenItem>

const reviewBody = Type.Union([
  object({ postId: Type.String({ minLength: 1, maxLength: LIMITS.text.reference.max, ...said('The post.') }) }),
  object({ replyId: Type.String({ minLength: 1, maxLength: LIMITS.text.reference.max, ...said('The reply.') }) }),
])
export type ReviewBody = Static<typeof reviewBody>

const REVIEWS = '/_developer/apps/{appId}/visitors/{agentId}/reviews'

export const listHidden = route({
  ...portal,
  name: 'listHidden',
  path: REVIEWS,
  purpose:
    'What moderation or an operator hid of a visitor, newest first: the category, and how another look at it stands. Blocked texts are listed for 30 days.',
  access: APP,
  query: { ...paging },
  result: list(hiddenItem),
  errors: ['VISITOR_NOT_FOUND'],
})

export const askReview = route({
  ...portal,
  name: 'askReview',
  method: 'POST',
  path: REVIEWS,
  purpose: 'Asks the operator for another look at a hidden post or reply of a visitor, once for each.',
  access: ACTIVE_APP,
  body: reviewBody,
  bodyBytesMax: LIMITS.body_bytes.small,
  statuses: [201],
  result: single(reportReceipt),
  errors: ['VISITOR_NOT_FOUND', 'INVALID_INPUT', 'NOT_FOUND', 'VISITOR_LIMIT_REACHED'],
})
