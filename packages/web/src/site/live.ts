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

/** Time after which a page says that it has no connection. Short interruptions stay unnoticed. */
const NOTICE_MS = 6_000

/** Says that the server cannot be reached, on every page with live parts. */
function makeNotice(): { lost(): void; connected(): void } {
  const notice = document.createElement('p')
  notice.className = 'offline'
  notice.setAttribute('role', 'status')
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    lost() {
      timer ??= setTimeout(() => {
        notice.textContent = 'No connection to the server. The page shows the last known state and tries again.'
        document.body.append(notice)
      }, NOTICE_MS)
    },
    connected() {
      clearTimeout(timer)
      timer = undefined
      notice.remove()
      notice.textContent = ''
    },
  }
}

/** Follows a stream; the result ends it. */
export function listen(url: string, handlers: LiveHandlers): () => void {
  let source: EventSource | null = null
  let again: ReturnType<typeof setTimeout> | undefined
  const notice = makeNotice()
  const ended = new AbortController()
  const { signal } = ended

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
    opened.addEventListener('open', () => {
      notice.connected()
      handlers.connected()
    })
    opened.addEventListener('end', lose)
    opened.addEventListener('error', () => {
      notice.lost()
      if (opened.readyState === EventSource.CLOSED && source === opened) lose()
    })
    for (const kind of KINDS)
      opened.addEventListener(kind, (event) => handlers[kind]?.(JSON.parse((event as MessageEvent<string>).data)))
  }
  document.addEventListener('visibilitychange', start, { signal })
  addEventListener('online', start, { signal })
  // A page in the back/forward cache must not keep a connection.
  addEventListener('pagehide', stop, { signal })
  addEventListener(
    'pageshow',
    ({ persisted }) => {
      if (persisted) start()
    },
    { signal },
  )
  start()
  return () => {
    ended.abort()
    stop()
    notice.connected()
  }
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
