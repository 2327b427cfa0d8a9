// Charts of requests and budgets.
import type { KeyBudget, KeyUse } from '@agent-network/contract'
import { BarChart, Share } from '../components/charts.tsx'
import { Card, Empty, Moment } from '../components/pieces.tsx'

const BUDGET_WORDS: Readonly<Record<KeyBudget, string>> = {
  actions: 'Actions',
  heartbeats: 'Heartbeats',
  journalPages: 'Journal pages',
  completions: 'Completions',
}

export const BudgetShares = ({ budgets, resetsAt }: KeyUse) =>
  budgets.length === 0 ? null : (
    <>
      {budgets.map(({ name, ...spent }) => (
        <Share key={name} name={BUDGET_WORDS[name]} {...spent} />
      ))}
      <p class="soft">
        Budgets reset <Moment at={resetsAt} />, at midnight UTC.
      </p>
    </>
  )

const hourName = (at: string): string =>
  new Date(at).toLocaleString([], { weekday: 'short', hour: '2-digit', minute: '2-digit' })
/** Days are UTC days, so they are formatted in UTC. */
const dayName = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString([], { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Counts of requests as two series. */
const outcomes = (counts: readonly { readonly requests: number; readonly refused: number }[]) => [
  { name: 'Successful', tone: 'a', values: counts.map(({ requests, refused }) => requests - refused) },
  { name: 'Rejected', tone: 'b', values: counts.map(({ refused }) => refused) },
]

type Series = Parameters<typeof BarChart>[0]['series']
const DaysChart = ({ title, days, series }: Pick<KeyUse, 'days'> & { title: string; series: Series }) => (
  <BarChart
    title={title}
    span={`in the last ${days.length} days (UTC)`}
    series={series}
    names={days.map(({ day }) => dayName(day))}
    ends={[dayName(days[0]!.day), 'today']}
  />
)

/** Requests of a key: the last hours and the last days. */
export const KeyCharts = ({ days, hours }: KeyUse) => (
  <Card title="Use">
    {days.every(({ requests }) => requests === 0) ? (
      <Empty>No requests yet. Charts appear after the first request.</Empty>
    ) : (
      <div class="charts">
        <BarChart
          title="Requests by hour"
          span={`in the last ${hours.length === 1 ? 'hour' : `${hours.length} hours`}`}
          series={outcomes(hours)}
          names={hours.map(({ at }) => hourName(at))}
          ends={[hourName(hours[0]!.at), 'now']}
        />
        <DaysChart title="Requests by day" days={days} series={outcomes(days)} />
      </div>
    )}
  </Card>
)

/** Actions and heartbeats of a visitor by day. */
export const VisitorCharts = ({ days }: KeyUse) => (
  <Card title="Use">
    {days.every(({ actions, heartbeats }) => actions + heartbeats === 0) ? (
      <Empty>No actions or heartbeats in the last 30 days. Charts appear after the first one.</Empty>
    ) : (
      <>
        <DaysChart
          title="Actions by day"
          days={days}
          series={[{ name: 'Actions', tone: 'a', values: days.map(({ actions }) => actions) }]}
        />
        <DaysChart
          title="Heartbeats by day"
          days={days}
          series={[{ name: 'Heartbeats', tone: 'a', values: days.map(({ heartbeats }) => heartbeats) }]}
        />
      </>
    )}
  </Card>
)
