import type { ApiKey } from '../access/keys.ts'
import type { Ambient } from '../core/ambient.ts'
import { DAY_MS } from '../core/day.ts'
import type { Tx } from '../db/database.ts'
import type { Trace } from '../db/membership.ts'
import { forgetCallers } from '../minds/episode-memory.ts'
import { putTalkEpisode } from '../minds/episodes.ts'
import type { World } from '../worlds/worlds.ts'

/** How important a talk is among an agent's episodes, 0 to 1. */
export const TALK_IMPORTANCE = 0.3
/** Talks that stay with their callers fade after this long. */
const KEPT_DAYS = 30

export interface Talk {
  readonly world: World
  readonly agentId: string
  readonly key: ApiKey
  /** What it was about, in words the agent's gists may use, and what brings it to mind. */
  readonly gist: string
  readonly cues: readonly string[]
  readonly at: number
}

/** A talk as it is stored and recalled. */
export interface Remembered {
  readonly world: World
  readonly agentId: string
  readonly keyId: string
  readonly surface: 'world' | 'completion'
  readonly cues: readonly string[]
  readonly trace: Trace
}

/**
 * 4.8 rule 7: a clean talk leaves an episode behind. What was said is not in it, only what it was about, in public
 * words; and unless the operator let this key contribute, nothing but later completions can see it.
 */
export function rememberedOf(ambient: Ambient, { world, agentId, key, gist, cues, at }: Talk): Remembered {
  return {
    world,
    agentId,
    keyId: key.id,
    surface: key.contributesToContinuity ? 'world' : 'completion',
    cues,
    trace: {
      id: ambient.id('episode', world.tag),
      gist: `talked with a caller: ${gist}`,
      importance: TALK_IMPORTANCE,
      createdAt: at,
    },
  }
}

export async function storeTalk(tx: Tx, { world, agentId, keyId, surface, cues, trace }: Remembered): Promise<void> {
  const episode = {
    world_id: world.id,
    id: trace.id,
    agent_id: agentId,
    text: trace.gist!,
    importance: trace.importance,
    private: 0,
    surface,
    key_id: keyId,
    created_at: trace.createdAt,
  }
  await putTalkEpisode(tx, episode, cues)
}

/** Removes talks that have faded, oldest first. */
export const sweepTalks = (tx: Tx, at: number, limit: number): Promise<number> =>
  forgetCallers(tx, at - KEPT_DAYS * DAY_MS, limit)
