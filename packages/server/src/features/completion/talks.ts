import type { Logger } from 'pino'
import type { ApiKey } from '../../platform/access/keys.ts'
import type { Ambient } from '../../platform/core/ambient.ts'
import { DAY_MS } from '../../platform/core/time.ts'
import { batches } from '../../platform/db/bulk.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Trace } from '../../platform/db/membership.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { forgetCallers, putTalkEpisode } from '../../stores/minds/episodes.ts'

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

/**
 * Talks on their way into the store. Nobody was promised that a talk is remembered, and a flush of its own for each
 * would hold every other request of the process, so they are written together, a few times a second. Until then they
 * are remembered here.
 */
export interface Talks {
  add(talk: Remembered): void
  /** What has not been written yet, newest first. */
  pending(agentId: string, keyId: string): Trace[]
  flush(): Promise<void>
}

const EVERY_MS = 250
const AT_MOST = 500
/** Of one commit: writing its pages is one step, behind which everybody waits. */
const AT_ONCE = 16

const nameOf = (agentId: string, keyId: string): string => `${agentId} ${keyId}`

export function makeTalks(database: Database, log: Logger): Talks {
  /** What waits or is being written, oldest first, by who talked with whom. */
  const unwritten = new Map<string, Trace[]>()
  let waiting: Remembered[] = []
  let timer: NodeJS.Timeout | null = null
  let flushing: Promise<void> = Promise.resolve()

  async function writeSome(talks: readonly Remembered[]): Promise<void> {
    try {
      await database.transact(
        async (tx) => {
          for (const talk of talks) await storeTalk(tx, talk)
        },
        { quiet: true },
      )
    } catch (error) {
      log.warn(
        { event: 'completion.talks_not_stored', err: error, talks: talks.length },
        'talks could not be remembered',
      )
    }
    for (const { agentId, keyId } of talks) letGo(nameOf(agentId, keyId))
  }

  async function write(): Promise<void> {
    const talks = waiting
    waiting = []
    for (const some of batches(talks, AT_ONCE)) await writeSome(some)
  }

  /** They are written in the order in which they came. */
  function letGo(name: string): void {
    const traces = unwritten.get(name)
    if (traces === undefined || traces.length === 1) unwritten.delete(name)
    else traces.shift()
  }

  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    flushing = flushing.then(write)
    return flushing
  }

  return {
    add(talk) {
      waiting.push(talk)
      const name = nameOf(talk.agentId, talk.keyId)
      const traces = unwritten.get(name)
      if (traces === undefined) unwritten.set(name, [talk.trace])
      else traces.push(talk.trace)
      if (waiting.length >= AT_MOST) void flush()
      else timer ??= setTimeout(() => void flush(), EVERY_MS)
    },
    pending: (agentId, keyId) => unwritten.get(nameOf(agentId, keyId))?.toReversed() ?? [],
    flush,
  }
}
