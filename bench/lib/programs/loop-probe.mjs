// Preload (`--import`) that measures each turn of the event loop on the main thread. On SIGUSR2 it writes the turns since the last
// signal as JSON to the file in `?file=`. With `?hold=5` it blocks the loop for 5 ms, 100 times a second, to verify the probe.
import { openSync, readSync, writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const { searchParams } = new URL(import.meta.url)
const HOLD_EVERY_MS = 10

/** Milliseconds of the main thread: on a core, and ready to run without a core. */
function makeScheduled() {
  const file = openSync(`/proc/self/task/${process.pid}/schedstat`)
  const text = Buffer.alloc(64)
  return () => {
    // The kernel updates the time of a running thread on this call, not when the file is read.
    process.cpuUsage()
    const [core, delayed] = text.latin1Slice(0, readSync(file, text, 0, text.length, 0)).split(' ')
    return { core: Number(core) / 1e6, delayed: Number(delayed) / 1e6 }
  }
}

/**
 * The length of each turn: its core time, and the same with waiting for the disk. The second is the time in which the loop did
 * not wait for events, less the time in which it waited for a core.
 */
function watchLoop(scheduled) {
  let turns = []
  let since = performance.now()
  const look = () => ({ ...scheduled(), at: performance.now(), idle: performance.nodeTiming.idleTime })
  let last = look()
  const turn = () => {
    const now = look()
    const core = now.core - last.core
    const awake = now.at - last.at - (now.idle - last.idle)
    turns.push([core, Math.max(core, awake - (now.delayed - last.delayed))])
    last = now
    // Unreferenced: it runs in each turn and does not cause turns.
    setImmediate(turn).unref()
  }
  setImmediate(turn).unref()
  return () => {
    const summary = { ms: performance.now() - since, turns }
    turns = []
    since = performance.now()
    return summary
  }
}

if (isMainThread) {
  const scheduled = makeScheduled()
  const readTurns = watchLoop(scheduled)
  process.on('SIGUSR2', () => writeFileSync(searchParams.get('file'), `${JSON.stringify(readTurns())}\n`))
  const hold = Number(searchParams.get('hold'))
  if (hold > 0)
    setInterval(() => {
      const end = scheduled().core + hold
      while (scheduled().core < end);
    }, HOLD_EVERY_MS).unref()
}
