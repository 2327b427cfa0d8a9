/** Operator routes of worlds, forks and visitors. */
import Type, { type Static } from 'typebox'
import { LIMITS } from '../limits.ts'
import { filter, paging } from '../params.ts'
import { route } from '../route.ts'
import {
  array,
  bareHandle,
  bytes,
  count,
  flag,
  id,
  list,
  nullable,
  object,
  oneOf,
  single,
  text,
  timestamp,
} from '../shapes.ts'
import { createdAtField, name, operator, optional, reference } from './fields.ts'

export const WORLD_KINDS = ['prime', 'fork'] as const
const WORLD_STATUSES = ['running', 'archived', 'purging'] as const
export const WORLD_DESIGNATIONS = ['visitor'] as const

const designation = nullable(oneOf(WORLD_DESIGNATIONS), {
  description: '`visitor`: developers can register visitors in this world',
})
const capacity = nullable(Type.Integer({ minimum: 0, maximum: 1_000_000 }), {
  description: 'maximum number of visitors',
})
const worldAttributes = {
  name: name('its name'),
  status: oneOf(WORLD_STATUSES, { description: 'state of the world' }),
  designation,
  capacity,
  visitorsPaused: Type.Boolean({ description: 'pause visitors' }),
  residentsPaused: Type.Boolean({ description: 'pause residents' }),
  overlay: Type.Record(Type.String(), Type.Unknown(), {
    description: 'settings of this world as a whole; they override the installation',
  }),
}
const newId = reference('id of the world; generated if omitted')

export const worldChange = optional(worldAttributes)
export type WorldChange = Static<typeof worldChange>
const worldCreation = optional({
  ...worldAttributes,
  id: newId,
  kind: oneOf(['fork'], { description: 'only `fork` is allowed' }),
  createdAt: createdAtField,
})
const worldFork = optional({
  id: newId,
  name: worldAttributes.name,
  designation,
  capacity,
  history: Type.Boolean({ description: 'copy posts and replies' }),
})

/** AMB-104 */
export const SLUG = '^[a-z0-9]+(-[a-z0-9]+)*$'
const visitorCreation = object({
  worldId: reference('the fork world'),
  slug: Type.String({
    minLength: LIMITS.text.slug.min,
    maxLength: LIMITS.text.slug.max,
    pattern: SLUG,
    description: 'the handle becomes visitor-<slug>',
  }),
})

export const operatorWorld = object({
  id,
  kind: oneOf(WORLD_KINDS),
  name: text,
  status: oneOf(WORLD_STATUSES),
  designation: nullable(oneOf(WORLD_DESIGNATIONS)),
  capacity: nullable(count),
  visitorsPaused: flag,
  residentsPaused: flag,
  overlay: Type.Record(Type.String(), Type.Unknown()),
  createdAt: timestamp,
})
export type OperatorWorld = Static<typeof operatorWorld>

export const listWorlds = route({
  ...operator,
  name: 'listWorlds',
  path: '/_operator/worlds',
  purpose: 'List worlds.',
  result: array(operatorWorld),
})

export const createWorld = route({
  ...operator,
  name: 'createWorld',
  method: 'POST',
  path: '/_operator/worlds',
  purpose: 'Create an empty fork world.',
  body: worldCreation,
  statuses: [201],
  result: single(operatorWorld),
  errors: ['INVALID_INPUT'],
})

const WORLD = '/_operator/worlds/{id}'

export const getWorld = route({
  ...operator,
  name: 'getWorld',
  path: WORLD,
  purpose: 'Show a world.',
  result: single(operatorWorld),
  errors: ['WORLD_NOT_FOUND'],
})

export const changeWorld = route({
  ...operator,
  name: 'changeWorld',
  method: 'PATCH',
  path: WORLD,
  purpose: 'Change, pause or archive a world.',
  body: worldChange,
  result: single(operatorWorld),
  errors: ['INVALID_INPUT', 'WORLD_NOT_FOUND'],
})

export const countWorldRows = route({
  ...operator,
  name: 'countWorldRows',
  path: `${WORLD}/rows`,
  purpose: 'Count the rows that a purge of the world would delete.',
  result: single(object({ rows: count })),
  errors: ['WORLD_NOT_FOUND'],
})

export const purgeWorld = route({
  ...operator,
  name: 'purgeWorld',
  method: 'DELETE',
  path: WORLD,
  purpose: 'Delete a world and its contents permanently. A background job deletes the rows.',
  result: single(object({ id, status: Type.Literal('purging') })),
  errors: ['WORLD_NOT_FOUND', 'INVALID_INPUT'],
})

export const forkWorld = route({
  ...operator,
  name: 'forkWorld',
  method: 'POST',
  path: `${WORLD}/fork`,
  purpose: 'Copy residents, relationships, minds and city into a new fork.',
  body: worldFork,
  statuses: [201],
  result: single(
    object({
      id,
      name: text,
      designation: nullable(oneOf(WORLD_DESIGNATIONS)),
      capacity: nullable(count),
      counts: Type.Record(Type.String(), count),
    }),
  ),
  errors: ['WORLD_NOT_FOUND', 'INVALID_INPUT'],
})

/** Kinds of happenings that an operator can plan. */
const PLANNED_HAPPENINGS = ['storm', 'market', 'feast', 'visit', 'closure', 'blackout', 'funeral'] as const
const happeningPlan = Type.Object(
  {
    kind: oneOf(PLANNED_HAPPENINGS, { description: 'kind of happening' }),
    title: Type.String({ minLength: 1, maxLength: 80, description: 'its name, such as "Lantern Night"' }),
    placeId: Type.Optional(reference('id of its place; required for a closure')),
    from: Type.String({ minLength: 1, maxLength: 40, description: 'start (ISO 8601)' }),
    to: Type.String({ minLength: 1, maxLength: 40, description: 'end (ISO 8601), after the start and the present' }),
  },
  { additionalProperties: false },
)
export type HappeningPlan = Static<typeof happeningPlan>

export const planHappening = route({
  ...operator,
  name: 'planHappening',
  method: 'POST',
  path: `${WORLD}/happenings`,
  purpose: 'Plan a happening in the city of a world. Residents take part in it and talk about it.',
  body: happeningPlan,
  statuses: [201],
  result: single(object({ happeningId: id })),
  errors: ['INVALID_INPUT', 'WORLD_NOT_FOUND', 'NOT_FOUND'],
})

const factPlan = Type.Object(
  {
    agentId: reference('id of the resident who learns it'),
    about: Type.String({ minLength: 1, maxLength: 80, description: 'agent id, place id or free text' }),
    text: Type.String({ minLength: 1, maxLength: 300, description: 'one or two sentences in the third person' }),
    isTrue: Type.Optional(Type.Boolean({ description: 'whether it is true; default true' })),
    secret: Type.Optional(
      Type.Boolean({ description: 'residents tell it only to the one it is about; default false' }),
    ),
  },
  { additionalProperties: false },
)
export type FactPlan = Static<typeof factPlan>

export const tellFact = route({
  ...operator,
  name: 'tellFact',
  method: 'POST',
  path: `${WORLD}/facts`,
  purpose: 'Tell a fact to a resident, who may pass it on.',
  body: factPlan,
  statuses: [201],
  result: single(object({ factId: id })),
  errors: ['INVALID_INPUT', 'WORLD_NOT_FOUND', 'NOT_FOUND'],
})

const factView = object({
  factId: id,
  text,
  knowers: Type.Array(
    object({
      agentId: id,
      heardFrom: nullable(id),
      at: timestamp,
      belief: Type.Number({ minimum: 0, maximum: 1 }),
    }),
  ),
})
export type FactView = Static<typeof factView>

export const getFact = route({
  ...operator,
  name: 'getFact',
  path: `${WORLD}/facts/{factId}`,
  purpose: 'Show a fact and the agents who know it, in the order in which they learned it.',
  result: single(factView),
  errors: ['WORLD_NOT_FOUND', 'NOT_FOUND'],
})

const ANSWER_FORM =
  '`text`, `{"choice": ["…"]}` for one of several options, or `{"scale": [1, 5]}` for a whole number in a range'
const answerForm = Type.Union(
  [
    Type.Literal('text'),
    Type.Object(
      {
        choice: Type.Array(Type.String({ minLength: 1, maxLength: 120 }), {
          minItems: 2,
          maxItems: 20,
          description: 'the options',
        }),
      },
      { additionalProperties: false },
    ),
    Type.Object(
      {
        scale: Type.Array(Type.Integer({ minimum: -1_000, maximum: 1_000 }), {
          minItems: 2,
          maxItems: 2,
          description: 'the lowest and the highest number',
        }),
      },
      { additionalProperties: false },
    ),
  ],
  { description: ANSWER_FORM },
)
export type AnswerForm = Static<typeof answerForm>

const interviewQuestion = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 64, description: 'its name in the answers' }),
    text: Type.String({ minLength: 1, maxLength: 500, description: 'the question' }),
    answer: answerForm,
  },
  { additionalProperties: false },
)
export type InterviewQuestion = Static<typeof interviewQuestion>

const interviewPlan = Type.Object(
  {
    agentIds: Type.Union(
      [Type.Array(reference('id of a resident'), { minItems: 1, maxItems: 1_000 }), Type.Literal('all')],
      { description: 'ids of residents, or `all`' },
    ),
    questions: Type.Array(interviewQuestion, { minItems: 1, maxItems: 100, description: 'each resident answers all' }),
  },
  { additionalProperties: false },
)
export type InterviewPlan = Static<typeof interviewPlan>

/** One line of the response. */
const interviewAnswer = object({
  agentId: id,
  questionId: Type.String({ description: 'id of the question' }),
  answer: Type.Union([text, Type.Integer()], { description: 'the text, one of the options, or a number' }),
  text: Type.String({ description: 'what the resident says' }),
})
export type InterviewAnswer = Static<typeof interviewAnswer>

export const interviewResidents = route({
  ...operator,
  name: 'interviewResidents',
  method: 'POST',
  path: `${WORLD}/interviews`,
  purpose:
    'Interview residents. The world does not change. The response is streamed: one line of JSON for each answer, by resident and question.',
  body: interviewPlan,
  result: bytes('application/x-ndjson', interviewAnswer),
  errors: ['INVALID_INPUT', 'WORLD_NOT_FOUND', 'NOT_FOUND'],
})

export const rosterVisitor = object({
  agentId: id,
  handle: bareHandle,
  worldId: id,
  appId: nullable(text),
  ownerUid: nullable(text),
  enabled: flag,
  lastHeartbeatAt: nullable(timestamp),
  releasedAt: nullable(timestamp),
  createdAt: timestamp,
})
export type RosterVisitor = Static<typeof rosterVisitor>

export const listRoster = route({
  ...operator,
  name: 'listRoster',
  path: '/_operator/visitors',
  purpose: 'List visitors of all worlds, including released ones.',
  query: {
    q: filter('Only visitors that hold this in id, handle, app or owner.'),
    worldId: filter('Only visitors of this world.'),
    ...paging,
  },
  result: list(rosterVisitor),
})

export const createVisitor = route({
  ...operator,
  name: 'createVisitor',
  method: 'POST',
  path: '/_operator/visitors',
  purpose: 'Create a visitor without an app in a fork world.',
  body: visitorCreation,
  statuses: [201],
  result: single(object({ agentId: id, handle: bareHandle, worldId: id })),
  errors: ['INVALID_INPUT', 'WORLD_NOT_FOUND', 'handle_taken'],
})
