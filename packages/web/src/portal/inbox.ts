import { GoneError } from '@agent-network/client'
import type { InboxItem } from '@agent-network/contract'
import { h } from '../screens/dom.ts'
import { filled } from '../screens/filled.ts'
import { badge, empty, moment } from '../screens/pieces.ts'
import { report, type Screen } from '../screens/shell.ts'
import { portal } from './api.ts'
import { followVisitor } from './live.ts'
import { linkTo } from './router.ts'
import { hiddenNotice, visitorFrame, type Whom } from './visitor.ts'
import { atHandle, INBOX_CHANNELS, INBOX_WORDS } from './words.ts'

const PAGE = 100
/** Pages that are loaded at once; a day of a busy visitor is a few hundred items. */
const PAGES_AT_ONCE = 5
/** Older ones leave the page, not the inbox. */
const SHOWN_MAX = 500

/** The conversation that an item belongs to; null where it belongs to none. */
function conversationOf({ kind, ref }: InboxItem): string | null {
  if (kind === 'dm' && ref.threadId !== undefined) return `prv-${ref.threadId}`
  if (kind === 'reply' && ref.postId !== undefined) return `pub-${ref.postId}`
  return kind === 'conversation_turn' && ref.encounterId !== undefined ? `enc-${ref.encounterId}` : null
}

/** What is told beside words: a move, a result, what was answered. */
function detailsOf({ ref }: InboxItem): string | null {
  const parts = [
    ref.yourText ? `in answer to “${ref.yourText}”` : null,
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
      item.removed ? badge('Removed since', 'quiet') : null,
      h('span', { class: 'when soft' }, moment(item.at)),
    ),
    item.text === null ? null : h('p', { class: 'words' }, item.text),
    details === null ? null : h('p', { class: 'soft' }, details),
    conversationId === null
      ? null
      : h('p', {}, h('a', { href: linkTo('transcript', { ...whom, conversationId }) }, 'Read the conversation')),
  )
}

interface Stand {
  readonly items: readonly InboxItem[]
  readonly cursor: string
}

/** Everything after a cursor, or of the last day; a cursor that has lapsed begins anew. */
async function readAll(whom: Whom, from: string): Promise<Stand> {
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
  const list = h('ol', { class: 'events', 'aria-label': 'What it received, newest first' })
  const none = empty('Nothing was addressed to it in the last 24 hours. What comes now appears here by itself.')
  const state = h('span', { class: 'badge quiet' }, 'Connecting…')
  const shown = new Set<string>()
  let cursor = ''

  function add(items: readonly InboxItem[], isNew: boolean): void {
    for (const item of items) {
      if (shown.has(item.cursor)) continue
      shown.add(item.cursor)
      const made = itemOf(whom, item)
      made.toggleAttribute('data-new', isNew)
      list.prepend(made)
      while (list.children.length > SHOWN_MAX) list.lastElementChild!.remove()
    }
    none.hidden = shown.size > 0
  }
  const stand = await readAll(whom, '')
  add(stand.items, false)
  cursor = stand.cursor

  const told = (text: string, tone: string): void => {
    state.textContent = text
    state.className = `badge ${tone}`
  }
  const stop = followVisitor(whom, () => cursor, {
    item(item) {
      add([item], true)
      cursor = item.cursor
    },
    connected: () => told('Live', 'good live'),
    lost() {
      told('Connecting again…', 'warm')
      // A cursor older than the inbox reaches would be refused for ever.
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
        h('p', { class: 'lead' }, 'What was addressed to it in the last 24 hours, as its program reads it.'),
        h('span', { role: 'status' }, state),
      ),
      none,
      h('div', { 'aria-live': 'polite', 'aria-relevant': 'additions' }, list),
    ],
    leave: stop,
  }
}
