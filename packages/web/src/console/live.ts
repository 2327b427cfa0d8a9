// Updates screens from the overview stream.
import type { Overview } from '@agent-network/contract'
import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { isSignedOut, report, signedOut } from '../components/page.tsx'
import { followStream } from '../components/stream.ts'
import { ROOT, readSession } from './api.ts'

/** The server sends an update every 2 s. After this time without one the page is marked as stale. */
const STALE_MS = 8_000
const AGAIN_MS = 5_000

interface Handlers {
  update(overview: Overview): void
  markStale(isStale: boolean): void
}

/** Follows the stream. Returns a function that stops. */
function followOverview({ update, markStale }: Handlers): () => void {
  let isOver = false
  let timer = 0
  const stop = followStream({
    url: () => `${ROOT}/console/live`,
    againMs: AGAIN_MS,
    events: {
      overview(overview: Overview) {
        update(overview)
        markStale(false)
        clearTimeout(timer)
        timer = window.setTimeout(() => markStale(true), STALE_MS)
      },
    },
    /** The server refuses the stream if the session has ended, or if it is too early. */
    async lost(isRefused) {
      markStale(true)
      if (!isRefused) return
      const isIn = await readSession().catch((error: unknown) => {
        report(error)
        return !isSignedOut(error)
      })
      if (!isIn && !isOver) leave()
    },
    ended(code) {
      if (code === 'UNAUTHORIZED') leave()
    },
  })
  const leave = (): void => {
    stop()
    signedOut()
  }
  return () => {
    isOver = true
    clearTimeout(timer)
    stop()
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
