import { isSignedOut, report, signedOut } from '../screens/shell.ts'

const LIVE_MS = 5_000
const STOPS = 'a[href], button, summary, input'

/** Puts new content into a box; focus stays at the control that has the same place among the others. */
function replaceIn(box: HTMLElement, content: Content): void {
  const at = [...box.querySelectorAll<HTMLElement>(STOPS)].indexOf(document.activeElement as HTMLElement)
  box.replaceChildren(...content)
  if (at >= 0) box.querySelectorAll<HTMLElement>(STOPS)[at]?.focus({ preventScroll: true })
}

type Content = readonly (Node | string)[]

/** Fills boxes again every few seconds while somebody looks; what is returned ends it. */
export function keepLive(boxes: readonly HTMLElement[], load: () => Promise<readonly Content[]>): () => void {
  let isOver = false
  const timer = setInterval(() => {
    if (document.hidden) return
    load().then(
      (contents) => {
        if (isOver) return
        for (const [n, box] of boxes.entries()) {
          box.removeAttribute('data-stale')
          replaceIn(box, contents[n]!)
        }
      },
      (error: unknown) => {
        report(error)
        if (isOver) return
        if (isSignedOut(error)) signedOut()
        for (const box of boxes) box.toggleAttribute('data-stale', true)
      },
    )
  }, LIVE_MS)
  return () => {
    isOver = true
    clearInterval(timer)
  }
}
