// Loaded into a server before its own code. Counts the processor time of the main thread between two turns of the event
// loop, and tells the longest on a socket. Processor time and not time on the wall: on a busy machine a thread also waits
// without holding anything.
import { openSync, readSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { isMainThread } from 'node:worker_threads'

if (isMainThread && process.env.LOOP_WATCH !== undefined) {
  const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r')
  const text = Buffer.alloc(64)
  /** In milliseconds. */
  const spent = () => Number.parseInt(text.toString('latin1', 0, readSync(file, text, 0, 64, 0)), 10) / 1e6
  let last = spent()
  let longest = 0
  const turn = () => {
    const now = spent()
    longest = Math.max(longest, now - last)
    last = now
    setImmediate(turn).unref()
  }
  turn()
  // An immediate that keeps nothing alive does not keep the loop from sleeping either; a timer of no time does.
  setInterval(() => {}, 1)
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', () => {
      socket.write(`${longest.toFixed(3)}\n`)
      longest = 0
    })
  })
  rmSync(process.env.LOOP_WATCH, { force: true })
  server.listen(process.env.LOOP_WATCH)
}
