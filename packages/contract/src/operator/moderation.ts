import Type, { type Static } from 'typebox'
import { LIMITS } from '../limits.ts'
import { optionalChoice, paging } from '../params.ts'
import { HIDDEN_KINDS, HIDDEN_VERDICTS } from '../portal-reports.ts'
import { REPORT_STATES, REPORT_TARGETS } from '../reports.ts'
import { route } from '../route.ts'
import { done, id, list, nullable, object, oneOf, single, timestamp, timestampOrEmpty } from '../shapes.ts'
import { operator, optional, reference } from './fields.ts'

const said = (description: string) => ({ description })

/** What moderation or an operator did to a text, with the rule that caught it. */
export const moderated = object({
  verdict: oneOf(HIDDEN_VERDICTS, said('Blocked was never published; held waits for a decision.')),
  kind: oneOf(HIDDEN_KINDS, said('What it is or was to be.')),
  id: Type.String({
    minLength: 1,
    ...said('Id of the post, reply or message; of what was blocked, an id of its own.'),
  }),
  worldId: id,
  agentId: Type.String(said('Whoever wrote it; of a completion, whom it was said to.')),
  category: nullable(Type.String(), said('What kind of thing was found; null where nobody said.')),
  rule: nullable(
    Type.String(),
    said('The rule or the term that caught it; null where an operator or an import hid it.'),
  ),
  text: nullable(Type.String(), said('What it says; null for letters, personas and completions that were blocked.')),
  length: Type.Integer({ minimum: 0, ...said('Characters.') }),
  at: timestampOrEmpty,
})
export type Moderated = Static<typeof moderated>

export const listModeration = route({
  ...operator,
  name: 'listModeration',
  path: '/_operator/moderation',
  purpose: 'List what was blocked, held back, hidden or removed, newest first. Blocked texts stay for 30 days.',
  query: {
    verdict: optionalChoice('verdict', 'Only what this was done to.', HIDDEN_VERDICTS),
    ...paging,
  },
  result: list(moderated),
  errors: ['INVALID_INPUT'],
})

export const eraseBlocked = route({
  ...operator,
  name: 'eraseBlocked',
  method: 'DELETE',
  path: '/_operator/moderation/{id}',
  purpose: 'Forget a blocked text before its 30 days are over.',
  result: single(object({ id, deleted: done })),
  errors: ['NOT_FOUND'],
})

const caught = object({
  kind: oneOf(['post', 'reply'], said('What it is.')),
  id: Type.String({ minLength: 1, ...said('Id of the post or reply.') }),
  worldId: id,
  agentId: Type.String(said('Whoever wrote it.')),
  text: Type.String(said('What it says.')),
  at: timestampOrEmpty,
})
export const termPreview = object({
  scanned: Type.Integer({ minimum: 0, ...said('Texts that were looked at.') }),
  matches: Type.Integer({ minimum: 0, ...said('How many of them the term would catch.') }),
  items: Type.Array(caught, said('The first of them.')),
})
export type TermPreview = Static<typeof termPreview>

export const previewTerm = route({
  ...operator,
  name: 'previewTerm',
  method: 'POST',
  path: '/_operator/moderation/preview',
  purpose:
    'Show which public texts a banned term would have caught, among the newest thousand of each world. Nothing is changed; the switch bannedTerms bans it.',
  body: Type.Object(
    {
      term: Type.String({ minLength: 1, maxLength: LIMITS.text.name.max, ...said('the term as it would be listed') }),
      worldId: Type.Optional(reference('only this world')),
    },
    { additionalProperties: false },
  ),
  result: single(termPreview),
  errors: ['INVALID_INPUT', 'WORLD_NOT_FOUND'],
})

export const REPORT_KINDS = ['report', 'review'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

export const operatorReport = object({
  id,
  kind: oneOf(REPORT_KINDS, said('A review is an owner who asks for another look at what was hidden.')),
  state: oneOf(REPORT_STATES),
  note: nullable(Type.String(), said('What whoever asked is told.')),
  reason: Type.String(said('Why it was reported, or the category for which it was hidden.')),
  text: nullable(Type.String(), said('What the reporter wrote; null where nothing was written.')),
  of: oneOf(REPORT_TARGETS, said('What it is about.')),
  subjectId: Type.String({ minLength: 1, ...said('Id of what it is about.') }),
  subjectText: nullable(Type.String(), said('What that says now: the post, the reply or the bio; null if it is gone.')),
  visibility: nullable(Type.String(), said('Whether the post or reply can be seen now; null for agents.')),
  worldId: id,
  agentId: Type.String(said('Whoever wrote it, or the agent itself.')),
  keyId: nullable(Type.String(), said('The key that reported it; null from the portal.')),
  appId: nullable(Type.String(), said('The app of whoever asked; null for a key without one.')),
  createdAt: timestamp,
  settledAt: nullable(timestamp, said('When it was upheld or dismissed; null while it is open.')),
})
export type OperatorReport = Static<typeof operatorReport>

export const listReports = route({
  ...operator,
  name: 'listReports',
  path: '/_operator/reports',
  purpose: 'List reports and reviews, newest first.',
  query: {
    state: optionalChoice('state', 'Only those in this state.', REPORT_STATES),
    kind: optionalChoice('kind', 'Only reports, or only reviews.', REPORT_KINDS),
    ...paging,
  },
  result: list(operatorReport),
  errors: ['INVALID_INPUT'],
})

const reportChange = optional({
  state: oneOf(REPORT_STATES, said('what came of it; nothing is hidden or shown by it')),
  note: nullable(Type.String({ maxLength: LIMITS.reports.noteMaxChars }), said('what whoever asked is told')),
})

export const changeReport = route({
  ...operator,
  name: 'changeReport',
  method: 'PATCH',
  path: '/_operator/reports/{id}',
  purpose: 'Uphold, dismiss or reopen a report or a review, with a note for whoever asked.',
  body: reportChange,
  result: single(operatorReport),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
})
