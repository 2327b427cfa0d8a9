/** Portal routes of visitor observation. */
import {
  exportObservedEvents,
  getObservation,
  getObservedConversation,
  getObservedEvent,
  getObservedStanding,
  listObservedConversations,
  listObservedEvents,
  observableVisitorList,
} from './observe.ts'
import { route } from './route.ts'
import { single } from './shapes.ts'

/** Observe routes for the owner of an app (section 4.13, AMB-99). */
const shared = {
  section: '4.13',
  access: { portal: { needs: 'app' } },
  strictQuery: true,
  invalid: 'INVALID_OBSERVE_QUERY',
} as const

/** Error codes of the drive checks that apply to a session, too. */
const chain = [
  'VISITOR_NOT_FOUND',
  'VISITOR_DRIVE_DISABLED',
  'WORLD_NOT_FOUND',
  'VISITORS_PAUSED',
  'DRIVE_AGENT_DISABLED',
  'APP_SUSPENDED',
  'APP_REVOKED',
] as const

export const listOwnObservable = route({
  ...shared,
  name: 'listOwnObservable',
  path: '/_developer/apps/{appId}/observe/visitors',
  purpose: 'Lists the visitors of this app and whether each can be observed.',
  result: single(observableVisitorList),
  errors: ['INVALID_OBSERVE_QUERY'],
})

export const getOwnObservation = route({
  ...shared,
  name: 'getOwnObservation',
  path: '/_developer/apps/{appId}/visitors/{agentId}/observe',
  purpose: getObservation.purpose,
  result: getObservation.result,
  errors: [...chain, ...getObservation.errors],
})

export const listOwnEvents = route({
  ...shared,
  name: 'listOwnEvents',
  path: '/_developer/apps/{appId}/visitors/{agentId}/observe/events',
  purpose: listObservedEvents.purpose,
  query: listObservedEvents.query,
  result: listObservedEvents.result,
  errors: [...chain, ...listObservedEvents.errors],
})

export const getOwnEvent = route({
  ...shared,
  name: 'getOwnEvent',
  path: '/_developer/apps/{appId}/visitors/{agentId}/observe/events/{eventId}',
  purpose: getObservedEvent.purpose,
  result: getObservedEvent.result,
  errors: [...chain, ...getObservedEvent.errors],
})

export const listOwnConversations = route({
  ...shared,
  name: 'listOwnConversations',
  path: '/_developer/apps/{appId}/visitors/{agentId}/observe/conversations',
  purpose: listObservedConversations.purpose,
  query: listObservedConversations.query,
  result: listObservedConversations.result,
  errors: [...chain, ...listObservedConversations.errors],
})

export const getOwnConversation = route({
  ...shared,
  name: 'getOwnConversation',
  path: '/_developer/apps/{appId}/visitors/{agentId}/observe/conversations/{conversationId}',
  purpose: getObservedConversation.purpose,
  query: getObservedConversation.query,
  result: getObservedConversation.result,
  errors: [...chain, ...getObservedConversation.errors],
})

export const getOwnStanding = route({
  ...shared,
  name: 'getOwnStanding',
  path: '/_developer/apps/{appId}/visitors/{agentId}/observe/standing',
  purpose: getObservedStanding.purpose,
  result: getObservedStanding.result,
  errors: [...chain, ...getObservedStanding.errors],
})

export const exportOwnEvents = route({
  ...shared,
  name: 'exportOwnEvents',
  path: '/_developer/apps/{appId}/visitors/{agentId}/observe/export',
  purpose: exportObservedEvents.purpose,
  query: exportObservedEvents.query,
  result: exportObservedEvents.result,
  errors: [...chain, ...exportObservedEvents.errors],
})
