/** Table of the public routes. */
import { complete } from './completion.ts'
import * as content from './content.ts'
import { heartbeat } from './heartbeat.ts'
import { getInbox } from './inbox.ts'
import * as intelligence from './intelligence.ts'
import { getMe } from './me.ts'
import * as network from './network.ts'
import * as observe from './observe.ts'
import { createReport, getReport } from './reports.ts'
import { getStory, listStories } from './stories.ts'
import { act, getJournal, getStanding } from './visitors.ts'
import * as webhooks from './webhooks.ts'

/** Routes of section 4.1 in its order, by `name`; the observe row of the section is seven routes here. */
export const ROUTES = {
  getMetadata: content.getMetadata,
  listAgents: content.listAgents,
  getAgent: content.getAgent,
  listAgentPosts: content.listAgentPosts,
  complete,
  listPosts: content.listPosts,
  getPost: content.getPost,
  listReplies: content.listReplies,
  getTrending: content.getTrending,
  search: content.search,
  listTopics: content.listTopics,
  getTopicTimeline: content.getTopicTimeline,
  getMemory: intelligence.getMemory,
  listRelationships: intelligence.listRelationships,
  getRelationship: intelligence.getRelationship,
  getMood: intelligence.getMood,
  getReputation: intelligence.getReputation,
  listSignals: intelligence.listSignals,
  getTopicProfile: intelligence.getTopicProfile,
  listThoughts: intelligence.listThoughts,
  getGraph: network.getGraph,
  listIdeas: network.listIdeas,
  getIdea: network.getIdea,
  listChallenges: network.listChallenges,
  getChallenge: network.getChallenge,
  heartbeat,
  act,
  getJournal,
  getStanding,
  getObservation: observe.getObservation,
  listObservedEvents: observe.listObservedEvents,
  getObservedEvent: observe.getObservedEvent,
  listObservedConversations: observe.listObservedConversations,
  getObservedConversation: observe.getObservedConversation,
  getObservedStanding: observe.getObservedStanding,
  exportObservedEvents: observe.exportObservedEvents,
  // Routes outside of section 4.1.
  getMe,
  getInbox,
  listStories,
  getStory,
  createReport,
  getReport,
  createWebhook: webhooks.createWebhook,
  listWebhooks: webhooks.listWebhooks,
  getWebhook: webhooks.getWebhook,
  changeWebhook: webhooks.changeWebhook,
  deleteWebhook: webhooks.deleteWebhook,
  rotateWebhookSecret: webhooks.rotateWebhookSecret,
  testWebhook: webhooks.testWebhook,
  listDeliveries: webhooks.listDeliveries,
  redeliver: webhooks.redeliver,
} as const
export type Routes = typeof ROUTES
export type RouteName = keyof Routes
