// Thread that sends requests. Role `reader`: at a constant rate, with the latency of each and without the time in which server
// or reader waited for a core. Role `crowd`: a number of requests in flight, each address once.
import { readFileSync, readlinkSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { momentOf } from '../core-time.mjs'
import { getRequest, openConnection, postRequest, sendRequest } from '../http-client.mjs'

const { role, port, pid, keys, paths, bodies = null, perSecond, connections, from = 0 } = workerData
const wait = (ms) => new Promise((resume) => setTimeout(resume, ms))
const ownSchedule = `/proc/${readlinkSync('/proc/thread-self')}/schedstat`
const ownDelay = () => Number(readFileSync(ownSchedule, 'utf8').split(' ')[1]) / 1e6
let isRunning = true

async function read() {
  const connection = await openConnection(port)
  const bytes = (n) => getRequest(paths[0], keys[n % keys.length])
  const moment = () => ({ ...momentOf(pid), own: ownDelay() })
  const waits = []
  for (let n = 0; n < 50; n++) await sendRequest(connection, bytes(n))
  parentPort.postMessage('started')
  const began = performance.now()
  for (let n = 0; isRunning; n++) {
    await wait(Math.max(0, began + (n * 1_000) / perSecond - performance.now()))
    const before = moment()
    await sendRequest(connection, bytes(n))
    const after = moment()
    const elsewhere = after.waited - before.waited + after.own - before.own
    waits.push({ ms: after.now - before.now, own: Math.max(0, after.now - before.now - elsewhere) })
  }
  connection.close()
  return waits
}

async function crowd() {
  let sent = from
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(port)))
  parentPort.postMessage('started')
  const keepSending = async (connection) => {
    while (isRunning) {
      const n = sent++
      const path = paths[n % paths.length].replace('{n}', n)
      const key = keys[n % keys.length]
      const body = bodies?.[n % bodies.length]
      const bytes =
        body === undefined ? getRequest(path, key) : postRequest(path, `X-API-Key: ${key}`, 'application/json', body)
      await sendRequest(connection, bytes)
    }
    connection.close()
  }
  await Promise.all(open.map(keepSending))
  return sent - from
}

parentPort.once('message', () => {
  isRunning = false
})
parentPort.postMessage(await (role === 'reader' ? read() : crowd()))
