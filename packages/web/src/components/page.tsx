// The frame around all screens: title, focus, status messages, errors, and the screen of the current address.
import { ApiError } from '@agent-network/client'
import { type ComponentChildren, Fragment, render } from 'preact'

export type Child = ComponentChildren

/** The content of the page. */
export interface Screen {
  readonly title: string
  readonly body: Child
}

/** Settings of one page with screens (portal or console). */
interface Site {
  readonly name: string
  /** Link shown when a screen cannot be loaded. */
  readonly home: readonly [text: string, href: string]
  /** The text of an API error. */
  words(error: ApiError): string
}

/** A value of a form that the page rejects; the message says how to correct it. */
export class InvalidValue extends Error {}

export function element<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`the page has no element ${id}`)
  return found as T
}

let site: Site

export function words(error: unknown): string {
  if (error instanceof InvalidValue) return error.message
  return error instanceof ApiError ? site.words(error) : 'The page failed. Reload it and try again.'
}

/** Logs page errors to the browser console; API errors are not logged. */
export function report(error: unknown): void {
  if (!(error instanceof ApiError || error instanceof InvalidValue)) console.error(error)
}

/** Shows a status message for 6 seconds and announces it to screen readers, inside an open dialog if there is one. */
export function say(text: string): void {
  const box = element('said')
  const home = document.querySelector('dialog[open]') ?? document.body
  if (box.parentElement !== home) home.append(box)
  render(<p>{text}</p>, box)
  clearTimeout(Number(box.dataset.timer))
  box.dataset.timer = String(setTimeout(() => render(null, box), 6_000))
}

const REFRESH = 'screen-refresh'
/** Reloads the current screen. */
export const refresh = (): boolean => dispatchEvent(new Event(REFRESH))
export const onRefresh = (work: () => void): void => addEventListener(REFRESH, work)

export function go(link: string): void {
  if (location.hash === link) refresh()
  else location.hash = link
}

const SIGNED_OUT = 'screen-signed-out'
export const signedOut = (): boolean => dispatchEvent(new Event(SIGNED_OUT))
export const onSignedOut = (work: () => void): void => addEventListener(SIGNED_OUT, work)

/** Whether the server reported that no session exists. */
export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.code === 'UNAUTHORIZED'

/** Reports an error; returns its text, or an empty text if the session has ended and the page asks for a new one. */
export function failureOf(error: unknown): string {
  report(error)
  if (isSignedOut(error)) signedOut()
  return isSignedOut(error) ? '' : words(error)
}

/** Runs a change that was started by a button, and shows its error as a status message. */
export const attempt = (work: () => unknown): void =>
  void Promise.resolve()
    .then(work)
    .catch((error: unknown) => say(failureOf(error)))

export const Heading = ({ title, children }: { title: string; children?: Child }) => (
  <div class="heading">
    <h1 tabIndex={-1}>{title}</h1>
    {children}
  </div>
)

let shownCount = 0

/**
 * Shows a screen. The focus stays on the same control if it still exists, otherwise it goes to the heading. The first
 * screen of a page does not move the focus.
 */
export function show({ title, body }: Screen, isNew: boolean): void {
  const main = element('main')
  const focusedId = document.activeElement?.id ?? ''
  if (shownCount === 0) main.replaceChildren()
  main.removeAttribute('aria-busy')
  shownCount += 1
  render(<Fragment key={shownCount}>{body}</Fragment>, main)
  document.title = `${title} · ${site.name}`
  const sameControl = isNew || focusedId === '' ? null : document.getElementById(focusedId)
  const target = sameControl ?? main.querySelector<HTMLElement>('h1')
  if (isNew) scrollTo(0, 0)
  if (shownCount > 1) target?.focus({ preventScroll: isNew })
}

function showLoading(): void {
  const main = element('main')
  if (shownCount === 0) return
  main.setAttribute('aria-busy', 'true')
  render(
    <p key="loading" class="loading" role="status">
      Loading…
    </p>,
    main,
  )
}

export const failureScreen = (error: unknown): Screen => ({
  title: 'Page not available',
  body: [
    <Heading title="Page not available" />,
    <p class="failure" role="alert">
      {words(error)}
    </p>,
    <p class="row">
      <button type="button" class="main" onClick={refresh}>
        Try again
      </button>
      <a class="button" href={site.home[1]}>
        {site.home[0]}
      </a>
    </p>,
  ],
})

interface Rendering extends Site {
  /** Builds the screen of an address from current data. */
  screenFor(hash: string): Promise<Screen>
  /** Called before a screen is put on the page. */
  beforeShow(): void
  /** Called when the server reports that no session exists. */
  onSessionEnd(): Promise<void>
}

interface Renderer {
  /** Shows the screen of the current address. A result that arrives after a newer call is discarded. */
  render(): Promise<void>
  /** The address whose screen is on the page. */
  shownAt(): string
}

/** Prepares the page for its screens. Called once, before the first screen. */
export function openSite({ screenFor, beforeShow, onSessionEnd, ...own }: Rendering): Renderer {
  site = own
  element('skip').addEventListener('click', () => element('main').focus())
  let shownAt = ''
  let renderCount = 0
  return {
    shownAt: () => shownAt,
    async render() {
      renderCount += 1
      const [mine, { hash }] = [renderCount, location]
      const isNew = hash !== shownAt || shownAt === ''
      const slow = setTimeout(() => isNew && mine === renderCount && showLoading(), 150)
      const screen = await screenFor(hash).catch((error: unknown) => {
        report(error)
        return isSignedOut(error) ? null : failureScreen(error)
      })
      clearTimeout(slow)
      if (mine !== renderCount) return
      if (screen === null) return onSessionEnd()
      shownAt = hash
      beforeShow()
      show(screen, isNew)
    },
  }
}
