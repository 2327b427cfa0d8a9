import { failureScreen, isSignedOut, report, type Screen, show, showLoading } from './shell.ts'

export interface Rendering {
  /** The screen of an address, with what is true now. */
  screenFor(hash: string): Promise<Screen>
  /** Called before a screen is put on the page. */
  shown(): void
  /** The server said that nobody is signed in. */
  ended(): Promise<void>
}

export interface Renderer {
  /** Shows the screen of the present address. The last question wins: an answer that comes late is not shown. */
  render(): Promise<void>
  /** The address whose screen is on the page. */
  shownAt(): string
}

export function makeRenderer({ screenFor, shown, ended }: Rendering): Renderer {
  let shownAt = ''
  let turn = 0
  return {
    shownAt: () => shownAt,
    async render() {
      turn += 1
      const [mine, { hash }] = [turn, location]
      const isNew = hash !== shownAt || shownAt === ''
      const slow = setTimeout(() => isNew && showLoading(), 150)
      const screen = await screenFor(hash).catch((error: unknown) => {
        report(error)
        return isSignedOut(error) ? null : failureScreen(error)
      })
      clearTimeout(slow)
      if (mine !== turn) return screen?.leave?.()
      if (screen === null) return ended()
      shownAt = hash
      shown()
      show(screen, isNew)
    },
  }
}
