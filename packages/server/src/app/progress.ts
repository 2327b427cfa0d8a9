// Progress bars on standard error.
import cliProgress from 'cli-progress'

export interface ProgressBar {
  readonly update: (done: number, total: number, label: string) => void
  /** Restores the cursor, also if the work failed. */
  readonly stop: () => void
}

/** A bar on standard error. Work in several stages shows one bar after the other. */
export function progressBar(title: string): ProgressBar {
  const bar = new cliProgress.SingleBar(
    {
      format: `  ${title}  {bar} {value}/{total}  {label}`,
      stream: process.stderr,
      hideCursor: true,
      noTTYOutput: true,
      notTTYSchedule: 500,
      clearOnComplete: false,
    },
    cliProgress.Presets.shades_classic,
  )
  let running = false
  const stop = (): void => {
    if (running) bar.stop()
    running = false
  }
  return {
    update(done, total, label) {
      if (!running) bar.start(total, done, { label })
      running = true
      bar.update(done, { label })
      if (done === total) stop()
    },
    stop,
  }
}
