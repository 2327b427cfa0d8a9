// Pages of a person and of a story: follow button, which this browser remembers, and the mark of the current tab.
import { addFollowButton } from './own.ts'

function markTab(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.tab-links a')]
  const isPaged = document.querySelector('.tabbed.paged') !== null
  const current =
    links.find(({ hash }) => hash === location.hash) ??
    (isPaged ? links.find(({ hash }) => hash === '#posts') : links[0])
  for (const link of links)
    if (link === current) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
}

addFollowButton()
markTab()
addEventListener('hashchange', markTab)
