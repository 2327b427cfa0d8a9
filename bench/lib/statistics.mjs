// Summaries of several measurements.

/** The median; of an even number the upper of the two middle values. */
export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]

/** `share` 0.99 is the 99th percentile. */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export const spread = (values) => ({
  p50: percentile(values, 0.5),
  p99: percentile(values, 0.99),
  max: percentile(values, 1),
})
