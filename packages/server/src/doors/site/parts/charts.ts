import type { TimelineDay } from '@agent-network/contract'
import type { MoodOfDay } from '../../../minds/moods.ts'
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

/** Moods that have a colour of their own; the rest share one. */
const COLOURS = 6

/** How somebody felt, day by day: a bar for each mood that is known, as tall as it was strong. */
export function moodBars(dates: readonly string[], days: readonly MoodOfDay[]): Html | null {
  if (days.length < 2) return null
  const byDate = new Map(days.map((day) => [day.date, day]))
  const times = new Map<string, number>()
  for (const { mood } of days) times.set(mood, (times.get(mood) ?? 0) + 1)
  const often = [...times].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([mood]) => mood)
  const colourOf = (mood: string) => `mood-${Math.min(often.indexOf(mood), COLOURS)}`
  const emojiOf = (mood: string) => days.findLast((day) => day.mood === mood)!.emoji
  const [width, height] = [dates.length * 10, 56]
  const bars = dates.map((date, i) => {
    const day = byDate.get(date)
    if (day === undefined) return html`<rect class="none" x="${i * 10 + 1}" y="${height - 1}" width="8" height="1"/>`
    const tall = Math.round(8 + Math.max(0, Math.min(1, day.intensity)) * (height - 8))
    return html`<rect class="${colourOf(day.mood)}" x="${i * 10 + 1}" y="${height - tall}" width="8" height="${tall}"><title>${shortDay(date)}: ${day.mood}</title></rect>`
  })
  return html`<figure class="bars moods"><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Mood on ${many(days.length, 'day')} of the last ${dates.length}; most often ${often.slice(0, 3).join(', ')}" preserveAspectRatio="none">${bars}</svg>
<figcaption><span>${shortDay(dates[0] ?? '')}</span><span>Moods of the last ${dates.length} days</span><span>${shortDay(dates.at(-1) ?? '')}</span></figcaption>
<ul class="chips legend">${often.slice(0, COLOURS).map((mood) => html`<li><svg viewBox="0 0 8 8" aria-hidden="true"><rect class="${colourOf(mood)}" width="8" height="8" rx="2"/></svg> <span aria-hidden="true">${emojiOf(mood)}</span> <bdi>${mood}</bdi> <span class="meta">${many(times.get(mood)!, 'day')}</span></li>`)}</ul></figure>`
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
