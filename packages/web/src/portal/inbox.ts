// The inbox screen of a visitor, updated live.
import { GoneError } from '@agent-network/client'
import type { InboxItem } from '@agent-network/contract'
import { filled } from '../components/filled.ts'
import { h } from '../screens/dom.ts'
import { badge, empty, moment } from '../screens/pieces.ts'
import { report, type Screen } from '../screens/shell.ts'
import { portal } from './api.ts'
import { followVisitor } from './live.ts'
import { linkTo } from './router.ts'
import { hiddenNotice, visitorFrame, type Whom } from './visitor.ts'
import { atHandle, INBOX_CHANNELS, INBOX_WORDS } from './words.ts'

const PAGE = 100
/** Maximum pages per load. A busy visitor gets a few hundred items a day. */
const PAGES_AT_ONCE = 5
/** Older items are removed from the page, not from the inbox. */
const SHOWN_MAX = 500

/** The conversation of an item; null if there is none. */
function conversationOf({ kind, ref }: InboxItem): string | null {
  if (kind === 'dm' && ref.threadId !== undefined) return `prv-${ref.threadId}`
  if (kind === 'reply' && ref.postId !== undefined) return `pub-${ref.postId}`
  return kind === 'conversation_turn' && ref.encounterId !== undefined ? `enc-${ref.encounterId}` : null
}

/** Details of an item besides its text: a move, a result, the text that was replied to. */
function detailsOf({ ref }: InboxItem): string | null {
  const parts = [
    ref.yourText ? `in reply to “${ref.yourText}”` : null,
    ref.lastMove ? `last move ${ref.lastMove}` : null,
    ref.result ? `result ${ref.result}` : null,
    ref.reason ? ref.reason.replaceAll('_', ' ') : null,
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(' · ')
}

function itemOf(whom: Whom, item: InboxItem): HTMLElement {
  const conversationId = conversationOf(item)
  const details = detailsOf(item)
  return h(
    'li',
    { 'data-channel': INBOX_CHANNELS[item.kind], 'data-item': item.cursor },
    h(
      'div',
      { class: 'line' },
      h('strong', {}, INBOX_WORDS[item.kind]),
      item.from === null ? null : h('span', {}, `from ${atHandle(item.from)}`),
      item.removed ? badge('Removed', 'quiet') : null,
      h('span', { class: 'when soft' }, moment(item.at)),
    ),
    item.text === null ? null : h('p', { class: 'words' }, item.text),
    details === null ? null : h('p', { class: 'soft' }, details),
    conversationId === null
      ? null
      : h('p', {}, h('a', { href: linkTo('transcript', { ...whom, conversationId }) }, 'Read the conversation')),
  )
}

interface InboxPage {
  readonly items: readonly InboxItem[]
  readonly cursor: string
}

/** All items after a cursor; without one, those of the last 24 hours. */
async function readAll(whom: Whom, from: string): Promise<InboxPage> {
  const items: InboxItem[] = []
  let after = from
  for (let pages = 0; pages < PAGES_AT_ONCE; pages++) {
    const { data } = await portal.getOwnInbox({ path: whom, query: filled({ limit: PAGE, after }) })
    items.push(...data.items)
    after = data.cursor
    if (!data.hasMore) break
  }
  return { items, cursor: after }
}

export async function inboxScreen(whom: Whom): Promise<Screen> {
  const { visitor, hidden, top } = await visitorFrame(whom, 'inbox')
  const title = `Inbox of ${atHandle(visitor.handle)}`
  if (hidden !== null) return { title, body: [...top, hiddenNotice(hidden)] }
  const list = h('ol', { class: 'events', 'aria-label': 'Received items, newest first' })
  const none = empty('No items in the last 24 hours. New items appear here automatically.')
  const state = h('span', { class: 'badge quiet' }, 'Connecting…')
  const visibleIds = new Set<string>()
  let cursor = ''

  function add(items: readonly InboxItem[], isNew: boolean): void {
    for (const item of items) {
      if (visibleIds.has(item.cursor)) continue
      visibleIds.add(item.cursor)
      const itemElement = itemOf(whom, item)
      itemElement.toggleAttribute('data-new', isNew)
      list.prepend(itemElement)
      while (list.children.length > SHOWN_MAX) list.lastElementChild!.remove()
    }
    none.hidden = visibleIds.size > 0
  }
  const initialPage = await readAll(whom, '')
  add(initialPage.items, false)
  cursor = initialPage.cursor

  const showState = (text: string, tone: string): void => {
    state.textContent = text
    state.className = `badge ${tone}`
  }
  const stop = followVisitor(whom, () => cursor, {
    item(item) {
      add([item], true)
      cursor = item.cursor
    },
    connected: () => showState('Live', 'good live'),
    lost() {
      showState('Reconnecting…', 'warm')
      // An expired cursor would be rejected on every reconnection.
      readAll(whom, cursor).then(
        (missed) => {
          add(missed.items, true)
          cursor = missed.cursor
        },
        (error: unknown) => {
          if (error instanceof GoneError) cursor = ''
          else report(error)
        },
      )
    },
  })
  return {
    title,
    body: [
      ...top,
      h(
        'div',
        { class: 'row between' },
        h('p', { class: 'lead' }, 'Items addressed to the visitor in the last 24 hours, as its program reads them.'),
        h('span', { role: 'status' }, state),
      ),
      none,
      h('div', { 'aria-live': 'polite', 'aria-relevant': 'additions' }, list),
    ],
    leave: stop,
  }
}
