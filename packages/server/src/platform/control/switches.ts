// Runtime switches: defaults, reading, writing, world overlays and faults.
import { isIP } from 'node:net'
import { SIGNUP_MODES, type SwitchType } from '@agent-network/contract'
import { isJsonObject } from '../core/json.ts'
import { nearestName } from '../core/text.ts'
import type { Read, Tx } from '../db/database.ts'
import type { World } from '../worlds/worlds.ts'

/**
 * All runtime switches with their defaults. Values are stored as the operator sent them and interpreted when read: a
 * gate opens only on literal true, a list counts only if all its items are strings.
 */
export const SWITCHES = {
  externalAgentInvokeEnabled: false,
  externalAgentInvokeMaxOutputTokens: null,
  openaiDoorEnabled: false,
  mcpEnabled: false,
  mcpOAuthEnabled: false,
  visitorDriveEnabled: false,
  visitorJournalEnabled: false,
  visitorJournalCanaryWorldIds: [],
  visitorStandingDigestEnabled: false,
  visitorObserveEnabled: false,
  visitorObserveCanaryWorldIds: [],
  visitorObserveDailyReadCeiling: 0,
  visitorObserveReadsPerMinute: 0,
  visitorObserveDailyCaptureCeiling: 0,
  visitorHeartbeatIntervalMinutes: 20,
  developerPortalEnabled: true,
  developerSignupsEnabled: false,
  developerSignupMode: 'open',
  signupBlockedAddresses: [],
  signupBlockedEmailDomains: [],
  visitorSelfServeEnabled: false,
  joinRequestsEnabled: false,
  webhooksEnabled: false,
  sandboxWorldIds: [],
  repostsEnabled: true,
  privateMessagingEnabled: true,
  followEnabled: true,
  cityPhysicalLayerEnabled: true,
  cityMovementEnabled: true,
  publicCityViewEnabled: true,
  cityJourneyMasterEnabled: true,
  cityDailyReplyCap: 200,
  cityDailyPostCap: 60,
  cityDailyRepostCap: 60,
  cityDailyDmCap: 120,
  cityPostCooldownSeconds: 0,
  cityThreadReplyCap: 40,
  forkDailyActionBudget: 100_000,
  journeyOutboxDailyBudget: 5_000,
  cityDailyLikeLimit: 100_000,
  cityDailyFollowLimit: 20_000,
  visitorFence: {},
  publicSiteEnabled: false,
  publicSiteShows: ['content', 'minds', 'network', 'city'],
  publicSiteWorldIds: [],
  corsAllowedOrigins: [],
  searchMode: 'index',
  developerTermsVersion: '2026-01',
  developerTermsText:
    'You may read what the network publishes and call the agents your key allows. Keep keys on your servers, stay within the published limits, and do not present what an agent says as the words of a person.',
  visitorTermsVersion: '2026-01',
  visitorTermsText:
    'What your visitor posts becomes part of the public record of its world and stays there when the visitor is released. You answer for what it says. Do not submit personal data of other people.',
  a2aCardRequestsPerMinutePerIp: 60,
  llmBreakerFailures: 5,
  llmBreakerOpenSeconds: 60,
  llmTimeoutSeconds: 30,
  lifeDailyTokenBudget: 1_000_000,
  modelDailyTokenBudget: null,
  modelMonthlyTokenBudget: null,
  modelDailyCostBudget: null,
  modelMonthlyCostBudget: null,
  llmPricePerMillionTokens: null,
  standingScanLimit: 5_000,
  standingBuildAttemptsPerDay: 3,
  bannedTerms: [],
  developerRateLimitPerMinute: null,
  addressRateLimitPerMinute: null,
  completionConcurrencyPerKey: null,
  postRetentionDays: null,
  auditRetentionDays: null,
  reportRetentionDays: null,
  requestLogRetentionDays: 7,
} as const satisfies Record<string, unknown>

export type SwitchName = keyof typeof SWITCHES
export const isSwitchName = (name: string): name is SwitchName => Object.hasOwn(SWITCHES, name)

/** The switch most similar to an unknown name. */
export const nearestSwitch = (name: string): SwitchName | null =>
  nearestName(name, Object.keys(SWITCHES) as SwitchName[])

/** World overlays may override only these: a world cannot widen a gate. */
export const CITY_SWITCHES: ReadonlySet<SwitchName> = new Set<SwitchName>([
  'repostsEnabled',
  'privateMessagingEnabled',
  'followEnabled',
  'cityPhysicalLayerEnabled',
  'cityMovementEnabled',
  'publicCityViewEnabled',
  'cityJourneyMasterEnabled',
  'cityDailyReplyCap',
  'cityDailyPostCap',
  'cityDailyRepostCap',
  'cityDailyDmCap',
  'cityPostCooldownSeconds',
  'cityThreadReplyCap',
  'forkDailyActionBudget',
  'journeyOutboxDailyBudget',
  'cityDailyLikeLimit',
  'cityDailyFollowLimit',
  'visitorFence',
  'lifeDailyTokenBudget',
])

export type Switches = Readonly<Record<SwitchName, unknown>>

/** Stored rows over the defaults, some of which start settings may replace. A row that cannot be parsed counts as invalid, which closes its gate. */
export function readSwitches(
  rows: readonly { name: string; value: string }[],
  defaults: Readonly<Partial<Record<SwitchName, unknown>>> = {},
): Switches {
  const switches: Record<string, unknown> = { ...SWITCHES, ...defaults }
  for (const { name, value } of rows) {
    if (!isSwitchName(name)) continue
    try {
      switches[name] = JSON.parse(value)
    } catch {
      switches[name] = null
    }
  }
  return switches as Switches
}

export const isGateOpen = (switches: Switches, name: SwitchName): boolean => switches[name] === true

export const listSwitch = (switches: Switches, name: SwitchName): readonly string[] => {
  const value = switches[name]
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : []
}

/** Whether a world is a sandbox: no probation, a visitor cap of its own, and residents that answer at once (AMB-147). */
export const isSandbox = (switches: Switches, worldId: string | null): boolean =>
  worldId !== null && listSwitch(switches, 'sandboxWorldIds').includes(worldId)

export const textSwitch = (switches: Switches, name: SwitchName): string => {
  const value = switches[name]
  return typeof value === 'string' ? value : String(SWITCHES[name])
}

/** AMB-119: a value that is not a finite number reads as the default. */
export const numberSwitch = (switches: Switches, name: SwitchName): number => {
  const value = switches[name]
  return typeof value === 'number' && Number.isFinite(value) ? value : Number(SWITCHES[name])
}

/** A retention in whole days; null without one. Values below one day count as not set, so that a typo deletes nothing. */
export const retentionDays = (switches: Switches, name: SwitchName): number | null => {
  const value = switches[name]
  return typeof value === 'number' && value >= 1 && value < 100_000 ? Math.floor(value) : null
}

/** Some switches as a transaction sees them; the others have their defaults. */
export const readSwitchesNamed = async (read: Read, names: readonly SwitchName[]): Promise<Switches> =>
  readSwitches(await read.sql.selectFrom('settings').selectAll().where('name', 'in', names).execute())

/** The stored values, for recording what a change replaced. */
export const storedSwitches = async (read: Read): Promise<Switches> =>
  readSwitches(await read.sql.selectFrom('settings').selectAll().execute())

/** `null` removes the operator's value, so that the default applies again. */
export async function writeSwitches(tx: Tx, patch: Readonly<Record<string, unknown>>): Promise<void> {
  tx.touchControl()
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) await tx.sql.deleteFrom('settings').where('name', '=', name).execute()
    else
      await tx.sql
        .insertInto('settings')
        .values({ name, value: JSON.stringify(value) })
        .onConflict((c) => c.column('name').doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })))
        .execute()
  }
}

/** The switches of one world: its overlay replaces only city settings. */
export function citySwitches(switches: Switches, world: World): Switches {
  const names = Object.keys(world.overlay).filter((name) => CITY_SWITCHES.has(name as SwitchName))
  if (names.length === 0) return switches
  return { ...switches, ...Object.fromEntries(names.map((name) => [name, world.overlay[name]])) }
}

/** Limits that prevent residents and visitors from flooding each other (1.24), with their defaults. */
const DEFAULTS = {
  maxResidentRepliesPerVisitorPerDay: 40,
  maxInvitesPerVisitorPerDay: 6,
  maxChessChallengesPerVisitorPerDay: 3,
  maxConversationsPerVisitorPerDay: 6,
  conversationCooldownMinutes: 30,
  recentPartnerHours: 12,
}
export type VisitorLimits = Readonly<typeof DEFAULTS> & { readonly residentDmToVisitorEnabled: boolean }

const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0

/** The switch `visitorFence` contains all limits. A missing or invalid member has its default (AMB-135). */
export function visitorLimitsOf(city: Switches): VisitorLimits {
  const set = (city.visitorFence ?? {}) as Record<string, unknown>
  const amounts = Object.entries(DEFAULTS).map(([name, usual]) => [name, isAmount(set[name]) ? set[name] : usual])
  return {
    ...(Object.fromEntries(amounts) as typeof DEFAULTS),
    residentDmToVisitorEnabled: set.residentDmToVisitorEnabled !== false,
  }
}

/** A stored value of the wrong type, and how the server reads it. */
export interface SwitchFault {
  readonly name: SwitchName
  readonly value: unknown
  readonly expected: string
  readonly effect: string
}

interface Kind {
  readonly type: SwitchType
  readonly expected: string
  readonly fits: (value: unknown) => boolean
  readonly effect: (name: SwitchName) => string
}

const defaultEffect = (name: SwitchName): string => `the default holds: ${JSON.stringify(SWITCHES[name])}`

const GATE: Kind = {
  type: 'gate',
  expected: 'true or false',
  fits: (value) => typeof value === 'boolean',
  effect: () => 'it counts as off',
}
const NUMBER: Kind = {
  type: 'number',
  expected: 'a number',
  fits: (value) => typeof value === 'number' && Number.isFinite(value),
  effect: defaultEffect,
}
const TEXT: Kind = {
  type: 'text',
  expected: 'a text',
  fits: (value) => typeof value === 'string',
  effect: defaultEffect,
}
const LIST: Kind = {
  type: 'list',
  expected: 'a list of texts',
  fits: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  effect: () => 'the list counts as empty',
}
const OBJECT: Kind = {
  type: 'object',
  expected: 'an object',
  fits: isJsonObject,
  effect: () => 'all its members have their defaults',
}
/** An address or a CIDR range; null for any other text. */
export function addressRange(text: string): { address: string; prefix: number; family: 'ipv4' | 'ipv6' } | null {
  const [address = '', prefixText, ...rest] = text.trim().split('/')
  const bits = { 0: null, 4: 32, 6: 128 }[isIP(address)] ?? null
  if (bits === null || rest.length > 0 || !/^\d{1,3}$/.test(prefixText ?? '0')) return null
  const prefix = prefixText === undefined ? bits : Number(prefixText)
  return prefix > bits ? null : { address, prefix, family: bits === 32 ? 'ipv4' : 'ipv6' }
}

/** Switches whose values have a format of their own. */
const OWN_KINDS: Partial<Record<SwitchName, Kind>> = {
  developerSignupMode: {
    ...TEXT,
    expected: SIGNUP_MODES.join(', '),
    fits: (value) => SIGNUP_MODES.some((mode) => mode === value),
    effect: () => 'it counts as approval',
  },
  signupBlockedAddresses: {
    ...LIST,
    expected: 'a list of addresses and ranges such as 203.0.113.0/24',
    fits: (value) => LIST.fits(value) && (value as string[]).every((text) => addressRange(text) !== null),
    effect: () => 'what is not an address or a range is ignored',
  },
}
const UNSET_NUMBER: Kind = { ...NUMBER, effect: () => 'it counts as not set' }

/** The kind follows from the default's type. A switch without a default takes a number. */
function kindOf(name: SwitchName): Kind {
  const own = OWN_KINDS[name]
  if (own !== undefined) return own
  const standard: unknown = SWITCHES[name]
  if (standard === null) return UNSET_NUMBER
  if (typeof standard === 'boolean') return GATE
  if (typeof standard === 'number') return NUMBER
  if (typeof standard === 'string') return TEXT
  return Array.isArray(standard) ? LIST : OBJECT
}

export const switchType = (name: SwitchName): SwitchType => kindOf(name).type

/** The fault of a value, or null. An absent value is valid: the default applies. */
export function switchFault(name: SwitchName, value: unknown): SwitchFault | null {
  const kind = kindOf(name)
  if (value === null || value === SWITCHES[name] || kind.fits(value)) return null
  return { name, value, expected: kind.expected, effect: kind.effect(name) }
}

export const switchFaults = (switches: Switches): SwitchFault[] =>
  (Object.keys(SWITCHES) as SwitchName[]).flatMap((name) => switchFault(name, switches[name]) ?? [])

export const SWITCH_GROUPS = [
  'Protocols',
  'Visitors',
  'City',
  'Public site',
  'Developers',
  'Models',
  'Limits',
  'Moderation',
  'Retention',
] as const
type Group = (typeof SWITCH_GROUPS)[number]

/** Group and description of each switch. */
export const SWITCH_TEXTS: Readonly<Record<SwitchName, readonly [group: Group, about: string]>> = {
  externalAgentInvokeEnabled: [
    'Protocols',
    'Completions: keys may talk with residents over REST, A2A and OpenAI clients.',
  ],
  openaiDoorEnabled: ['Protocols', 'The OpenAI-compatible interface at /openai/v1.'],
  mcpEnabled: ['Protocols', 'MCP at /mcp.'],
  mcpOAuthEnabled: ['Protocols', 'OAuth for MCP: programs sign in at /mcp by the consent of a person.'],
  visitorDriveEnabled: ['Protocols', 'Driving of visitors: heartbeats, actions and streams.'],
  corsAllowedOrigins: ['Protocols', 'Web origins whose pages may call the API.'],
  searchMode: ['Protocols', 'Search mode: index or scan.'],
  a2aCardRequestsPerMinutePerIp: ['Protocols', 'Agent card requests per address and minute.'],
  visitorJournalEnabled: ['Visitors', 'Visitors may read the journal of their actions.'],
  visitorJournalCanaryWorldIds: ['Visitors', 'Worlds with the journal; requires visitorJournalEnabled.'],
  visitorStandingDigestEnabled: ['Visitors', 'Visitors may read the digest of how residents responded to them.'],
  visitorObserveEnabled: ['Visitors', 'Owners may observe what happens to their visitors.'],
  visitorObserveCanaryWorldIds: ['Visitors', 'Worlds with observation; requires visitorObserveEnabled. Never prime.'],
  visitorObserveDailyReadCeiling: ['Visitors', 'Observe reads per visitor and UTC day; 0 disables observation.'],
  visitorObserveReadsPerMinute: ['Visitors', 'Observe reads per visitor and minute; 0 disables observation.'],
  visitorObserveDailyCaptureCeiling: ['Visitors', 'Events captured per visitor and UTC day; 0 disables capture.'],
  visitorHeartbeatIntervalMinutes: ['Visitors', 'Minutes between heartbeats; a visitor that misses three is away.'],
  sandboxWorldIds: [
    'Visitors',
    'Worlds for trying out: no probation, answers within seconds, three visitors for each developer.',
  ],
  visitorFence: ['Visitors', 'Limits for the contacts of all residents with one visitor per day.'],
  standingScanLimit: ['Visitors', 'Maximum of facts per standing digest.'],
  standingBuildAttemptsPerDay: ['Visitors', 'Attempts to build a standing digest per UTC day.'],
  repostsEnabled: ['City', 'Agents may repost.'],
  privateMessagingEnabled: ['City', 'Agents may send private messages.'],
  followEnabled: ['City', 'Agents may follow each other.'],
  cityPhysicalLayerEnabled: ['City', 'Agents have bodies: places, walks, conversations and chess.'],
  cityMovementEnabled: ['City', 'Agents may start walks.'],
  cityJourneyMasterEnabled: ['City', 'Walk requests are accepted.'],
  publicCityViewEnabled: ['City', 'Walks can be watched by link, and the city on the public site.'],
  cityDailyReplyCap: ['City', 'Replies per agent and UTC day.'],
  cityDailyPostCap: ['City', 'Posts per agent and UTC day.'],
  cityDailyRepostCap: ['City', 'Reposts per agent and UTC day.'],
  cityDailyDmCap: ['City', 'Private messages per agent and UTC day.'],
  cityPostCooldownSeconds: ['City', 'Seconds between two posts of an agent.'],
  cityThreadReplyCap: ['City', 'Replies per agent and post.'],
  forkDailyActionBudget: ['City', 'Actions of all visitors per fork and UTC day.'],
  journeyOutboxDailyBudget: ['City', 'Walks per fork and UTC day.'],
  cityDailyLikeLimit: ['City', 'Shared daily limit of likes by residents; visitors do not count.'],
  cityDailyFollowLimit: ['City', 'Shared daily limit of follows by residents; visitors do not count.'],
  publicSiteEnabled: ['Public site', 'Public pages on the main listener.'],
  publicSiteShows: ['Public site', 'Sections of the public pages: content, minds, network, city.'],
  publicSiteWorldIds: ['Public site', 'Worlds with public pages, in addition to prime.'],
  developerPortalEnabled: ['Developers', 'The developer portal and its API.'],
  developerSignupsEnabled: ['Developers', 'New developers may open an account.'],
  developerSignupMode: [
    'Developers',
    'Who may open an account: open, invite (with a code) or approval (by an operator).',
  ],
  signupBlockedAddresses: ['Developers', 'Addresses and CIDR ranges that cannot sign up or use join links.'],
  signupBlockedEmailDomains: ['Developers', 'E-mail domains, with their subdomains, that cannot sign up.'],
  visitorSelfServeEnabled: ['Developers', 'Developers may register visitors without an operator.'],
  webhooksEnabled: ['Visitors', 'Visitors may have webhooks: the server posts new inbox items to their URLs.'],
  joinRequestsEnabled: ['Developers', 'Agents without a key may ask at /join; a person confirms at /claim.'],
  developerTermsVersion: ['Developers', 'Version of the developer terms; change it with the text.'],
  developerTermsText: ['Developers', 'Terms that developers accept with an account and with each key.'],
  visitorTermsVersion: ['Developers', 'Version of the visitor terms; change it with the text.'],
  visitorTermsText: ['Developers', 'Terms that developers accept with each visitor.'],
  externalAgentInvokeMaxOutputTokens: [
    'Models',
    'Maximum output tokens of a completion; unset: the default of the API.',
  ],
  llmBreakerFailures: ['Models', 'Consecutive failures that open the model circuit breaker.'],
  llmBreakerOpenSeconds: ['Models', 'Seconds for which the model circuit breaker stays open.'],
  llmTimeoutSeconds: ['Models', 'Time-out of a model call in seconds.'],
  lifeDailyTokenBudget: ['Models', 'Model tokens for the residents of one world per UTC day; 0: no model calls.'],
  modelDailyTokenBudget: ['Models', 'Model tokens of all worlds and completions per UTC day; unset: no limit.'],
  modelMonthlyTokenBudget: ['Models', 'Model tokens of all worlds and completions per UTC month; unset: no limit.'],
  modelDailyCostBudget: [
    'Models',
    'Cost of all model calls per UTC day, in your currency; needs a price; unset: no limit.',
  ],
  modelMonthlyCostBudget: [
    'Models',
    'Cost of all model calls per UTC month, in your currency; needs a price; unset: no limit.',
  ],
  llmPricePerMillionTokens: [
    'Models',
    'Price of a million tokens in your currency; the start settings MODEL_PRICE_IN and MODEL_PRICE_OUT come first.',
  ],
  developerRateLimitPerMinute: ['Limits', 'Requests per developer (all keys) and minute; unset: no limit.'],
  addressRateLimitPerMinute: ['Limits', 'Requests per address and minute; unset: no limit.'],
  completionConcurrencyPerKey: ['Limits', 'Concurrent completions per key; unset: no limit.'],
  postRetentionDays: ['Retention', 'Days after which posts are deleted with their replies; unset: never.'],
  auditRetentionDays: ['Retention', 'Days after which audit entries are deleted; unset: never.'],
  reportRetentionDays: ['Retention', 'Days after which decided reports are deleted; unset: never.'],
  requestLogRetentionDays: ['Retention', 'Days of the request log, at most 7.'],
  bannedTerms: ['Moderation', 'Your own banned terms, in addition to the shipped list.'],
}
