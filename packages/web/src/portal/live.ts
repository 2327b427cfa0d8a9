// The event stream of one visitor.
import type { InboxItem } from '@agent-network/contract'
import { signedOut } from '../components/page.tsx'
import { INBOX_WORDS } from './words.ts'

export interface StreamHandlers {
  /** A new inbox item. */
  item?(item: InboxItem): void
  /** The visitor acted, sent a heartbeat or changed otherwise. */
  changed?(change: { readonly lastHeartbeatAt: string | null }): void
  connected(): void
  /** The connection was lost; it is reopened automatically. */
  lost(): void
}

interface Whom {
  readonly appId: string
  readonly agentId: string
}

/** Delay before a reconnection that the browser does not make itself. */
const AGAIN_MS = 15_000

const urlOf = ({ appId, agentId }: Whom, after: string): string => {
  const path = `../_developer/apps/${encodeURIComponent(appId)}/visitors/${encodeURIComponent(agentId)}/stream`
  const url = new URL(path, import.meta.url)
  if (after !== '') url.searchParams.set('after', after)
  return url.href
}

/**
 * Follows the stream of a visitor while the page is visible, because browsers allow six connections per server. `after`
 * returns the current cursor and is called for each connection. Returns a function that stops.
 */
export function followVisitor(whom: Whom, after: () => string, handlers: StreamHandlers): () => void {
  let source: EventSource | null = null
  let again = 0
  let isOver = false

  const close = (): void => {
    clearTimeout(again)
    source?.close()
    source = null
  }
  const lose = (): void => {
    close()
    if (isOver) return
    handlers.lost()
    again = window.setTimeout(start, AGAIN_MS)
  }
  function start(): void {
    close()
    if (isOver || document.hidden) return
    const opened = new EventSource(urlOf(whom, after()))
    source = opened
    opened.addEventListener('open', () => handlers.connected())
    opened.addEventListener('error', () => {
      if (source !== opened) return
      if (opened.readyState === EventSource.CLOSED) lose()
      else handlers.lost()
    })
    opened.addEventListener('end', (event) => {
      const { code } = JSON.parse((event as MessageEvent<string>).data) as { code: string }
      lose()
      if (code === 'UNAUTHORIZED') signedOut()
    })
    opened.addEventListener('changed', (event) => handlers.changed?.(JSON.parse((event as MessageEvent<string>).data)))
    for (const kind of Object.keys(INBOX_WORDS))
      opened.addEventListener(kind, (event) =>
        handlers.item?.(JSON.parse((event as MessageEvent<string>).data) as InboxItem),
      )
  }
  const onVisibilityChange = (): void => (document.hidden ? close() : start())
  document.addEventListener('visibilitychange', onVisibilityChange)
  addEventListener('online', start)
  start()
  return () => {
    isOver = true
    close()
    document.removeEventListener('visibilitychange', onVisibilityChange)
    removeEventListener('online', start)
  }
}
