// The frame around all screens: title, focus, status messages, errors.
import { ApiError } from '@agent-network/client'
import { type Child, element, h, presentChildren } from './dom.ts'

/** The content of the page. */
export interface Screen {
  readonly title: string
  readonly body: readonly Child[]
  /** Called when something else is shown; stops timers. */
  readonly leave?: () => void
}

/** Settings of one page with screens (portal or console). */
export interface Site {
  readonly name: string
  /** Link shown when a screen cannot be loaded. */
  readonly home: readonly [text: string, href: string]
  /** The text of an API error. */
  words(error: ApiError): string
}

let site: Site
/** Called once, before the first screen. */
export function openSite(options: Site): void {
  site = options
}

export const words = (error: unknown): string =>
  error instanceof ApiError ? site.words(error) : 'The page failed. Reload it and try again.'

/** Logs page errors to the browser console; API errors are not logged. */
export function report(error: unknown): void {
  if (!(error instanceof ApiError)) console.error(error)
}

/** Shows a status message for 6 seconds and announces it to screen readers, inside an open dialog if there is one. */
export function say(text: string): void {
  const box = element('said')
  const home = document.querySelector('dialog[open]') ?? document.body
  if (box.parentElement !== home) home.append(box)
  box.replaceChildren(h('p', {}, text))
  clearTimeout(Number(box.dataset.timer))
  box.dataset.timer = String(setTimeout(() => box.replaceChildren(), 6_000))
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

let leave: (() => void) | undefined

export const heading = (title: string, ...actions: readonly Child[]): HTMLElement =>
  h('div', { class: 'heading' }, h('h1', { tabindex: -1 }, title), ...actions)

let isFirst = true

/**
 * Shows a screen. The focus stays on the same control if it still exists, otherwise it goes to the heading. The first
 * screen of a page does not move the focus.
 */
export function show(screen: Screen, isNew: boolean): void {
  leave?.()
  leave = screen.leave
  const main = element('main')
  const focusedId = document.activeElement?.id ?? ''
  main.removeAttribute('aria-busy')
  main.replaceChildren(...presentChildren(screen.body))
  document.title = `${screen.title} · ${site.name}`
  const sameControl = isNew || focusedId === '' ? null : document.getElementById(focusedId)
  const target = sameControl ?? main.querySelector<HTMLElement>('h1')
  if (isNew) scrollTo(0, 0)
  if (!isFirst) target?.focus({ preventScroll: isNew })
  isFirst = false
}

export function showLoading(): void {
  leave?.()
  leave = undefined
  const main = element('main')
  main.setAttribute('aria-busy', 'true')
  main.replaceChildren(h('p', { class: 'loading', role: 'status' }, 'Loading…'))
}

export const failureScreen = (error: unknown): Screen => ({
  title: 'Page not available',
  body: [
    heading('Page not available'),
    h('p', { class: 'failure', role: 'alert' }, words(error)),
    h(
      'p',
      { class: 'row' },
      h('button', { type: 'button', class: 'main', click: refresh }, 'Try again'),
      h('a', { class: 'button', href: site.home[1] }, site.home[0]),
    ),
  ],
})
