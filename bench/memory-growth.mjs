// How completion slows down as one agent remembers more: the same questions to a short and a long memory, in turns.
import { rmSync } from 'node:fs'
import { openConnection, postBytes } from './connection.mjs'
import { scratchFolder } from './dataset.mjs'
import { latencies } from './growth.mjs'
import { addInvokeKeys, completionTraffic, importMinds } from './minds.mjs'
import { startModel, startServer } from './servers.mjs'

/** Few enough to have earlier talks to look back on, too many to be refused. */
const KEYS = 20

/** A data directory with one resident who remembers this much. */
async function remembering(data, episodes) {
  const made = await addInvokeKeys(data, KEYS)
  const server = await startServer(data)
  await importMinds(server, { residents: 1, episodesEach: episodes })
  // What is measured starts afresh, so that neither side profits from what the import left in memory.
  await server.stop()
  return made
}

function asking({ keys, keysFile }) {
  const { paths, type, bodies } = completionTraffic({ keysFile }, 1)
  return (n) => postBytes(paths[0], `X-API-Key: ${keys[n % keys.length]}`, type, bodies[n % bodies.length])
}

export async function memoryGrowth({ episodes: [from, to], times }) {
  const [folders, running] = [[], []]
  try {
    const minds = []
    for (const episodes of [from, to]) {
      folders.push(scratchFolder())
      minds.push(await remembering(folders.at(-1), episodes))
    }
    const model = await startModel(0)
    running.push(model)
    const sides = []
    for (const [i, data] of folders.entries()) {
      const server = await startServer(data, { env: model.env })
      running.unshift(server)
      const connection = await openConnection(server.port)
      sides.push({ pid: server.pid, connection, requests: { completion: asking(minds[i]) } })
    }
    const { completion } = await latencies(sides, times)
    for (const { connection } of sides) connection.close()
    return { from, to, ...completion }
  } finally {
    for (const started of running) await started.stop()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}
