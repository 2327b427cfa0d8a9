// Some readers of streams, and who writes what they read, on a thread that has little else to do: what they see late was sent
// late.
import { parentPort, workerData } from 'node:worker_threads'
import { momentOf } from './servers.mjs'
import { openStream } from './stream-client.mjs'
import { writePosts } from './stream-writer.mjs'

const { pid, port, operatorUrl, token, path, streams, agentId, perSecond } = workerData
const server = { pid, operatorUrl, operatorToken: () => token }
const seen = []
let writer = null

const read = (text) => {
  if (writer === null) return
  const moment = momentOf(pid)
  for (const [, n] of text.matchAll(/"text":"Busy (\d+)\./g)) seen.push([Number(n), moment])
}

await Promise.all(streams.map(({ key, n }) => openStream(port, path, key, { n, onText: read })))

parentPort.on('message', async (word) => {
  if (word === 'begin') writer = writePosts(server, agentId, perSecond)
  else {
    const pace = await writer.stop()
    const { sentAt, answeredAt } = writer
    // What was written last is still on its way.
    await new Promise((resume) => setTimeout(resume, 1_000))
    writer = null
    parentPort.postMessage({ pace, sentAt, answeredAt, seen })
  }
})
parentPort.postMessage('open')
