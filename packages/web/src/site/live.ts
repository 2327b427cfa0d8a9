// The event stream of site pages.
import { followStream } from '../components/stream.ts'
import type { CityNews } from './bodies.ts'

/** Handlers of stream events. */
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
  const notice = makeNotice()
  const stop = followStream({
    url: () => url,
    againMs: AGAIN_MS,
    events: Object.fromEntries(KINDS.map((kind) => [kind, (news: never) => handlers[kind]?.(news)])),
    connected() {
      notice.connected()
      handlers.connected()
    },
    lost(isRefused) {
      notice.lost()
      if (isRefused) handlers.lost()
    },
    ended() {
      notice.lost()
      handlers.lost()
    },
  })
  return () => {
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
