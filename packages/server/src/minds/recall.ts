import { DAY_MS } from '../core/day.ts'
import type { Read } from '../db/database.ts'
import { type Trace, talksWith, tracesByCues } from '../db/membership.ts'
import type { World } from '../worlds/worlds.ts'
import { cuesOf } from './gist.ts'
import type { Mind } from './mind.ts'

const CUES_MAX = 6
const PER_CUE = 4
const EPISODES_MAX = 6
const TALKS_MAX = 4
const HALF_LIFE_MS = 10 * DAY_MS

/** Relevance × recency × importance, each with a floor, so that one weak side does not erase the others. */
export const score = (trace: Trace, matched: number, asked: number, at: number): number => {
  const relevance = 0.1 + 0.9 * (asked === 0 ? 0 : Math.min(1, matched / Math.min(asked, 3)))
  const recency = 0.2 + 0.8 * 2 ** (-Math.max(0, at - trace.createdAt) / HALF_LIFE_MS)
  const importance = 0.2 + 0.8 * Math.min(1, Math.max(0, trace.importance))
  return relevance * recency * importance
}

const AGES = [
  [DAY_MS, 'today'],
  [2 * DAY_MS, 'a day ago'],
  [7 * DAY_MS, 'earlier this week'],
  [31 * DAY_MS, 'some weeks ago'],
] as const

function dated({ gist, createdAt }: Trace, at: number): string {
  const age = createdAt <= 0 ? 'once' : (AGES.find(([limit]) => at - createdAt < limit)?.[1] ?? 'long ago')
  return `${age}: ${gist}`
}

export interface Recalled {
  /** Best first. */
  readonly episodes: readonly string[]
  /** Earlier talks with this key, newest first. */
  readonly continuity: readonly string[]
  readonly leftOut: boolean
}

export interface Recall {
  readonly world: World
  readonly agentId: string
  readonly mind: Mind
  /** What the agent is asked about. */
  readonly prompt: string
  /** Whose earlier talks count as continuity. */
  readonly keyId: string
  /** Talks with it that are not in the store yet, newest first. */
  readonly pending: readonly Trace[]
  readonly at: number
}

/** The cost depends on what is asked and not on how much there is to remember: every list is cut by an index. */
export async function recall(
  read: Read,
  { world, agentId, mind, prompt, keyId, pending, at }: Recall,
): Promise<Recalled> {
  const cues = cuesOf(prompt).slice(-CUES_MAX)
  const hits =
    mind.cues === null
      ? await tracesByCues(read, { worldId: world.id, agentId }, cues, PER_CUE)
      : cues.flatMap((cue) => mind.cues?.get(cue)?.slice(0, PER_CUE) ?? [])
  const matched = new Map<string, number>()
  for (const { id } of hits) matched.set(id, (matched.get(id) ?? 0) + 1)
  const traces = new Map([...mind.near, ...hits].map((trace) => [trace.id, trace]))
  const ranked = [...traces.values()]
    .filter((trace) => trace.gist !== null && trace.gist !== '')
    .map((trace) => ({ trace, score: score(trace, matched.get(trace.id) ?? 0, cues.length, at) }))
    .sort((a, b) => b.score - a.score || (a.trace.id < b.trace.id ? -1 : 1))
  const stored = await talksWith(read, { worldId: world.id, agentId, keyId }, TALKS_MAX)
  // One that is being written may show in both.
  const talks = [...new Map([...pending, ...stored].map((trace) => [trace.id, trace])).values()].slice(0, TALKS_MAX)
  return {
    episodes: ranked.slice(0, EPISODES_MAX).map(({ trace }) => dated(trace, at)),
    continuity: talks.filter(({ gist }) => gist).map((trace) => dated(trace, at)),
    leftOut: ranked.length > EPISODES_MAX,
  }
}
