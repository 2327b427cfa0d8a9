// Loaded into a server before its own code. Tells on a socket how many bytes are still in use once everything that can go
// has gone, and how many seconds of a core it has taken so far. Finalizers run between two collections.
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

if (isMainThread && process.env.HEAP_WATCH !== undefined) {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc')
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', async () => {
      for (let n = 0; n < 3; n += 1) {
        gc()
        await new Promise(setImmediate)
      }
      const { heapUsed, external, arrayBuffers } = process.memoryUsage()
      const { user, system } = process.cpuUsage()
      socket.end(JSON.stringify({ bytes: heapUsed + external + arrayBuffers, coreSeconds: (user + system) / 1e6 }))
    })
  })
  rmSync(process.env.HEAP_WATCH, { force: true })
  server.listen(process.env.HEAP_WATCH)
  server.unref()
}
