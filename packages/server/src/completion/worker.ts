import { parentPort, workerData } from 'node:worker_threads'
import { systemAmbient } from '../core/ambient.ts'
import { makeContentCache } from '../core/content-cache.ts'
import { makeFairTurns } from '../core/fair-turns.ts'
import { Left } from '../core/leaving.ts'
import { openSqliteReader } from '../db/sqlite.ts'
import { localModel } from '../models/local-model.ts'
import { openaiCompatible } from '../models/openai-compatible.ts'
import { think } from './thinking.ts'
import type { TalkRequest, ThreadAnswer, ThreadInput, ThreadJob } from './worker-thread.ts'

const { file, provider, keptMax, turnLimits } = workerData as ThreadInput
const { random, elapsed } = systemAmbient()
const { read, close } = openSqliteReader(file)
/** The newest version of content that the serving thread has told of: whatever is read here is at least as new. */
let version = 0
const parts = {
  read,
  kept: makeContentCache(() => version, keptMax),
  model: provider === null ? localModel(random) : openaiCompatible(provider),
  elapsed,
  pause: () => null,
}
/** Places on this thread are taken as those on the serving one are: by developer and not by request. */
const turns = makeFairTurns(turnLimits)
const leaving = new Map<number, Left>()

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
  const left = new Left()
  leaving.set(id, left)
  try {
    tell({ id, thought: await turns.run(party, () => think(parts, job, left)) })
  } catch (error) {
    tell({ id, failure: (error as Error).stack ?? String(error) })
  } finally {
    leaving.delete(id)
  }
}

parentPort!.on('message', (request: TalkRequest) => {
  if (request.kind === 'leave') {
    close()
    process.exit(0)
  }
  if (request.kind === 'gone') {
    leaving.get(request.id)?.abort()
    return
  }
  version = request.version
  for (const job of request.jobs) void answer(job)
})
parentPort!.postMessage('ready')
