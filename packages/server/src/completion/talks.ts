import type { Logger } from 'pino'
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

export function makeTalks(database: Database, log: Logger): Talks {
  let waiting: Remembered[] = []
  let writing: Remembered[] = []
  let timer: NodeJS.Timeout | null = null
  let flushing: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    writing = waiting
    waiting = []
    if (writing.length === 0) return
    try {
      await database.transact(
        async (tx) => {
          for (const talk of writing) await storeTalk(tx, talk)
        },
        { quiet: true },
      )
    } catch (error) {
      log.warn(
        { event: 'completion.talks_not_stored', err: error, talks: writing.length },
        'talks could not be remembered',
      )
    }
    writing = []
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
      if (waiting.length >= AT_MOST) void flush()
      else timer ??= setTimeout(() => void flush(), EVERY_MS)
    },
    pending: (agentId, keyId) =>
      [...writing, ...waiting]
        .filter((talk) => talk.agentId === agentId && talk.keyId === keyId)
        .map(({ trace }) => trace)
        .reverse(),
    flush,
  }
}
