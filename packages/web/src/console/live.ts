// Updates screens from the overview stream.
import type { Overview } from '@agent-network/contract'
import { isSignedOut, report, signedOut } from '../screens/shell.ts'
import { ROOT, readSession } from './api.ts'

/** The server sends an update every 2 s. After this time without one the page is marked as stale. */
const STALE_MS = 8_000
const AGAIN_MS = 5_000
const STOPS = 'a[href], button, summary, input'

type Content = readonly (Node | string)[]
/** Replaces the content of a box; the focus stays on the control at the same position. */
function replaceIn(box: HTMLElement, content: Content): void {
  const at = [...box.querySelectorAll<HTMLElement>(STOPS)].indexOf(document.activeElement as HTMLElement)
  box.replaceChildren(...content)
  if (at >= 0) box.querySelectorAll<HTMLElement>(STOPS)[at]?.focus({ preventScroll: true })
}

/** Parts that the server could not read keep their last value. */
const mergeOverview = <K extends object>(current: K, update: Overview): K => ({
  ...current,
  ...Object.fromEntries(Object.entries(update).filter(([, part]) => part !== null)),
})

interface Live<K extends Partial<Overview>> {
  readonly boxes: readonly HTMLElement[]
  /** The data shown at the start. */
  readonly initial: K
  /** The content of each box. */
  render(overview: K): readonly Content[]
}

/** Updates boxes from the stream while the page is visible. Returns a function that stops. */
export function keepLive<K extends Partial<Overview>>({ boxes, initial, render }: Live<K>): () => void {
  let isOver = false
  let current = initial
  let source: EventSource | null = null
  let timer = 0
  const markStale = (isStale: boolean): void => {
    for (const box of boxes) box.toggleAttribute('data-stale', isStale)
  }
  const after = (ms: number, work: () => void): void => {
    clearTimeout(timer)
    timer = setTimeout(work, ms) as unknown as number
  }

  function close(): void {
    clearTimeout(timer)
    source?.close()
    source = null
  }

  function show({ data }: MessageEvent<string>): void {
    current = mergeOverview(current, JSON.parse(data) as Overview)
    for (const [n, content] of render(current).entries()) replaceIn(boxes[n]!, content)
    markStale(false)
    after(STALE_MS, () => markStale(true))
  }

  /** The browser reconnects by itself unless the server rejected it: then the session has ended or it is too early. */
  async function failed(): Promise<void> {
    markStale(true)
    if (source?.readyState !== EventSource.CLOSED) return
    close()
    const isIn = await readSession().catch((error: unknown) => {
      report(error)
      return !isSignedOut(error)
    })
    if (isOver) return
    if (isIn) after(AGAIN_MS, open)
    else signedOut()
  }

  function open(): void {
    close()
    if (document.hidden) return
    source = new EventSource(`${ROOT}/console/live`)
    source.addEventListener('overview', show)
    source.addEventListener('error', () => void failed())
    source.addEventListener('end', ({ data }: MessageEvent<string>) => {
      if ((JSON.parse(data) as { code: string }).code !== 'UNAUTHORIZED') return
      close()
      signedOut()
    })
  }

  // Browsers allow few connections per server, so a hidden page closes its stream.
  document.addEventListener('visibilitychange', open)
  open()
  return () => {
    isOver = true
    document.removeEventListener('visibilitychange', open)
    close()
  }
}
