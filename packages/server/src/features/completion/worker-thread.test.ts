// Tests of the completion worker thread.
import { once } from 'node:events'
import { BroadcastChannel, type Worker } from 'node:worker_threads'
import { pino } from 'pino'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeContentCache } from '../../platform/cache/content-cache.ts'
import { makeEventLoopBudget } from '../../platform/core/event-loop-budget.ts'
import { makeFairQueue } from '../../platform/core/fair-queue.ts'
import { findOutage } from '../../platform/core/outage.ts'
import type { GenerationJob } from './thinking.ts'
import { type AnswerGenerator, makeAnswerGenerator } from './worker-thread.ts'

/** Returns the seed of the job. One seed makes it exit, another makes it wait until the caller aborts. */
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
const openedGenerators: AnswerGenerator[] = []

/** Every input is blocked here, so no store is needed. */
function openGenerator(code = STAND_IN): AnswerGenerator {
  const unusedModel = { kind: 'local' as const, generate: () => Promise.reject(new Error('not asked')) }
  const here = {
    read: null as never,
    contentCache: makeContentCache(() => 0, 1),
    model: unusedModel,
    localModel: unusedModel,
    elapsed: () => performance.now(),
  }
  const thread = { store: { file: '' }, provider: null, keptMax: 1, turnLimits: { max: 4 } }
  const one = makeAnswerGenerator(
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
  openedGenerators.push(one)
  return one
}
afterEach(async () => {
  for (const one of openedGenerators.splice(0)) await one.close()
  lines.length = 0
})

const banned = { reviewed: 'banned' } as GenerationJob['input']
const job = (seed: string): GenerationJob =>
  ({ seed, input: banned, bannedTerms: ['banned'] }) as unknown as GenerationJob
const never = new AbortController().signal
const gistOf = (thought: unknown): string => (thought as { gist: string }).gist

async function onWorker(one: AnswerGenerator): Promise<void> {
  while (one.workers() === 0) {
    await Promise.all(['a', 'b', 'c', 'd'].map((seed) => one.think(job(seed), 'p', never)))
    await new Promise(setImmediate)
  }
}

describe('thread of generation', () => {
  it('is the main thread for few jobs and a worker thread for many', async () => {
    const one = openGenerator()
    expect(await one.think(job('alone'), 'p', never)).toMatchObject({ kind: 'blocked' })
    expect(one.workers()).toBe(0)
    await onWorker(one)
    expect(gistOf(await one.think(job('x'), 'p', never))).toBe('there: x of p at 7')
  })

  it('is the worker thread from the first job of an interview, and the main thread if no worker can start', async () => {
    const one = openGenerator()
    const first = ['a', 'b', 'c'].map((seed) => one.thinkOnWorker(job(seed), 'p', never))
    expect((await Promise.all(first)).map(gistOf)).toEqual(['a', 'b', 'c'].map((seed) => `there: ${seed} of p at 7`))
    const broken = openGenerator('throw new Error("no")')
    for (let n = 0; n < 2; n++)
      expect(await broken.thinkOnWorker(job('x'), 'p', never)).toMatchObject({ kind: 'blocked' })
    expect(lines).toEqual(['completion.worker_lost'])
  })

  it('is the main thread again after a worker exit, which fails only the running jobs', async () => {
    const one = openGenerator()
    await onWorker(one)
    const lost = ['wait', 'exit'].map((seed) => one.think(job(seed), 'p', never))
    for (const { status } of await Promise.allSettled(lost)) expect(status).toBe('rejected')
    expect(lines).toEqual(['completion.worker_lost'])
    expect(await one.think(job('next'), 'p', never)).toMatchObject({ kind: 'blocked' })
    await onWorker(one)
    await expect(one.think(job('fail'), 'p', never)).rejects.toThrow('failed there')
    const away = await one.think(job('away'), 'p', never).catch((error: unknown) => error)
    expect(findOutage(away)).toMatchObject({ part: 'store', message: 'gone' })
  })

  it('stays the main thread if the worker cannot start', async () => {
    const one = openGenerator('throw new Error("no")')
    while (lines.length === 0) {
      await Promise.all(['a', 'b', 'c', 'd'].map((seed) => one.think(job(seed), 'p', never)))
      await new Promise(setImmediate)
    }
    for (let n = 0; n < 30; n++) expect(await one.think(job('x'), 'p', never)).toMatchObject({ kind: 'blocked' })
    expect(lines).toEqual(['completion.worker_lost'])
  })

  it('forwards an abort to the worker, also before the job is sent', async () => {
    const one = openGenerator()
    await onWorker(one)
    const abort = new AbortController()
    const thought = one.think(job('wait'), 'p', abort.signal)
    abort.abort()
    expect(gistOf(await thought)).toBe('left')
    expect(gistOf(await one.think(job('wait'), 'p', abort.signal))).toBe('left')
  })
  it('keeps jobs that wait for the next worker when a slow one exits', async () => {
    const workers: Worker[] = []
    const note = (worker: Worker) => void workers.push(worker)
    process.on('worker', note)
    const hall = new BroadcastChannel('leaving talks')
    let mayLeave = false
    hall.onmessage = () => mayLeave && hall.postMessage('go')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const one = openGenerator(
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
      const abort = new AbortController()
      const waiting = one.think(job('wait'), 'p', abort.signal)
      waiting.catch(() => {})
      mayLeave = true
      hall.postMessage('go')
      await once(workers[0]!, 'exit')
      await new Promise(setImmediate)
      abort.abort()
      expect(gistOf(await waiting)).toBe('left')
    } finally {
      vi.useRealTimers()
      mayLeave = true
      hall.postMessage('go')
      for (const closing of openedGenerators.splice(0)) await closing.close()
      process.off('worker', note)
      hall.close()
    }
  })
})
