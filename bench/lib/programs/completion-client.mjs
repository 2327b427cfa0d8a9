// Has a fixed number of completions in flight. Prints a line when the number is reached, and on SIGTERM the number of
// responses. The first requests are spread over time, so that responses do not arrive all at once.
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { openConnection, postRequest } from '../http-client.mjs'

const { port, connections, spreadMs, traffic } = JSON.parse(process.argv[2])
const keys = readFileSync(traffic.keysFile, 'utf8').trim().split('\n')

let sent = 0
let inFlight = 0
let answered = 0
let refused = 0
let leastInFlight = connections
let full = false
let startedAt = 0

function keepAsking(connection) {
  const n = sent
  sent += 1
  inFlight += 1
  const { paths, bodies, type } = traffic
  const credential = `X-API-Key: ${keys[n % keys.length]}`
  connection.send(postRequest(paths[n % paths.length], credential, type, bodies[n % bodies.length]), (status) => {
    inFlight -= 1
    if (full) leastInFlight = Math.min(leastInFlight, inFlight)
    answered += 1
    if (status !== 200) refused += 1
    // A failed connection is not opened again; the summary shows the failure.
    if (status !== 0) keepAsking(connection)
  })
}

// Runs on without connections, so that SIGTERM still prints the summary.
setInterval(() => {}, 60_000)
process.once('SIGTERM', () => {
  const seconds = (performance.now() - startedAt) / 1_000
  process.stderr.write(JSON.stringify({ answered, refused, leastInFlight, seconds }), () => process.exit(0))
})

for (let n = 0; n < connections; n++) {
  const due = (n * spreadMs) / connections
  if (n === 0) startedAt = performance.now()
  const early = due - (performance.now() - startedAt)
  if (early > 1) await pause(early)
  keepAsking(await openConnection(port))
}
full = true
answered = 0
startedAt = performance.now()
process.stdout.write(`${JSON.stringify({ inFlight })}\n`)
