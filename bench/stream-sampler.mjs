// Some readers of streams on a thread of their own, which has little else to do: what they see late was sent late.
import { parentPort, workerData } from 'node:worker_threads'
import { momentOf } from './servers.mjs'
import { openStream } from './stream-client.mjs'

const { pid, port, path, streams } = workerData
let seen = null

const read = (text) => {
  if (seen === null) return
  const moment = momentOf(pid)
  for (const [, n] of text.matchAll(/"text":"Busy (\d+)\./g)) seen.push([Number(n), moment])
}

await Promise.all(streams.map(({ key, n }) => openStream(port, path, key, { n, onText: read })))

parentPort.on('message', (word) => {
  if (word === 'tell') parentPort.postMessage(seen)
  seen = word === 'look' ? [] : null
})
parentPort.postMessage('open')
