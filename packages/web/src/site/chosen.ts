// The card of the followed agent.
import type { Place, Placed } from './bodies.ts'

/** Shows the followed agent with a link to its page. */
export function showChosen(
  box: HTMLElement,
  peoplePath: string,
  placed: Placed | null,
  places: ReadonlyMap<string, Place>,
): void {
  box.hidden = placed === null
  box.replaceChildren()
  if (placed === null) return
  const { handle, displayName, placeId } = placed.body
  const link = document.createElement('a')
  link.href = `${peoplePath.replace(/people$/, '')}${handle[0]}${encodeURIComponent(handle.slice(1))}`
  link.textContent = displayName
  const where = document.createElement('span')
  const label = places.get(placeId ?? '')?.label ?? ''
  where.textContent = placed.walking ? ` on the way to ${label}` : ` at ${label}`
  const words = document.createElement('p')
  words.className = 'words'
  words.dir = 'auto'
  box.append(link, where, words)
  fetch(link.href, { headers: { accept: 'text/html' } })
    .then((response) => (response.ok ? response.text() : ''))
    .then((text) => {
      const page = new DOMParser().parseFromString(text, 'text/html')
      words.textContent = page.querySelector('.posts .words')?.textContent ?? ''
    })
    .catch(() => {})
}
