// Entry point of the worker thread for long jobs.
import { parentPort } from 'node:worker_threads'
import pino from 'pino'
import { audit } from '../../platform/access/audit.ts'
import { transactStamped } from '../../platform/control/clock.ts'
import { ambientAt, ambientOfImport, ambientOfSeed, systemAmbient } from '../../platform/core/ambient.ts'
import { ApiError, invalidInput } from '../../platform/core/api-error.ts'
import { BadJson, parseStrictJson } from '../../platform/core/json.ts'
import { makeSeals } from '../../platform/core/seals.ts'
import { openStore, type Store } from '../../platform/db/open-store.ts'
import { copyThings } from '../../stores/town/things.ts'
import { copyLife } from '../life/engine/carry-life.ts'
import { exportWorld } from './export-world.ts'
import { buildFork } from './fork-world.ts'
import { importWorldFile } from './import/import.ts'
import { readOrigin } from './manifest.ts'
import type { Job, ThreadMessage, ThreadRequest, WorkerInput } from './offload.ts'
import { seedWorlds, simulatePendingHistory } from './past.ts'

/** The server and store that the thread works for. */
interface Work {
  readonly input: WorkerInput
  readonly store: Promise<Store>
}

const postToParent = (message: ThreadMessage): void => parentPort?.postMessage(message, transferListOf(message))

/** The bytes of a whole world are transferred and not copied, unless they are in shared memory. */
function transferListOf(message: ThreadMessage): ArrayBuffer[] {
  if (!('result' in message) || !(message.result instanceof Uint8Array)) return []
  const { buffer, byteLength } = message.result
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
}

function parseFile(bytes: Uint8Array): unknown {
  try {
    return parseStrictJson(bytes)
  } catch (error) {
    if (error instanceof BadJson) throw invalidInput(error.message)
    throw error
  }
}

async function perform({ input, store }: Work, id: number, job: Job): Promise<unknown> {
  const { database } = await store
  const ambient = ambientAt(systemAmbient(), () => ('at' in job ? job.at : 0))
  switch (job.kind) {
    case 'import': {
      const file = parseFile(job.bytes)
      return transactStamped(database, async (tx) => {
        const report = await importWorldFile(tx, ambient, file, job.at)
        await audit(tx, ambient, {
          at: job.at,
          actor: job.actor,
          action: 'import',
          target: 'world-file',
          detail: report.counts,
        })
        return report
      })
    }
    case 'export': {
      const file = await database.snapshot((read) => exportWorld(read, job.worldId))
      return Buffer.from(JSON.stringify(file))
    }
    case 'fork': {
      const source = await database.snapshot((read) => exportWorld(read, job.source))
      const { file, ids } = buildFork(source, job.fork, (kind) => ambient.id(kind), { history: job.history })
      return transactStamped(database, async (tx) => {
        const report = await importWorldFile(tx, ambient, file, job.at)
        await copyThings(tx, job.source, job.fork.id)
        await copyLife(tx, { from: job.source, to: job.fork.id, ids }, job.at)
        await audit(tx, ambient, {
          at: job.at,
          actor: job.actor,
          action: 'world.fork',
          target: job.fork.id,
          detail: { from: job.source },
        })
        return { counts: report.counts }
      })
    }
    case 'seed': {
      const { randomSeed } = await readOrigin(database.read)
      const seeding = ambientOfImport(ambientOfSeed(ambient, randomSeed), job.at, `seed ${randomSeed}`)
      return seedWorlds(
        { database, ambient: seeding, seals: makeSeals(input.secrets), config: input.config },
        job,
        (done, total, label) => postToParent({ id, progress: { done, total, label } }),
      )
    }
    case 'history': {
      const { randomSeed } = await readOrigin(database.read)
      const seeded = ambientOfSeed(systemAmbient(), randomSeed)
      const importAmbient = (at: number, scope: string) => ambientOfImport(seeded, at, `${scope} ${randomSeed}`)
      return simulatePendingHistory({ database, ambient: seeded, importAmbient }, (done, total, label) =>
        postToParent({ id, progress: { done, total, label } }),
      )
    }
  }
}

/** Maximum of facts of an import that are passed on; above it, caches are rebuilt from the store. */
const FACTS_MAX = 5_000
let facts: object[] | null = null

function collect(some: readonly object[] | null): void {
  for (const fact of some ?? []) if (facts !== null && facts.length <= FACTS_MAX) facts.push(fact)
}

/** Facts are collected for imports only, which are small enough. */
async function performAndReportFacts(work: Work, id: number, job: Job): Promise<unknown> {
  facts = job.kind === 'import' ? [] : null
  const result = await perform(work, id, job)
  if (facts !== null) postToParent({ facts: facts.length > FACTS_MAX ? null : facts })
  return result
}

async function answer(work: Work, id: number, job: Job): Promise<void> {
  try {
    postToParent({ id, result: await performAndReportFacts(work, id, job) })
  } catch (error) {
    if (error instanceof ApiError) postToParent({ id, refusal: { code: error.code, message: error.message } })
    else postToParent({ id, failure: (error as Error).stack ?? String(error) })
  }
}

const log = pino({ level: 'warn' }, pino.destination(2))
let work: Work | null = null

async function handleRequest(request: ThreadRequest): Promise<void> {
  if (request.kind === 'serve') {
    const { input } = request
    work = { input, store: openStore(input.config, systemAmbient(), log, { migrate: false, archiving: 'elsewhere' }) }
    // Errors of opening the store are reported by each job. In a cluster Redis carries announcements.
    work.store
      .then((store) => {
        if (input.config.databaseUrl === null) store.onAnnounced((announced) => postToParent({ announced }))
        store.onTold?.({ onFacts: collect, onWriterHandover: () => {} })
      })
      .catch(() => {})
  } else if (request.kind === 'job') await answer(work!, request.id, request.job)
  else {
    await (await work!.store).close()
    work = null
    parentPort?.postMessage('left')
  }
}

parentPort?.on('message', (request: ThreadRequest) => void handleRequest(request))
