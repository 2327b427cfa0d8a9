// The timeline screen of a visitor: events with filters, updated live.
import type { EventChannel, EventDirection, EventStatus, ObservedEvent, ObservedMessage } from '@agent-network/contract'
import { signal, useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { filled } from '../components/filled.ts'
import { type Option, Select } from '../components/form.tsx'
import { failureOf, isSignedOut, type Screen, say } from '../components/page.tsx'
import { Action, Badge, Empty, Moment } from '../components/pieces.tsx'
import { portal } from './api.ts'
import { HiddenNotice, visitorFrame, type Whom } from './frame.tsx'
import { followVisitor } from './live.ts'
import { linkTo } from './router.ts'
import { WatchLink } from './visitor.tsx'
import {
  atHandle,
  CHANNEL_WORDS,
  DIRECTION_WORDS,
  eventWords,
  reasonWords,
  STATUS_WORDS,
  UNAVAILABLE_WORDS,
} from './words.ts'

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

/** The conversation id of an event; null if there is none. */
function conversationOf({ channel, refs }: ObservedEvent): string | null {
  if (channel === 'encounter' && refs.encounterId !== undefined) return `enc-${refs.encounterId}`
  if (refs.threadId !== undefined) return `prv-${refs.threadId}`
  return refs.replyId !== undefined && refs.postId !== undefined ? `pub-${refs.postId}` : null
}

/** How much earlier or later than its event a message may be written. */
const NEAR_MS = 5_000

/** The message that an event reports: the one with its id, or the one of its time. */
function messageOf({ refs, occurredAt }: ObservedEvent, messages: readonly ObservedMessage[]) {
  const away = ({ createdAt }: ObservedMessage) => Math.abs(Date.parse(createdAt) - Date.parse(occurredAt))
  const near = messages.filter((message) => away(message) <= NEAR_MS).sort((a, b) => away(a) - away(b))
  return messages.find(({ messageId }) => messageId === refs.replyId) ?? near[0]
}

/** What was said. The text is loaded on request, because observe reads are counted. */
function Words({ whom, event, conversationId }: { whom: Whom; event: ObservedEvent; conversationId: string }) {
  const text = useSignal<string | null>(null)
  const path = { ...whom, conversationId }
  const load = async (): Promise<void> => {
    const { data } = await portal.getOwnConversation({ path, query: { limit: 100 } })
    const message = messageOf(event, data.messages)
    text.value = message === undefined ? UNAVAILABLE_WORDS.inaccessible : message.text
    if (message?.text === null) text.value = UNAVAILABLE_WORDS[message.reason ?? 'inaccessible']
  }
  return (
    <>
      {text.value !== null && <p class="words">{text.value}</p>}
      <p class="row">
        {text.value === null && <Action kind="plain" run={load} text="Show what was said" />}
        <a href={linkTo('transcript', path)}>Read the conversation</a>
      </p>
    </>
  )
}

/** Watch links by walk id; walks that are over have none. */
type Walks = Readonly<Record<string, string>>

function EventItem({ whom, walks, event }: { whom: Whom; walks: Walks; event: ObservedEvent }) {
  const { channel, status, counterpartHandles, summary, refs } = event
  const conversationId = conversationOf(event)
  const watchUrl = walks[refs.journeyId ?? '']
  return (
    <li data-channel={channel} data-event={event.eventId}>
      <div class="line">
        <strong>{eventWords(event)}</strong>
        <Badge tone="quiet">{CHANNEL_WORDS[channel]}</Badge>
        {status !== 'recorded' && <Badge tone={STATUS_TONES[status]}>{STATUS_WORDS[status]}</Badge>}
        <span class="when soft">
          <Moment at={event.occurredAt} />
        </span>
      </div>
      {counterpartHandles.length > 0 && <p>with {counterpartHandles.map(atHandle).join(', ')}</p>}
      {summary.reason !== undefined && <p>Reason: {reasonWords(summary.reason)}</p>}
      {conversationId !== null && <Words whom={whom} event={event} conversationId={conversationId} />}
      {watchUrl !== undefined && (
        <p>
          <WatchLink url={watchUrl} />
        </p>
      )}
      <details class="refs">
        <summary>Ids</summary>
        {Object.entries(refs)
          .map(([name, id]) => `${name} ${id}`)
          .join(' · ')}
      </details>
    </li>
  )
}

/** The events to show, newest first. An attempt is left out when its outcome is shown. */
function withoutAttempts(events: readonly ObservedEvent[]): ObservedEvent[] {
  const outcomes = new Set(events.filter(({ type }) => type === 'act_outcome').map(({ refs }) => refs.requestId))
  const isShown = ({ type, refs }: ObservedEvent) =>
    type !== 'act_attempt' || refs.requestId === undefined || !outcomes.has(refs.requestId)
  return events.filter(isShown).toReversed()
}

function download(name: string, value: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** The filters. `from` is computed once when a period is chosen, because a cursor is valid for one query only. */
interface Question {
  readonly channel: EventChannel | ''
  readonly status: EventStatus | ''
  readonly direction: EventDirection | ''
  readonly from: string
}

interface LoadedPage {
  readonly more: boolean
  readonly cursor: string
}

const fromOf = (hours: string): string =>
  hours === '' ? '' : new Date(Date.now() - Number(hours) * HOUR).toISOString()

/**
 * The API returns events oldest first; the list shows the newest on top. After the last page the timeline polls for new
 * events at the interval that the server recommends.
 */
function makeTimeline(whom: Whom, fileName: string) {
  /** Oldest first. */
  const events = signal<readonly ObservedEvent[]>([])
  const [walks, state, hasMore, isLoading] = [signal<Walks>({}), signal(''), signal(false), signal(true)]
  let question: Question = { channel: '', status: '', direction: '', from: fromOf(PERIODS[0][0]) }
  let [cursor, forwardCursor, queryCount, timer] = ['', '', 0, 0]
  let [isLive, isOver, pollTime, retryMs] = [false, false, 0, RETRY_MS]
  /** The stream reported a change before the first page of a new query was loaded. */
  let hasPendingNews = false

  const after = (ms: number): void => {
    clearTimeout(timer)
    if (!isOver) timer = window.setTimeout(() => void look(), ms)
  }

  /** Watch links of current walks. Events are shown without links if this fails. */
  async function loadWalks(): Promise<void> {
    try {
      const { data } = await portal.listOwnWalks({ path: whom })
      walks.value = Object.fromEntries(data.map(({ journeyId, watchUrl }) => [journeyId, watchUrl]))
    } catch (error) {
      if (isSignedOut(error)) throw error
    }
  }

  /** Adds one page to the list; null if a newer query has started. */
  async function load(place: { cursor?: string; forwardCursor?: string }): Promise<LoadedPage | null> {
    const mine = queryCount
    const { data: page } = await portal.listOwnEvents({
      path: whom,
      query: filled({ limit: PAGE, ...question, ...place }),
    })
    if (mine !== queryCount) return null
    const ids = new Set(events.value.map(({ eventId }) => eventId))
    const fresh = page.events.filter(({ eventId }) => !ids.has(eventId))
    if (fresh.some(({ refs }) => refs.journeyId !== undefined)) await loadWalks()
    if (mine !== queryCount) return null
    events.value = [...events.value, ...fresh]
    forwardCursor = page.forwardCursor
    return { more: page.hasMore, cursor: page.nextCursor ?? '' }
  }

  function fail(error: unknown): void {
    state.value = failureOf(error)
    after(retryMs)
    retryMs = Math.min(RETRY_MAX_MS, 2 * retryMs)
  }

  async function present({ more, cursor: next }: LoadedPage): Promise<void> {
    cursor = next
    hasMore.value = more
    state.value = more ? 'More events are available.' : 'Up to date.'
    if (!more) await follow()
  }

  /** Polls soon, at most once per `TOGETHER_MS`. */
  function lookSoon(): void {
    if (forwardCursor === '') hasPendingNews = true
    else after(Math.max(200, pollTime + TOGETHER_MS - Date.now()))
  }

  /** Schedules the next poll. Each poll costs two reads, so the recommended interval is doubled. */
  async function follow(): Promise<void> {
    clearTimeout(timer)
    if (isLive) {
      state.value = 'Live: events appear as they happen.'
      if (hasPendingNews) lookSoon()
      hasPendingNews = false
      return
    }
    const mine = queryCount
    const { nextPollAfterSeconds } = (await portal.getOwnObservation({ path: whom })).data
    if (mine !== queryCount || isOver) return
    // The stream connected meanwhile, and its own poll is scheduled.
    if (isLive) return
    const seconds = 2 * nextPollAfterSeconds
    state.value = `Up to date. New events are loaded every ${seconds} seconds.`
    after(seconds * 1_000)
  }

  async function look(): Promise<void> {
    clearTimeout(timer)
    // The first page failed to load.
    if (forwardCursor === '') return ask()
    if (document.hidden) return after(HIDDEN_MS)
    try {
      pollTime = Date.now()
      const before = events.value.length
      const page = await load(hasMore.value ? { cursor } : { forwardCursor })
      if (page === null) return
      retryMs = RETRY_MS
      const found = events.value.length - before
      if (found > 0) say(found === 1 ? 'One new event' : `${found} new events`)
      await present(page)
    } catch (error) {
      fail(error)
    }
  }

  async function ask(change: Partial<Question> = {}): Promise<void> {
    question = { ...question, ...change }
    queryCount += 1
    clearTimeout(timer)
    // A cursor is valid for one query only.
    forwardCursor = ''
    events.value = []
    hasMore.value = false
    isLoading.value = true
    state.value = 'Loading…'
    const mine = queryCount
    try {
      let page = await load({})
      for (let pages = 1; page?.more && pages < PAGES_AT_ONCE; pages++) page = await load({ cursor: page.cursor })
      if (page === null) return
      isLoading.value = false
      await present(page)
    } catch (error) {
      if (mine === queryCount) fail(error)
    }
  }

  async function save(): Promise<void> {
    const { data } = await portal.exportOwnEvents({ path: whom, query: filled({ limit: PAGE, ...question }) })
    download(fileName, data)
    say(data.truncated ? `The first ${data.count} events were saved. Narrow the filters to export the rest.` : 'Saved')
  }

  function start(): () => void {
    void ask()
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
        if (forwardCursor !== '') follow().catch(fail)
      },
    })
    return () => {
      isOver = true
      clearTimeout(timer)
      stopFollowing()
    }
  }
  return { events, walks, state, hasMore, isLoading, start, look, ask, save }
}

function Timeline({ whom, fileName }: { whom: Whom; fileName: string }) {
  const timeline = useMemo(() => makeTimeline(whom, fileName), [whom, fileName])
  useEffect(timeline.start, [timeline])
  const { events, walks, state, hasMore, isLoading, look, ask, save } = timeline
  const filter = (name: keyof Question, label: string, options: readonly Option[]) => (
    <Select name={name} label={label} options={options} onChoice={(value) => ask({ [name]: value })} />
  )
  return (
    <div class="stack tight">
      <fieldset class="filters" aria-label="Filters">
        <Select
          name="period"
          label="Time"
          value={PERIODS[0][0]}
          options={PERIODS}
          onChoice={(hours) => ask({ from: fromOf(hours) })}
        />
        {filter('channel', 'Channel', optionsOf(CHANNEL_WORDS, 'All channels'))}
        {filter('status', 'Status', optionsOf(STATUS_WORDS, 'Any status'))}
        {filter('direction', 'Direction', optionsOf(DIRECTION_WORDS, 'Any direction'))}
      </fieldset>
      <p class="row">
        <Action id="look" run={look} text="Check for new events" />
        <Action id="export" run={save} text="Save as JSON" />
        <span class="soft" role="status">
          {state.value}
        </span>
      </p>
      {hasMore.value && (
        <div class="more">
          <Action run={look} text="Load newer events" />
        </div>
      )}
      {!isLoading.value && events.value.length === 0 && <Empty>No events match these filters.</Empty>}
      <ol class="events" aria-label="Events, newest first">
        {withoutAttempts(events.value).map((event) => (
          <EventItem key={event.eventId} whom={whom} walks={walks.value} event={event} />
        ))}
      </ol>
    </div>
  )
}

export async function timelineScreen(whom: Whom): Promise<Screen> {
  const { visitor, hidden, top } = await visitorFrame(whom, 'timeline')
  return {
    title: `Timeline of ${atHandle(visitor.handle)}`,
    body: [
      top(),
      hidden === null ? (
        <Timeline whom={whom} fileName={`${visitor.handle}-events.json`} />
      ) : (
        <HiddenNotice>{hidden}</HiddenNotice>
      ),
    ],
  }
}
