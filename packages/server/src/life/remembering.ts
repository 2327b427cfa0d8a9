import type { Ambient } from '../core/ambient.ts'
import { DAY_MS } from '../core/day.ts'
import { lit, prepare, type Read, type Tx } from '../db/database.ts'
import { tracesByCues } from '../db/membership.ts'
import { putOwnEpisode } from '../minds/episodes.ts'
import { cuesOf } from '../minds/gist.ts'
import { score } from '../minds/recall.ts'
import type { World } from '../worlds/worlds.ts'

/** How many episodes a resident keeps; the oldest go. */
const KEPT = 240

/** Something that happened, in words that anybody may read unless it is private. */
export interface Episode {
  readonly text: string
  readonly importance: number
  readonly private?: boolean
}

/** Puts something that happened into a resident's memory. */
export function remember(
  tx: Tx,
  ambient: Ambient,
  world: World,
  agentId: string,
  episode: Episode,
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
  world: World,
  agentId: string,
  about: string,
  at: number,
): Promise<string[]> {
  const cues = cuesOf(about).slice(-CUES)
  const hits = await tracesByCues(read, world.id, agentId, cues, PER_CUE)
  const matched = new Map<string, number>()
  for (const { id } of hits) matched.set(id, (matched.get(id) ?? 0) + 1)
  return [...new Map(hits.map((trace) => [trace.id, trace])).values()]
    .filter(({ gist }) => gist !== null && gist !== '')
    .map((trace) => ({ trace, worth: score(trace, matched.get(trace.id)!, cues.length, at) }))
    .sort((a, b) => b.worth - a.worth || (a.trace.id < b.trace.id ? -1 : 1))
    .slice(0, BROUGHT_UP)
    .map(({ trace }) => trace.gist!)
}

interface Lately {
  id: string
  text: string
  importance: number
  created_at: number
}
const latest = prepare<{ world: string; agent: string; since: number }, Lately>((sql, param) =>
  sql
    .selectFrom('episodes')
    .select(['id', 'text', 'importance', 'created_at'])
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('created_at', '>', param('since'))
    .where('private', '=', lit(0))
    .where('surface', '=', lit('world'))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(lit(8)),
)
const LATELY_MS = DAY_MS

/** What somebody would tell of the last day: the most important, the freshest, and what suits the topic. */
export async function latelyOf(
  read: Read,
  world: World,
  agentId: string,
  topic: { readonly name: string; readonly description: string } | null,
  at: number,
): Promise<string | null> {
  const asked = topic === null ? [] : cuesOf(`${topic.name} ${topic.description}`)
  let best: { text: string; worth: number } | null = null
  for (const { id, text, importance, created_at } of await read.all(latest, {
    world: world.id,
    agent: agentId,
    since: at - LATELY_MS,
  })) {
    const cues = new Set(cuesOf(text))
    const matched = asked.filter((cue) => cues.has(cue)).length
    const worth = score({ id, gist: text, importance, createdAt: created_at }, matched, asked.length, at)
    if (best === null || worth > best.worth) best = { text, worth }
  }
  return best?.text ?? null
}

const keptBy = prepare<{ world: string; agent: string }, { n: number }>((sql, param) =>
  sql
    .selectFrom('episodes')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent')),
)

/** Forgets what there is too much of; asked once a night. */
export async function forget(tx: Tx, world: World, agentId: string): Promise<void> {
  const n = Number((await tx.first(keptBy, { world: world.id, agent: agentId }))!.n)
  if (n <= KEPT) return
  const oldest = await tx.sql
    .selectFrom('episodes')
    .select('id')
    .where('world_id', '=', world.id)
    .where('agent_id', '=', agentId)
    .where('surface', '=', lit('world'))
    .orderBy('created_at')
    .orderBy('id')
    .limit(n - KEPT)
    .execute()
  const ids = oldest.map(({ id }) => id)
  if (ids.length === 0) return
  await tx.sql
    .deleteFrom('episode_cues')
    .where('world_id', '=', world.id)
    .where('agent_id', '=', agentId)
    .where('episode_id', 'in', ids)
    .execute()
  await tx.sql.deleteFrom('episodes').where('world_id', '=', world.id).where('id', 'in', ids).execute()
}
