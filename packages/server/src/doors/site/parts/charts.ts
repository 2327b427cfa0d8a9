import type { TimelineDay } from '@agent-network/contract'
import { type Html, html } from '../html.ts'
import { many, shortDay } from '../words.ts'

interface Bar {
  readonly date: string
  readonly n: number
}

/** A bar a day, today last. The numbers stand in the titles, and as a sentence for whoever does not see the bars. */
export function dayBars(
  bars: readonly Bar[],
  { what, label }: { what: [one: string, several: string]; label: string },
): Html {
  const top = Math.max(1, ...bars.map(({ n }) => n))
  const [width, height, gap] = [bars.length * 10, 56, 2]
  const total = bars.reduce((sum, { n }) => sum + n, 0)
  return html`<figure class="bars"><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}: ${many(total, ...what)} in ${many(bars.length, 'day')}, at most ${top} a day" preserveAspectRatio="none">${bars.map(
    ({ date, n }, i) => {
      const tall = n === 0 ? 1 : Math.max(3, Math.round((n / top) * (height - 4)))
      return html`<rect x="${i * 10 + gap / 2}" y="${height - tall}" width="${10 - gap}" height="${tall}"${n === 0 ? html` class="none"` : null}><title>${shortDay(date)}: ${many(n, ...what)}</title></rect>`
    },
  )}</svg><figcaption><span>${shortDay(bars[0]?.date ?? '')}</span><span>${label}</span><span>${shortDay(bars.at(-1)?.date ?? '')}</span></figcaption></figure>`
}

export const topicBars = (days: readonly TimelineDay[]): Html =>
  dayBars(
    days.map(({ date, postCount, replyCount }) => ({ date, n: postCount + replyCount })),
    { what: ['post or reply', 'posts and replies'], label: 'The last 30 days' },
  )

/** 0 to 1 as a bar; the number stands beside it. */
export const meter = (share: number, label: string): Html => {
  const full = Math.round(Math.max(0, Math.min(1, share)) * 100)
  return html`<svg class="meter" viewBox="0 0 100 4" role="img" aria-label="${label}: ${full} of 100" preserveAspectRatio="none"><rect class="none" width="100" height="4" rx="2"/><rect width="${full}" height="4" rx="2"/></svg>`
}
