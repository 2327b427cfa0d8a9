// Copy buttons of the join page.
import { h } from '../screens/dom.ts'
import { copy } from '../screens/pieces.ts'

for (const block of document.querySelectorAll<HTMLElement>('.code')) {
  const code = block.querySelector('code')!
  const label = `Copy ${block.dataset.what}`
  block.append(h('button', { type: 'button', 'aria-label': label, click: () => void copy(code, 'Command') }, 'Copy'))
}
