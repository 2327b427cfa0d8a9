import { type Chance, type LifeMaterial, measuredDrafts, NO_NEWS, type Worded } from '@agent-network/voice/life'
import type { Destination } from '../../city/map/city-map.ts'
import { isOffered } from '../../city/offered.ts'
import type { Tx } from '../../db/database.ts'
import { forecastRecord } from '../../town/happenings.ts'
import { isMeasurable, measure, type TrialFinding } from '../../town/measures.ts'
import { calledOf, type Mover } from '../world/mover.ts'
import type { Instant } from '../world/world-life.ts'

/** What is there to be seen on an issue; null where it is a matter of taste and chance decides. */
export async function goAndLook(tx: Tx, instant: Instant, issue: string): Promise<TrialFinding | null> {
  const { life, at } = instant
  if (!isMeasurable(issue)) return null
  const things = await life.town.things(tx)
  const names = new Map<string, string>()
  for (const { state } of things)
    if (state.sort === 'lent' && state.to !== '') names.set(state.to, await calledOf(tx, instant, state.to))
  const forecasts = issue === 'forecast' ? await forecastRecord(tx, life.world.id, at) : { right: 0, all: 0 }
  return measure(issue, { things, forecasts, at, nameOf: (id) => names.get(id) ?? 'somebody' })
}

/** Where one has to go for it; null where there is nothing to look at, or no way there. */
export async function placeToLook(tx: Tx, { instant }: Mover, issue: string): Promise<Destination | null> {
  const found = await goAndLook(tx, instant, issue)
  const place = found === null ? undefined : instant.map?.destination(found.placeId)
  return place === undefined || !isOffered(place) ? null : place
}

/** The report on it, with what was found as its reason. */
export function* lookedUp(
  material: LifeMaterial,
  { won, found, to }: { won: boolean; found: string; to: string | null },
  chance: Chance,
): Iterable<Worded> {
  for (const text of measuredDrafts(material, { won, news: { ...NO_NEWS, to, measured: found } }, chance))
    yield { text, reason: found }
}
