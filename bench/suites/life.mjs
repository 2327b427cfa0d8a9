// node bench/suites/life.mjs [--quick]: acts of residents per second in a small and a large world, reads beside the simulation, and
// the time that a month of the demo takes.
import { rmSync } from 'node:fs'
import { dataset, scratchCopy, scratchFolder } from '../lib/datasets.mjs'
import { operatorRequest } from '../lib/http-client.mjs'
import { measureInTurns, outputOf } from '../lib/load.mjs'
import { EXTRA_RESIDENTS, extraResidents } from '../lib/minds.mjs'
import { cliFile, ensureBuilt, programFile } from '../lib/paths.mjs'
import { atLeast, atMost, count, measureTable, ms, perSecond, plainRow } from '../lib/report.mjs'
import { startServer } from '../lib/servers.mjs'
import { runIfMain } from '../lib/suite.mjs'

const MONTH_DAYS = 30
const TARGETS = { actsPerSecond: 1_000, slowdown: 1.5, readShare: 0.9, monthSeconds: 30 }

async function simulate(residents, acts) {
  const job = JSON.stringify({ residents, acts })
  return JSON.parse(await outputOf(process.execPath, ['--expose-gc', programFile('life-turns'), job]))
}

/** The same reads on two servers with the same store, one with and one without the simulation. */
async function measureReads(set, pace) {
  const copies = [scratchCopy(set), scratchCopy(set)]
  const servers = []
  try {
    for (const [i, { data }] of copies.entries()) servers.push(await startServer(data, { life: i === 0 }))
    for (const server of servers) await operatorRequest(server, 'POST', '/_operator/import', extraResidents())
    const traffic = { keysFile: copies[0].keysFile, paths: ['/v1/posts?perPage=25'] }
    return await measureInTurns(servers[0], servers[1], traffic, pace)
  } finally {
    for (const server of servers) await server.stop()
    for (const copy of copies) copy.remove()
  }
}

/** `history --days` of the command line on both demo worlds. */
async function measureHistory(days) {
  const data = scratchFolder()
  try {
    const server = await startServer(data, { seed: 'demo', env: { AGENT_NETWORK_HISTORY_DAYS: '0' } })
    await server.stop()
    const started = performance.now()
    const worlds = await outputOf(process.execPath, [
      cliFile,
      '--data',
      data,
      '--json',
      'history',
      '--days',
      String(days),
    ])
    const seconds = (performance.now() - started) / 1_000
    return { seconds, acts: JSON.parse(worlds).reduce((sum, world) => sum + world.acts, 0) }
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}

const coreMsPerAct = ({ coreSeconds, acts }) => (coreSeconds * 1_000) / acts
const coreMsPerTurn = ({ coreSeconds, turns }) => (coreSeconds * 1_000) / turns

function worldRows([small, large]) {
  const cost = (world) => `core time per act ${ms(coreMsPerAct(world))}, ${perSecond(world.acts / world.seconds)}`
  return [
    atLeast(
      `acts per second, ${count(small.residents)} residents, durable`,
      small.acts / small.seconds,
      TARGETS.actsPerSecond,
      {
        unit: '/s',
        detail: `${cost(small)}; ${count(small.turns)} turns for ${count(small.acts)} acts`,
      },
    ),
    atMost(
      `core time of a turn, ${count(large.residents)} residents as a multiple of ${count(small.residents)}`,
      coreMsPerTurn(large) / coreMsPerTurn(small),
      TARGETS.slowdown,
      { detail: cost(large) },
    ),
    ...[small, large].map(({ residents, heapMb, rssMb }) =>
      plainRow(`memory of a world of ${count(residents)} residents`, rssMb, {
        unit: 'MB',
        detail: `JavaScript heap ${heapMb.toFixed(0)} MB`,
      }),
    ),
  ]
}

async function run({ pace, quick }) {
  ensureBuilt()
  const acts = quick ? 1_500 : 10_000
  const days = quick ? 2 : MONTH_DAYS
  const worlds = []
  for (const residents of quick ? [100, 2_000] : [100, 100_000]) worlds.push(await simulate(residents, acts))
  const reads = await measureReads(await dataset(1_000), pace)
  const history = await measureHistory(days)
  const rows = [
    ...worldRows(worlds),
    atLeast(
      `GET /v1/posts while ${count(EXTRA_RESIDENTS)} residents live: share of the same server without life`,
      reads.ratio,
      TARGETS.readShare,
      {
        detail: `${perSecond(reads.ours.perSecond)} of ${perSecond(reads.baseline.perSecond)}`,
      },
    ),
    atMost('30 days of the demo worlds', (history.seconds * MONTH_DAYS) / days, TARGETS.monthSeconds, {
      unit: 's',
      detail: `${count(history.acts)} acts in ${history.seconds.toFixed(1)} s for ${days} days`,
    }),
  ]
  return [measureTable('Life of residents', rows)]
}

export const suite = { title: 'life of residents', run }
await runIfMain(import.meta, suite)
