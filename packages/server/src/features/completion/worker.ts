import { parentPort, workerData } from 'node:worker_threads'
import { makeContentCache } from '../../platform/cache/content-cache.ts'
import { systemAmbient } from '../../platform/core/ambient.ts'
import { makeFairQueue } from '../../platform/core/fair-queue.ts'
import { outageIn } from '../../platform/core/outage.ts'
import type { Read } from '../../platform/db/database.ts'
import { openSqliteReader } from '../../platform/db/sqlite.ts'
import { localModel } from '../../platform/llm/local-model.ts'
import { openaiCompatible } from '../../platform/llm/provider.ts'
import { think } from './thinking.ts'
import type { TalkRequest, ThreadAnswer, ThreadInput, ThreadJob } from './worker-thread.ts'

/** To PostgreSQL; talks read a few small things each. */
const CONNECTIONS = 4

const { store, provider, keptMax, turnLimits } = workerData as ThreadInput
const { random, elapsed } = systemAmbient()

async function openReader(): Promise<{ readonly read: Read; close(): unknown }> {
  if ('file' in store) return openSqliteReader(store.file)
  // A library that a single node starts faster without.
  const { openPostgresReader } = await import('../../platform/db/postgres.ts')
  return openPostgresReader(store.url, CONNECTIONS, elapsed)
}

const { read, close } = await openReader()
/** The newest version of content that the serving thread has told of: whatever is read here is at least as new. */
let version = 0
/** Where other nodes write, none is the newest for longer than a look. */
const isShared = 'url' in store
const parts = {
  read,
  kept: makeContentCache(() => (isShared ? ++version : version), keptMax),
  model: provider === null ? localModel(random) : openaiCompatible(provider),
  elapsed,
  pause: () => null,
}
/** Places on this thread are taken as those on the serving one are: by developer and not by request. */
const turns = makeFairQueue(turnLimits)
const abortControllers = new Map<number, AbortController>()

/** Answers that are ready in one turn of the event loop go together. */
let answers: ThreadAnswer[] = []

function tell(answer: ThreadAnswer): void {
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
    tell({ id, thought: await turns.run(party, () => think(parts, job, controller.signal)) })
  } catch (error) {
    const outage = outageIn(error)?.part ?? null
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

parentPort!.on('message', (request: TalkRequest) => {
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
