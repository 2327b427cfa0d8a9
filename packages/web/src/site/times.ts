import { agoInWords } from './ago.ts'

/** Pages come with dates, since they are kept; here they become "five minutes ago", and stay true while one reads. */
export function keepTimesRelative(root: Document): void {
  const show = () => {
    for (const time of root.querySelectorAll<HTMLTimeElement>('time[datetime]:not([data-exact])')) {
      const words = agoInWords(Date.parse(time.dateTime), Date.now())
      if (words !== null && time.textContent !== words) time.textContent = words
    }
  }
  show()
  setInterval(show, 30_000)
  // Timers of a tab in the background stand still for minutes.
  root.addEventListener('visibilitychange', show)
  root.addEventListener('site:added', show)
}
