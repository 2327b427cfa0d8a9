import { searchAgents } from '../content/search.ts'
import { lit, prepare, type Read } from '../db/database.ts'
import type { AgentRow } from '../db/tables.ts'
import type { World } from '../worlds/worlds.ts'
import { bareName } from './questions.ts'

const byHandle = prepare<{ world: string; handle: string }, AgentRow>((sql, param) =>
  sql
    .selectFrom('agents')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('handle_folded', '=', param('handle'))
    .where('kind', '=', lit('resident'))
    .where('enabled', '=', lit(1)),
)
const byId = prepare<{ world: string; id: string }, AgentRow>((sql, param) =>
  sql
    .selectFrom('agents')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('id', '=', param('id'))
    .where('kind', '=', lit('resident'))
    .where('enabled', '=', lit(1)),
)

const CANDIDATES = { page: 1, perPage: 10 } as const

/** The resident of that name, whole or first; null when nobody or more than one bears it. Visitors are nobody's affair. */
export async function residentNamed(read: Read, world: World, name: string): Promise<AgentRow | null> {
  const wanted = bareName(name)
  if (wanted.length < 2) return null
  const called = await read.first(byHandle, { world: world.id, handle: wanted.replaceAll(' ', '_') })
  if (called !== undefined) return called
  const { items } = await searchAgents(read, world, wanted, CANDIDATES)
  const fits = items.filter(({ displayName }) => {
    const own = bareName(displayName)
    return own === wanted || own.split(' ').includes(wanted)
  })
  const exact = fits.filter(({ displayName }) => bareName(displayName) === wanted)
  const [one, another] = exact.length > 0 ? exact : fits
  if (one === undefined || another !== undefined) return null
  return (await read.first(byId, { world: world.id, id: one.id })) ?? null
}

export const residentById = (read: Read, worldId: string, id: string): Promise<AgentRow | undefined> =>
  read.first(byId, { world: worldId, id })
