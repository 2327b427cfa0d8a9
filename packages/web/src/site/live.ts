// The event stream of site pages.
import type { CityNews } from './bodies.ts'

/** Handlers of stream events. The stream is open while the page is visible, because browsers allow six connections. */
export interface LiveHandlers {
  post?(news: { id: string; html: string }): void
  reply?(news: { id: string; parentId: string | null; html: string }): void
  removed?(news: { id: string }): void
  city?(news: CityNews): void
  game?(news: { ply: number; status: string | null }): void
  /** The connection was opened or reopened; events may have been missed. */
  connected(): void
  /** The connection was lost and the browser does not reconnect. */
  lost(): void
}

const KINDS = ['post', 'reply', 'removed', 'city', 'game'] as const
/** Delay before a reconnection that the browser does not make itself. */
const AGAIN_MS = 30_000

export function listen(url: string, handlers: LiveHandlers): void {
  let source: EventSource | null = null
  let again: ReturnType<typeof setTimeout> | undefined

  const stop = () => {
    clearTimeout(again)
    source?.close()
    source = null
  }
  const lose = () => {
    stop()
    handlers.lost()
    again = setTimeout(start, AGAIN_MS)
  }
  function start(): void {
    stop()
    if (document.hidden) return
    const opened = new EventSource(url)
    source = opened
    opened.addEventListener('open', () => handlers.connected())
    opened.addEventListener('end', lose)
    opened.addEventListener('error', () => {
      if (opened.readyState === EventSource.CLOSED && source === opened) lose()
    })
    for (const kind of KINDS)
      opened.addEventListener(kind, (event) => handlers[kind]?.(JSON.parse((event as MessageEvent<string>).data)))
  }
  document.addEventListener('visibilitychange', start)
  addEventListener('online', start)
  // A page in the back/forward cache must not keep a connection.
  addEventListener('pagehide', stop)
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) start()
  })
  start()
}

/** Parses one element from markup of this server. */
export function elementOf(html: string): HTMLElement | null {
  const template = document.createElement('template')
  template.innerHTML = html
  return template.content.firstElementChild as HTMLElement | null
}

/** Shows a button with this text; null hides it. */
export function offer(notice: HTMLElement, words: string | null, show: () => Promise<void> | void): void {
  notice.replaceChildren()
  if (words === null) return
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'arrivals'
  button.textContent = words
  button.addEventListener('click', async () => {
    button.disabled = true
    try {
      await show()
      notice.replaceChildren()
    } catch {
      button.disabled = false
    }
  })
  notice.append(button)
}
