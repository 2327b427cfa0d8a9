import type { Bygone } from '@agent-network/voice/life'
import type { OpenMap } from '../../city/maps.ts'
import { DAY_MS } from '../../core/day.ts'
import type { Read } from '../../db/database.ts'
import { type Closures, closuresOf, NOTHING_CLOSED } from '../../town/closures.ts'
import { type Happening, happeningsSince, memorableSince, TALKED_OF_MS } from '../../town/happenings.ts'
import { readThings, type Thing } from '../../town/things.ts'

const REMEMBERED_MS = 28 * DAY_MS

/** The things of a world and what happens to it, read once and kept until one of them changes. */
export interface Town {
  things(read: Read): Promise<readonly Thing[]>
  /** What is to come, going on, or still talked of. */
  happenings(read: Read, at: number): Promise<readonly Happening[]>
  /** What people date things by: what happened in the last weeks, latest first. */
  bygones(read: Read, at: number): Promise<readonly Bygone[]>
  closures(read: Read, map: OpenMap, at: number): Promise<Closures>
  /** A thing or a happening has changed. */
  forget(): void
}

export function makeTown(worldId: string): Town {
  let things: readonly Thing[] | null = null
  let happenings: readonly Happening[] | null = null
  let bygones: readonly Happening[] | null = null
  let closures: readonly [OpenMap, Closures] | null = null
  const town: Town = {
    async things(read) {
      things ??= await readThings(read, worldId)
      return things
    },
    async happenings(read, at) {
      happenings ??= await happeningsSince(read, worldId, at - TALKED_OF_MS)
      return happenings.filter(({ ends_at }) => ends_at > at - TALKED_OF_MS)
    },
    async bygones(read, at) {
      bygones ??= await memorableSince(read, worldId, at - REMEMBERED_MS)
      const today = Math.floor(at / DAY_MS)
      return bygones
        .filter(({ starts_at, ends_at }) => starts_at <= at && ends_at > at - REMEMBERED_MS)
        .map(({ name, kind, starts_at }) => ({
          name: name.replace(/,.*$/u, ''),
          kind,
          days: today - Math.floor(starts_at / DAY_MS),
        }))
    },
    async closures(read, map, at) {
      if (closures?.[0] !== map) {
        const now = await town.happenings(read, at)
        const all = await town.things(read)
        closures = [map, now.length + all.length === 0 ? NOTHING_CLOSED : closuresOf(map, now, all)]
      }
      return closures![1]
    },
    forget() {
      things = null
      happenings = null
      bygones = null
      closures = null
    },
  }
  return town
}
