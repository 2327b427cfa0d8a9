import { h } from './dom.ts'
import { isSignedOut, report, signedOut, words } from './shell.ts'

/** Loads one page after another; `load` tells whether there is still more. */
export function moreButton(text: string, load: () => Promise<boolean>): HTMLElement {
  const failed = h('p', { class: 'failure', role: 'alert', hidden: true })
  const button = h('button', { type: 'button', class: 'button' }, text)
  const made = h('div', { class: 'more' }, failed, button)
  button.addEventListener('click', async () => {
    if (button.hasAttribute('data-busy')) return
    button.toggleAttribute('data-busy', true)
    failed.hidden = true
    try {
      made.hidden = !(await load())
    } catch (error) {
      report(error)
      if (isSignedOut(error)) signedOut()
      failed.textContent = words(error)
      failed.hidden = false
    } finally {
      button.toggleAttribute('data-busy', false)
    }
  })
  return made
}
