// Loaded into a server before its own code (`--import`), where statements, commits and round trips are to be counted:
// SQLite's by its statements, PostgreSQL's and Redis' by what goes over their sockets. Tells on SIGUSR2, as JSON, into
// the file that BENCH_COUNTS names.
import { writeFileSync } from 'node:fs'
import { register } from 'node:module'
import { Socket } from 'node:net'

const counts = { statements: 0, rows: 0, commits: 0, store: 0, sharedState: 0 }
globalThis.benchCounts = counts

// The package's classes cannot be changed, so the server is given this one in its place.
const COUNTED_SQLITE = new URL('./counted-sqlite.mjs', import.meta.url).href
const HOOK = `export const resolve = (name, context, next) =>
  name === '@photostructure/sqlite' && context.parentURL !== ${JSON.stringify(COUNTED_SQLITE)}
    ? { url: ${JSON.stringify(COUNTED_SQLITE)}, shortCircuit: true }
    : next(name, context)`
register(`data:text/javascript,${encodeURIComponent(HOOK)}`)

/** What is sent before the next answer arrives went out together: one round trip. */
const PORTS = new Map(
  [
    ['store', process.env.BENCH_STORE_PORT],
    ['sharedState', process.env.BENCH_SHARED_PORT],
  ].flatMap(([name, port]) => (port === undefined ? [] : [[Number(port), name]])),
)

function countRoundTrips() {
  const waiting = new WeakSet()
  const watched = new WeakSet()
  const { write } = Socket.prototype
  Socket.prototype.write = function counted(chunk, ...rest) {
    const name = PORTS.get(this.remotePort)
    if (name !== undefined) {
      if (!watched.has(this)) {
        watched.add(this)
        this.prependListener('data', () => waiting.delete(this))
      }
      if (!waiting.has(this)) counts[name] += 1
      waiting.add(this)
      if (name === 'store' && Buffer.from(chunk).includes('commit\0')) counts.commits += 1
    }
    return write.call(this, chunk, ...rest)
  }
}
if (PORTS.size > 0) countRoundTrips()

process.on('SIGUSR2', () => {
  globalThis.gc?.()
  const told = { ...counts, heapMegabytes: process.memoryUsage().heapUsed / 2 ** 20 }
  writeFileSync(process.env.BENCH_COUNTS, `${JSON.stringify(told)}\n`)
})
