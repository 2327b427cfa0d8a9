// Thread that writes posts and reads some of the streams that follow them, with few other tasks: a late event was sent late.
import { parentPort, workerData } from 'node:worker_threads'
import { momentOf } from '../core-time.mjs'
import { openStream } from '../stream-client.mjs'
import { writePosts } from '../stream-writer.mjs'

const { pid, port, operatorUrl, token, path, streams, agentId, perSecond } = workerData
const server = { pid, operatorUrl, operatorToken: () => token }
const deliveries = []
let writer = null

const read = (text) => {
  if (writer === null) return
  const moment = momentOf(pid)
  for (const [, n] of text.matchAll(/"text":"Busy (\d+)\./g)) deliveries.push([Number(n), moment])
}

await Promise.all(streams.map(({ key, n }) => openStream(port, path, key, { n, onText: read })))

parentPort.on('message', async (word) => {
  if (word === 'begin') writer = writePosts(server, agentId, perSecond)
  else {
    const pace = await writer.stop()
    const { sentAt, answeredAt } = writer
    // Events of the last posts are still in flight.
    await new Promise((resume) => setTimeout(resume, 1_000))
    writer = null
    parentPort.postMessage({ pace, sentAt, answeredAt, deliveries })
  }
})
parentPort.postMessage('open')
