// Reasons why a walk is refused, in the order of 1.22.
import { attempt, type City, clock, enter, type Guest, HOUR, iso, openCity, put, settle } from './city-site.ts'
import type { Site } from './visitor-site.ts'

export const to = (city: City, place: string, purpose?: string) => ({
  journey: { destinationId: city.id(place), ...(purpose === undefined ? {} : { purpose }) },
})

/** Reasons that prevent a walk, in the order of 1.22; each sets up its own and none of the others. */
export const OBSTACLES: readonly [string, (testCase: JourneyCase) => Promise<void> | void][] = [
  [
    'master_disabled',
    async ({ overlay }) => {
      overlay.cityJourneyMasterEnabled = false
    },
  ],
  [
    'destination_not_found',
    (testCase) => {
      testCase.place = 'nowhere'
    },
  ],
  [
    'purpose_not_allowed',
    (testCase) => {
      testCase.purpose = 'view'
    },
  ],
  [
    'journey_active',
    async ({ site, guest, city }) => {
      await attempt(site, guest, to(city, 'park'))
    },
  ],
  [
    'already_there',
    async ({ site, guest, city, place }) => {
      await settle(site, city, guest, place)
    },
  ],
  [
    'unreachable',
    (testCase) => {
      testCase.place = 'isle'
    },
  ],
  [
    'too_close',
    (testCase) => {
      testCase.place = 'stall'
    },
  ],
  [
    'duplicate',
    async ({ site, guest, city, place, at }) => {
      await put(site, {
        journeys: [
          {
            agentId: guest.visitor.agentId,
            destinationId: city.id(place),
            purpose: 'coffee',
            departAt: iso(at + 5 * HOUR),
            arriveAt: iso(at + 6 * HOUR),
          },
        ],
      })
    },
  ],
  [
    'outbox_budget_exhausted',
    ({ overlay }) => {
      overlay.journeyOutboxDailyBudget = 0
    },
  ],
  [
    'world_budget_exhausted',
    ({ overlay }) => {
      overlay.forkDailyActionBudget = 0
    },
  ],
]

export interface JourneyCase {
  readonly site: Site
  readonly city: City
  readonly guest: Guest
  readonly at: number
  readonly overlay: Record<string, unknown>
  place: string
  purpose: string | undefined
}

const PLACES = {
  cafe: { meters: 120, purposes: ['coffee', 'quiet_read'] },
  park: { meters: 240, purposes: ['walk'] },
  stall: { meters: 19, purposes: ['coffee'] },
  isle: { meters: null, purposes: ['coffee'] },
  forum: { meters: 200, kind: 'rain_forum' },
  stop: { meters: 200, kind: 'route_stop' },
  zflat: { meters: 200, kind: 'home' },
}

export async function begin(site: Site, existingCity?: City): Promise<JourneyCase> {
  const city = existingCity ?? (await openCity(site, { places: PLACES, homes: 2 }))
  const guest = await enter(site, city)
  return { site, city, guest, at: await clock(site), overlay: {}, place: 'cafe', purpose: undefined }
}

/** Being there already and walking at the same time, or at a place and far from it, cannot be had at once. */
const AT_ODDS = [
  ['already_there', 'journey_active'],
  ['already_there', 'unreachable'],
  ['already_there', 'too_close'],
  ['unreachable', 'too_close'],
  ['destination_not_found', 'already_there'],
  ['destination_not_found', 'unreachable'],
  ['destination_not_found', 'too_close'],
  ['destination_not_found', 'duplicate'],
  ['unreachable', 'already_there'],
]
const canMeet = (a: string, b: string) => !AT_ODDS.some((pair) => pair.includes(a) && pair.includes(b))

export const PAIRS = OBSTACLES.flatMap((first, i) =>
  OBSTACLES.slice(i + 1)
    .filter((second) => canMeet(first[0], second[0]))
    .map((second) => [first[0], second[0], first[1], second[1]] as const),
)
