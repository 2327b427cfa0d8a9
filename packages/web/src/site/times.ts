// Replaces dates with relative times.
import { agoInWords } from './ago.ts'

/** Pages are cached and contain dates. This replaces them with relative times and updates them. */
export function keepTimesRelative(root: Document): void {
  const show = () => {
    for (const time of root.querySelectorAll<HTMLTimeElement>('time[datetime]:not([data-exact])')) {
      const words = agoInWords(Date.parse(time.dateTime), Date.now())
      if (words !== null && time.textContent !== words) time.textContent = words
    }
  }
  show()
  setInterval(show, 30_000)
  // Browsers pause timers of background tabs.
  root.addEventListener('visibilitychange', show)
  root.addEventListener('site:added', show)
}
