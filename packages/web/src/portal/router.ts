// Addresses of the portal screens.
import { makePlaces } from '../components/places.ts'

export const SCREENS = {
  'sign-in': '/sign-in',
  'sign-up': '/sign-up',
  forgot: '/forgot',
  terms: '/terms',
  account: '/account',
  apps: '/apps',
  claim: '/claim',
  consent: '/consent',
  connections: '/connections',
  app: '/apps/{appId}',
  key: '/apps/{appId}/keys/{keyId}',
  visitor: '/apps/{appId}/visitors/{agentId}',
  timeline: '/apps/{appId}/visitors/{agentId}/timeline',
  inbox: '/apps/{appId}/visitors/{agentId}/inbox',
  conversations: '/apps/{appId}/visitors/{agentId}/conversations',
  transcript: '/apps/{appId}/visitors/{agentId}/conversations/{conversationId}',
  webhooks: '/apps/{appId}/visitors/{agentId}/webhooks',
  webhook: '/apps/{appId}/visitors/{agentId}/webhooks/{webhookId}',
  connect: '/apps/{appId}/visitors/{agentId}/connect',
} as const
export type ScreenName = keyof typeof SCREENS

export const { linkTo, placeOf } = makePlaces(SCREENS)

/** The token of a link in an e-mail: `#token=…`. */
export const tokenIn = (hash: string): string | null => /^#token=([\w-]{20,100})$/.exec(hash)?.[1] ?? null
