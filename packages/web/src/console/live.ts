import type { Overview } from '@agent-network/contract'
import { isSignedOut, report, signedOut } from '../screens/shell.ts'
import { ROOT, readSession } from './api.ts'

/** The server sends one every two seconds; whoever waits this long for the next is shown that it is old. */
const STALE_MS = 8_000
const AGAIN_MS = 5_000
const STOPS = 'a[href], button, summary, input'

type Content = readonly (Node | string)[]
/** What the overview tells, in so far as it was heard. */
export type Told = { readonly [Part in keyof Overview]: NonNullable<Overview[Part]> }

/** Puts new content into a box; focus stays at the control that has the same place among the others. */
function replaceIn(box: HTMLElement, content: Content): void {
  const at = [...box.querySelectorAll<HTMLElement>(STOPS)].indexOf(document.activeElement as HTMLElement)
  box.replaceChildren(...content)
  if (at >= 0) box.querySelectorAll<HTMLElement>(STOPS)[at]?.focus({ preventScroll: true })
}

/** What could not be read stays as it was last heard. */
const merged = <K extends object>(known: K, heard: Overview): K => ({
  ...known,
  ...Object.fromEntries(Object.entries(heard).filter(([, part]) => part !== null)),
})

interface Live<P extends keyof Overview> {
  readonly boxes: readonly HTMLElement[]
  /** What is shown so far. */
  readonly known: Pick<Told, P>
  /** The content of each box. */
  render(known: Pick<Told, P>): readonly Content[]
}

/** Keeps boxes current by the server's stream while somebody looks; what is returned ends it. */
export function keepLive<P extends keyof Overview>({ boxes, known, render }: Live<P>): () => void {
  let isOver = false
  let current = known
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
    current = merged(current, JSON.parse(data) as Overview)
    for (const [n, content] of render(current).entries()) replaceIn(boxes[n]!, content)
    markStale(false)
    after(STALE_MS, () => markStale(true))
  }

  /** A browser connects again by itself, unless it was refused: then either the session is over or it is too early. */
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

  // A browser opens few connections to one place, and a page that nobody sees must not hold one of them.
  document.addEventListener('visibilitychange', open)
  open()
  return () => {
    isOver = true
    document.removeEventListener('visibilitychange', open)
    close()
  }
}
