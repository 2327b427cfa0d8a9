import { h } from '../screens/dom.ts'
import { copy } from '../screens/pieces.ts'

/** The page says everything without this; it only saves people the marking of a command. */
for (const block of document.querySelectorAll<HTMLElement>('.code')) {
  const code = block.querySelector('code')!
  const button = h('button', { type: 'button', click: () => void copy(code, 'Command') }, 'Copy')
  button.setAttribute('aria-label', `Copy: ${block.querySelector('pre')!.getAttribute('aria-label')}`)
  block.append(button)
}
