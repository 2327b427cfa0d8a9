// Reference model: defaults of the switches that the sequences change.

/** Default values of the switches that the sequences change, as on the operator's page. */
const DEFAULTS = {
  visitorDriveEnabled: false,
  visitorJournalEnabled: false,
  visitorJournalCanaryWorldIds: [],
  repostsEnabled: true,
  privateMessagingEnabled: true,
  followEnabled: true,
  cityDailyReplyCap: 200,
  cityDailyPostCap: 60,
  cityDailyRepostCap: 60,
  cityDailyDmCap: 120,
  cityPostCooldownSeconds: 0,
  cityThreadReplyCap: 40,
  forkDailyActionBudget: 100_000,
  cityDailyLikeLimit: 100_000,
  cityDailyFollowLimit: 20_000,
  bannedTerms: [],
} as const
export type SwitchName = keyof typeof DEFAULTS

/** Every switch a sequence may leave behind. */
export const SWITCH_NAMES = Object.keys(DEFAULTS) as SwitchName[]

/** Settings that a world may override: the city, never a gate. */
export const CITY_NAMES = SWITCH_NAMES.filter(
  (name) =>
    name.startsWith('city') || name === 'forkDailyActionBudget' || /^(reposts|privateMessaging|follow)E/.test(name),
)

/** The switches as one request finds them; it keeps them to its end (AMB-121). */
export interface Settings {
  gate(name: SwitchName): boolean
  number(name: SwitchName): number
  list(name: SwitchName): readonly string[]
}

export function settingsOf(
  stored: Readonly<Record<string, unknown>>,
  overlay: Readonly<Record<string, unknown>>,
): Settings {
  const values: Record<string, unknown> = { ...DEFAULTS }
  for (const [name, value] of Object.entries(stored)) if (value !== null) values[name] = value
  for (const name of CITY_NAMES) if (Object.hasOwn(overlay, name)) values[name] = overlay[name]
  return {
    // AMB-119: literally true, finite numbers, lists of strings; anything else is as good as nothing.
    gate: (name) => values[name] === true,
    number: (name) => {
      const value = values[name]
      return typeof value === 'number' && Number.isFinite(value) ? value : (DEFAULTS[name] as unknown as number)
    },
    list: (name) => {
      const value = values[name]
      return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : []
    },
  }
}
