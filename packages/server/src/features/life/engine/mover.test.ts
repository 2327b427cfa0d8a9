// Tests that a resident recognises names alike with a warm cache and after a restart.
import { describe, expect, it } from 'vitest'
import { systemAmbient } from '../../../platform/core/ambient.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { World } from '../../../platform/worlds/worlds.ts'
import type { Maps } from '../../../stores/city/maps.ts'
import type { RelationshipRow } from '../../../stores/minds/reputations.ts'
import { spokenText } from '../gossip/facts.ts'
import { acquaintanceNamed, acquaintanceWhere, type Mover } from './mover.ts'
import { makeWorldLife } from './world-life.ts'

const AGENTS = [
  { id: 'a1', display_name: 'Nan Tolliver', handle: 'nan' },
  { id: 'a2', display_name: 'Abel Crane', handle: 'abel' },
  { id: 'a3', display_name: 'Nan', handle: 'nan-two' },
  { id: 'a4', display_name: 'Nan Tolliver', handle: 'nan-three' },
]

/** A fake store with the two queries for names. */
const store = {
  first: async (_: unknown, { id }: { id: string }) => AGENTS.find((agent) => agent.id === id),
  sql: {
    selectFrom() {
      let wanted: unknown
      const query = {
        select: () => query,
        where(_column: string, _operator: string, value: unknown) {
          wanted = value
          return query
        },
        execute: async () => AGENTS.filter(({ id }) => (wanted as string[]).includes(id)),
      }
      return query
    },
  },
} as unknown as Tx

type Owner = Pick<Mover, 'instant' | 'person'>

/** A resident with relationships in this order, and a cache with these names. */
async function ownerOf(edgeIds: readonly string[], cachedIds: readonly string[]): Promise<Owner> {
  const setting = { world: { id: 'w' } as World, city: {} as never, thinks: false }
  const life = makeWorldLife(setting, systemAmbient(), {} as Maps)
  for (const id of cachedIds) await life.name(store, id)
  const edges = new Map(edgeIds.map((id) => [id, { other_agent_id: id, affinity: 0.5 } as RelationshipRow]))
  const person = { agent: { id: 'a9', display_name: 'Tobit Quill' }, edges } as unknown as Owner['person']
  return { instant: { life, map: null, at: 86_400_000 }, person }
}

const OWNERS: readonly [edgeIds: string[], cachedIds: string[]][] = [
  [['a1', 'a2', 'a3', 'a4'], []],
  [
    ['a4', 'a3', 'a2', 'a1'],
    ['a3', 'a4'],
  ],
  [
    ['a3', 'a1', 'a4', 'a2'],
    ['a1', 'a2', 'a3', 'a4'],
  ],
]

describe('names of acquaintances', () => {
  it('are the same whatever is cached, in whatever order relationships are in memory', async () => {
    const fact = { kind: 'deed', text: 'Nan Tolliver insulted Abel Crane.', created_at: 86_400_000 } as const
    for (const [edgeIds, cachedIds] of OWNERS) {
      const owner = await ownerOf(edgeIds, cachedIds)
      expect(await spokenText(store, owner, fact, '')).toMatch(/^Nan insulted Abel /)
      expect((await acquaintanceNamed(store, owner, 'Nan Tolliver'))?.other_agent_id).toBe('a1')
      const longest = await acquaintanceWhere(store, owner, (name) => 'Nan Tolliver'.startsWith(name))
      expect(longest?.other_agent_id).toBe('a1')
      expect(await acquaintanceNamed(store, owner, 'Nobody')).toBeUndefined()
    }
  })

  it('are read in one query for those that are not cached', async () => {
    const { instant } = await ownerOf([], ['a2'])
    const names = await instant.life.names(store, ['a1', 'a2', 'missing'])
    expect([...names].map(([id, { displayName }]) => [id, displayName]).sort()).toEqual([
      ['a1', 'Nan Tolliver'],
      ['a2', 'Abel Crane'],
    ])
  })
})
