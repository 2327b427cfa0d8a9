// Loaded into a server before its own code (`--import`, main thread only): how long each turn of the event loop takes, which is what
// a read that arrives meanwhile has to wait. On SIGUSR2 it writes what it saw since the last one into the file that its address
// names (`?file=`), as JSON. With `?hold=5` it holds the loop itself for so many milliseconds a hundred times a second: a probe
// that does not see that sees nothing.
import { openSync, readSync, writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const { searchParams } = new URL(import.meta.url)
const HOLD_EVERY_MS = 10

/** Milliseconds that the main thread has been on a core, and ready to run without one. */
function makeScheduled() {
  const file = openSync(`/proc/self/task/${process.pid}/schedstat`)
  const text = Buffer.alloc(64)
  return () => {
    // The kernel brings the time of a thread that runs up to date when that thread asks for its usage, not when a file is read.
    process.cpuUsage()
    const [core, delayed] = text.latin1Slice(0, readSync(file, text, 0, text.length, 0)).split(' ')
    return { core: Number(core) / 1e6, delayed: Number(delayed) / 1e6 }
  }
}

/**
 * The length of a turn by core time, which nothing but our own code adds to; and with what it waited for a disk, which is what the loop did
 * not spend waiting for events, less what the machine kept from it.
 */
function watchLoop(scheduled) {
  let turns = []
  let since = performance.now()
  const look = () => ({ ...scheduled(), now: performance.now(), idle: performance.nodeTiming.idleTime })
  let last = look()
  const turn = () => {
    const seen = look()
    const core = seen.core - last.core
    const awake = seen.now - last.now - (seen.idle - last.idle)
    turns.push([core, Math.max(core, awake - (seen.delayed - last.delayed))])
    last = seen
    // Unreferenced, it runs in each turn and makes none.
    setImmediate(turn).unref()
  }
  setImmediate(turn).unref()
  return () => {
    const told = { ms: performance.now() - since, turns }
    turns = []
    since = performance.now()
    return told
  }
}

if (isMainThread) {
  const scheduled = makeScheduled()
  const told = watchLoop(scheduled)
  process.on('SIGUSR2', () => writeFileSync(searchParams.get('file'), `${JSON.stringify(told())}\n`))
  const hold = Number(searchParams.get('hold'))
  if (hold > 0)
    setInterval(() => {
      const end = scheduled().core + hold
      while (scheduled().core < end);
    }, HOLD_EVERY_MS).unref()
}
