import { ApiError } from '@agent-network/client'
import { type Child, element, h, shown } from './dom.ts'

/** What is on the page at one time. */
export interface Screen {
  readonly title: string
  readonly body: readonly Child[]
  /** Called when something else is shown; stops timers. */
  readonly leave?: () => void
}

/** In what one page with screens differs from another. */
export interface Site {
  readonly name: string
  /** Where somebody can go whose screen cannot be shown. */
  readonly home: readonly [text: string, href: string]
  /** What a refusal is told as. */
  words(error: ApiError): string
}

let site: Site
/** Called once, before anything is shown. */
export function openSite(given: Site): void {
  site = given
}

export const words = (error: unknown): string =>
  error instanceof ApiError ? site.words(error) : 'The page made a mistake. Reload it and try again.'

/** A fault of the page is for the console as well; refusals are not. */
export function report(error: unknown): void {
  if (!(error instanceof ApiError)) console.error(error)
}

/** Read out by screen readers, and shown for a moment; over a dialog too, behind which nothing is read out. */
export function say(text: string): void {
  const box = element('said')
  const home = document.querySelector('dialog[open]') ?? document.body
  if (box.parentElement !== home) home.append(box)
  box.replaceChildren(h('p', {}, text))
  clearTimeout(Number(box.dataset.timer))
  box.dataset.timer = String(setTimeout(() => box.replaceChildren(), 6_000))
}

const REFRESH = 'screen-refresh'
/** Shows the same place again, with what is true now. */
export const refresh = (): boolean => dispatchEvent(new Event(REFRESH))
export const onRefresh = (work: () => void): void => addEventListener(REFRESH, work)

export function go(link: string): void {
  if (location.hash === link) refresh()
  else location.hash = link
}

const SIGNED_OUT = 'screen-signed-out'
export const signedOut = (): boolean => dispatchEvent(new Event(SIGNED_OUT))
export const onSignedOut = (work: () => void): void => addEventListener(SIGNED_OUT, work)

/** The server said that nobody is signed in: whatever the page shows is over. */
export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.code === 'UNAUTHORIZED'

let leave: (() => void) | undefined

export const heading = (title: string, ...beside: readonly Child[]): HTMLElement =>
  h('div', { class: 'heading' }, h('h1', { tabindex: -1 }, title), ...beside)

let isFirst = true

/**
 * Focus stays where it was when the same control is still there, and else goes to the heading. What a page opens with
 * leaves it at the very top, where the browser has it.
 */
export function show(screen: Screen, isNew: boolean): void {
  leave?.()
  leave = screen.leave
  const main = element('main')
  const held = document.activeElement?.id ?? ''
  main.removeAttribute('aria-busy')
  main.replaceChildren(...shown(screen.body))
  document.title = `${screen.title} · ${site.name}`
  const kept = isNew || held === '' ? null : document.getElementById(held)
  const target = kept ?? main.querySelector<HTMLElement>('h1')
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
  title: 'Not shown',
  body: [
    heading('This cannot be shown'),
    h('p', { class: 'failure', role: 'alert' }, words(error)),
    h(
      'p',
      { class: 'row' },
      h('button', { type: 'button', class: 'main', click: refresh }, 'Try again'),
      h('a', { class: 'button', href: site.home[1] }, site.home[0]),
    ),
  ],
})
