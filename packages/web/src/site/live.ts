import type { CityNews } from './bodies.ts'

/** A page hears of what is new as long as it is in sight: a browser has six connections for all pages of one server. */
export interface Heard {
  post?(news: { id: string; html: string }): void
  reply?(news: { id: string; parentId: string | null; html: string }): void
  removed?(news: { id: string }): void
  city?(news: CityNews): void
  game?(news: { ply: number; status: string | null }): void
  /** Connected, perhaps after a while without: something may have been missed. */
  connected(): void
  /** Not any more, and not tried again by the browser itself. */
  lost(): void
}

const KINDS = ['post', 'reply', 'removed', 'city', 'game'] as const
/** Between attempts after an end that the browser does not try again by itself. */
const AGAIN_MS = 30_000

export function listen(url: string, heard: Heard): void {
  let source: EventSource | null = null
  let again: ReturnType<typeof setTimeout> | undefined

  const stop = () => {
    clearTimeout(again)
    source?.close()
    source = null
  }
  const lose = () => {
    stop()
    heard.lost()
    again = setTimeout(start, AGAIN_MS)
  }
  function start(): void {
    stop()
    if (document.hidden) return
    const opened = new EventSource(url)
    source = opened
    opened.addEventListener('open', () => heard.connected())
    opened.addEventListener('end', lose)
    opened.addEventListener('error', () => {
      if (opened.readyState === EventSource.CLOSED && source === opened) lose()
    })
    for (const kind of KINDS)
      opened.addEventListener(kind, (event) => heard[kind]?.(JSON.parse((event as MessageEvent<string>).data)))
  }
  document.addEventListener('visibilitychange', start)
  addEventListener('online', start)
  // A page that a browser keeps for going back must not keep a connection.
  addEventListener('pagehide', stop)
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) start()
  })
  start()
}

/** The element of some markup that this server made. */
export function elementOf(html: string): HTMLElement | null {
  const template = document.createElement('template')
  template.innerHTML = html
  return template.content.firstElementChild as HTMLElement | null
}

/** A button that says what there is to see, or nothing. */
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
