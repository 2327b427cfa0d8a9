// The overview screen: problems, figures, charts and main switches.
import { ApiError } from '@agent-network/client'
import type { Activity, ErrorGroup, NodeView, Overview, Status } from '@agent-network/contract'
import { type Child, h, presentChildren } from '../screens/dom.ts'
import { badge, card, empty, facts, moment, wideTable } from '../screens/pieces.ts'
import { heading, refresh, type Screen } from '../screens/shell.ts'
import { operator } from './api.ts'
import { chart, type Line } from './charts.ts'
import { keepLive } from './live.ts'
import { linkTo } from './places.ts'
import { switchList } from './switches.ts'
import { durationWords, nodeName, nodesCard } from './system.ts'
import { lifeBadge } from './worlds.ts'

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

const tile = (name: string, value: Child, about: Child, tone = ''): HTMLElement =>
  h(
    'li',
    { class: `tile ${tone}` },
    h('span', { class: 'soft' }, name),
    h('strong', {}, value),
    h('span', { class: 'hint' }, about),
  )

const valuesOf = ({ series }: Activity, name: string): readonly number[] =>
  series.find((one) => one.name === name)?.values ?? []
const sumOf = (activity: Activity, name: string): number =>
  valuesOf(activity, name).reduce((all, value) => all + value, 0)
const line = (activity: Activity, name: string, words: string, tone: string): Line => ({
  name: words,
  values: valuesOf(activity, name),
  tone,
})

/** Urgent problems, shown at the top. */
function troubles(
  { away, switchFaults, model, modelBudgets, clock, life }: Status,
  nodes: readonly NodeView[],
): Child[] {
  const stalled = life.worlds.filter(({ state }) => state === 'stalled')
  const lost = nodes.filter(({ state }) => state === 'lost')
  const found: string[] = [
    ...away.map(
      ({ part, reason, seconds }) =>
        `The ${part === 'store' ? 'store' : 'shared state'} has been unavailable for ${seconds} s: ${reason}`,
    ),
    ...stalled.map(
      ({ worldId }) => `The simulation of ${worldId} is stalled: a tick is overdue by more than 3 minutes.`,
    ),
    ...lost.map(
      ({ node, host, address, lastSeenSeconds }) =>
        `Node ${nodeName({ node, host, address })} has sent no heartbeat for ${durationWords(lastSeenSeconds)}.`,
    ),
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
  return found.map((text) => h('p', { class: 'failure' }, text))
}

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

interface Figures {
  readonly status: Status
  readonly hour: Activity
  /** Tokens since midnight. */
  readonly today: number
  /** Cost of the tokens; null without a price. */
  readonly cost: number | null
  readonly nodes: readonly NodeView[]
}

const amount = (unit: 'tokens' | 'cost', value: number): string => (unit === 'tokens' ? plain(value) : value.toFixed(2))

function tiles({ status, hour, today, cost, nodes }: Figures): HTMLElement {
  const { life, model, modelBudgets, engines, away, queueDepth } = status
  const states = (wanted: string) => life.worlds.filter(({ state }) => state === wanted).length
  const stalled = states('stalled')
  const errors = sumOf(hour, 'errors')
  const live = nodes.filter(({ state }) => state === 'live')
  const runs = Object.values(status.sweeps).map(({ at }) => at)
  const lastSweep = runs.sort().at(-1) ?? null
  const system = linkTo('system', {})
  const spent =
    cost === null
      ? h('a', { href: linkTo('switches', {}) }, 'set a price to see the cost')
      : `about ${cost.toFixed(2)} today`
  return h(
    'ul',
    { class: 'tiles-row' },
    tile('Requests', plain(sumOf(hour, 'requests')), 'in the last hour'),
    tile('Refusals', plain(sumOf(hour, 'refusals')), 'in the last hour'),
    tile('Errors', plain(errors), 'in the last hour', errors > 0 ? 'bad' : ''),
    tile(
      'Worlds',
      `${states('living')} living`,
      `${states('paused')} paused, ${stalled} stalled, ${states('off')} off`,
      stalled > 0 ? 'bad' : '',
    ),
    tile(
      'Model',
      model.name ?? model.kind,
      `breaker ${model.breaker.state}`,
      model.breaker.state === 'closed' ? '' : 'bad',
    ),
    tile('Tokens today', plain(today), spent),
    ...modelBudgets.flatMap(({ unit, period, used, limit }) =>
      limit === null
        ? []
        : [
            tile(
              `${unit === 'tokens' ? 'Tokens' : 'Cost'} this ${period}`,
              used === null ? 'no price set' : amount(unit, used),
              `budget ${amount(unit, limit)}`,
              used !== null && used >= limit ? 'bad' : '',
            ),
          ],
    ),
    tile(
      'Store',
      engines.database,
      away.some(({ part }) => part === 'store') ? 'unavailable' : `${queueDepth} waiting`,
      away.length > 0 ? 'bad' : '',
    ),
    tile(
      'Shared state',
      engines.sharedState,
      away.some(({ part }) => part === 'sharedState') ? 'unavailable' : 'available',
    ),
    tile(
      'Nodes',
      String(live.length),
      live.every(({ isCurrent }) => isCurrent)
        ? 'all have applied the last change'
        : 'some have not applied the last change',
    ),
    tile('Jobs', String(runs.length), h('span', {}, 'last run ', moment(lastSweep))),
    tile('Backup', moment(status.backup?.takenAt ?? null), h('a', { href: system }, 'how to create one')),
  )
}

const errorsTable = (groups: readonly ErrorGroup[]): HTMLElement =>
  groups.length === 0
    ? empty('No refusals and no errors in the last hour.')
    : wideTable(
        'Refusals and errors of the last hour, most frequent first',
        ['Route', 'Code', 'Status', 'Count', 'Last'],
        groups
          .slice(0, 12)
          .map(({ route, code, status, count, lastAt }) => [
            h('code', {}, route),
            h('code', {}, code),
            badge(String(status), status >= 500 ? 'bad' : 'warm'),
            plain(count),
            moment(lastAt),
          ]),
      )

const worldsTable = ({ life }: Status): HTMLElement =>
  wideTable(
    'Simulation by world',
    ['World', 'State', 'Last tick', 'Tokens today'],
    life.worlds.map((world) => [
      h('a', { href: linkTo('world', { id: world.worldId }) }, world.worldId),
      lifeBadge(world),
      moment(world.lastTurnAt),
      `${plain(world.tokensToday)} of ${plain(world.tokenBudget)}`,
    ]),
  )

type Parts = (Node | string)[]

/** Null while the store is unavailable. */
const unlessOutage = <T>(call: Promise<{ readonly data: T }>): Promise<T | null> =>
  call.then(
    ({ data }) => data,
    (error: unknown) => {
      if (error instanceof ApiError && error.code === 'STORE_UNAVAILABLE') return null
      throw error
    },
  )

/** Without the store only status and nodes are available. */
type FirstOverview = Overview & { readonly status: Status }
type LoadedOverview = { readonly [Part in keyof Overview]: NonNullable<Overview[Part]> }

const isLoaded = (overview: Overview): overview is LoadedOverview =>
  Object.values(overview).every((part) => part !== null)

async function firstLook(): Promise<FirstOverview> {
  const [status, minutes, days, errors, nodes, config] = await Promise.all([
    operator.getStatus(),
    unlessOutage(operator.getActivity({ query: { per: 'minute', points: 60 } })),
    unlessOutage(
      operator.getActivity({
        query: { per: 'day', points: 30, series: 'tokens,promptTokens,completionTokens,posts,replies,blocked' },
      }),
    ),
    unlessOutage(operator.listErrors({ query: { window: '1h' } })),
    unlessOutage(operator.listNodes()),
    unlessOutage(operator.getConfig()),
  ])
  return { status: status.data, minutes, days, errors, nodes, config }
}

/** The overview during an outage: problems, dependencies and nodes. */
function partsOfOutage({ status, nodes }: FirstOverview): [top: Parts, rest: Parts] {
  const { version, uptimeSeconds, engines, away } = status
  const stateOf = (part: string) => away.find((outage) => outage.part === part)?.reason ?? 'available'
  const top = [
    h('p', { class: 'notice', role: 'status' }, 'The store does not respond. Charts and switches appear when it does.'),
    ...troubles(status, nodes ?? []),
    facts(
      ['Version', version],
      ['Uptime', durationWords(uptimeSeconds)],
      [`Store (${engines.database})`, stateOf('store')],
      [`Shared state (${engines.sharedState})`, stateOf('sharedState')],
    ),
  ]
  return [presentChildren(top), presentChildren([nodesCard(nodes ?? [])])]
}

/** The content above and below the switches. */
function partsOf({ status, minutes: hour, days, errors, nodes, config }: LoadedOverview): [top: Parts, rest: Parts] {
  const spent = costs(status, days, config.llmPricePerMillionTokens)
  const today = valuesOf(days, 'tokens').at(-1) ?? 0
  const top = [...troubles(status, nodes), tiles({ status, hour, today, cost: spent?.at(-1) ?? null, nodes })]
  const rest = [
    h(
      'div',
      { class: 'grid' },
      card(
        'Requests',
        null,
        chart('By the minute', 'the last hour', [
          line(hour, 'requests', 'requests', 'a'),
          line(hour, 'refusals', 'refusals', 'b'),
          line(hour, 'errors', 'errors', 'c'),
        ]),
      ),
      card(
        'Acts',
        null,
        chart('By the minute', 'the last hour', [
          line(hour, 'acts', 'of visitors', 'a'),
          line(hour, 'residentActs', 'of residents', 'b'),
          line(hour, 'completions', 'completions', 'c'),
        ]),
      ),
      card(
        'Writing',
        null,
        chart('By the day', 'the last 30 days', [
          line(days, 'posts', 'posts', 'a'),
          line(days, 'replies', 'replies', 'b'),
          line(days, 'blocked', 'blocked', 'c'),
        ]),
      ),
      card('Tokens', null, chart('By the day', 'the last 30 days', [line(days, 'tokens', 'tokens', 'a')])),
      ...(spent === null
        ? []
        : [card('Cost', null, chart('By the day', 'the last 30 days', [{ name: 'cost', values: spent, tone: 'b' }]))]),
    ),
    card('Refusals and errors', h('a', { href: linkTo('requests', {}) }, 'Search requests'), errorsTable(errors)),
    card('Simulation', h('a', { href: linkTo('worlds', {}) }, 'All worlds'), worldsTable(status)),
  ]
  return [presentChildren(top), presentChildren(rest)]
}

export async function overviewScreen(): Promise<Screen> {
  const [initial, switches] = await Promise.all([firstLook(), unlessOutage(operator.listSwitches())])
  const isComplete = switches !== null && isLoaded(initial)
  const render = (overview: FirstOverview): [top: Parts, rest: Parts] => {
    // The store responds again, so the screen can be built with all its parts.
    if (!isComplete && isLoaded(overview)) refresh()
    return isLoaded(overview) ? partsOf(overview) : partsOfOutage(overview)
  }
  const [first, others] = render(isComplete ? initial : { ...initial, config: null })
  const top = h('div', { class: 'stack live' }, ...first)
  const rest = h('div', { class: 'stack live' }, ...others)
  const doors = card(
    'Protocols',
    h('a', { href: linkTo('switches', {}) }, 'All switches'),
    switchList((switches ?? []).filter(({ name }) => KILL_SWITCHES.includes(name))),
  )
  doors.classList.add('doors')
  return {
    title: 'Overview',
    leave: keepLive({ boxes: [top, rest], initial, render }),
    body: [
      heading('Overview', h('span', { class: 'soft live-mark' }, 'live')),
      top,
      switches === null ? null : doors,
      rest,
    ],
  }
}
