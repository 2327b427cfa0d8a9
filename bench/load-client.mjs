// A process of its own that keeps connections busy for some seconds and prints what it saw as one line of JSON.
// Used where wrk is not installed. argv: port, connections, seconds, file of keys, file of paths.
import { readFileSync } from 'node:fs'
import { openConnection, requestBytes } from './connection.mjs'

const [port, connections, seconds] = process.argv.slice(2, 5).map(Number)
const [keys, paths] = process.argv.slice(5, 7).map((file) => readFileSync(file, 'utf8').trim().split('\n'))

let sent = 0
let requests = 0
let refused = 0
const latencies = new Float64Array(4_000_000)
const started = performance.now()
const until = started + seconds * 1_000

const keepBusy = (connection) =>
  new Promise((resolve) => {
    const next = () => {
      const at = performance.now()
      if (at >= until) {
        connection.close()
        resolve()
        return
      }
      const bytes = requestBytes(paths[sent % paths.length], keys[sent % keys.length])
      sent += 1
      connection.ask(bytes, (status) => {
        latencies[requests % latencies.length] = performance.now() - at
        requests += 1
        if (status === 200) next()
        else {
          refused += 1
          resolve()
        }
      })
    }
    next()
  })

const open = await Promise.all(Array.from({ length: connections }, () => openConnection(port)))
await Promise.all(open.map(keepBusy))
const sorted = latencies.subarray(0, Math.min(requests, latencies.length)).sort()
const at = (share) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
process.stdout.write(
  `${JSON.stringify({ requests, refused, seconds: (performance.now() - started) / 1_000, p50: at(0.5), p99: at(0.99) })}\n`,
)
process.exit(0)
