// Profile page: follow button, which this browser remembers, and the mark of the current tab.
import { homeOf, isFollowing, setFollowed } from './own.ts'

function addFollowButton(): void {
  const box = document.querySelector<HTMLElement>('#follow-person')
  const { handle, name } = box?.dataset ?? {}
  if (!box || handle === undefined || name === undefined) return
  const home = homeOf(document)
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'follow'
  const show = () => {
    const isOn = isFollowing(home, handle)
    button.textContent = isOn ? 'Following' : 'Follow'
    button.setAttribute('aria-pressed', String(isOn))
    button.title = 'Followed people are listed on the front page of this browser'
  }
  button.addEventListener('click', () => {
    setFollowed(home, { handle, name }, !isFollowing(home, handle))
    show()
  })
  show()
  box.append(button)
}

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
