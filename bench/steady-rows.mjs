// The steady figures as claims. Each has a value and a direction, so that it can be judged by a program; core time is
// told in yardsticks, which are as fast or slow as the machine is.

const row = (direction) => (claim, value, target, detail, isMet) => ({
  claim,
  value,
  better: direction,
  measured: `${value.toFixed(3)}  ${detail}`.trim(),
  target: target === null ? '-' : `${direction === 'more' ? '>=' : '<='} ${target}`,
  verdict:
    target === null ? '-' : (isMet ?? (direction === 'more' ? value >= target : value <= target)) ? 'ok' : 'MISSED',
})
const atLeast = row('more')
const atMost = row('less')

const SHARES = { list: 0.8, post: 0.8, agent: 0.8, trending: 0.3, topics: 0.3, search: 0.3 }
const MOST_MS = { trending: 1, search: 1.5, list: null }

/** Core time of `/` over that of the JSON it shows. */
const PAGE_TIMES = 3

export function steadyRows({ shares, anew, afterWrite, front, bytes, heapMegabytes, like, activity, yardstickMs }) {
  const coreTime = (claim, ms, most) =>
    atMost(claim, ms / yardstickMs, most === null ? null : `${most} ms`, `or ${ms.toFixed(2)} ms`, ms <= most)
  return [
    ...Object.entries(shares).map(([name, { share, bareMs: bare }]) =>
      atLeast(`${name}, kept: share of a bare server`, share, SHARES[name], `of ${bare.toFixed(3)} ms`),
    ),
    ...Object.entries(anew).map(([name, ms]) =>
      coreTime(`${name}, made anew: core time in yardsticks`, ms, MOST_MS[name]),
    ),
    coreTime('trending, first after a write: core time in yardsticks', afterWrite.trending, 1),
    coreTime(
      `trending, ${activity.to.toLocaleString('en')} posts a day: a like, ten seconds and the lists after it, in yardsticks`,
      activity.ms[1],
      1,
    ),
    ...Object.entries({ 'made anew': front.anew, kept: front.kept }).map(([how, { times, mine, theirs }]) =>
      atMost(
        `front page, ${how}: times the JSON it shows`,
        times,
        PAGE_TIMES,
        `${mine.toFixed(2)} ms of ${theirs.toFixed(2)} ms`,
      ),
    ),
    atMost('list of 25: bytes', bytes.list, null, ''),
    atMost('head of an answer: bytes', bytes.head, null, ''),
    atMost('live memory after the reads: MB', heapMegabytes, null, ''),
    atMost('a like: rows', like.rows, null, ''),
    // The log of requests is written once in a while, too.
    atMost('a like: commits', like.commits, 1.2, ''),
    atMost('a like: statements', like.statements, null, ''),
    coreTime('a like: core time in yardsticks', like.ms, null),
  ]
}
