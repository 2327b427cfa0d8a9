import { DAY_MS } from '../../core/day.ts'
import type { Tx } from '../../db/database.ts'
import { putDue } from '../../worlds/due.ts'
import { bearGrudge } from '../resident/edges.ts'
import { toTick } from '../resident/habits.ts'
import type { Person } from '../resident/people.ts'
import type { Instant } from '../world/world-life.ts'

/** Kind of the due row: what somebody did to another is made good or not. */
export const AMENDS = 'amends'

interface Held {
  readonly person: Person
  readonly otherId: string
  readonly reason: string
  readonly seed: string
}

/** Something is held against somebody, who may make it good in a day or three. */
export async function hold(tx: Tx, { life, at }: Instant, { person, otherId, reason, seed }: Held): Promise<void> {
  if (!(await bearGrudge(tx, person, { otherId, reason }, at))) return
  const days = 1 + life.base.random('amends', seed)() * 2
  const subjectId = `${person.agent.id} ${otherId}`
  await putDue(tx, { worldId: life.world.id, kind: AMENDS, subjectId }, toTick(at + days * DAY_MS))
}
