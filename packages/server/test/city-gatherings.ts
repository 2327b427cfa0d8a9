// Encounter fixtures.
import { type City, type Guest, iso, put } from './city-site.ts'
import type { Site } from './visitor-site.ts'

export interface Gathering {
  readonly status?: string
  readonly place?: string
  readonly createdAt?: number
  readonly deadline?: number
  /** Residents by number who take part, or are asked. */
  readonly talking?: readonly number[]
  readonly invitees?: readonly number[]
  /** State of the visitor in the encounter, if it takes part. */
  readonly guest?: string
  readonly invitedAt?: number
}

let encounterCount = 0
/** Imports an encounter as an operator would, and returns its id. */
export async function gather(site: Site, city: City, { visitor }: Guest, gathering: Gathering = {}): Promise<string> {
  encounterCount += 1
  const {
    status = 'forming',
    place = 'cafe',
    createdAt,
    deadline,
    talking = [0],
    invitees = [],
    guest = 'invited',
  } = gathering
  const invitedAt = gathering.invitedAt === undefined ? {} : { invitedAt: iso(gathering.invitedAt) }
  const id = city.id(`e${encounterCount}`)
  await put(site, {
    encounters: [
      {
        id,
        worldId: city.worldId,
        destinationId: city.id(place),
        status,
        ...(createdAt === undefined ? {} : { createdAt: iso(createdAt) }),
        ...(deadline === undefined ? {} : { deadline: iso(deadline) }),
        participants: [
          ...talking.map((i) => ({ agentId: city.residents[i]!.id })),
          ...invitees.map((i) => ({ agentId: city.residents[i]!.id, state: 'invited', ...invitedAt })),
          ...(guest === '' ? [] : [{ agentId: visitor.agentId, state: guest, ...invitedAt }]),
        ],
      },
    ],
  })
  return id
}

export const reply = (encounterId: string, answer = 'engage') => ({ encounter_reply: { encounterId, reply: answer } })
export const join = (encounterId: string) => ({ encounter_join: { encounterId } })
