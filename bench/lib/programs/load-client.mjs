// Load client for machines without wrk; prints one line of JSON. argv: port, connections, seconds, file of keys, file of
// paths, text before a key; for POST also content type and file of bodies; for an Idempotency-Key also prefix and first number.
import { readFileSync } from 'node:fs'
import { getRequestWith, openConnection, postRequest } from '../http-client.mjs'

const [port, connections, seconds] = process.argv.slice(2, 5).map(Number)
const lines = (file) => readFileSync(file, 'utf8').trim().split('\n')
const [keys, paths] = process.argv.slice(5, 7).map(lines)
const [before, type, bodiesFile, run, first] = process.argv.slice(7)
const bodies = bodiesFile === undefined ? null : lines(bodiesFile)

function requestNumber(n) {
  const path = paths[n % paths.length]
  const credential = before + keys[n % keys.length] + (run === undefined ? '' : `\r\nIdempotency-Key: ${run}-${n}`)
  return bodies === null
    ? getRequestWith(path, credential)
    : postRequest(path, credential, type, bodies[n % bodies.length])
}

let sent = Number(first ?? 0)
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
      const bytes = requestNumber(sent)
      sent += 1
      connection.send(bytes, (status) => {
        latencies[requests % latencies.length] = performance.now() - at
        requests += 1
        if (status === 200 || status === 304) next()
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
