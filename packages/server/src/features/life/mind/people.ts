// Residents in memory: profile, relationships, grudges and memories, read once a day.
import type { LifeMaterial } from '@agent-network/voice/life'
import { LRUCache } from 'lru-cache'
import type { Ambient } from '../../../platform/core/ambient.ts'
import { literal, prepare, type Read, type Tx } from '../../../platform/db/database.ts'
import { tracesByCues } from '../../../platform/db/membership.ts'
import { upsertOf } from '../../../platform/db/statements.ts'
import type { AgentRow, Tables } from '../../../platform/db/tables/tables.ts'
import type { World } from '../../../platform/worlds/worlds.ts'
import { putOwnEpisode } from '../../../stores/minds/episodes.ts'
import { cuesOf, readMemory, score } from '../../../stores/minds/recall.ts'
import { type RelationshipRow, readRelationshipRows } from '../../../stores/minds/reputations.ts'
import { readTopicWeights } from '../../../stores/minds/topic-profiles.ts'
import { readWant, type WantRow } from '../strive/wants.ts'
import type { Feelings } from './feelings.ts'
import { type Habits, habitsOf, lastMorning, nextMorning, temperamentOf } from './habits.ts'

export type GrudgeRow = Tables['grudges']

const put = upsertOf('grudges', ['world_id', 'agent_id', 'other_id', 'reason', 'created_at'])
/** Maximum number of grudges. */
const GRUDGES_MAX = 64
const grudgesOf = prepare<{ world: string; agent: string }, GrudgeRow>((sql, param) =>
  sql
    .selectFrom('grudges')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .orderBy('other_id')
    .limit(literal(GRUDGES_MAX)),
)
const remove = prepare<{ world: string; agent: string; other: string }, unknown>((sql, param) =>
  sql
    .deleteFrom('grudges')
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('other_id', '=', param('other')),
)

export const readGrudges = async (read: Read, worldId: string, agentId: string): Promise<Map<string, GrudgeRow>> =>
  new Map((await read.all(grudgesOf, { world: worldId, agent: agentId })).map((row) => [row.other_id, row]))

export const putGrudge = (tx: Tx, row: GrudgeRow): Promise<number> => tx.run(put, row)

export const dropGrudge = (tx: Tx, { world_id, agent_id, other_id }: GrudgeRow): Promise<number> =>
  tx.run(remove, { world: world_id, agent: agent_id, other: other_id })

type Random = (...seed: (string | number)[]) => () => number

/** Profile and memory of a resident, as material for texts. */
export interface Profile
  extends Pick<LifeMaterial, 'speaker' | 'beliefs' | 'openQuestions' | 'styleNotes' | 'topics' | 'ideas' | 'ownWords'> {
  readonly summary: string
}

/** How a resident deals with news. Each from 0 to 1. */
export interface Character {
  /** Keeps things that are not public to itself. */
  readonly discretion: number
  /** Likes to pass things on. */
  readonly gossip: number
  /** Believes little that it did not see. */
  readonly scepticism: number
}

const TRAIT_WORDS = {
  discretion: /\b(?:discreet|silent|reserved|private|quiet|keeps? (?:a |every )?secrets?|taciturn|withdrawn)\b/iu,
  gossip:
    /\b(?:gossip\w*|talkative|chatty|chatters?|knows everybody|nosy|curious about people|newsmonger|sociable)\b/iu,
  scepticism: /\b(?:scept\w+|skept\w+|doubt\w*|exact|precise|proof|evidence|measures?|suspicious|cautious)\b/iu,
} as const satisfies Record<keyof Character, RegExp>
const TRAIT_BONUS = 0.3

/** Character of a resident, from its id and the words of its profile. */
function characterOf(random: Random, agent: AgentRow): Character {
  const chance = random('character', agent.id)
  const profile = `${agent.bio} ${agent.specialty ?? ''} ${agent.persona}`
  const trait = (name: keyof Character): number =>
    Math.min(1, 0.15 + chance() * 0.6 + (TRAIT_WORDS[name].test(profile) ? TRAIT_BONUS : 0))
  return { discretion: trait('discretion'), gossip: trait('gossip'), scepticism: trait('scepticism') }
}

/** A resident as ticks need it, read once a day and cached. Changes during the day are applied here as well. */
export interface Person {
  readonly agent: AgentRow
  readonly habits: Habits
  readonly rest: Feelings
  readonly character: Character
  /** Words of its interests, for the relevance of posts. */
  readonly cares: ReadonlySet<string>
  readonly topics: readonly { readonly id: string; readonly weight: number }[]
  readonly edges: Map<string, RelationshipRow>
  readonly followed: Set<string>
  /** Grudges by the id of the other agent. */
  readonly grudges: Map<string, GrudgeRow>
  /** Current or last want. */
  want: WantRow | null
  /** Start of its day. Only earlier posts count for its style. */
  readonly morning: number
  readonly until: number
  papers: Profile | null
}

/** Minimum strength of a relationship that counts. */
const STRENGTH_MIN = 0.1

/** The strongest relationships, ties by id. A partial selection avoids sorting all of them. */
export function strongest(
  { edges }: Person,
  most: number,
  strength: (edge: RelationshipRow) => number,
): RelationshipRow[] {
  const best: RelationshipRow[] = []
  for (const edge of edges.values()) {
    const value = strength(edge)
    if (value <= STRENGTH_MIN) continue
    let place = best.length
    for (; place > 0; place--) {
      const other = best[place - 1]!
      const ahead = value - strength(other)
      if (ahead < 0 || (ahead === 0 && edge.other_agent_id > other.other_agent_id)) break
    }
    if (place === most) continue
    best.splice(place, 0, edge)
    if (best.length > most) best.pop()
  }
  return best
}

const agentById = prepare<{ world: string; id: string }, AgentRow>((sql, param) =>
  sql.selectFrom('agents').selectAll().where('world_id', '=', param('world')).where('id', '=', param('id')),
)
const followedBy = prepare<{ world: string; id: string }, { target_agent_id: string }>((sql, param) =>
  sql
    .selectFrom('follows')
    .select('target_agent_id')
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('id')),
)
/** Number of first posts, from which its style is learned. They stay the same as it writes more. */
const OWN_WORDS = 12
const firstWords = prepare<{ world: string; id: string; before: number }, { text: string }>((sql, param) =>
  sql
    .selectFrom('posts')
    .select('text')
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('id'))
    .where('visibility', '=', literal('public'))
    .where('created_at', '<', param('before'))
    .orderBy('created_at')
    .orderBy('id')
    .limit(literal(OWN_WORDS)),
)

const WORD = /[\p{L}\p{N}]+/gu
/** Shorter words are ignored: they carry no topic. */
const CONTENT_MIN = 4
export const contentWords = (text: string): Set<string> =>
  new Set((text.toLowerCase().match(WORD) ?? []).filter((word) => word.length >= CONTENT_MIN))

const interestsOf = (agent: AgentRow): string[] => JSON.parse(agent.interests) as string[]

/** Relationships are updated in memory, so a cached resident keeps them from day to day. */
async function tiesOf(
  read: Read,
  world: World,
  id: string,
): Promise<Pick<Person, 'edges' | 'followed' | 'grudges' | 'want'>> {
  return {
    edges: new Map((await readRelationshipRows(read, world, id)).map((edge) => [edge.other_agent_id, edge])),
    followed: new Set((await read.all(followedBy, { world: world.id, id })).map((row) => row.target_agent_id)),
    grudges: await readGrudges(read, world.id, id),
    want: await readWant(read, world.id, id),
  }
}

interface PersonRequest {
  readonly random: Random
  readonly world: World
  readonly id: string
  /** The cached version of the day before. */
  readonly before: Person | undefined
}

async function readPerson(
  read: Read,
  { random, world, id, before }: PersonRequest,
  at: number,
): Promise<Person | null> {
  const agent = await read.first(agentById, { world: world.id, id })
  if (agent === undefined) return null
  const topics = await readTopicWeights(read, world, id)
  const habits = habitsOf(random, agent)
  return {
    agent,
    habits,
    rest: before?.rest ?? temperamentOf(random, id),
    character: characterOf(random, agent),
    cares: contentWords([...interestsOf(agent), agent.specialty ?? '', agent.bio].join(' ')),
    topics: topics.map(({ topicId, weight }) => ({ id: topicId, weight })),
    ...(before === undefined
      ? await tiesOf(read, world, id)
      : { edges: before.edges, followed: before.followed, grudges: before.grudges, want: before.want }),
    morning: lastMorning(habits, at),
    until: nextMorning(habits, at),
    papers: null,
  }
}

/** Profile and memory, read when a resident first writes a text. Most ticks write none. */
export async function readProfile(read: Read, world: World, person: Person): Promise<Profile> {
  if (person.papers !== null) return person.papers
  const { agent } = person
  const memory = await readMemory(read, world, agent.id)
  const words = await read.all(firstWords, { world: world.id, id: agent.id, before: person.morning })
  person.papers = {
    speaker: {
      id: agent.id,
      displayName: agent.display_name,
      handle: agent.handle,
      bio: agent.bio,
      interests: interestsOf(agent),
      specialty: agent.specialty,
      persona: agent.persona,
    },
    summary: memory?.summary ?? '',
    beliefs: memory?.beliefs ?? [],
    openQuestions: memory?.openQuestions ?? [],
    styleNotes: memory?.styleNotes ?? [],
    // Rounded weights, because a voice is rebuilt whenever one of its inputs changes.
    topics: (memory?.topics ?? []).map(({ tag, weight }) => ({ tag, weight: weight < 0.5 ? 0.5 : 1 })),
    ideas: (memory?.activeIdeas ?? []).map(({ label, stance }) => ({ label, stance })),
    ownWords: words.map(({ text }) => text),
  }
  return person.papers
}

export interface People {
  of(read: Read, id: string, at: number): Promise<Person | null>
  /** Marks the cached mind of a resident as outdated. */
  renew(id: string): void
  clear(): void
}

/** Cached residents: about as many as are active at a time. */
const PEOPLE_MAX = 2_000

export function makePeople(random: Random, worldOf: () => World): People {
  const cache = new LRUCache<string, Person>({ max: PEOPLE_MAX })
  return {
    async of(read, id, at) {
      const cachedPerson = cache.get(id)
      if (cachedPerson !== undefined && at < cachedPerson.until) return cachedPerson
      const person = await readPerson(read, { random, world: worldOf(), id, before: cachedPerson }, at)
      if (person !== null) cache.set(id, person)
      return person
    },
    renew(id) {
      const cachedPerson = cache.get(id)
      if (cachedPerson !== undefined) cache.set(id, { ...cachedPerson, until: 0 })
    },
    clear: () => cache.clear(),
  }
}

/** A memory. Anybody may read it unless it is private. */
export interface Episode {
  readonly text: string
  readonly importance: number
  readonly private?: boolean
  /** The agent whose words or deed it records. */
  readonly sourceAgentId?: string
}

/** Adds an episode to a resident's memory. */
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
    source_agent_id: episode.sourceAgentId ?? null,
    created_at: at,
  })
}

const CUES = 6
const PER_CUE = 4
const MEMORIES_MAX = 3

/** Memories related to a text, best first, by relevance, recency and importance. */
export async function recallMemories(
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
    .slice(0, MEMORIES_MAX)
    .map(({ trace }) => trace.gist!)
}
