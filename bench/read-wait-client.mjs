// A thread of its own that asks. As a reader: one request after the other at a steady pace, and how long each took; where server or
// reader were ready to run and others had the cores, that is told apart. As a crowd: so many at a time, each address once.
import { readFileSync, readlinkSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { askOnce, openConnection, postBytes, requestBytes } from './connection.mjs'
import { momentOf } from './servers.mjs'

const { role, port, pid, keys, paths, bodies = null, perSecond, connections, from = 0 } = workerData
const wait = (ms) => new Promise((resume) => setTimeout(resume, ms))
const ownSchedule = `/proc/${readlinkSync('/proc/thread-self')}/schedstat`
const ownDelay = () => Number(readFileSync(ownSchedule, 'utf8').split(' ')[1]) / 1e6
let isAsking = true

async function read() {
  const connection = await openConnection(port)
  const bytes = (n) => requestBytes(paths[0], keys[n % keys.length])
  const moment = () => ({ ...momentOf(pid), own: ownDelay() })
  const waits = []
  for (let n = 0; n < 50; n++) await askOnce(connection, bytes(n))
  parentPort.postMessage('begun')
  const began = performance.now()
  for (let n = 0; isAsking; n++) {
    await wait(Math.max(0, began + (n * 1_000) / perSecond - performance.now()))
    const before = moment()
    await askOnce(connection, bytes(n))
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
  parentPort.postMessage('begun')
  const keepAsking = async (connection) => {
    while (isAsking) {
      const n = sent++
      const path = paths[n % paths.length].replace('{n}', n)
      const key = keys[n % keys.length]
      const body = bodies?.[n % bodies.length]
      const bytes =
        body === undefined ? requestBytes(path, key) : postBytes(path, `X-API-Key: ${key}`, 'application/json', body)
      await askOnce(connection, bytes)
    }
    connection.close()
  }
  await Promise.all(open.map(keepAsking))
  return sent - from
}

parentPort.once('message', () => {
  isAsking = false
})
parentPort.postMessage(await (role === 'reader' ? read() : crowd()))
