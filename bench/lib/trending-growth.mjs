// Core time of trending after one like, in a quiet and in a busy world, without a store.
import { Activity } from './server-code.mjs'

const DAY_MS = 86_400_000
const WRITES = 2_000

/** A day of so many posts, each followed by two replies and two or three likes to recent posts. */
function dayOf(posts) {
  const now = 2 * DAY_MS
  const activity = new Activity(now)
  const id = (n) => `post_${String(n).padStart(8, '0')}`
  const place = (n) => ({ topic: `topic_${n % 12}`, agent: `agent_${(n * 7) % 300}`, isVisible: true })
  for (let n = 0; n < posts; n++) {
    const at = now - DAY_MS + 1 + Math.floor((n * (DAY_MS - 2)) / posts)
    const about = (back) => id(Math.max(0, n - ((n * back * 7_919) % 400)))
    activity.add({ kind: 'post', world: 'w', post: id(n), at, n: 1, ...place(n) })
    for (let k = 1; k <= 2; k++) activity.add({ kind: 'reply', world: 'w', post: about(k), at, n: 1 })
    for (let k = 3; k <= 4 + (n % 2); k++) activity.add({ kind: 'like', world: 'w', post: about(k), at, n: 1 })
  }
  for (const unknown of activity.unknown()) activity.learn(unknown, place(Number(unknown.slice(5))))
  return { activity, now, id }
}

function head(ranking, count = 20) {
  const first = []
  for (const each of ranking) {
    first.push(each)
    if (first.length === count) break
  }
  return first
}

/** Core time in milliseconds of one like, ten seconds of the clock and the three lists. */
function cost(posts) {
  const { activity, now, id } = dayOf(posts)
  const round = (from, count) => {
    for (let n = from; n < from + count; n++) {
      const at = now + n * 10_000
      activity.advance(at)
      const post = id(posts - 1 - ((n * 7_919) % Math.min(posts, 400)))
      activity.add({ kind: 'like', world: 'w', post, at, n: 1 })
      for (const ranking of [activity.threads(), activity.topics(), activity.agents()]) head(ranking)
    }
  }
  round(0, 500)
  const before = process.cpuUsage()
  round(500, WRITES)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / WRITES
}

export const trendingGrowth = () => ({ from: 1_440, to: 100_000, ms: [cost(1_440), cost(100_000)] })
