// The timeline screen of a visitor: events with filters, updated live.
import type { EventChannel, EventDirection, EventStatus, ObservedEvent } from '@agent-network/contract'
import { filled } from '../components/filled.ts'
import { h } from '../screens/dom.ts'
import { type Option, select } from '../screens/form.ts'
import { moreButton } from '../screens/more.ts'
import { badge, empty, moment } from '../screens/pieces.ts'
import { isSignedOut, report, type Screen, say, signedOut, words } from '../screens/shell.ts'
import { portal } from './api.ts'
import { followVisitor } from './live.ts'
import { linkTo } from './router.ts'
import { hiddenNotice, visitorFrame, type Whom } from './visitor.ts'
import { watchLink } from './walks.ts'
import { atHandle, CHANNEL_WORDS, DIRECTION_WORDS, eventWords, reasonWords, STATUS_WORDS } from './words.ts'

const PAGE = 100
const HOUR = 3_600_000
/** Polling interval while the page is hidden. */
const HIDDEN_MS = 15_000
/** Delay after a failed poll, doubled up to the maximum. */
const RETRY_MS = 5_000
const RETRY_MAX_MS = 120_000
/** Minimum time between polls that the stream triggers, because reads are counted. */
const TOGETHER_MS = 3_000
/** Pages that are loaded at the start, so that the list begins with the newest events. */
const PAGES_AT_ONCE = 10
const PERIODS = [
  ['24', 'Last 24 hours'],
  ['1', 'Last hour'],
  ['168', 'Last seven days'],
  ['', 'All time'],
] as const satisfies readonly Option[]

const STATUS_TONES = {
  attempted: 'quiet',
  completed: 'good',
  refused: 'bad',
  unresolved: 'warm',
  recorded: 'quiet',
} as const

const optionsOf = (table: Readonly<Record<string, string>>, all: string): Option[] => [
  ['', all],
  ...Object.entries(table),
]

const refText = (refs: ObservedEvent['refs']): string =>
  Object.entries(refs)
    .map(([name, id]) => `${name} ${id}`)
    .join(' · ')

/** The conversation id of an event; null if there is none. */
function conversationOf({ channel, refs }: ObservedEvent): string | null {
  if (channel === 'encounter' && refs.encounterId !== undefined) return `enc-${refs.encounterId}`
  if (channel === 'private' && refs.threadId !== undefined) return `prv-${refs.threadId}`
  return channel === 'public' && refs.replyId !== undefined && refs.postId !== undefined ? `pub-${refs.postId}` : null
}

const transcriptLink = (whom: Whom, event: ObservedEvent): HTMLElement | null => {
  const conversationId = conversationOf(event)
  return conversationId === null
    ? null
    : h('p', {}, h('a', { href: linkTo('transcript', { ...whom, conversationId }) }, 'Read the conversation'))
}

const NO_WALKS: ReadonlyMap<string, string> = new Map()
/** Watch links by walk id; walks that are over have none. */
type Walks = ReadonlyMap<string, string>

const walkLink = (walks: Walks, { refs }: ObservedEvent): HTMLElement | null => {
  const url = walks.get(refs.journeyId ?? '')
  return url === undefined ? null : h('p', {}, watchLink(url))
}

const eventItem = (whom: Whom, walks: Walks, event: ObservedEvent): HTMLElement =>
  h(
    'li',
    { 'data-channel': event.channel, 'data-event': event.eventId },
    h(
      'div',
      { class: 'line' },
      h('strong', {}, eventWords(event)),
      badge(CHANNEL_WORDS[event.channel], 'quiet'),
      event.status === 'recorded' ? null : badge(STATUS_WORDS[event.status], STATUS_TONES[event.status]),
      h('span', { class: 'when soft' }, moment(event.occurredAt)),
    ),
    event.counterpartHandles.length === 0
      ? null
      : h('p', {}, 'with ', event.counterpartHandles.map(atHandle).join(', ')),
    event.summary.reason === undefined ? null : h('p', {}, 'Reason: ', reasonWords(event.summary.reason)),
    transcriptLink(whom, event),
    walkLink(walks, event),
    h('p', { class: 'refs' }, refText(event.refs)),
  )

function download(name: string, value: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }))
  h('a', { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** The filters. `from` is computed once when a period is chosen, because a cursor is valid for one query only. */
interface Question {
  readonly channel: EventChannel | ''
  readonly status: EventStatus | ''
  readonly direction: EventDirection | ''
  readonly from: string
}

interface Loaded {
  readonly more: boolean
  readonly cursor: string
}

interface Timeline {
  readonly box: HTMLElement
  stop(): void
}

/**
 * The API returns events oldest first; the list shows the newest on top. After the last page the timeline polls for new
 * events at the interval that the server recommends.
 */
function makeTimeline(whom: Whom, fileName: string): Timeline {
  const list = h('ol', { class: 'events', 'aria-label': 'Events, newest first' })
  const state = h('p', { class: 'soft', role: 'status' })
  const none = empty('No events match these filters.')
  const loadedIds = new Set<string>()
  let question: Question = { channel: '', status: '', direction: '', from: '' }
  let period: string = PERIODS[0][0]
  let forwardCursor = ''
  let queryCount = 0
  let timer = 0

  /** Watch links of current walks. Events are shown without links if this fails. */
  const walksOf = async (): Promise<Walks> => {
    try {
      const { data } = await portal.listOwnWalks({ path: whom })
      return new Map(data.map(({ journeyId, watchUrl }) => [journeyId, watchUrl]))
    } catch (error) {
      if (isSignedOut(error)) throw error
      return NO_WALKS
    }
  }

  /** Adds one page to the list; null if a newer query has started. */
  async function load(place: { readonly cursor?: string; readonly forwardCursor?: string }): Promise<Loaded | null> {
    const mine = queryCount
    const { data: page } = await portal.listOwnEvents({
      path: whom,
      query: filled({ limit: PAGE, ...question, ...place }),
    })
    if (mine !== queryCount) return null
    const fresh = page.events.filter(({ eventId }) => !loadedIds.has(eventId))
    const walks = fresh.some(({ refs }) => refs.journeyId !== undefined) ? await walksOf() : NO_WALKS
    if (mine !== queryCount) return null
    for (const event of fresh) {
      loadedIds.add(event.eventId)
      list.prepend(eventItem(whom, walks, event))
    }
    none.hidden = loadedIds.size > 0
    forwardCursor = page.forwardCursor
    return { more: page.hasMore, cursor: page.nextCursor ?? '' }
  }

  let cursor = ''
  const more = moreButton('Load newer events', async () => {
    const loaded = await load({ cursor })
    if (loaded === null) return false
    showLoaded(loaded).catch(failed)
    return loaded.more
  })
  more.hidden = true

  let retryMs = RETRY_MS
  const failed = (error: unknown) => {
    report(error)
    state.textContent = words(error)
    if (isSignedOut(error)) return signedOut()
    clearTimeout(timer)
    timer = window.setTimeout(() => void look(), retryMs)
    retryMs = Math.min(RETRY_MAX_MS, 2 * retryMs)
  }

  async function showLoaded({ more: isMore, cursor: next }: Loaded): Promise<void> {
    cursor = next
    more.hidden = !isMore
    state.textContent = isMore ? 'More events are available.' : 'Up to date.'
    if (!isMore) await follow()
  }

  let isLive = false
  let lookedAt = 0
  /** The stream reported a change before the first page of a new query was loaded. */
  let hasPendingNews = false
  /** Polls soon, at most once per `TOGETHER_MS`. */
  function lookSoon(): void {
    if (forwardCursor === '') {
      hasPendingNews = true
      return
    }
    clearTimeout(timer)
    timer = window.setTimeout(() => void look(), Math.max(200, lookedAt + TOGETHER_MS - Date.now()))
  }
  const stopFollowing = followVisitor(whom, () => '', {
    item: lookSoon,
    changed: lookSoon,
    connected() {
      isLive = true
      // Loads events that were missed while disconnected.
      lookSoon()
    },
    lost() {
      if (!isLive) return
      isLive = false
      if (forwardCursor !== '') follow().catch(failed)
    },
  })

  /** Schedules the next poll. Each poll costs two reads, so the recommended interval is doubled. */
  async function follow(): Promise<void> {
    clearTimeout(timer)
    if (isLive) {
      state.textContent = 'Live: events appear as they happen.'
      if (hasPendingNews) lookSoon()
      hasPendingNews = false
      return
    }
    const mine = queryCount
    const { nextPollAfterSeconds } = (await portal.getOwnObservation({ path: whom })).data
    if (mine !== queryCount || !list.isConnected) return
    const seconds = 2 * nextPollAfterSeconds
    state.textContent = `Up to date. New events are loaded every ${seconds} seconds.`
    timer = window.setTimeout(() => void look(), seconds * 1_000)
  }

  async function look(): Promise<void> {
    clearTimeout(timer)
    // The first page failed to load.
    if (forwardCursor === '') return ask()
    if (document.hidden) {
      timer = window.setTimeout(() => void look(), HIDDEN_MS)
      return
    }
    if (!more.hidden) return more.querySelector('button')!.click()
    try {
      lookedAt = Date.now()
      const before = loadedIds.size
      const loaded = await load({ forwardCursor })
      if (loaded === null) return
      retryMs = RETRY_MS
      const found = loadedIds.size - before
      if (found > 0) say(found === 1 ? 'One new event' : `${found} new events`)
      await showLoaded(loaded)
    } catch (error) {
      failed(error)
    }
  }

  async function ask(): Promise<void> {
    queryCount += 1
    clearTimeout(timer)
    // A cursor is valid for one query only.
    forwardCursor = ''
    loadedIds.clear()
    list.replaceChildren()
    more.hidden = true
    none.hidden = true
    state.textContent = 'Loading…'
    try {
      let loaded = await load({})
      for (let pages = 1; loaded?.more && pages < PAGES_AT_ONCE; pages++) loaded = await load({ cursor: loaded.cursor })
      if (loaded === null) return
      await showLoaded(loaded)
    } catch (error) {
      failed(error)
    }
  }

  const setPeriod = (hours: string) => {
    period = hours
    question = { ...question, from: hours === '' ? '' : new Date(Date.now() - Number(hours) * HOUR).toISOString() }
  }
  const onChange = (event: Event) => {
    const { name, value } = event.target as HTMLSelectElement
    if (name === 'period') setPeriod(value)
    else question = { ...question, [name]: value }
    void ask()
  }

  async function save(): Promise<void> {
    try {
      const { data: exported } = await portal.exportOwnEvents({
        path: whom,
        query: filled({ limit: PAGE, ...question }),
      })
      download(fileName, exported)
      say(
        exported.truncated
          ? `The first ${exported.count} events were saved. Narrow the filters to export the rest.`
          : 'Saved',
      )
    } catch (error) {
      failed(error)
    }
  }

  setPeriod(period)
  void ask()
  return {
    stop() {
      clearTimeout(timer)
      stopFollowing()
    },
    box: h(
      'div',
      {},
      h(
        'div',
        { class: 'filters', role: 'group', 'aria-label': 'Filters' },
        select({ name: 'period', label: 'Time', value: period }, PERIODS, onChange),
        select({ name: 'channel', label: 'Channel' }, optionsOf(CHANNEL_WORDS, 'All channels'), onChange),
        select({ name: 'status', label: 'Status' }, optionsOf(STATUS_WORDS, 'Any status'), onChange),
        select({ name: 'direction', label: 'Direction' }, optionsOf(DIRECTION_WORDS, 'Any direction'), onChange),
      ),
      h(
        'p',
        { class: 'row' },
        h('button', { type: 'button', class: 'button', id: 'look', click: () => void look() }, 'Check for new events'),
        h('button', { type: 'button', class: 'button', id: 'export', click: () => void save() }, 'Save as JSON'),
        state,
      ),
      more,
      none,
      list,
    ),
  }
}

export async function timelineScreen(whom: Whom): Promise<Screen> {
  const { visitor, hidden, top } = await visitorFrame(whom, 'timeline')
  const title = `Timeline of ${atHandle(visitor.handle)}`
  if (hidden !== null) return { title, body: [...top, hiddenNotice(hidden)] }
  const timeline = makeTimeline(whom, `${visitor.handle}-events.json`)
  return { title, body: [...top, timeline.box], leave: timeline.stop }
}
