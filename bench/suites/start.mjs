// node bench/suites/start.mjs [--quick]: time to ready and memory of the idle server with the demo seed, as `npm start` runs it.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { scratchFolder } from '../lib/datasets.mjs'
import { atMost, measureTable } from '../lib/report.mjs'
import { startServer } from '../lib/servers.mjs'
import { runIfMain } from '../lib/suite.mjs'

/** From /proc on Linux, from `ps` elsewhere. */
function residentMegabytes(pid) {
  const status = `/proc/${pid}/status`
  const kilobytes = existsSync(status)
    ? /^VmRSS:\s+(\d+)/m.exec(readFileSync(status, 'utf8'))[1]
    : spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  return Number(kilobytes) / 1_024
}

/** The node flags of `npm start`. */
const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
const NODE_FLAGS = scripts.start.split(' ').filter((word) => word.startsWith('--'))

async function run({ quick }) {
  const [idleMs, days] = quick ? [500, 2] : [15_000, 30]
  const data = scratchFolder()
  try {
    const starts = []
    for (let n = 0; n < 2; n++) {
      const server = await startServer(data, {
        seed: 'demo',
        life: true,
        entry: 'program/main.js',
        nodeFlags: NODE_FLAGS,
        env: { AGENT_NETWORK_HISTORY_DAYS: String(days) },
      })
      await pause(idleMs)
      starts.push({ seconds: server.readyMs / 1_000, megabytes: residentMegabytes(server.pid) })
      await server.stop()
    }
    // The first start also simulates the history of the demo; the suite `life` measures that.
    const [first, second] = starts
    return [
      measureTable(`Second start with the demo seed (history of ${days} days, idle for ${idleMs / 1_000} s)`, [
        atMost('memory', second.megabytes, 130, { unit: 'MB', detail: `first start ${first.megabytes.toFixed(0)} MB` }),
        atMost('time to ready', second.seconds, 1.2, {
          unit: 's',
          detail: `first start ${first.seconds.toFixed(1)} s`,
        }),
      ]),
    ]
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}

export const suite = { title: 'start and memory', run }
await runIfMain(import.meta, suite)
