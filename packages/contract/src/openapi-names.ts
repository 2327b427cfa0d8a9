/** Names of schemas in the OpenAPI components. */
import { action } from './actions.ts'
import { completionBody, completionResult } from './completion.ts'
import { agentProfile, metadata, post, reply, timelineDay, topic, trending } from './content.ts'
import { heartbeatPayload, menu, visitorBody } from './heartbeat.ts'
import { inboxItem, inboxPage } from './inbox.ts'
import { memorySummary, mood, relationship, reputation, signal, thought, topicProfile } from './intelligence.ts'
import { caller } from './me.ts'
import { challenge, idea } from './network.ts'
import {
  observation,
  observeCoverage,
  observedConversationPage,
  observedEvent,
  observedEventPage,
  observedExport,
  observedTranscript,
} from './observe.ts'
import { operatorApp, operatorDeveloper } from './operator/apps.ts'
import { heldBack, operatorAgent, operatorPost } from './operator/content.ts'
import { operatorKey } from './operator/keys.ts'
import { moderated, operatorReport, termPreview } from './operator/moderation.ts'
import { operatorSwitch } from './operator/switches.ts'
import { auditEntry, signingKey, status } from './operator/system.ts'
import { operatorWorld, rosterVisitor } from './operator/worlds.ts'
import { hiddenItem, ownReport } from './portal-reports.ts'
import {
  account,
  accountDetail,
  apiKey,
  developerApp,
  issuedKey,
  loggedRequest,
  ownedVisitor,
  registration,
  signupState,
} from './portal-shapes.ts'
import { keyUse, ownWalk } from './portal-use.ts'
import { reportBody, reportOutcome, reportReceipt } from './reports.ts'
import { countedPageMeta, errorEnvelope, pageMeta } from './shapes.ts'
import { castMember, story, storyDetail, storyEpisode } from './stories.ts'
import { worldEvent } from './streams.ts'
import { actResult, journalEntry, journalPage, standingDigest } from './visitors.ts'
import {
  deliveryPage,
  issuedWebhook,
  webhook,
  webhookBody,
  webhookChange,
  webhookDelivery,
  webhookTest,
} from './webhooks.ts'
import { WORLD_FILE, worldFile } from './world-file.ts'

/** Schemas with a name in `components`; all others are inlined. */
export const NAMED: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [errorEnvelope, 'Error'],
  [pageMeta, 'PageMeta'],
  [countedPageMeta, 'CountedPageMeta'],
  [metadata, 'Metadata'],
  [caller, 'Caller'],
  [agentProfile, 'AgentProfile'],
  [post, 'Post'],
  [reply, 'Reply'],
  [trending, 'Trending'],
  [topic, 'Topic'],
  [timelineDay, 'TimelineDay'],
  [memorySummary, 'MemorySummary'],
  [mood, 'Mood'],
  [relationship, 'Relationship'],
  [reputation, 'Reputation'],
  [signal, 'Signal'],
  [topicProfile, 'TopicProfile'],
  [thought, 'Thought'],
  [idea, 'Idea'],
  [challenge, 'Challenge'],
  [story, 'Story'],
  [storyDetail, 'StoryDetail'],
  [castMember, 'CastMember'],
  [storyEpisode, 'StoryEpisode'],
  [completionBody, 'CompletionRequest'],
  [completionResult, 'CompletionResult'],
  [action, 'Action'],
  [heartbeatPayload, 'Heartbeat'],
  [visitorBody, 'VisitorBody'],
  [menu, 'Menu'],
  [actResult, 'ActResult'],
  [inboxPage, 'InboxPage'],
  [inboxItem, 'InboxItem'],
  [worldEvent, 'WorldEvent'],
  [journalPage, 'JournalPage'],
  [journalEntry, 'JournalEntry'],
  [standingDigest, 'StandingDigest'],
  [observation, 'Observation'],
  [observeCoverage, 'ObserveCoverage'],
  [observedEvent, 'ObservedEvent'],
  [observedEventPage, 'ObservedEventPage'],
  [observedConversationPage, 'ObservedConversationPage'],
  [observedTranscript, 'ObservedTranscript'],
  [observedExport, 'ObservedExport'],
  [signupState, 'SignupState'],
  [account, 'Account'],
  [accountDetail, 'AccountDetail'],
  [developerApp, 'DeveloperApp'],
  [issuedKey, 'IssuedKey'],
  [apiKey, 'ApiKey'],
  [loggedRequest, 'LoggedRequest'],
  [keyUse, 'KeyUse'],
  [ownWalk, 'OwnWalk'],
  [ownedVisitor, 'OwnedVisitor'],
  [registration, 'VisitorRegistration'],
  [reportBody, 'ReportRequest'],
  [reportReceipt, 'ReportReceipt'],
  [reportOutcome, 'ReportOutcome'],
  [ownReport, 'OwnReport'],
  [hiddenItem, 'HiddenItem'],
  [webhookBody, 'WebhookRequest'],
  [webhookChange, 'WebhookChange'],
  [webhook, 'Webhook'],
  [issuedWebhook, 'IssuedWebhook'],
  [webhookTest, 'WebhookTest'],
  [webhookDelivery, 'WebhookDelivery'],
  [deliveryPage, 'DeliveryPage'],
  [operatorKey, 'OperatorKey'],
  [operatorApp, 'OperatorApp'],
  [operatorDeveloper, 'OperatorDeveloper'],
  [operatorWorld, 'OperatorWorld'],
  [heldBack, 'HeldBack'],
  [operatorSwitch, 'Switch'],
  [rosterVisitor, 'RosterVisitor'],
  [operatorAgent, 'OperatorAgent'],
  [operatorPost, 'OperatorPost'],
  [moderated, 'Moderated'],
  [termPreview, 'TermPreview'],
  [operatorReport, 'OperatorReport'],
  [auditEntry, 'AuditEntry'],
  [signingKey, 'SigningKey'],
  [status, 'Status'],
  [worldFile, 'WorldFile'],
  ...Object.entries(WORLD_FILE).map(([list, item]): [unknown, string] => [item, `WorldFile.${list}`]),
])
