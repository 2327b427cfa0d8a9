// Tests of look-ups by id.
import { describe, expect, it } from 'vitest'
import { boundedMap } from '../cache/content-cache.ts'
import type { Read } from '../db/database.ts'
import { findById, type World, type Worlds } from './worlds.ts'

const worldOf = (id: string, tag: string, status = 'running'): World => ({ id, tag, status }) as World

/** Worlds with their records, and a directory that counts its look-ups. */
function network(...all: World[]) {
  const worldByRecord = new Map<string, string>()
  let lookups = 0
  const read = {
    first: async (_query: unknown, { id }: { id: string }) => {
      lookups += 1
      const worldId = worldByRecord.get(id)
      return worldId === undefined ? undefined : { world_id: worldId }
    },
  } as unknown as Read
  const worlds: Worlds = {
    byId: new Map(all.map((world) => [world.id, world])),
    byTag: new Map(all.map((world) => [world.tag, world])),
    found: boundedMap(10),
  }
  return {
    held: worldByRecord,
    asked: () => lookups,
    find: (id: string, hint: World | null = null) =>
      findById(read, { ...worlds, hint }, id, async (world) =>
        worldByRecord.get(id) === world.id ? world.id : undefined,
      ),
    worlds,
  }
}

describe('a look-up by id alone', () => {
  it('tries the last world first, without the directory', async () => {
    const { held, find, asked } = network(worldOf('prime', '000'), worldOf('fork', '001'))
    held.set('imported', 'fork')
    expect([await find('imported'), await find('imported'), asked()]).toEqual(['fork', 'fork', 1])
  })

  it('tries a hint before the directory, and finds a record in another world', async () => {
    const [prime, fork] = [worldOf('prime', '000'), worldOf('fork', '001')]
    const { held, find, asked } = network(prime, fork)
    held.set('imported', 'fork')
    expect([await find('imported', fork), asked()]).toEqual(['fork', 0])
    expect([await find('imported', prime), asked()]).toEqual(['fork', 1])
    expect(await find('unknown', prime)).toBeNull()
  })

  it('does not look into a hinted world that is being purged', async () => {
    const fork = worldOf('fork', '001', 'purging')
    const { held, find } = network(worldOf('prime', '000'), fork)
    held.set('imported', 'fork')
    expect(await find('imported', fork)).toBeNull()
  })

  it('finds a record that has moved to another world', async () => {
    const { held, find } = network(worldOf('prime', '000'), worldOf('fork', '001'))
    held.set('imported', 'fork')
    await find('imported')
    held.set('imported', 'prime')
    expect(await find('imported')).toBe('prime')
    held.delete('imported')
    expect(await find('imported')).toBeNull()
  })

  it('finds nothing in a world that is being purged', async () => {
    const { held, find, worlds } = network(worldOf('prime', '000'), worldOf('fork', '001', 'purging'))
    held.set('imported', 'fork')
    worlds.found.set('imported', worlds.byId.get('fork')!)
    expect(await find('imported')).toBeNull()
  })
})
