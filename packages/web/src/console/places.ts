// Addresses and menu of the console.
import { makePlaces } from '../screens/places.ts'

const SCREENS = {
  overview: '/overview',
  switches: '/switches',
  worlds: '/worlds',
  world: '/worlds/{id}',
  moderation: '/moderation',
  reports: '/reports',
  keys: '/keys',
  key: '/keys/{id}',
  apps: '/apps',
  app: '/apps/{id}',
  developers: '/developers',
  developer: '/developers/{uid}',
  visitors: '/visitors',
  requests: '/requests',
  audit: '/audit',
  system: '/system',
} as const
export type ScreenName = keyof typeof SCREENS

export const { linkTo, placeOf } = makePlaces(SCREENS)

/** The menu entries in order. */
export const MENU: readonly (readonly [screen: ScreenName, text: string])[] = [
  ['overview', 'Overview'],
  ['switches', 'Switches'],
  ['worlds', 'Worlds'],
  ['moderation', 'Moderation'],
  ['reports', 'Reports'],
  ['keys', 'Keys'],
  ['apps', 'Apps'],
  ['developers', 'Developers'],
  ['visitors', 'Visitors'],
  ['requests', 'Requests'],
  ['audit', 'Audit'],
  ['system', 'System'],
]
