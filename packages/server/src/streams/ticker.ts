import type { Logger } from 'pino'

/** Calls `tick` again and again while there is something to look after, one call at a time. */
export function makeTicker(
  everyMs: number,
  { isIdle, tick, log }: { isIdle(): boolean; tick(): Promise<void>; log: Logger },
): { stop(): Promise<void> } {
  let ticking: Promise<void> | null = null
  const timer = setInterval(() => {
    if (isIdle() || ticking !== null) return
    ticking = tick()
      .catch((error: unknown) =>
        log.warn({ event: 'streams.tick_failed', err: error }, 'streams could not be looked after; tried again'),
      )
      .finally(() => {
        ticking = null
      })
  }, everyMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await ticking?.catch(() => {})
    },
  }
}
