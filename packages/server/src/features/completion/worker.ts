// Entry point of the completion worker thread.
import { parentPort, workerData } from 'node:worker_threads'
import { makeContentCache } from '../../platform/cache/content-cache.ts'
import { systemAmbient } from '../../platform/core/ambient.ts'
import { makeFairQueue } from '../../platform/core/fair-queue.ts'
import { findOutage } from '../../platform/core/outage.ts'
import type { Read } from '../../platform/db/database.ts'
import { openSqliteReader } from '../../platform/db/sqlite.ts'
import { localModel } from '../../platform/llm/local-model.ts'
import { openaiCompatible } from '../../platform/llm/provider.ts'
import { generateAnswer } from './thinking.ts'
import type { GenerationRequest, GenerationResult, ThreadInput, ThreadJob } from './worker-thread.ts'

/** PostgreSQL connections; each completion reads a few small rows. */
const CONNECTIONS = 4

const { store, provider, keptMax, turnLimits } = workerData as ThreadInput
const { random, elapsed } = systemAmbient()

async function openReader(): Promise<{ readonly read: Read; close(): unknown }> {
  if ('file' in store) return openSqliteReader(store.file)
  // Loaded on demand, so that a single node starts faster.
  const { openPostgresReader } = await import('../../platform/db/postgres.ts')
  return openPostgresReader(store.url, CONNECTIONS, elapsed)
}

const { read, close } = await openReader()
/** The newest content version that the main thread has announced. Reads here are at least as new. */
let version = 0
/** With several nodes, a cached version is valid for one read only. */
const isShared = 'url' in store
const ownVoice = localModel(random)
const parts = {
  read,
  contentCache: makeContentCache(() => (isShared ? ++version : version), keptMax),
  model: provider === null ? ownVoice : openaiCompatible(provider),
  localModel: ownVoice,
  elapsed,
  pause: () => null,
}
/** The queue is fair by developer, as on the main thread. */
const turns = makeFairQueue(turnLimits)
const abortControllers = new Map<number, AbortController>()

/** Answers of one event loop turn are posted together. */
let answers: GenerationResult[] = []

function tell(answer: GenerationResult): void {
  answers.push(answer)
  if (answers.length > 1) return
  setImmediate(() => {
    const ready = answers
    answers = []
    parentPort!.postMessage(ready)
  })
}

async function answer({ id, party, job }: ThreadJob): Promise<void> {
  const controller = new AbortController()
  abortControllers.set(id, controller)
  try {
    tell({ id, thought: await turns.run(party, () => generateAnswer(parts, job, controller.signal)) })
  } catch (error) {
    const outage = findOutage(error)?.part ?? null
    tell({
      id,
      failure: outage === null ? ((error as Error).stack ?? String(error)) : (error as Error).message,
      outage,
    })
  } finally {
    abortControllers.delete(id)
  }
}

async function leave(): Promise<never> {
  await close()
  process.exit(0)
}

parentPort!.on('message', (request: GenerationRequest) => {
  if (request.kind === 'leave') {
    void leave()
    return
  }
  if (request.kind === 'gone') {
    abortControllers.get(request.id)?.abort()
    return
  }
  version = isShared ? version : request.version
  for (const job of request.jobs) void answer(job)
})
parentPort!.postMessage('ready')
