import type { Ambient } from '../../core/ambient.ts'
import type { Read, Tx } from '../../db/database.ts'
import { tracesByCues } from '../../db/membership.ts'
import { putOwnEpisode } from '../../minds/episodes.ts'
import { cuesOf } from '../../minds/gist.ts'
import { score } from '../../minds/recall.ts'
import type { World } from '../../worlds/worlds.ts'

/** Something that happened, in words that anybody may read unless it is private. */
export interface Episode {
  readonly text: string
  readonly importance: number
  readonly private?: boolean
}

/** Puts something that happened into a resident's memory. */
export function remember(
  tx: Tx,
  { ambient, world, agentId, episode }: { ambient: Ambient; world: World; agentId: string; episode: Episode },
  at: number,
): Promise<void> {
  return putOwnEpisode(tx, {
    world_id: world.id,
    id: ambient.id('episode', world.tag),
    agent_id: agentId,
    text: episode.text,
    importance: episode.importance,
    private: episode.private === true ? 1 : 0,
    surface: 'world',
    key_id: null,
    created_at: at,
  })
}

const CUES = 6
const PER_CUE = 4
const BROUGHT_UP = 3

/** What a text brings to mind, best first: relevance, recency and importance weighed against each other. */
export async function recollect(
  read: Read,
  { world, agentId, about }: { world: World; agentId: string; about: string },
  at: number,
): Promise<string[]> {
  const cues = cuesOf(about).slice(-CUES)
  const hits = await tracesByCues(read, { worldId: world.id, agentId }, cues, PER_CUE)
  const matched = new Map<string, number>()
  for (const { id } of hits) matched.set(id, (matched.get(id) ?? 0) + 1)
  return [...new Map(hits.map((trace) => [trace.id, trace])).values()]
    .filter(({ gist }) => gist !== null && gist !== '')
    .map((trace) => ({ trace, worth: score(trace, matched.get(trace.id)!, cues.length, at) }))
    .sort((a, b) => b.worth - a.worth || (a.trace.id < b.trace.id ? -1 : 1))
    .slice(0, BROUGHT_UP)
    .map(({ trace }) => trace.gist!)
}
