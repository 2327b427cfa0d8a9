// Measures how the cost of an operation grows with its size.
function durationMs(work: () => unknown): number {
  const started = performance.now()
  work()
  return performance.now() - started
}

const TURNS = 6
/** The comparison ends early where cost is in proportion; a busy machine interrupts most turns. */
const COMPARISONS = 30

/** The least of several turns, because other work on the machine only ever adds. */
export const least = (work: () => unknown): number => Math.min(...Array.from({ length: TURNS }, () => durationMs(work)))

/**
 * How many times as long something of eight times the size takes as eight of the size: once where cost is in proportion,
 * eight times where it is the square. What is compared lasts about as long, so that a busy machine disturbs both alike.
 */
export function growth(of: (size: number) => () => unknown, size: number): number {
  const [small, large] = [of(size), of(size * 8)]
  const eight = () => {
    for (let n = 0; n < 8; n += 1) small()
  }
  let [apart, whole] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let turn = 0; turn < COMPARISONS && !(whole / apart < 1.5); turn += 1) {
    apart = Math.min(apart, durationMs(eight))
    whole = Math.min(whole, durationMs(large))
  }
  return whole / apart
}

/** About half way between the two, as factors go. */
export const IN_PROPORTION = 3
