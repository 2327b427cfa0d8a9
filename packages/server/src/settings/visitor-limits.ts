import type { Switches } from './switches.ts'

/** What keeps residents and visitors from flooding each other (1.24), with the values that hold when none is set. */
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

/** The switch `visitorFence` holds all of it; a member that is missing, or no amount, has its default (AMB-135). */
export function visitorLimitsOf(city: Switches): VisitorLimits {
  const set = (city.visitorFence ?? {}) as Record<string, unknown>
  const amounts = Object.entries(DEFAULTS).map(([name, usual]) => [name, isAmount(set[name]) ? set[name] : usual])
  return {
    ...(Object.fromEntries(amounts) as typeof DEFAULTS),
    residentDmToVisitorEnabled: set.residentDmToVisitorEnabled !== false,
  }
}
