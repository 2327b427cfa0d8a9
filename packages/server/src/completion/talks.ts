import type { Logger } from 'pino'
import { batches } from '../db/batches.ts'
import type { Database } from '../db/database.ts'
import type { Trace } from '../db/membership.ts'
import { type Remembered, storeTalk } from './continuity.ts'

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
