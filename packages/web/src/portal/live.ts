import type { InboxItem } from '@agent-network/contract'
import { signedOut } from '../screens/shell.ts'
import { INBOX_WORDS } from './words.ts'

export interface Heard {
  /** Something was addressed to the visitor. */
  item?(item: InboxItem): void
  /** It acted, sent a heartbeat, or something else about it is worth looking at. */
  changed?(told: { readonly lastHeartbeatAt: string | null }): void
  connected(): void
  /** Not connected any more; tried again by and by. */
  lost(): void
}

interface Whom {
  readonly appId: string
  readonly agentId: string
}

/** After an end that the browser does not try again by itself. */
const AGAIN_MS = 15_000

const urlOf = ({ appId, agentId }: Whom, after: string): string => {
  const path = `../_developer/apps/${encodeURIComponent(appId)}/visitors/${encodeURIComponent(agentId)}/stream`
  const url = new URL(path, import.meta.url)
  if (after !== '') url.searchParams.set('after', after)
  return url.href
}

/**
 * Follows what a visitor receives, as long as the page is in sight: a browser has six connections for all pages of one
 * server. `after` is where the page stands, asked for anew at every connection, so that nothing is missed. Returns how to stop.
 */
export function followVisitor(whom: Whom, after: () => string, heard: Heard): () => void {
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
    heard.lost()
    again = window.setTimeout(start, AGAIN_MS)
  }
  function start(): void {
    close()
    if (isOver || document.hidden) return
    const opened = new EventSource(urlOf(whom, after()))
    source = opened
    opened.addEventListener('open', () => heard.connected())
    opened.addEventListener('error', () => {
      if (source !== opened) return
      if (opened.readyState === EventSource.CLOSED) lose()
      else heard.lost()
    })
    opened.addEventListener('end', (event) => {
      const { code } = JSON.parse((event as MessageEvent<string>).data) as { code: string }
      lose()
      if (code === 'UNAUTHORIZED') signedOut()
    })
    opened.addEventListener('changed', (event) => heard.changed?.(JSON.parse((event as MessageEvent<string>).data)))
    for (const kind of Object.keys(INBOX_WORDS))
      opened.addEventListener(kind, (event) =>
        heard.item?.(JSON.parse((event as MessageEvent<string>).data) as InboxItem),
      )
  }
  const seen = (): void => (document.hidden ? close() : start())
  document.addEventListener('visibilitychange', seen)
  addEventListener('online', start)
  start()
  return () => {
    isOver = true
    close()
    document.removeEventListener('visibilitychange', seen)
    removeEventListener('online', start)
  }
}
