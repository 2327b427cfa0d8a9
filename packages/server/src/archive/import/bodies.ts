import type { BodyRow } from '../../city/bodies.ts'
import { bodyOnJourney, type JourneyRow } from '../../city/journeys.ts'
import { bodyOnStay, expectStay, type StayRow } from '../../city/stays.ts'
import { upsertRows } from '../../db/statements.ts'
import { rowsBy } from './stored.ts'
import { byWorld, placed, type Writer } from './writer.ts'

/** One thing a body did, and since when. */
interface Step {
  readonly since: number
  readonly id: string
  body(resident: boolean, homeId: string | null): BodyRow
}

const stayed = (stay: StayRow): Step => ({
  since: stay.arrived_at,
  id: stay.id,
  body: (resident, homeId) => bodyOnStay(stay, resident, homeId),
})

const walked = (journey: JourneyRow): Step => ({
  since: journey.depart_at,
  id: journey.id,
  body: (resident, homeId) => bodyOnJourney(journey, resident, homeId),
})

const later = (a: Step, b: Step): Step => (b.since > a.since || (b.since === a.since && b.id > a.id) ? b : a)

/** What a body is doing by now: the last it began; one that has begun nothing yet waits for the first. */
function current(steps: readonly Step[], at: number): Step {
  const begun = steps.filter(({ since }) => since <= at)
  return begun.length > 0 ? begun.reduce(later) : steps.reduce((a, b) => (later(a, b) === a ? b : a))
}

/** Puts every body that the file speaks of where its stays and walks, old and new, leave it. */
export async function placeBodies(writer: Writer): Promise<void> {
  const { tx, at } = writer
  const moved = byWorld([...placed(writer, 'stays'), ...placed(writer, 'journeys')])
  for (const [world, entries] of moved) {
    const ids = new Set(entries.map(({ item }) => item.agentId))
    const steps = new Map<string, Step[]>([...ids].map((id) => [id, []]))
    for (const stay of await rowsBy(tx, 'stays', 'agent_id', world.id, ids)) {
      steps.get(stay.agent_id)!.push(stayed(stay))
      if (stay.arrived_at > at) await expectStay(tx, stay)
    }
    for (const journey of await rowsBy(tx, 'journeys', 'agent_id', world.id, ids))
      steps.get(journey.agent_id)!.push(walked(journey))
    const agents = new Map((await rowsBy(tx, 'agents', 'id', world.id, ids)).map((row) => [row.id, row]))
    const before = new Map((await rowsBy(tx, 'bodies', 'agent_id', world.id, ids)).map((row) => [row.agent_id, row]))
    const bodies = [...ids].map((id) =>
      current(steps.get(id)!, at).body(agents.get(id)?.kind === 'resident', before.get(id)?.home_id ?? null),
    )
    await upsertRows(tx, 'bodies', bodies)
  }
}
