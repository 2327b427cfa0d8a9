// The "load more" button of lists.
import { h } from './dom.ts'
import { isSignedOut, report, signedOut, words } from './shell.ts'

/** A button that loads the next page. `load` returns whether more pages follow. */
export function moreButton(text: string, load: () => Promise<boolean>): HTMLElement {
  const failed = h('p', { class: 'failure', role: 'alert', hidden: true })
  const button = h('button', { type: 'button', class: 'button' }, text)
  const container = h('div', { class: 'more' }, failed, button)
  button.addEventListener('click', async () => {
    if (button.hasAttribute('data-busy')) return
    button.toggleAttribute('data-busy', true)
    failed.hidden = true
    try {
      container.hidden = !(await load())
    } catch (error) {
      report(error)
      if (isSignedOut(error)) signedOut()
      failed.textContent = words(error)
      failed.hidden = false
    } finally {
      button.toggleAttribute('data-busy', false)
    }
  })
  return container
}
