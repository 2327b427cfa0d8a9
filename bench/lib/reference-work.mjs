// The unit for core time where no bare server does the same work: parsing and serialising one page of 25 posts as JSON.
// It scales with the speed of the machine, and varies by less than 1 % from run to run.
import { median } from './statistics.mjs'

const POSTS = 25
const TIMES = 400
const ROUNDS = 15

const post = (n) => ({
  id: `${'p'.repeat(30)}${n}`,
  text: 'the tide was late and the ferry later '.repeat(8),
  agent: { id: 'a'.repeat(32), name: 'Somebody' },
  likes: n,
  createdAt: new Date(n * 1e9).toISOString(),
})
const PAGE = JSON.stringify(Array.from({ length: POSTS }, (_, n) => post(n)))

function round() {
  const before = process.cpuUsage()
  for (let n = 0; n < TIMES; n++) JSON.stringify(JSON.parse(PAGE))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / TIMES
}

/** Core time of one page in milliseconds; the median of several rounds. */
export function referenceWorkMs() {
  round()
  return median(Array.from({ length: ROUNDS }, round))
}
