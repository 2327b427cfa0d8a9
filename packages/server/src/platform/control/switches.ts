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
