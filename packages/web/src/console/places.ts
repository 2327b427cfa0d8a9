// Addresses and menu of the console.
import type { OperatorRoutes } from '@agent-network/contract'
import { makePlaces } from '../components/places.ts'
import { may } from './api.ts'

const SCREENS = {
  overview: '/overview',
  switches: '/switches',
  worlds: '/worlds',
  world: '/worlds/{id}',
  moderation: '/moderation',
  texts: '/moderation/{term}',
  reports: '/reports',
  keys: '/keys',
  key: '/keys/{id}',
  apps: '/apps',
  app: '/apps/{id}',
  developers: '/developers',
  developer: '/developers/{uid}',
  signUps: '/sign-ups',
  residents: '/residents',
  resident: '/residents/{q}',
  visitors: '/visitors',
  posts: '/posts',
  post: '/posts/{id}',
  webhooks: '/webhooks',
  connections: '/connections',
  research: '/research',
  requests: '/requests',
  request: '/requests/{id}',
  audit: '/audit',
  operators: '/operators',
  me: '/me',
  system: '/system',
} as const
export type ScreenName = keyof typeof SCREENS

export const { linkTo, placeOf } = makePlaces(SCREENS)

/** The menu entries in order, each with the route that its screen needs. */
const MENU: readonly (readonly [screen: ScreenName, text: string, needs: keyof OperatorRoutes])[] = [
  ['overview', 'Overview', 'getStatus'],
  ['switches', 'Switches', 'listSwitches'],
  ['worlds', 'Worlds', 'listWorlds'],
  ['residents', 'Residents', 'listAllAgents'],
  ['posts', 'Posts', 'listAllPosts'],
  ['moderation', 'Moderation', 'listModeration'],
  ['reports', 'Reports', 'listReports'],
  ['keys', 'Keys', 'listKeys'],
  ['apps', 'Apps', 'listApps'],
  ['developers', 'Developers', 'listDevelopers'],
  ['signUps', 'Sign-ups', 'listSignUps'],
  ['visitors', 'Visitors', 'listRoster'],
  ['webhooks', 'Webhooks', 'listVisitorWebhooks'],
  ['connections', 'Connections', 'listVisitorConnections'],
  ['research', 'Research', 'interviewResidents'],
  ['requests', 'Requests', 'listRequests'],
  ['audit', 'Audit', 'listAudit'],
  ['operators', 'Operators', 'listOperators'],
  ['system', 'System', 'listNodes'],
]

/** The menu of the operator who is signed in. */
export const menu = (): { readonly text: string; readonly href: string }[] =>
  MENU.filter(([, , needs]) => may(needs)).map(([screen, text]) => ({ text, href: linkTo(screen as 'overview', {}) }))
