// The event stream of one visitor.
import type { InboxItem } from '@agent-network/contract'
import { signedOut } from '../components/page.tsx'
import { followStream } from '../components/stream.ts'
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

const AGAIN_MS = 15_000

const urlOf = ({ appId, agentId }: Whom, after: string): string => {
  const path = `../_developer/apps/${encodeURIComponent(appId)}/visitors/${encodeURIComponent(agentId)}/stream`
  const url = new URL(path, import.meta.url)
  if (after !== '') url.searchParams.set('after', after)
  return url.href
}

/** Follows the stream of a visitor. `after` returns the current cursor and is called for each connection. */
export function followVisitor(whom: Whom, after: () => string, handlers: StreamHandlers): () => void {
  const changed = (change: { lastHeartbeatAt: string | null }) => handlers.changed?.(change)
  const item = (item: InboxItem) => handlers.item?.(item)
  return followStream({
    url: () => urlOf(whom, after()),
    againMs: AGAIN_MS,
    events: { changed, ...Object.fromEntries(Object.keys(INBOX_WORDS).map((kind) => [kind, item])) },
    connected: handlers.connected,
    lost: handlers.lost,
    ended(code) {
      handlers.lost()
      if (code === 'UNAUTHORIZED') signedOut()
    },
  })
}
