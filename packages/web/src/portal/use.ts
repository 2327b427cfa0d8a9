import type { KeyBudget, KeyUse } from '@agent-network/contract'
import { type Bar, barChart } from '../screens/bars.ts'
import { type Child, h } from '../screens/dom.ts'
import { card, empty, moment } from '../screens/pieces.ts'

const BUDGET_WORDS: Readonly<Record<KeyBudget, string>> = {
  actions: 'Actions',
  heartbeats: 'Heartbeats',
  journalPages: 'Journal pages',
  completions: 'Completions',
}

/** A meter with its figures in words. */
export const share = (name: string, { used, cap }: { readonly used: number; readonly cap: number }): HTMLElement =>
  h(
    'div',
    { class: 'share' },
    h('span', {}, name),
    h('meter', {
      min: 0,
      max: Math.max(1, cap),
      high: Math.max(1, cap) * 0.85,
      optimum: 0,
      value: used,
      'aria-label': name,
    }),
    h('span', { class: 'soft' }, `${used.toLocaleString()} of ${cap.toLocaleString()} used`),
  )

export const budgetShares = ({ budgets, resetsAt }: KeyUse): Child[] =>
  budgets.length === 0
    ? []
    : [
        ...budgets.map(({ name, ...spent }) => share(BUDGET_WORDS[name], spent)),
        h('p', { class: 'soft' }, 'Today’s come back ', moment(resetsAt), ', at midnight UTC.'),
      ]

const hourName = (at: string): string =>
  new Date(at).toLocaleString([], { weekday: 'short', hour: '2-digit', minute: '2-digit' })
/** A day of UTC is named in UTC wherever the reader is. */
const dayName = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString([], { day: 'numeric', month: 'short', timeZone: 'UTC' })

const ANSWERS = [
  { name: 'Answered', tone: 'a' },
  { name: 'Refused', tone: 'b' },
] as const

const answersOf = ({ requests, refused }: { requests: number; refused: number }): number[] => [
  requests - refused,
  refused,
]

function daysChart(title: string, { days }: KeyUse, series: Parameters<typeof barChart>[0]['series'], bars: Bar[]) {
  return barChart({
    title,
    span: `in the last ${days.length} days (UTC)`,
    series,
    bars,
    ends: [dayName(days[0]!.day), 'today'],
  })
}

/** Requests of a key: the last hours and the last days. */
export function requestsCharts(use: KeyUse): HTMLElement {
  const { days, hours } = use
  if (days.every(({ requests }) => requests === 0))
    return card('Use', null, empty('No request yet. Charts begin with the first one.'))
  return card(
    'Use',
    null,
    h(
      'div',
      { class: 'charts' },
      barChart({
        title: 'Requests by hour',
        span: `in the last ${hours.length === 1 ? 'hour' : `${hours.length} hours`}`,
        series: ANSWERS,
        bars: hours.map((hour) => ({ name: hourName(hour.at), values: answersOf(hour) })),
        ends: [hourName(hours[0]!.at), 'now'],
      }),
      daysChart(
        'Requests by day',
        use,
        ANSWERS,
        days.map((day) => ({ name: dayName(day.day), values: answersOf(day) })),
      ),
    ),
  )
}

/** What a visitor did: actions and heartbeats by day. */
export function visitorCharts(use: KeyUse): HTMLElement {
  const { days } = use
  if (days.every(({ actions, heartbeats }) => actions + heartbeats === 0))
    return card(
      'Use',
      null,
      empty('It has neither acted nor sent a heartbeat in the last thirty days. Charts begin with the first one.'),
    )
  return card(
    'Use',
    null,
    daysChart(
      'Actions by day',
      use,
      [{ name: 'Actions', tone: 'a' }],
      days.map(({ day, actions }) => ({ name: dayName(day), values: [actions] })),
    ),
    daysChart(
      'Heartbeats by day',
      use,
      [{ name: 'Heartbeats', tone: 'a' }],
      days.map(({ day, heartbeats }) => ({ name: dayName(day), values: [heartbeats] })),
    ),
  )
}
