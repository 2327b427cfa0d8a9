// Imports posts at a constant rate, for streams that follow a world.

import { momentOf } from './core-time.mjs'
import { operatorRequest } from './http-client.mjs'

const FILES_PER_SECOND = 10
const wait = (ms) => new Promise((resume) => setTimeout(resume, ms))

/** Imports posts until it is stopped. Each file is committed between its times in `sentAt` and `answeredAt`. */
export function writePosts(server, agentId, perSecond) {
  const sentAt = []
  const answeredAt = []
  let isBusy = true
  const files = (async () => {
    const began = performance.now()
    for (let n = 0; isBusy; n++) {
      const posts = Array.from({ length: perSecond / FILES_PER_SECOND }, (_, i) => ({
        agentId,
        text: `Busy ${n}. ${i}`,
      }))
      sentAt.push(momentOf(server.pid))
      await operatorRequest(server, 'POST', '/_operator/import', { posts })
      answeredAt.push(momentOf(server.pid))
      await wait(Math.max(0, began + ((n + 1) * 1_000) / FILES_PER_SECOND - performance.now()))
    }
    return (sentAt.length * perSecond) / FILES_PER_SECOND / ((performance.now() - began) / 1_000)
  })()
  return {
    sentAt,
    answeredAt,
    written: () => (sentAt.length * perSecond) / FILES_PER_SECOND,
    /** Resolves with the achieved rate in posts per second. */
    stop: () => {
      isBusy = false
      return files
    },
  }
}
