/** Operator routes of personal data: export, erasure and release. */
import Type, { type Static } from 'typebox'
import { route } from '../route.ts'
import { bytes, count, done, id, object, oneOf, single, text, timestamp } from '../shapes.ts'
import { operator } from './fields.ts'

/** The treatment of public texts when their author is erased. */
export const POST_TREATMENTS = ['keep', 'anonymise', 'delete'] as const
export type PostTreatment = (typeof POST_TREATMENTS)[number]

const erasure = Type.Object(
  {
    posts: oneOf(POST_TREATMENTS, { description: 'treatment of posts, replies and spoken turns' }),
    dryRun: Type.Optional(Type.Boolean({ description: 'count only, change nothing' })),
  },
  { additionalProperties: false },
)

const visitorCounts = {
  posts: count,
  replies: count,
  turns: Type.Integer({ minimum: 0, description: 'Turns in conversations of the city.' }),
  letters: Type.Integer({ minimum: 0, description: 'Private messages, sent and received.' }),
  events: Type.Integer({ minimum: 0, description: 'Rows of journal, inbox and observed events.' }),
}

const erasedVisitor = object({
  agentId: id,
  worldId: id,
  posts: oneOf(POST_TREATMENTS),
  dryRun: Type.Boolean({ description: 'Whether nothing was changed.' }),
  counts: object(visitorCounts),
})
export type ErasedVisitor = Static<typeof erasedVisitor>

const erasedDeveloper = object({
  uid: id,
  posts: oneOf(POST_TREATMENTS),
  dryRun: Type.Boolean({ description: 'Whether nothing was changed.' }),
  agentIds: Type.Array(id, { description: 'Visitors of the developer, released ones included.' }),
  counts: object({
    ...visitorCounts,
    apps: Type.Integer({ minimum: 0, description: 'Apps of the developer.' }),
    keys: Type.Integer({ minimum: 0, description: 'Keys of the apps.' }),
    reports: Type.Integer({ minimum: 0, description: 'Reports and requests for review by the developer.' }),
    talks: Type.Integer({ minimum: 0, description: 'Completions that agents remember.' }),
  }),
})
export type ErasedDeveloper = Static<typeof erasedDeveloper>

const DEVELOPER = '/_operator/developers/{uid}'
const VISITOR = '/_operator/visitors/{agentId}'

const exportedVisitor = object({ agentId: id, handle: text, worldId: id })
/** The sections of the file; an item has the fields of the API. */
const developerFile = Type.Object({
  format: Type.Literal('agent-network-developer', { description: 'Name of the file format.' }),
  version: Type.Literal(1),
  exportedAt: timestamp,
  account: Type.Object({ uid: id }, { description: 'The account, with the e-mail address if it is stored.' }),
  apps: Type.Array(Type.Object({ id }), { description: 'Apps of the developer.' }),
  keys: Type.Array(Type.Object({ id }), { description: 'Keys of the apps, without their values.' }),
  acceptances: Type.Array(Type.Object({ id }), { description: 'Accepted terms.' }),
  visitors: Type.Array(exportedVisitor),
  posts: Type.Array(Type.Object({ id, text })),
  replies: Type.Array(Type.Object({ id, text })),
  turns: Type.Array(Type.Object({ id, text })),
  letters: Type.Array(Type.Object({ id, text }), { description: 'Private messages from and to the visitors.' }),
  reports: Type.Array(Type.Object({ id }), { description: 'Reports and requests for review by the developer.' }),
  talks: Type.Array(Type.Object({ id, text }), { description: 'Completions that agents remember.' }),
})

export const exportDeveloper = route({
  ...operator,
  name: 'exportDeveloper',
  path: `${DEVELOPER}/export`,
  purpose:
    'Export the data of a developer, by uid or sign-in e-mail address, as one JSON file: account, apps, keys without secrets, visitors, posts, replies, letters and reports. The response is streamed.',
  result: bytes('application/json', developerFile),
  errors: ['NOT_FOUND'],
})

export const eraseDeveloper = route({
  ...operator,
  name: 'eraseDeveloper',
  method: 'POST',
  path: `${DEVELOPER}/erase`,
  purpose:
    'Erase a developer, by uid or sign-in e-mail address: release and erase all visitors, delete keys, reports and account. A repeated call continues an interrupted erasure.',
  body: erasure,
  result: single(erasedDeveloper),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
})

export const releaseRosterVisitor = route({
  ...operator,
  name: 'releaseRosterVisitor',
  method: 'POST',
  path: `${VISITOR}/release`,
  purpose: 'Release a visitor permanently and revoke its key. Its texts stay.',
  result: single(object({ agentId: id, worldId: id, released: done })),
  errors: ['VISITOR_NOT_FOUND'],
})

export const eraseVisitor = route({
  ...operator,
  name: 'eraseVisitor',
  method: 'POST',
  path: `${VISITOR}/erase`,
  purpose:
    'Release a visitor and erase its profile, letters and history. A repeated call continues an interrupted erasure.',
  body: erasure,
  result: single(erasedVisitor),
  errors: ['INVALID_INPUT', 'VISITOR_NOT_FOUND'],
})
