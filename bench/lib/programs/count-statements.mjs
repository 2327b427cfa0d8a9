// Preload (`--import`) that counts statements, rows, commits and round trips of a server: those of SQLite at its statements,
// those of PostgreSQL and Redis at their sockets. On SIGUSR2 it writes the counts as JSON to the file in BENCH_COUNTS.
import { writeFileSync } from 'node:fs'
import { register } from 'node:module'
import { Socket } from 'node:net'

/** `texts` are the runs of each SQLite statement, and the commits that have it. */
const counts = { statements: 0, rows: 0, commits: 0, postgresTrips: 0, redisTrips: 0, texts: {} }
globalThis.benchCounts = counts

// The classes of the package cannot be changed, so the server gets a module with subclasses instead.
const COUNTING_SQLITE = new URL('./counting-sqlite.mjs', import.meta.url).href
const HOOK = `export const resolve = (name, context, next) =>
  name === '@photostructure/sqlite' && context.parentURL !== ${JSON.stringify(COUNTING_SQLITE)}
    ? { url: ${JSON.stringify(COUNTING_SQLITE)}, shortCircuit: true }
    : next(name, context)`
register(`data:text/javascript,${encodeURIComponent(HOOK)}`)

const PORTS = new Map(
  [
    ['postgresTrips', process.env.BENCH_STORE_PORT],
    ['redisTrips', process.env.BENCH_SHARED_PORT],
  ].flatMap(([name, port]) => (port === undefined ? [] : [[Number(port), name]])),
)

/** Everything that is written before the next data arrives is one round trip. */
function countRoundTrips() {
  const waiting = new WeakSet()
  const watched = new WeakSet()
  const { write } = Socket.prototype
  Socket.prototype.write = function countingWrite(chunk, ...rest) {
    const name = PORTS.get(this.remotePort)
    if (name !== undefined) {
      if (!watched.has(this)) {
        watched.add(this)
        this.prependListener('data', () => waiting.delete(this))
      }
      if (!waiting.has(this)) counts[name] += 1
      waiting.add(this)
      if (name === 'postgresTrips' && Buffer.from(chunk).includes('commit\0')) counts.commits += 1
    }
    return write.call(this, chunk, ...rest)
  }
}
if (PORTS.size > 0) countRoundTrips()

process.on('SIGUSR2', () => {
  globalThis.gc?.()
  const summary = { ...counts, heapMegabytes: process.memoryUsage().heapUsed / 2 ** 20 }
  writeFileSync(process.env.BENCH_COUNTS, `${JSON.stringify(summary)}\n`)
})
