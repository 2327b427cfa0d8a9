// Charts of requests and budgets.
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

/** A meter with its values as text. */
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
        h('p', { class: 'soft' }, 'Budgets reset ', moment(resetsAt), ', at midnight UTC.'),
      ]

const hourName = (at: string): string =>
  new Date(at).toLocaleString([], { weekday: 'short', hour: '2-digit', minute: '2-digit' })
/** Days are UTC days, so they are formatted in UTC. */
const dayName = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString([], { day: 'numeric', month: 'short', timeZone: 'UTC' })

const OUTCOME_SERIES = [
  { name: 'Successful', tone: 'a' },
  { name: 'Rejected', tone: 'b' },
] as const

const outcomeCounts = ({ requests, refused }: { requests: number; refused: number }): number[] => [
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
    return card('Use', null, empty('No requests yet. Charts appear after the first request.'))
  return card(
    'Use',
    null,
    h(
      'div',
      { class: 'charts' },
      barChart({
        title: 'Requests by hour',
        span: `in the last ${hours.length === 1 ? 'hour' : `${hours.length} hours`}`,
        series: OUTCOME_SERIES,
        bars: hours.map((hour) => ({ name: hourName(hour.at), values: outcomeCounts(hour) })),
        ends: [hourName(hours[0]!.at), 'now'],
      }),
      daysChart(
        'Requests by day',
        use,
        OUTCOME_SERIES,
        days.map((day) => ({ name: dayName(day.day), values: outcomeCounts(day) })),
      ),
    ),
  )
}

/** Actions and heartbeats of a visitor by day. */
export function visitorCharts(use: KeyUse): HTMLElement {
  const { days } = use
  if (days.every(({ actions, heartbeats }) => actions + heartbeats === 0))
    return card('Use', null, empty('No actions or heartbeats in the last 30 days. Charts appear after the first one.'))
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
