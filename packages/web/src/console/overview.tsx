// The overview screen: what waits for the operator, problems, figures, main switches, charts.
import type { Activity, ErrorGroup, NodeView, OperatorSwitch, Overview, Status } from '@agent-network/contract'
import { useEffect } from 'preact/hooks'
import { LineChart } from '../components/charts.tsx'
import { Table } from '../components/list.tsx'
import { type Child, Heading, refresh, type Screen } from '../components/page.tsx'
import { Card, Facts, Moment, StatusBadge } from '../components/pieces.tsx'
import { operator, showSite, unlessOutage } from './api.ts'
import { useOverview } from './live.ts'
import { linkTo } from './places.ts'
import { SwitchList } from './switches.tsx'
import { durationWords, NodesCard, nodeName } from './system.tsx'
import { countWaiting, WaitingList } from './waiting.tsx'
import { LifeBadge } from './worlds.tsx'

/** Switches that disable a whole protocol or page. */
const KILL_SWITCHES: readonly string[] = [
  'externalAgentInvokeEnabled',
  'visitorDriveEnabled',
  'mcpEnabled',
  'mcpOAuthEnabled',
  'openaiDoorEnabled',
  'publicSiteEnabled',
  'developerPortalEnabled',
  'developerSignupsEnabled',
  'visitorSelfServeEnabled',
  'joinRequestsEnabled',
  'webhooksEnabled',
]

const MILLION = 1_000_000

const plain = (value: number): string => value.toLocaleString('en')

interface TileProps {
  readonly name: string
  readonly value: Child
  readonly isBad?: boolean
  readonly children: Child
}
const Tile = ({ name, value, isBad, children }: TileProps) => (
  <li class={`tile ${isBad ? 'bad' : ''}`}>
    <span class="soft">{name}</span>
    <strong>{value}</strong>
    <span class="hint">{children}</span>
  </li>
)

const valuesOf = ({ series }: Activity, name: string): readonly number[] =>
  series.find((one) => one.name === name)?.values ?? []
const sumOf = (activity: Activity, name: string): number =>
  valuesOf(activity, name).reduce((all, value) => all + value, 0)

/** Urgent problems, shown at the top. */
function problemsOf({ away, switchFaults, model, modelBudgets, clock, life }: Status, nodes: readonly NodeView[]) {
  const stalled = life.worlds.filter(({ state }) => state === 'stalled')
  const lost = nodes.filter(({ state }) => state === 'lost')
  return [
    ...away.map(
      ({ part, reason, seconds }) =>
        `The ${part === 'store' ? 'store' : 'shared state'} has been unavailable for ${seconds} s: ${reason}`,
    ),
    ...stalled.map(
      ({ worldId }) => `The simulation of ${worldId} is stalled: a tick is overdue by more than 3 minutes.`,
    ),
    ...lost.map((node) => `Node ${nodeName(node)} has sent no heartbeat for ${durationWords(node.lastSeenSeconds)}.`),
    ...(model.fault === null ? [] : [`The model is misconfigured: ${model.fault}`]),
    ...(model.breaker.state === 'closed' ? [] : [`The model circuit breaker is ${model.breaker.state}.`]),
    ...modelBudgets
      .filter(({ used, limit }) => used !== null && limit !== null && used >= limit)
      .map(({ name, resetsAt }) => `${name} is used up until ${resetsAt}. Residents use the local voice.`),
    ...switchFaults.map(
      ({ name, expected, effect }) => `Switch ${name} has an invalid value, expected ${expected}: ${effect}.`,
    ),
    ...(clock.aheadMs > 0 ? [`The system clock was set back: service time is ${clock.aheadMs} ms ahead.`] : []),
  ]
}

const Problems = ({ status, nodes }: { status: Status; nodes: readonly NodeView[] }) => (
  <>
    {problemsOf(status, nodes).map((text) => (
      <p key={text} class="failure">
        {text}
      </p>
    ))}
  </>
)

/**
 * Cost of the tokens of each day. Input and output prices from the settings take precedence over the single price of the
 * switch; null without a price.
 */
function costs({ model }: Status, days: Activity, single: unknown): readonly number[] | null {
  const { price } = model
  if (price !== null) {
    const written = valuesOf(days, 'completionTokens')
    return valuesOf(days, 'promptTokens').map((read, i) => (read * price.in + (written[i] ?? 0) * price.out) / MILLION)
  }
  return typeof single === 'number' ? valuesOf(days, 'tokens').map((tokens) => (tokens * single) / MILLION) : null
}

const amount = (unit: 'tokens' | 'cost', value: number): string => (unit === 'tokens' ? plain(value) : value.toFixed(2))

function Tiles({ of, spent }: { of: LoadedOverview; spent: readonly number[] | null }) {
  const { status, minutes: hour, days, nodes } = of
  const { life, model, modelBudgets, engines, away, queueDepth } = status
  const states = (wanted: string) => life.worlds.filter(({ state }) => state === wanted).length
  const isAway = (wanted: string) => away.some(({ part }) => part === wanted)
  const live = nodes.filter(({ state }) => state === 'live')
  const runs = Object.values(status.sweeps).map(({ at }) => at)
  return (
    <ul class="tiles-row">
      <Tile name="Requests" value={plain(sumOf(hour, 'requests'))}>
        in the last hour
      </Tile>
      <Tile name="Refusals" value={plain(sumOf(hour, 'refusals'))}>
        in the last hour
      </Tile>
      <Tile name="Errors" value={plain(sumOf(hour, 'errors'))} isBad={sumOf(hour, 'errors') > 0}>
        in the last hour
      </Tile>
      <Tile name="Worlds" value={`${states('living')} living`} isBad={states('stalled') > 0}>
        {states('paused')} paused, {states('stalled')} stalled, {states('off')} off
      </Tile>
      <Tile name="Posts" value={plain(life.worlds.reduce((all, { posts }) => all + posts, 0))}>
        in all worlds
      </Tile>
      <Tile name="Model" value={model.name ?? model.kind} isBad={model.breaker.state !== 'closed'}>
        breaker {model.breaker.state}
      </Tile>
      <Tile name="Tokens today" value={plain(valuesOf(days, 'tokens').at(-1) ?? 0)}>
        {spent === null ? (
          <a href={linkTo('switches', {})}>set a price to see the cost</a>
        ) : (
          `about ${(spent.at(-1) ?? 0).toFixed(2)} today`
        )}
      </Tile>
      {modelBudgets.map(
        ({ unit, period, used, limit }) =>
          limit !== null && (
            <Tile
              key={`${unit} ${period}`}
              name={`${unit === 'tokens' ? 'Tokens' : 'Cost'} this ${period}`}
              value={used === null ? 'no price set' : amount(unit, used)}
              isBad={used !== null && used >= limit}
            >
              budget {amount(unit, limit)}
            </Tile>
          ),
      )}
      <Tile name="Store" value={engines.database} isBad={away.length > 0}>
        {isAway('store') ? 'unavailable' : `${queueDepth} waiting`}
      </Tile>
      <Tile name="Shared state" value={engines.sharedState}>
        {isAway('sharedState') ? 'unavailable' : 'available'}
      </Tile>
      <Tile name="Nodes" value={live.length}>
        {live.every(({ isCurrent }) => isCurrent)
          ? 'all have applied the last change'
          : 'some have not applied the last change'}
      </Tile>
      <Tile name="Jobs" value={runs.length}>
        last run <Moment at={runs.sort().at(-1) ?? null} />
      </Tile>
      <Tile name="Backup" value={<Moment at={status.backup?.takenAt ?? null} />}>
        <a href={linkTo('system', {})}>how to create one</a>
      </Tile>
    </ul>
  )
}

const ErrorsTable = ({ groups }: { groups: readonly ErrorGroup[] }) => (
  <Table
    caption="Refusals and errors of the last hour, most frequent first"
    empty="No refusals and no errors in the last hour."
    rows={groups.slice(0, 12)}
    columns={{
      Route: ({ route }) => <code>{route}</code>,
      Code: ({ code }) => <code>{code}</code>,
      Status: ({ status }) => <StatusBadge status={status} />,
      Count: ({ count }) => plain(count),
      Last: ({ lastAt }) => <Moment at={lastAt} />,
    }}
  />
)

const WorldsTable = ({ life }: Status) => (
  <Table
    caption="Simulation by world"
    rows={life.worlds}
    columns={{
      World: ({ worldId }) => <a href={linkTo('world', { id: worldId })}>{worldId}</a>,
      State: (world) => <LifeBadge life={world} />,
      Posts: ({ posts }) => plain(posts),
      'Last tick': ({ lastTurnAt }) => <Moment at={lastTurnAt} />,
      'Tokens today': ({ tokensToday, tokenBudget }) => `${plain(tokensToday)} of ${plain(tokenBudget)}`,
    }}
  />
)

interface ChartCardProps {
  readonly title: string
  readonly activity: Activity
  readonly isDaily?: boolean
  /** Names of the series, each with its text. */
  readonly of: Readonly<Record<string, string>>
}
const ChartCard = ({ title, activity, isDaily, of }: ChartCardProps) => (
  <Card title={title}>
    <LineChart
      title={isDaily ? 'By the day' : 'By the minute'}
      span={isDaily ? 'the last 30 days' : 'the last hour'}
      series={Object.entries(of).map(([name, text], n) => ({
        name: text,
        values: valuesOf(activity, name),
        tone: 'abc'[n]!,
      }))}
    />
  </Card>
)

/** Without the store only status and nodes are available. */
type FirstOverview = Overview & { readonly status: Status }
type LoadedOverview = { readonly [Part in keyof Overview]: NonNullable<Overview[Part]> }

const isLoaded = (overview: Overview): overview is LoadedOverview =>
  Object.values(overview).every((part) => part !== null)

const WaitingCard = () => (
  <Card title="Waiting for you">
    <WaitingList />
  </Card>
)

/** The overview during an outage: problems, dependencies and nodes. */
function OutageView({ status, nodes }: FirstOverview) {
  const { version, uptimeSeconds, engines, away } = status
  const stateOf = (part: string) => away.find((outage) => outage.part === part)?.reason ?? 'available'
  return (
    <>
      <p class="notice" role="status">
        The store does not respond. Charts and switches appear when it does.
      </p>
      <Problems status={status} nodes={nodes ?? []} />
      <Facts
        of={{
          Version: version,
          Uptime: durationWords(uptimeSeconds),
          [`Store (${engines.database})`]: stateOf('store'),
          [`Shared state (${engines.sharedState})`]: stateOf('sharedState'),
        }}
      />
      <NodesCard nodes={nodes ?? []} />
    </>
  )
}

function LoadedView({ overview, switches }: { overview: LoadedOverview; switches: readonly OperatorSwitch[] }) {
  const { status, minutes: hour, days, errors, nodes, config } = overview
  const spent = costs(status, days, config.llmPricePerMillionTokens)
  return (
    <>
      <Problems status={status} nodes={nodes} />
      <WaitingCard />
      <Tiles of={overview} spent={spent} />
      <Card title="Protocols" kind="doors" about={<a href={linkTo('switches', {})}>All switches</a>}>
        <SwitchList switches={switches.filter(({ name }) => KILL_SWITCHES.includes(name))} />
      </Card>
      <div class="grid">
        <ChartCard
          title="Requests"
          activity={hour}
          of={{ requests: 'requests', refusals: 'refusals', errors: 'errors' }}
        />
        <ChartCard
          title="Acts"
          activity={hour}
          of={{ acts: 'of visitors', residentActs: 'of residents', completions: 'completions' }}
        />
        <ChartCard
          title="Writing"
          activity={days}
          isDaily
          of={{ posts: 'posts', replies: 'replies', blocked: 'blocked' }}
        />
        <ChartCard title="Tokens" activity={days} isDaily of={{ tokens: 'tokens' }} />
        {spent !== null && (
          <Card title="Cost">
            <LineChart
              title="By the day"
              span="the last 30 days"
              series={[{ name: 'cost', values: spent, tone: 'b' }]}
            />
          </Card>
        )}
      </div>
      <Card title="Refusals and errors" about={<a href={linkTo('requests', {})}>Search requests</a>}>
        <ErrorsTable groups={errors} />
      </Card>
      <Card title="Simulation" about={<a href={linkTo('worlds', {})}>All worlds</a>}>
        <WorldsTable {...status} />
      </Card>
    </>
  )
}

function OverviewBody({ initial, switches }: { initial: FirstOverview; switches: readonly OperatorSwitch[] | null }) {
  const { current, isStale } = useOverview(initial)
  const isComplete = switches !== null && isLoaded(initial)
  const isBack = !isComplete && isLoaded(current)
  // The store responds again, so the screen is built with all its parts.
  useEffect(() => {
    if (isBack) refresh()
  }, [isBack])
  return (
    <div class="stack live" data-stale={isStale.value || undefined}>
      {isComplete && isLoaded(current) ? (
        <LoadedView overview={current} switches={switches} />
      ) : (
        <OutageView {...current} />
      )}
    </div>
  )
}

const DAILY = 'tokens,promptTokens,completionTokens,posts,replies,blocked'

export async function overviewScreen(): Promise<Screen> {
  const { data: status } = await operator.getStatus()
  showSite(status)
  const isAway = status.away.some(({ part }) => part === 'store')
  const [minutes, days, errors, nodes, config, switches] = await Promise.all([
    unlessOutage(operator.getActivity({ query: { per: 'minute', points: 60 } })),
    unlessOutage(operator.getActivity({ query: { per: 'day', points: 30, series: DAILY } })),
    unlessOutage(operator.listErrors({ query: { window: '1h' } })),
    unlessOutage(operator.listNodes()),
    unlessOutage(operator.getConfig()),
    unlessOutage(operator.listSwitches()),
    isAway ? null : countWaiting(),
  ])
  const initial = { status, minutes, days, errors, nodes, config }
  return {
    title: 'Overview',
    body: [
      <Heading title="Overview">
        <span class="soft live-mark">live</span>
      </Heading>,
      <OverviewBody initial={initial} switches={switches} />,
    ],
  }
}
