// Updates screens from the overview stream.
import type { Overview } from '@agent-network/contract'
import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { isSignedOut, report, signedOut } from '../components/page.tsx'
import { ROOT, readSession } from './api.ts'

/** The server sends an update every 2 s. After this time without one the page is marked as stale. */
const STALE_MS = 8_000
const AGAIN_MS = 5_000

interface Handlers {
  update(overview: Overview): void
  markStale(isStale: boolean): void
}

/** Follows the stream while the page is visible. Returns a function that stops. */
function followOverview({ update, markStale }: Handlers): () => void {
  let isOver = false
  let source: EventSource | null = null
  let timer = 0
  const after = (ms: number, work: () => void): void => {
    clearTimeout(timer)
    timer = window.setTimeout(work, ms)
  }

  function close(): void {
    clearTimeout(timer)
    source?.close()
    source = null
  }

  /** The browser reconnects by itself unless the server rejected it: then the session has ended or it is too early. */
  async function reopen(): Promise<void> {
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
    source.addEventListener('overview', ({ data }: MessageEvent<string>) => {
      update(JSON.parse(data) as Overview)
      markStale(false)
      after(STALE_MS, () => markStale(true))
    })
    source.addEventListener('error', () => void reopen())
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

/** The current state of the overview. Parts that the server could not read keep their last value. */
export function useOverview<K extends Partial<Overview>>(initial: K): { current: K; isStale: Signal<boolean> } {
  const [current, isStale] = [useSignal(initial), useSignal(false)]
  useEffect(
    () =>
      followOverview({
        update(overview) {
          const parts = Object.entries(overview).filter(([, part]) => part !== null)
          current.value = { ...current.value, ...Object.fromEntries(parts) }
        },
        markStale(stale) {
          isStale.value = stale
        },
      }),
    [current, isStale],
  )
  return { current: current.value, isStale }
}
