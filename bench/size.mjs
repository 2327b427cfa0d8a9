// Memory of the idle server with the demo seed, and how long a second start takes, of the program that `npm start` runs.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { scratchFolder } from './dataset.mjs'
import { startServer } from './servers.mjs'

/** Linux tells in a file; elsewhere `ps` knows. */
function residentMegabytes(pid) {
  const status = `/proc/${pid}/status`
  const kilobytes = existsSync(status)
    ? /^VmRSS:\s+(\d+)/m.exec(readFileSync(status, 'utf8'))[1]
    : spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  return Number(kilobytes) / 1_024
}

/** What `npm start` gives to node. */
const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const NODE_FLAGS = scripts.start.split(' ').filter((word) => word.startsWith('--'))

/** The first start lives a past of so many days, which is measured elsewhere. */
export async function size({ idleMs, days = 30 }) {
  const data = scratchFolder()
  try {
    const starts = []
    for (let n = 0; n < 2; n++) {
      const env = { AGENT_NETWORK_HISTORY_DAYS: String(days) }
      const server = await startServer(data, {
        seed: 'demo',
        life: true,
        entry: 'program/main.js',
        nodeFlags: NODE_FLAGS,
        env,
      })
      await pause(idleMs)
      starts.push({ readyMs: server.readyMs, megabytes: residentMegabytes(server.pid) })
      await server.stop()
    }
    return { first: starts[0], second: starts[1] }
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}
