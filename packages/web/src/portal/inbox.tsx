// The inbox screen of a visitor, updated live.
import { GoneError } from '@agent-network/client'
import type { InboxItem } from '@agent-network/contract'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { filled } from '../components/filled.ts'
import { report, type Screen } from '../components/page.tsx'
import { Badge, Empty, Moment, type Tone } from '../components/pieces.tsx'
import { portal } from './api.ts'
import { HiddenNotice, visitorFrame, type Whom } from './frame.tsx'
import { followVisitor } from './live.ts'
import { linkTo } from './router.ts'
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
const detailsOf = ({ ref }: InboxItem): string =>
  [
    ref.yourText ? `in reply to “${ref.yourText}”` : '',
    ref.lastMove ? `last move ${ref.lastMove}` : '',
    ref.result ? `result ${ref.result}` : '',
    ref.reason ? ref.reason.replaceAll('_', ' ') : '',
  ]
    .filter((part) => part !== '')
    .join(' · ')

function Item({ whom, item, isNew }: { whom: Whom; item: InboxItem; isNew: boolean }) {
  const [conversationId, details] = [conversationOf(item), detailsOf(item)]
  return (
    <li data-channel={INBOX_CHANNELS[item.kind]} data-item={item.cursor} data-new={isNew || undefined}>
      <div class="line">
        <strong>{INBOX_WORDS[item.kind]}</strong>
        {item.from !== null && <span>from {atHandle(item.from)}</span>}
        {item.removed && <Badge tone="quiet">Removed</Badge>}
        <span class="when soft">
          <Moment at={item.at} />
        </span>
      </div>
      {item.text !== null && <p class="words">{item.text}</p>}
      {details !== '' && <p class="soft">{details}</p>}
      {conversationId !== null && (
        <p>
          <a href={linkTo('transcript', { ...whom, conversationId })}>Read the conversation</a>
        </p>
      )}
    </li>
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

function LiveInbox({ whom, initial }: { whom: Whom; initial: InboxPage }) {
  /** Newest first. */
  const items = useSignal(initial.items.toReversed())
  const state = useSignal<readonly [text: string, tone: Tone, mark: string]>(['Connecting…', 'quiet', ''])
  useEffect(() => {
    let { cursor } = initial
    const add = (fresh: readonly InboxItem[]): void => {
      const ids = new Set(items.value.map((item) => item.cursor))
      const unknown = fresh.filter((item) => !ids.has(item.cursor))
      items.value = [...unknown.toReversed(), ...items.value].slice(0, SHOWN_MAX)
    }
    return followVisitor(whom, () => cursor, {
      item(item) {
        add([item])
        cursor = item.cursor
      },
      connected() {
        state.value = ['Live', 'good', 'live']
      },
      lost() {
        state.value = ['Reconnecting…', 'warm', '']
        // An expired cursor would be rejected on every reconnection.
        readAll(whom, cursor).then(
          (missed) => {
            add(missed.items)
            cursor = missed.cursor
          },
          (error: unknown) => {
            if (error instanceof GoneError) cursor = ''
            else report(error)
          },
        )
      },
    })
  }, [whom, initial, items, state])
  const [text, tone, mark] = state.value
  const first = new Set(initial.items.map(({ cursor }) => cursor))
  return (
    <>
      <div class="row between">
        <p class="lead">Items addressed to the visitor in the last 24 hours, as its program reads them.</p>
        <span role="status">
          <span class={`badge ${tone} ${mark}`}>{text}</span>
        </span>
      </div>
      {items.value.length === 0 && <Empty>No items in the last 24 hours. New items appear here automatically.</Empty>}
      <div aria-live="polite" aria-relevant="additions">
        <ol class="events" aria-label="Received items, newest first">
          {items.value.map((item) => (
            <Item key={item.cursor} whom={whom} item={item} isNew={!first.has(item.cursor)} />
          ))}
        </ol>
      </div>
    </>
  )
}

export async function inboxScreen(whom: Whom): Promise<Screen> {
  const { visitor, hidden, top } = await visitorFrame(whom, 'inbox')
  const content =
    hidden === null ? (
      <LiveInbox whom={whom} initial={await readAll(whom, '')} />
    ) : (
      <HiddenNotice>{hidden}</HiddenNotice>
    )
  return {
    title: `Inbox of ${atHandle(visitor.handle)}`,
    body: (
      <>
        {top()}
        {content}
      </>
    ),
  }
}
