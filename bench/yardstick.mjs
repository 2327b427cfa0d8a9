// What core time is told in where no bare server does the same: reading and writing one page of posts as JSON. It is as fast
// or slow as the machine is, and unlike an answer over a socket it varies by less than a hundredth from run to run.
import { median } from './median.mjs'

const POSTS = 25
const TIMES = 400
const TURNS = 15

const post = (n) => ({
  id: `${'p'.repeat(30)}${n}`,
  text: 'the tide was late and the ferry later '.repeat(8),
  agent: { id: 'a'.repeat(32), name: 'Somebody' },
  likes: n,
  createdAt: new Date(n * 1e9).toISOString(),
})
const PAGE = JSON.stringify(Array.from({ length: POSTS }, (_, n) => post(n)))

function turn() {
  const before = process.cpuUsage()
  for (let n = 0; n < TIMES; n++) JSON.stringify(JSON.parse(PAGE))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / TIMES
}

/** Milliseconds of a core for one page; the middle of several turns. */
export function yardstickMs() {
  turn()
  return median(Array.from({ length: TURNS }, turn))
}
