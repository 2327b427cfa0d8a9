import { once } from 'node:events'
import { BroadcastChannel, type Worker } from 'node:worker_threads'
import { pino } from 'pino'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeContentCache } from '../../platform/cache/content-cache.ts'
import { makeEventLoopBudget } from '../../platform/core/event-loop-budget.ts'
import { makeFairQueue } from '../../platform/core/fair-queue.ts'
import { outageIn } from '../../platform/core/outage.ts'
import type { TalkJob } from './thinking.ts'
import { makeThinking, type Thinking } from './worker-thread.ts'

/** Answers with what it was seeded with; of one seed it dies, and with another it waits until its caller is gone. */
const STAND_IN = `
  import { parentPort } from 'node:worker_threads'
  const waiting = new Set()
  const tell = (id, gist) => parentPort.postMessage([{ id, thought: { kind: 'spoken', gist } }])
  parentPort.on('message', (request) => {
    if (request.kind === 'leave') process.exit(0)
    if (request.kind === 'gone') return tell(request.id, waiting.has(request.id) ? 'left' : 'unknown')
    for (const { id, party, job } of request.jobs) {
      if (job.seed === 'exit') process.exit(1)
      if (job.seed === 'wait') waiting.add(id)
      else if (job.seed === 'fail') parentPort.postMessage([{ id, failure: 'failed there', outage: null }])
      else if (job.seed === 'away') parentPort.postMessage([{ id, failure: 'gone', outage: 'store' }])
      else tell(id, 'there: ' + job.seed + ' of ' + party + ' at ' + request.version)
    }
  })
  parentPort.postMessage('ready')`
const asFile = (text: string) => new URL(`data:text/javascript,${encodeURIComponent(text)}`)

const lines: string[] = []
const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line).event) })
const made: Thinking[] = []

/** Whatever is thought here is blocked: so nothing is asked of a store. */
function thinking(code = STAND_IN): Thinking {
  const here = {
    read: null as never,
    kept: makeContentCache(() => 0, 1),
    model: { kind: 'local' as const, generate: () => Promise.reject(new Error('not asked')) },
    elapsed: () => performance.now(),
  }
  const thread = { store: { file: '' }, provider: null, keptMax: 1, turnLimits: { max: 4 } }
  const one = makeThinking(
    {
      here,
      turns: makeFairQueue({ max: 64 }),
      slices: makeEventLoopBudget(here.elapsed),
      thread,
      contentVersion: () => 7,
      log,
    },
    asFile(code),
  )
  made.push(one)
  return one
}
afterEach(async () => {
  for (const one of made.splice(0)) await one.close()
  lines.length = 0
})

const banned = { reviewed: 'banned' } as TalkJob['said']
const job = (seed: string): TalkJob => ({ seed, said: banned, bannedTerms: ['banned'] }) as unknown as TalkJob
const never = new AbortController().signal
const gistOf = (thought: unknown): string => (thought as { gist: string }).gist

async function onWorker(one: Thinking): Promise<void> {
  while (one.workers() === 0) {
    await Promise.all(['a', 'b', 'c', 'd'].map((seed) => one.think(job(seed), 'p', never)))
    await new Promise(setImmediate)
  }
}

describe('where an answer is thought', () => {
  it('is here while there are few, and on a worker thread once there are many', async () => {
    const one = thinking()
    expect(await one.think(job('alone'), 'p', never)).toMatchObject({ kind: 'blocked' })
    expect(one.workers()).toBe(0)
    await onWorker(one)
    expect(gistOf(await one.think(job('x'), 'p', never))).toBe('there: x of p at 7')
  })

  it('is here again when the worker thread has died, which costs what it was thinking of and nothing else', async () => {
    const one = thinking()
    await onWorker(one)
    const lost = ['wait', 'exit'].map((seed) => one.think(job(seed), 'p', never))
    for (const { status } of await Promise.allSettled(lost)) expect(status).toBe('rejected')
    expect(lines).toEqual(['completion.worker_lost'])
    expect(await one.think(job('next'), 'p', never)).toMatchObject({ kind: 'blocked' })
    await onWorker(one)
    await expect(one.think(job('fail'), 'p', never)).rejects.toThrow('failed there')
    const away = await one.think(job('away'), 'p', never).catch((error: unknown) => error)
    expect(outageIn(away)).toMatchObject({ part: 'store', message: 'gone' })
  })

  it('stays here where a worker thread cannot start', async () => {
    const one = thinking('throw new Error("no")')
    while (lines.length === 0) {
      await Promise.all(['a', 'b', 'c', 'd'].map((seed) => one.think(job(seed), 'p', never)))
      await new Promise(setImmediate)
    }
    for (let n = 0; n < 30; n++) expect(await one.think(job('x'), 'p', never)).toMatchObject({ kind: 'blocked' })
    expect(lines).toEqual(['completion.worker_lost'])
  })

  it('tells the worker thread of a caller who has left, however early', async () => {
    const one = thinking()
    await onWorker(one)
    const abortSignal = new AbortController()
    const thought = one.think(job('wait'), 'p', abortSignal.signal)
    abortSignal.abort()
    expect(gistOf(await thought)).toBe('left')
    expect(gistOf(await one.think(job('wait'), 'p', abortSignal.signal))).toBe('left')
  })
  it('takes no talks with it that wait for its successor, however long it takes to leave', async () => {
    const workers: Worker[] = []
    const note = (worker: Worker) => void workers.push(worker)
    process.on('worker', note)
    const hall = new BroadcastChannel('leaving talks')
    let mayLeave = false
    hall.onmessage = () => mayLeave && hall.postMessage('go')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const one = thinking(
        STAND_IN.replace(
          `if (request.kind === 'leave') process.exit(0)`,
          `if (request.kind === 'leave') {
            const hall = new BroadcastChannel('leaving talks')
            hall.onmessage = () => process.exit(0)
            return hall.postMessage('leaving')
          }`,
        ),
      )
      await onWorker(one)
      vi.advanceTimersByTime(60_000)
      expect(one.workers()).toBe(0)
      await onWorker(one)
      expect(workers).toHaveLength(2)
      const abortSignal = new AbortController()
      const waiting = one.think(job('wait'), 'p', abortSignal.signal)
      waiting.catch(() => {})
      mayLeave = true
      hall.postMessage('go')
      await once(workers[0]!, 'exit')
      await new Promise(setImmediate)
      abortSignal.abort()
      expect(gistOf(await waiting)).toBe('left')
    } finally {
      vi.useRealTimers()
      mayLeave = true
      hall.postMessage('go')
      for (const closing of made.splice(0)) await closing.close()
      process.off('worker', note)
      hall.close()
    }
  })
})
