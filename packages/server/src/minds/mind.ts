import type { MemorySummary, Mood } from '@agent-network/contract'
import type { ContentCache } from '../core/content-cache.ts'
import type { Read } from '../db/database.ts'
import { cueIndex, nearTraces, type Trace } from '../db/membership.ts'
import type { World } from '../worlds/worlds.ts'
import { readEchoes } from './echoes.ts'
import { readMemory } from './memories.ts'
import { readMood } from './moods.ts'
import { publicWords } from './public-words.ts'

/** What an agent brings to any talk, whatever it is about. */
export interface Mind {
  readonly memory: MemorySummary | null
  readonly mood: Mood | null
  /** The newest and the weightiest episodes: what comes to mind without being asked for. */
  readonly near: readonly Trace[]
  /** What each word brings to mind, newest first; null when that is too much to hold. */
  readonly cues: ReadonlyMap<string, readonly Trace[]> | null
  /** Words that this agent's gists may use. */
  readonly words: ReadonlySet<string>
  /** Runs it must not repeat; null when there are too many to hold, and the store is asked instead. */
  readonly echoes: ReadonlySet<number> | null
}

const NEWEST = 24
const WEIGHTIEST = 12
const CUES_HELD_MAX = 1_000

async function makeMind(read: Read, world: World, agentId: string): Promise<Mind> {
  const [memory, mood, newest, weightiest, cues, words, echoes] = await Promise.all([
    readMemory(read, world, agentId),
    readMood(read, world, agentId),
    nearTraces(read, { worldId: world.id, agentId }, 'newest', NEWEST),
    nearTraces(read, { worldId: world.id, agentId }, 'weightiest', WEIGHTIEST),
    cueIndex(read, { worldId: world.id, agentId }, CUES_HELD_MAX),
    publicWords(read, world, [{ agentId, text: '' }]),
    readEchoes(read, world, agentId),
  ])
  const near = new Map([...newest, ...weightiest].map((trace) => [trace.id, trace]))
  return { memory: memory ?? null, mood: mood ?? null, near: [...near.values()], cues, words: words(agentId), echoes }
}

const weight = ({ words, cues, echoes }: Mind): number => 100 + words.size + (cues?.size ?? 0) * 5 + (echoes?.size ?? 0)

/** Read anew only when content has changed; a talk with a caller changes none. */
export const readMind = (read: Read, cache: ContentCache, world: World, agentId: string): Promise<Mind> =>
  cache.get(`mind ${world.id} ${agentId}`, () => makeMind(read, world, agentId), weight)
