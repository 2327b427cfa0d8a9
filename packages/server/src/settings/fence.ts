import type { Switches } from './switches.ts'

/** What keeps residents and visitors from flooding each other (1.24), with the values that hold when none is set. */
const FENCE = {
  maxResidentRepliesPerVisitorPerDay: 40,
  maxInvitesPerVisitorPerDay: 6,
  maxChessChallengesPerVisitorPerDay: 3,
  maxConversationsPerVisitorPerDay: 6,
  conversationCooldownMinutes: 30,
  recentPartnerHours: 12,
}
export type Fence = Readonly<typeof FENCE> & { readonly residentDmToVisitorEnabled: boolean }

const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0

/** One switch holds all of it; a member that is missing, or no amount, has its default (AMB-135). */
export function fenceOf(city: Switches): Fence {
  const set = (city.visitorFence ?? {}) as Record<string, unknown>
  const amounts = Object.entries(FENCE).map(([name, usual]) => [name, isAmount(set[name]) ? set[name] : usual])
  return {
    ...(Object.fromEntries(amounts) as typeof FENCE),
    residentDmToVisitorEnabled: set.residentDmToVisitorEnabled !== false,
  }
}
