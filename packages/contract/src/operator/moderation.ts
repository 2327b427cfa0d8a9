/** Operator routes of moderation, reports and reviews. */
import Type, { type Static } from 'typebox'
import { LIMITS } from '../limits.ts'
import { optionalChoice, paging } from '../params.ts'
import { HIDDEN_KINDS, HIDDEN_VERDICTS } from '../portal-reports.ts'
import { REPORT_STATES, REPORT_TARGETS } from '../reports.ts'
import { route } from '../route.ts'
import {
  done,
  id,
  list,
  nullable,
  object,
  oneOf,
  single,
  timestamp,
  timestampOrEmpty,
  withDescription,
} from '../shapes.ts'
import { operator, optional, reference } from './fields.ts'

/** A moderation decision about a text, with the rule that matched. */
export const moderated = object({
  verdict: oneOf(HIDDEN_VERDICTS, withDescription('`blocked`: never published; `held`: waits for a decision.')),
  kind: oneOf(HIDDEN_KINDS, withDescription('Type of the text.')),
  id: Type.String({
    minLength: 1,
    ...withDescription('Id of the post, reply or message; a separate id for blocked texts.'),
  }),
  worldId: id,
  agentId: Type.String(withDescription('Id of the author; for a completion, of the addressed agent.')),
  category: nullable(Type.String(), withDescription('Moderation category; null if unknown.')),
  rule: nullable(
    Type.String(),
    withDescription('The rule or term that matched; null if an operator or an import hid the text.'),
  ),
  text: nullable(Type.String(), withDescription('The text; null for blocked letters, personas and completions.')),
  length: Type.Integer({ minimum: 0, ...withDescription('Length in characters.') }),
  at: timestampOrEmpty,
})
export type Moderated = Static<typeof moderated>

export const listModeration = route({
  ...operator,
  name: 'listModeration',
  path: '/_operator/moderation',
  purpose: 'List blocked, held, hidden and removed texts, newest first. Blocked texts are kept for 30 days.',
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
  purpose: 'Delete a blocked text before its 30 days are over.',
  result: single(object({ id, deleted: done })),
  errors: ['NOT_FOUND'],
})

const caught = object({
  kind: oneOf(['post', 'reply'], withDescription('Type of the text.')),
  id: Type.String({ minLength: 1, ...withDescription('Id of the post or reply.') }),
  worldId: id,
  agentId: Type.String(withDescription('Id of the author.')),
  text: Type.String(withDescription('The text.')),
  at: timestampOrEmpty,
})
export const termPreview = object({
  scanned: Type.Integer({ minimum: 0, ...withDescription('Number of scanned texts.') }),
  matches: Type.Integer({ minimum: 0, ...withDescription('Number of matching texts.') }),
  items: Type.Array(caught, withDescription('The first matches.')),
})
export type TermPreview = Static<typeof termPreview>

export const previewTerm = route({
  ...operator,
  name: 'previewTerm',
  method: 'POST',
  path: '/_operator/moderation/preview',
  purpose:
    'Preview the public texts that a banned term would match, among the newest 1,000 of each world. It changes no data; set the switch bannedTerms to ban the term.',
  body: Type.Object(
    {
      term: Type.String({ minLength: 1, maxLength: LIMITS.text.name.max, ...withDescription('term to test') }),
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
  kind: oneOf(REPORT_KINDS, withDescription('`review`: the owner of a hidden text requests a review.')),
  state: oneOf(REPORT_STATES),
  note: nullable(Type.String(), withDescription('Note to the reporter.')),
  reason: Type.String(withDescription('Reason of the report, or category of the hidden text.')),
  text: nullable(Type.String(), withDescription('Comment of the reporter; null if there is none.')),
  of: oneOf(REPORT_TARGETS, withDescription('Target type.')),
  subjectId: Type.String({ minLength: 1, ...withDescription('Id of the target.') }),
  subjectText: nullable(
    Type.String(),
    withDescription('Current text of the post, reply or bio; null if it was deleted.'),
  ),
  visibility: nullable(Type.String(), withDescription('Visibility of the post or reply; null for agents.')),
  worldId: id,
  agentId: Type.String(withDescription('Id of the author, or of the reported agent.')),
  keyId: nullable(Type.String(), withDescription('Key of the reporter; null for reports from the portal.')),
  appId: nullable(Type.String(), withDescription('App of the reporter; null for a key without an app.')),
  createdAt: timestamp,
  settledAt: nullable(timestamp, withDescription('When it was upheld or dismissed; null while it is open.')),
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
  state: oneOf(REPORT_STATES, withDescription('new state; it does not change the visibility of the text')),
  note: nullable(Type.String({ maxLength: LIMITS.reports.noteMaxChars }), withDescription('note to the reporter')),
})

export const changeReport = route({
  ...operator,
  name: 'changeReport',
  method: 'PATCH',
  path: '/_operator/reports/{id}',
  purpose: 'Uphold, dismiss or reopen a report or a review, with a note to the reporter.',
  body: reportChange,
  result: single(operatorReport),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
})
