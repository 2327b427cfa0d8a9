// An event stream that is open while the page is visible.

interface Following {
  /** The address; called for each connection. */
  url(): string
  /** Delay before a reconnection that the browser does not make itself. */
  readonly againMs: number
  /** Handlers of events by name, with the parsed data. */
  readonly events: Readonly<Record<string, (data: never) => void>>
  connected?(): void
  /** The connection was lost. If the server refused it, it is opened again after `againMs`. */
  lost(isRefused: boolean): void
  /** The server ended the stream. It is opened again after `againMs`. */
  ended(code: string): void
}

/** Follows a stream while the page is visible, because browsers allow six connections per server. The result ends it. */
export function followStream({ url, againMs, events, connected, lost, ended }: Following): () => void {
  let source: EventSource | null = null
  let again = 0
  const over = new AbortController()
  const { signal } = over

  const close = (): void => {
    clearTimeout(again)
    source?.close()
    source = null
  }
  const openLater = (): void => {
    close()
    again = window.setTimeout(open, againMs)
  }
  function open(): void {
    close()
    if (document.hidden) return
    const opened = new EventSource(url())
    source = opened
    const on = (name: string, work: (event: MessageEvent<string>) => void): void =>
      opened.addEventListener(name, (event) => source === opened && work(event as MessageEvent<string>))
    on('open', () => connected?.())
    on('error', () => {
      const isRefused = opened.readyState === EventSource.CLOSED
      if (isRefused) openLater()
      lost(isRefused)
    })
    on('end', ({ data }) => {
      openLater()
      ended((JSON.parse(data) as { code: string }).code)
    })
    for (const [name, work] of Object.entries(events)) on(name, ({ data }) => work(JSON.parse(data) as never))
  }
  document.addEventListener('visibilitychange', open, { signal })
  addEventListener('online', open, { signal })
  // A page in the back/forward cache must not keep a connection.
  addEventListener('pagehide', close, { signal })
  addEventListener('pageshow', ({ persisted }) => persisted && open(), { signal })
  open()
  return () => {
    over.abort()
    close()
  }
}
