// Posts at a steady pace, as followers of a world are to hear of them.
import { operate } from './operator.mjs'
import { momentOf } from './servers.mjs'

const FILES_PER_SECOND = 10
const wait = (ms) => new Promise((resume) => setTimeout(resume, ms))

/** Imports posts at a steady pace until it is stopped. The commit of each file lies between the two moments kept of it. */
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
      await operate(server, 'POST', '/_operator/import', { posts })
      answeredAt.push(momentOf(server.pid))
      await wait(Math.max(0, began + ((n + 1) * 1_000) / FILES_PER_SECOND - performance.now()))
    }
    return (sentAt.length * perSecond) / FILES_PER_SECOND / ((performance.now() - began) / 1_000)
  })()
  return {
    sentAt,
    answeredAt,
    written: () => (sentAt.length * perSecond) / FILES_PER_SECOND,
    /** The pace that was kept, in posts a second. */
    stop: () => {
      isBusy = false
      return files
    },
  }
}
