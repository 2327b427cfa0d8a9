import { nearest } from '../core/text.ts'
import type { Read, Tx } from '../db/database.ts'

/**
 * Every runtime switch with its default. Values are stored as the operator sent them; what a wrong type means is
 * decided when they are read: a gate opens on literal true only, a list holds its strings only if all are strings.
 */
export const SWITCHES = {
  externalAgentInvokeEnabled: false,
  externalAgentInvokeMaxOutputTokens: null,
  openaiDoorEnabled: false,
  mcpEnabled: false,
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
  visitorSelfServeEnabled: false,
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
  llmPricePerMillionTokens: null,
  standingScanLimit: 5_000,
  standingBuildAttemptsPerDay: 3,
  bannedTerms: [],
  developerRateLimitPerMinute: null,
  addressRateLimitPerMinute: null,
  completionConcurrencyPerKey: null,
} as const satisfies Record<string, unknown>

export type SwitchName = keyof typeof SWITCHES
export const isSwitchName = (name: string): name is SwitchName => Object.hasOwn(SWITCHES, name)

/** For a name that is none: most likely the switch that was meant. */
export const nearestSwitch = (name: string): SwitchName | null => nearest(name, Object.keys(SWITCHES) as SwitchName[])

/** World overlays may override these and nothing else: a world cannot widen a gate. */
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

/** Stored rows over the defaults. A row that cannot be read counts as unreadable, which closes its gate. */
export function readSwitches(rows: readonly { name: string; value: string }[]): Switches {
  const switches: Record<string, unknown> = { ...SWITCHES }
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

export const gate = (switches: Switches, name: SwitchName): boolean => switches[name] === true

export const names = (switches: Switches, name: SwitchName): readonly string[] => {
  const value = switches[name]
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : []
}

export const text = (switches: Switches, name: SwitchName): string => {
  const value = switches[name]
  return typeof value === 'string' ? value : String(SWITCHES[name])
}

/** AMB-119: anything but a finite number reads as the default. */
export const number = (switches: Switches, name: SwitchName): number => {
  const value = switches[name]
  return typeof value === 'number' && Number.isFinite(value) ? value : Number(SWITCHES[name])
}

/** As they are stored, for a change that wants to say what was there before. */
export const storedSwitches = async (read: Read): Promise<Switches> =>
  readSwitches(await read.sql.selectFrom('settings').selectAll().execute())

/** `null` forgets the operator's value, so that the default holds again. */
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
