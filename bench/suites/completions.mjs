// node bench/suites/completions.mjs [--quick]: completions per second beside a bare server, reads during slow completions, and the
// latency of a completion as the memories of a resident grow.
import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { dataset, scratchCopy, scratchFolder } from '../lib/datasets.mjs'
import { openConnection, postRequest, sendRequest } from '../lib/http-client.mjs'
import { latencies } from '../lib/latencies.mjs'
import { combineRuns, compareRuns, measureInTurns, measureLoad } from '../lib/load.mjs'
import { addInvokeKeys, completionTraffic, importMinds } from '../lib/minds.mjs'
import { atLeast, atMost, change, count, measureTable, ms, perSecond, plainRow, withUnit } from '../lib/report.mjs'
import { replayableResponse, startBaseline, startCompletionClient, startModel, startServer } from '../lib/servers.mjs'
import { runIfMain } from '../lib/suite.mjs'

const RESIDENTS = 30
/** A multiple of the residents, so that each key talks with one resident and has earlier talks. */
const KEYS = 20 * RESIDENTS
const EPISODES_EACH = 100
const THINKING_MS = 2_000
const IN_FLIGHT = 500
const WARM_UP_MS = 4_000

async function withServer(data, env, work) {
  const server = await startServer(data, { env })
  try {
    return await work(server)
  } finally {
    await server.stop()
  }
}

/** One response, for the bare server to send. */
async function recordResponse(server, keys, { paths, type, bodies }) {
  const connection = await openConnection(server.port)
  const { body, head } = await sendRequest(connection, postRequest(paths[0], `X-API-Key: ${keys[0]}`, type, bodies[0]))
  connection.close()
  const { data } = JSON.parse(body)
  // A stopped completion, or one without memories, would measure something else.
  if (data.finishReason !== 'stop' || data.contextManifest.episodeCount === 0)
    throw new Error(`unexpected completion: ${body}`)
  return replayableResponse(head, body)
}

async function besideBareServer(server, keys, traffic, pace) {
  const baseline = await startBaseline({ kind: 'posted', answer: await recordResponse(server, keys, traffic) })
  // Under load the server starts a worker thread, which takes about a second.
  const result = await measureInTurns(server, baseline, traffic, { ...pace, warmUp: 3 })
  await baseline.stop()
  return result
}

/** Reads with and without completions in flight, alternating. */
async function readsDuringCompletions(server, reads, traffic, { seconds, rounds }) {
  const job = { port: server.port, connections: IN_FLIGHT, spreadMs: THINKING_MS, traffic }
  const measured = { busy: [], idle: [] }
  const summaries = []
  await measureLoad(server, 1, reads)
  // Warm-up: the first thousand completions compile code and open connections to the model.
  const first = await startCompletionClient(job)
  await pause(WARM_UP_MS)
  await first.stop()
  for (let n = 0; n < rounds; n++) {
    measured.idle.push(await measureLoad(server, seconds / rounds, reads))
    const client = await startCompletionClient(job)
    // On a slow machine no read may get a response; that is a result.
    measured.busy.push(await measureLoad(server, seconds / rounds, { ...reads, least: 0 }))
    await client.stop()
    summaries.push(JSON.parse(client.stderr()))
  }
  const sum = (read) => summaries.reduce((total, summary) => total + read(summary), 0)
  if (sum(({ refused }) => refused) > 0) throw new Error(`completions were refused: ${JSON.stringify(summaries)}`)
  return {
    ...compareRuns(combineRuns(measured.busy), combineRuns(measured.idle)),
    leastInFlight: Math.min(...summaries.map(({ leastInFlight }) => leastInFlight)),
    completionsPerSecond: sum(({ answered }) => answered) / sum(({ seconds: s }) => s),
  }
}

async function measureThroughput(set, pace) {
  const copy = scratchCopy(set)
  const models = []
  const model = async (delayMs) => {
    models.push(await startModel(delayMs))
    return models.at(-1).env
  }
  try {
    const { keys, keysFile } = await addInvokeKeys(copy.data, KEYS)
    const traffic = completionTraffic({ keysFile }, RESIDENTS)
    const fastModel = await withServer(copy.data, await model(0), async (server) => {
      await importMinds(server, { residents: RESIDENTS, episodesEach: EPISODES_EACH })
      return besideBareServer(server, keys, traffic, pace)
    })
    const localVoice = await withServer(copy.data, {}, (server) => besideBareServer(server, keys, traffic, pace))
    const reads = { keysFile: copy.keysFile, paths: ['/v1/posts?perPage=25'] }
    const duringCompletions = await withServer(copy.data, await model(THINKING_MS), (server) =>
      readsDuringCompletions(server, reads, traffic, pace),
    )
    return { fastModel, localVoice, duringCompletions }
  } finally {
    for (const stub of models) await stub.stop()
    copy.remove()
  }
}

/** Few enough for earlier talks per key, many enough for the rate limits. */
const GROWTH_KEYS = 20

/** A data directory with one resident who has this many memories. */
async function makeMemories(data, episodes) {
  const keys = await addInvokeKeys(data, GROWTH_KEYS)
  const server = await startServer(data)
  await importMinds(server, { residents: 1, episodesEach: episodes })
  // Both measured servers start after the import, with empty caches.
  await server.stop()
  return keys
}

function completionOf({ keys, keysFile }) {
  const { paths, type, bodies } = completionTraffic({ keysFile }, 1)
  return (n) => postRequest(paths[0], `X-API-Key: ${keys[n % keys.length]}`, type, bodies[n % bodies.length])
}

async function measureGrowth([from, to], times) {
  const [folders, running] = [[], []]
  try {
    const minds = []
    for (const episodes of [from, to]) {
      folders.push(scratchFolder())
      minds.push(await makeMemories(folders.at(-1), episodes))
    }
    const model = await startModel(0)
    running.push(model)
    const sides = []
    for (const [i, data] of folders.entries()) {
      const server = await startServer(data, { env: model.env })
      running.unshift(server)
      const connection = await openConnection(server.port)
      sides.push({ pid: server.pid, connection, requests: { completion: completionOf(minds[i]) } })
    }
    const { completion } = await latencies(sides, times)
    for (const { connection } of sides) connection.close()
    return completion
  } finally {
    for (const started of running) await started.stop()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}

const rates = ({ ours, baseline, cpuRatio }) =>
  `${perSecond(ours.perSecond)} of ${perSecond(baseline.perSecond)}; by core time ${withUnit(cpuRatio, '×')}`
const costs = ({ ours, baseline }) => `(${ms(ours.cpuPerRequest)} and ${ms(baseline.cpuPerRequest)})`

function throughputRows({ fastModel, localVoice, duringCompletions }) {
  const { ours, baseline, ratio, leastInFlight, completionsPerSecond } = duringCompletions
  return [
    atLeast('completion, model without delay: share of a bare server', fastModel.ratio, 0.25, {
      detail: `${rates(fastModel)} ${costs(fastModel)}`,
    }),
    plainRow('completion, local voice: share of a bare server', localVoice.ratio, {
      detail: `${rates(localVoice)} ${costs(localVoice)}`,
    }),
    atLeast(`reads during ${IN_FLIGHT} completions in flight: share of an idle server`, ratio, 0.8, {
      detail: `${rates(duringCompletions)}; ${perSecond(completionsPerSecond)} completions, at least ${leastInFlight} in flight`,
    }),
    atMost('the same: 99th percentile, as a multiple of an idle server', ours.p99 / baseline.p99, 2, {
      detail: change([baseline.p99, ours.p99]),
    }),
  ]
}

const growthRows = ({ ms: latency, cpu }) => [
  atMost('latency', latency[1] / latency[0], 2, { detail: change(latency) }),
  atMost('core time', cpu[1] / cpu[0], 2, { detail: change(cpu) }),
]

async function run({ pace, quick }) {
  const memories = quick ? [100, 1_000] : [100, 100_000]
  return [
    measureTable(
      `Completions, ${EPISODES_EACH} memories per resident`,
      throughputRows(await measureThroughput(await dataset(10_000), pace)),
    ),
    measureTable(
      `A completion with ${count(memories[1])} memories as a multiple of ${count(memories[0])}`,
      growthRows(await measureGrowth(memories, pace.times)),
    ),
  ]
}

export const suite = { title: 'completions', run }
await runIfMain(import.meta, suite)
