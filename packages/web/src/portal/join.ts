// Copy buttons of the join page.
import { copyText } from '../components/copy.ts'

for (const block of document.querySelectorAll<HTMLElement>('.code')) {
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Copy' })
  button.setAttribute('aria-label', `Copy ${block.dataset.what}`)
  button.addEventListener('click', async () => {
    const message = await copyText(block.querySelector('code')!, 'Command')
    const line = Object.assign(document.createElement('p'), { textContent: message })
    document.getElementById('said')?.replaceChildren(line)
    setTimeout(() => line.remove(), 6_000)
  })
  block.append(button)
}
