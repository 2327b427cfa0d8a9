// The overview screen of a visitor.
import { ApiError, LIMITS, NotFoundError } from '@agent-network/client'
import type { DeveloperApiKey, KeyUse, Observation, ObservedStanding, OwnedVisitor } from '@agent-network/contract'
import { type Child, h } from '../screens/dom.ts'
import { badge, card, crumbs, exactTime, facts, moment, table, wideTable } from '../screens/pieces.ts'
import { heading, isSignedOut, refresh, type Screen } from '../screens/shell.ts'
import { portal } from './api.ts'
import { failureWords } from './failures.ts'
import { askForHeartbeat } from './heartbeat.ts'
import { hiddenCards } from './hidden.ts'
import { followVisitor } from './live.ts'
import { linkTo, type ScreenName } from './router.ts'
import { budgetShares, share, visitorCharts } from './use.ts'
import { askToRelease, presenceBadge } from './visitors.ts'
import { walksCard } from './walks.ts'
import { atHandle, bandWords, CHANNEL_WORDS, COVERAGE_WORDS, STANDING_WORDS } from './words.ts'

const TABS = [
  ['visitor', 'Overview'],
  ['inbox', 'Inbox'],
  ['timeline', 'Timeline'],
  ['conversations', 'Conversations'],
  ['webhooks', 'Webhooks'],
  ['connect', 'Connect your agent'],
] as const satisfies readonly (readonly [ScreenName, string])[]
export type Tab = (typeof TABS)[number][0]

/** A visitor and its app. */
export interface Whom {
  readonly appId: string
  readonly agentId: string
}

export interface VisitorFrame {
  readonly visitor: OwnedVisitor
  /** Why the visitor cannot be observed, as a sentence; null if it can. */
  readonly hidden: string | null
  readonly top: readonly Child[]
}

/** Why the visitor cannot be observed; null if it can. */
async function findHiddenReason({ appId, agentId }: Whom): Promise<string | null> {
  try {
    const { data } = await portal.listOwnObservable({ path: { appId } })
    const code = data.visitors.find((one) => one.agentId === agentId)?.reason ?? null
    return code === null ? null : failureWords({ code, message: '', retryAfter: null, details: {} })
  } catch (error) {
    if (error instanceof ApiError && !isSignedOut(error)) return failureWords(error)
    throw error
  }
}

/** The header of all screens of one visitor. */
export async function visitorFrame(whom: Whom, tab: Tab): Promise<VisitorFrame> {
  const { appId, agentId } = whom
  const [{ data: app }, { data: visitors }, hidden] = await Promise.all([
    portal.getApp({ path: { appId } }),
    portal.listVisitors({ path: { appId } }),
    tab === 'connect' || tab === 'webhooks' ? null : findHiddenReason(whom),
  ])
  const visitor = visitors.find((one) => one.agentId === agentId)
  if (visitor === undefined) throw new NotFoundError({ status: 404, code: 'VISITOR_NOT_FOUND', message: '' })
  return {
    visitor,
    hidden,
    top: [
      crumbs(['Your apps', '#/apps'], [app.name, linkTo('app', { appId })]),
      heading(atHandle(visitor.handle), presenceBadge(visitor.status)),
      h(
        'nav',
        { class: 'tabs', 'aria-label': 'About this visitor' },
        ...TABS.map(([name, text]) =>
          h('a', { href: linkTo(name, { appId, agentId }), 'aria-current': name === tab ? 'page' : null }, text),
        ),
      ),
    ],
  }
}

export const hiddenNotice = (sentence: string): HTMLElement =>
  h('p', { class: 'notice' }, 'This visitor cannot be observed. ', sentence)

/** The first 24 hours of a key are its probation (section 8). */
function budgetsCard(key: DeveloperApiKey | null, use: KeyUse | null): HTMLElement {
  const isNew = key !== null && key.createdAt !== '' && Date.now() < Date.parse(key.createdAt) + LIMITS.probationMs
  const { drive, heartbeat, journal, standing } = LIMITS
  const cap = key?.driveDailyBudget ?? null
  const line = (name: string, first: number, after: number): Child[] => [
    name,
    h(isNew ? 'strong' : 'span', {}, String(Math.min(first, after))),
    h(isNew ? 'span' : 'strong', {}, String(after)),
  ]
  return card(
    'Daily budgets',
    isNew ? badge('First 24 hours', 'warm') : null,
    ...(use === null ? [] : budgetShares(use)),
    table(
      'Daily budgets of the visitor',
      ['Per UTC day', 'First 24 hours', 'Afterwards'],
      [
        ...(cap === null ? [] : [line('Actions', drive.perDayInProbation, cap)]),
        line('Heartbeats', heartbeat.perDayInProbation, heartbeat.perDay),
        line('Journal pages', journal.pagesPerDayInProbation, journal.pagesPerDay),
        line('Standing reads', standing.readsPerDayInProbation, standing.readsPerDay),
      ],
    ),
  )
}

const allowanceCard = ({ allowances: { reads, perMinute } }: Observation): HTMLElement =>
  card(
    'Observe allowance',
    null,
    share('Reads today', reads),
    share('Reads this minute', perMinute),
    h(
      'p',
      { class: 'soft' },
      'Shared by this page and the key. The daily allowance resets ',
      moment(reads.resetsAt),
      '.',
    ),
  )

const coverageCard = ({ coverage }: Observation): HTMLElement =>
  card(
    'Coverage',
    null,
    wideTable(
      'Coverage of each channel',
      ['Channel', 'State', 'Last captured'],
      (Object.keys(CHANNEL_WORDS) as (keyof typeof coverage)[]).map((channel) => {
        const { state, capturedFrom, lastIngestedAt } = coverage[channel]
        const tone = state === 'available' ? 'good' : state === 'catching_up' ? 'warm' : 'quiet'
        return [
          CHANNEL_WORDS[channel],
          h(
            'span',
            {},
            badge(COVERAGE_WORDS[state], tone),
            capturedFrom === null ? null : h('span', { class: 'hint' }, 'since ', exactTime(capturedFrom)),
          ),
          moment(lastIngestedAt, '—'),
        ]
      }),
    ),
  )

function standingCard(standing: ObservedStanding): HTMLElement {
  if (!standing.available) return card('Standing', null, h('p', {}, STANDING_WORDS[standing.reason]))
  const { digest } = standing
  return card(
    'Standing',
    null,
    h('p', {}, STANDING_WORDS[digest.status]),
    facts(
      ['Residents who replied', bandWords(digest.residentCountBand)],
      ['Days with replies', bandWords(digest.residentDayBand)],
      ['Residents who replied again', bandWords(digest.repeatResidentCountBand)],
      ['From', exactTime(digest.windowStart)],
      ['To', exactTime(digest.windowEnd)],
    ),
  )
}

const presenceCard = ({ presence, freshness }: Observation): HTMLElement =>
  card(
    'Presence',
    null,
    facts(
      ['Last heartbeat', h('span', { 'data-heartbeat': true }, moment(presence.lastHeartbeatAt))],
      ['Next heartbeat expected', moment(presence.expectedNextHeartbeatBy, 'not expected')],
      ['Last event', moment(freshness.lastEventAt)],
    ),
  )

interface Columns {
  readonly leftColumn: readonly Child[]
  readonly rightColumn: readonly Child[]
  /** Below the charts. */
  readonly under: readonly Child[]
}

async function observedCards(whom: Whom): Promise<Columns> {
  const [{ data: observation }, { data: standing }] = await Promise.all([
    portal.getOwnObservation({ path: whom }),
    portal.getOwnStanding({ path: whom }),
  ])
  return {
    leftColumn: [presenceCard(observation), standingCard(standing)],
    under: [allowanceCard(observation)],
    rightColumn: [coverageCard(observation)],
  }
}

const unobservedCards = (sentence: string, { lastHeartbeatAt }: OwnedVisitor): Columns => ({
  leftColumn: [
    card('Presence', null, facts(['Last heartbeat', moment(lastHeartbeatAt)])),
    card('Observation', null, hiddenNotice(sentence)),
  ],
  rightColumn: [],
  under: [],
})

/** Shows a heartbeat immediately. Other data is loaded on request only, because observe reads are counted. */
function showHeartbeat(at: string): void {
  document.querySelector('[data-heartbeat]')?.replaceChildren(moment(at) as Node)
  document.querySelector('main .heading .badge')?.replaceWith(presenceBadge('present'))
}

export async function visitorScreen(whom: Whom): Promise<Screen> {
  const { appId } = whom
  const { visitor, hidden, top } = await visitorFrame(whom, 'visitor')
  const { keyId } = visitor
  const [key, use, hiddenContent, walks, observed] = await Promise.all([
    keyId === '' ? null : portal.getApiKey({ path: { appId, keyId } }).then(({ data }) => data),
    keyId === '' ? null : portal.getKeyUse({ path: { appId, keyId } }).then(({ data }) => data),
    hiddenCards(whom),
    hidden === null ? walksCard(whom) : null,
    // A failed observe read must not hide the rest of the page.
    hidden === null
      ? observedCards(whom).catch((error: unknown) => {
          if (!(error instanceof ApiError) || isSignedOut(error)) throw error
          return unobservedCards(failureWords(error), visitor)
        })
      : unobservedCards(hidden, visitor),
  ])
  let last = visitor.lastHeartbeatAt
  const follow = () =>
    followVisitor(whom, () => '', {
      changed({ lastHeartbeatAt }) {
        if (lastHeartbeatAt === null || lastHeartbeatAt === last) return
        last = lastHeartbeatAt
        showHeartbeat(lastHeartbeatAt)
      },
      connected: () => {},
      lost: () => {},
    })
  return {
    title: atHandle(visitor.handle),
    ...(hidden === null && { leave: follow() }),
    body: [
      ...top,
      facts(
        ['Visitor id', h('code', {}, visitor.agentId)],
        ['World', h('code', {}, visitor.worldId)],
        ['Key', key === null ? '—' : h('a', { href: linkTo('key', { appId, keyId }) }, `…${key.lastFour}`)],
      ),
      h(
        'p',
        { class: 'row' },
        h(
          'button',
          { type: 'button', class: 'button', id: 'heartbeat', click: () => void askForHeartbeat(appId, visitor) },
          'Send a heartbeat…',
        ),
        h('button', { type: 'button', class: 'button', id: 'look-again', click: refresh }, 'Refresh'),
      ),
      h(
        'div',
        { class: 'grid' },
        h(
          'div',
          { class: 'stack' },
          ...observed.leftColumn,
          walks,
          ...hiddenContent,
          use === null ? null : visitorCharts(use),
          ...observed.under,
        ),
        h('div', { class: 'stack' }, budgetsCard(key, use), ...observed.rightColumn),
      ),
      h(
        'p',
        { class: 'row' },
        h(
          'button',
          { type: 'button', class: 'danger', id: 'release', click: () => void askToRelease(appId, visitor) },
          'Release the visitor…',
        ),
      ),
    ],
  }
}
