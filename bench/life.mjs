// What life costs: turns a second in a small and in a large world, reads beside a world that lives, a month of the demo.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { scratchCopy, scratchFolder } from './dataset.mjs'
import { outputOf } from './load.mjs'
import { operate } from './operator.mjs'
import { benchFolder, serverFolder } from './server-code.mjs'
import { startServer } from './servers.mjs'
import { inTurns } from './turns.mjs'

const RESIDENTS_BESIDE = 1_000
const LEAST_PER_SECOND = 1_000
const SLOWDOWN = 1.5
const BESIDE = 0.9
const MONTH_SECONDS = 30
const MONTH_DAYS = 30

const lived = async (residents, acts) => {
  const job = JSON.stringify({ residents, acts })
  return JSON.parse(await outputOf(process.execPath, ['--expose-gc', join(benchFolder, 'life-turns.mjs'), job]))
}

/** Neighbours for everybody who is in the set already: prime with a thousand residents more. */
export const newcomers = () => ({
  agents: Array.from({ length: RESIDENTS_BESIDE }, (_, i) => ({
    id: `beside-${i}`,
    worldId: 'prime',
    kind: 'resident',
    handle: `beside-${i}`,
    displayName: `Neighbour ${i}`,
    bio: 'Mends nets, reads maps, and keeps an eye on the tide.',
    interests: ['nets', 'maps', 'tides'],
  })),
})

/** The same store twice, once with life and once without, under the same reads. */
async function beside(set, pace) {
  const copies = [scratchCopy(set), scratchCopy(set)]
  const servers = []
  try {
    for (const [i, { data }] of copies.entries()) servers.push(await startServer(data, { life: i === 0 }))
    for (const server of servers) await operate(server, 'POST', '/_operator/import', newcomers())
    const traffic = { keysFile: copies[0].keysFile, paths: ['/v1/posts?perPage=25'] }
    return await inTurns(servers[0], servers[1], traffic, pace)
  } finally {
    for (const server of servers) await server.stop()
    for (const copy of copies) copy.remove()
  }
}

/** The demo's two worlds through so many days, by the command that anybody would use. */
async function month(days) {
  const data = scratchFolder()
  try {
    const server = await startServer(data, { seed: 'demo', env: { AGENT_NETWORK_HISTORY_DAYS: '0' } })
    await server.stop()
    const started = performance.now()
    const cli = join(serverFolder, 'dist/app/cli/main.js')
    const told = await outputOf(process.execPath, [cli, '--data', data, '--json', 'history', '--days', String(days)])
    const seconds = (performance.now() - started) / 1_000
    const acts = JSON.parse(told).reduce((sum, world) => sum + world.acts, 0)
    return { days, seconds, acts }
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}

export async function life(set, pace, { sizes, acts, days }) {
  const turns = []
  for (const residents of sizes) turns.push(await lived(residents, acts))
  return { turns, beside: await beside(set, pace), month: await month(days) }
}

const verdict = (holds) => (holds ? 'ok' : 'MISSED')
const perAct = ({ coreSeconds, acts }) => (coreSeconds * 1_000) / acts

export function lifeRows({ turns, beside: reads, month: past }) {
  const [small] = turns
  const perSecond = small.acts / small.seconds
  const scaled = (past.seconds * MONTH_DAYS) / past.days
  return [
    {
      claim: `acts a second with ${small.residents} residents, durable`,
      measured: `${perSecond.toFixed(0)}  core time ${perAct(small).toFixed(2)} ms an act, ${small.turns} turns for ${small.acts} acts`,
      target: `>= ${LEAST_PER_SECOND}`,
      verdict: verdict(perSecond >= LEAST_PER_SECOND),
    },
    ...turns.slice(1).map((large) => {
      const ratio = large.coreSeconds / large.turns / (small.coreSeconds / small.turns)
      return {
        claim: `cost of a turn with ${large.residents.toLocaleString('en')} residents`,
        measured: `${ratio.toFixed(2)}x  ${(large.acts / large.seconds).toFixed(0)} acts/s, core time ${perAct(large).toFixed(2)} ms an act`,
        target: `<= ${SLOWDOWN}x`,
        verdict: verdict(ratio <= SLOWDOWN),
      }
    }),
    ...turns.map(({ residents, heapMb, rssMb }) => ({
      claim: `memory of a lived world of ${residents.toLocaleString('en')}`,
      measured: `${heapMb.toFixed(0)} MB of heap, ${rssMb.toFixed(0)} MB in all`,
      target: '-',
      verdict: '-',
    })),
    {
      claim: `GET /v1/posts beside the life of ${RESIDENTS_BESIDE.toLocaleString('en')} more`,
      measured: `${reads.ratio.toFixed(2)}  ${Math.round(reads.ours.perSecond)}/s of ${Math.round(reads.baseline.perSecond)}/s`,
      target: `>= ${BESIDE}`,
      verdict: verdict(reads.ratio >= BESIDE),
    },
    {
      claim: `a month of the demo worlds, from ${past.days} days`,
      measured: `${scaled.toFixed(1)} s  ${past.acts} acts in ${past.seconds.toFixed(1)} s`,
      target: `<= ${MONTH_SECONDS} s`,
      verdict: verdict(scaled <= MONTH_SECONDS),
    },
  ]
}
