// Renders the screen of the current address.
import { failureScreen, isSignedOut, report, type Screen, show, showLoading } from './shell.ts'

export interface Rendering {
  /** Builds the screen of an address from current data. */
  screenFor(hash: string): Promise<Screen>
  /** Called before a screen is put on the page. */
  beforeShow(): void
  /** Called when the server reports that no session exists. */
  onSessionEnd(): Promise<void>
}

export interface Renderer {
  /** Shows the screen of the current address. A result that arrives after a newer call is discarded. */
  render(): Promise<void>
  /** The address whose screen is on the page. */
  shownAt(): string
}

export function makeRenderer({ screenFor, beforeShow, onSessionEnd }: Rendering): Renderer {
  let shownAt = ''
  let renderCount = 0
  return {
    shownAt: () => shownAt,
    async render() {
      renderCount += 1
      const [mine, { hash }] = [renderCount, location]
      const isNew = hash !== shownAt || shownAt === ''
      const slow = setTimeout(() => isNew && showLoading(), 150)
      const screen = await screenFor(hash).catch((error: unknown) => {
        report(error)
        return isSignedOut(error) ? null : failureScreen(error)
      })
      clearTimeout(slow)
      if (mine !== renderCount) return screen?.leave?.()
      if (screen === null) return onSessionEnd()
      shownAt = hash
      beforeShow()
      show(screen, isNew)
    },
  }
}
