// Completion: how many a second, what it costs, and whether slow ones get in the way of everybody else.
import { setTimeout as pause } from 'node:timers/promises'
import { askOnce, openConnection, postBytes } from './connection.mjs'
import { scratchCopy } from './dataset.mjs'
import { together } from './load.mjs'
import { addInvokeKeys, completionTraffic, importMinds } from './minds.mjs'
import { copyable, startBaseline, startHeld, startModel, startServer } from './servers.mjs'
import { compared, inTurns, stretch } from './turns.mjs'

const RESIDENTS = 30
/** A multiple, so that each key keeps talking with the same resident and has earlier talks to look back on. */
const KEYS = 20 * RESIDENTS
const EPISODES_EACH = 100
const THINKING_MS = 2_000
const HELD = 500
const WARM_UP_MS = 4_000

async function withServer(data, env, work) {
  const server = await startServer(data, { env })
  try {
    return await work(server)
  } finally {
    await server.stop()
  }
}

/** One real answer, for a server that knows nothing else. */
async function realAnswer(server, keys, { paths, type, bodies }) {
  const connection = await openConnection(server.port)
  const { body, head } = await askOnce(connection, postBytes(paths[0], `X-API-Key: ${keys[0]}`, type, bodies[0]))
  connection.close()
  const { data } = JSON.parse(body)
  // An answer that was stopped, or that drew on nothing, would measure some other path.
  if (data.finishReason !== 'stop' || data.contextManifest.episodeCount === 0)
    throw new Error(`not the answer that was meant: ${body}`)
  return copyable(head, body)
}

async function againstBare(server, keys, traffic, pace) {
  const baseline = await startBaseline({ kind: 'posted', answer: await realAnswer(server, keys, traffic) })
  // Where many talk a worker thread is started, which takes a second of a busy machine.
  const result = await inTurns(server, baseline, traffic, { ...pace, warmUp: 3 })
  await baseline.stop()
  return result
}

/** Reads with and without completions under way, in turns. */
async function besideHeld(server, reads, traffic, { seconds, rounds }) {
  const job = { port: server.port, connections: HELD, spreadMs: THINKING_MS, traffic }
  const measured = { held: [], idle: [] }
  const summaries = []
  await stretch(server, 1, reads)
  // Compiled code and connections to the model come with the first thousand completions, as with reads.
  const first = await startHeld(job)
  await pause(WARM_UP_MS)
  await first.stop()
  for (let n = 0; n < rounds; n++) {
    measured.idle.push(await stretch(server, seconds / rounds, reads))
    const client = await startHeld(job)
    // On a slow machine reads may starve altogether, which is a finding and no fault of the run.
    measured.held.push(await stretch(server, seconds / rounds, { ...reads, least: 0 }))
    await client.stop()
    summaries.push(JSON.parse(client.said()))
  }
  const sum = (read) => summaries.reduce((total, summary) => total + read(summary), 0)
  if (sum(({ refused }) => refused) > 0) throw new Error(`completions were refused: ${JSON.stringify(summaries)}`)
  return {
    ...compared(together(measured.held), together(measured.idle)),
    held: HELD,
    leastInFlight: Math.min(...summaries.map(({ leastInFlight }) => leastInFlight)),
    completionsPerSecond: sum(({ answered }) => answered) / sum(({ seconds: s }) => s),
  }
}

/** On a copy of a history with posts to read. */
export async function completion(set, pace) {
  const copy = scratchCopy(set)
  const models = []
  const model = async (delayMs) => {
    models.push(await startModel(delayMs))
    return models.at(-1).env
  }
  try {
    const { keys, keysFile } = await addInvokeKeys(copy.data, KEYS)
    const traffic = completionTraffic({ keysFile }, RESIDENTS)
    const atOnce = await withServer(copy.data, await model(0), async (server) => {
      await importMinds(server, { residents: RESIDENTS, episodesEach: EPISODES_EACH })
      return againstBare(server, keys, traffic, pace)
    })
    const localVoice = await withServer(copy.data, {}, (server) => againstBare(server, keys, traffic, pace))
    const reads = { keysFile: copy.keysFile, paths: ['/v1/posts?perPage=25'] }
    const beside = await withServer(copy.data, await model(THINKING_MS), (server) =>
      besideHeld(server, reads, traffic, pace),
    )
    return { atOnce, localVoice, beside }
  } finally {
    for (const stub of models) await stub.stop()
    copy.remove()
  }
}
