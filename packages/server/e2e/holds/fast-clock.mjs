// Loaded into a server before its own code: its clock runs FAST_CLOCK_SPEED times as fast for FAST_CLOCK_MINUTES.
const speed = Number(process.env.FAST_CLOCK_SPEED ?? 1)
const fastMs = Number(process.env.FAST_CLOCK_MINUTES ?? 0) * 60_000
const now = Date.now.bind(Date)
const started = now()
Date.now = () => {
  const elapsed = now() - started
  return Math.round(started + elapsed + Math.min(elapsed, fastMs) * (speed - 1))
}
