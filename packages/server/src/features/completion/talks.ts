// Memory of completions: stored conversations and the queue that writes them.
import type { Logger } from 'pino'
import type { ApiKey } from '../../platform/access/keys.ts'
import type { Ambient } from '../../platform/core/ambient.ts'
import { DAY_MS } from '../../platform/core/time.ts'
import { batches } from '../../platform/db/bulk.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { EpisodeTrace } from '../../platform/db/membership.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { deleteCallerTalks, putTalkEpisode } from '../../stores/minds/episodes.ts'

/** Importance of a conversation among an agent's episodes, 0 to 1. */
export const CONVERSATION_IMPORTANCE = 0.3
/** Retention of conversations that only their callers can see. */
const RETENTION_DAYS = 30

export interface FinishedConversation {
  readonly world: World
  readonly agentId: string
  readonly key: ApiKey
  /** The subject in public words, and the cues that recall it. */
  readonly gist: string
  readonly cues: readonly string[]
  readonly at: number
}

/** A conversation as it is stored and recalled. */
export interface ConversationMemory {
  readonly world: World
  readonly agentId: string
  readonly keyId: string
  readonly surface: 'world' | 'completion'
  readonly cues: readonly string[]
  readonly trace: EpisodeTrace
}

/**
 * 4.8 rule 7: a clean conversation becomes an episode. It holds the subject in public words, not the text. Only later
 * completions see it, unless the operator lets this key contribute.
 */
export function conversationMemoryOf(
  ambient: Ambient,
  { world, agentId, key, gist, cues, at }: FinishedConversation,
): ConversationMemory {
  return {
    world,
    agentId,
    keyId: key.id,
    surface: key.contributesToContinuity ? 'world' : 'completion',
    cues,
    trace: {
      id: ambient.id('episode', world.tag),
      gist: `talked with a caller: ${gist}`,
      importance: CONVERSATION_IMPORTANCE,
      createdAt: at,
    },
  }
}

export async function storeConversation(
  tx: Tx,
  { world, agentId, keyId, surface, cues, trace }: ConversationMemory,
): Promise<void> {
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

/** Removes expired conversations, oldest first. */
export const removeExpiredConversations = (tx: Tx, at: number, limit: number): Promise<number> =>
  deleteCallerTalks(tx, at - RETENTION_DAYS * DAY_MS, limit)

/**
 * Queued conversation writes. A commit for each would delay all other requests, so they are written in batches, a few
 * times a second. Until then they are recalled from memory. A crash may lose them.
 */
export interface ConversationQueue {
  add(talk: ConversationMemory): void
  /** Conversations that are not stored yet, newest first. */
  pending(agentId: string, keyId: string): EpisodeTrace[]
  flush(): Promise<void>
}

const EVERY_MS = 250
const AT_MOST = 500
/** Per commit, because other writers wait until it is done. */
const BATCH_MAX = 16

const nameOf = (agentId: string, keyId: string): string => `${agentId} ${keyId}`

export function makeConversationQueue(database: Database, log: Logger): ConversationQueue {
  /** Queued or being written, oldest first, by agent and key. */
  const unwritten = new Map<string, EpisodeTrace[]>()
  let waiting: ConversationMemory[] = []
  let timer: NodeJS.Timeout | null = null
  let flushing: Promise<void> = Promise.resolve()

  async function writeSome(talks: readonly ConversationMemory[]): Promise<void> {
    try {
      await database.transact(
        async (tx) => {
          for (const talk of talks) await storeConversation(tx, talk)
        },
        { quiet: true },
      )
    } catch (error) {
      log.warn(
        { event: 'completion.talks_not_stored', err: error, talks: talks.length },
        'write of queued conversations failed',
      )
    }
    for (const { agentId, keyId } of talks) removeWritten(nameOf(agentId, keyId))
  }

  async function write(): Promise<void> {
    const talks = waiting
    waiting = []
    for (const some of batches(talks, BATCH_MAX)) await writeSome(some)
  }

  /** Removes the oldest entry; entries are written in order of arrival. */
  function removeWritten(name: string): void {
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
