import type {
  ObservableVisitorList,
  Observation,
  ObservedConversationPage,
  ObservedEventPage,
  ObservedExport,
  ObservedStanding,
  ObservedTranscript,
} from '@agent-network/contract'
import { fill, queryOf, read } from './api.ts'

/** 4.13 for an owner who has signed in: the same readers that a key has, at the portal. */
export interface Whom {
  readonly appId: string
  readonly agentId: string
}

export interface EventFilters {
  readonly channel?: string
  readonly status?: string
  readonly direction?: string
  readonly from?: string
}

type Query = Readonly<Record<string, string | number | undefined>>

const below = <T>(whom: Whom, suffix: string, query?: Query): Promise<T> =>
  read(fill('_developer/apps/{appId}/visitors/{agentId}/observe', { ...whom }) + suffix + queryOf(query))

export const readObservation = (whom: Whom): Promise<Observation> => below(whom, '')
export const readStanding = (whom: Whom): Promise<ObservedStanding> => below(whom, '/standing')
export const readEvents = (whom: Whom, query: Query): Promise<ObservedEventPage> => below(whom, '/events', query)
export const readExport = (whom: Whom, query: Query): Promise<ObservedExport> => below(whom, '/export', query)
export const readConversations = (whom: Whom, query: Query): Promise<ObservedConversationPage> =>
  below(whom, '/conversations', query)
export const readTranscript = (whom: Whom, conversationId: string, query: Query): Promise<ObservedTranscript> =>
  below(whom, `/conversations/${encodeURIComponent(conversationId)}`, query)

export const listObservable = (appId: string): Promise<ObservableVisitorList> =>
  read(fill('_developer/apps/{appId}/observe/visitors', { appId }))
