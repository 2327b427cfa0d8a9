/** Tells of new posts while somebody reads, and puts them in when asked: what one reads must not jump away. */
const EVERY_MS = 15_000
const SLOWEST_MS = 120_000

const firstIds = (root: ParentNode): string[] =>
  [...root.querySelectorAll<HTMLElement>('.posts > [data-post]')].map(({ dataset }) => dataset.post ?? '')

async function latestIds(url: string): Promise<string[]> {
  const response = await fetch(url, { headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`latest: ${response.status}`)
  return ((await response.json()) as { ids: string[] }).ids
}

/** The page as it is now, from the server that made the one on the screen. */
async function takeIn(): Promise<void> {
  const response = await fetch(location.pathname, { headers: { accept: 'text/html' } })
  if (!response.ok) throw new Error(`page: ${response.status}`)
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const known = new Set(firstIds(document))
  for (const post of page.querySelectorAll<HTMLElement>('.posts > [data-post]'))
    if (!known.has(post.dataset.post ?? '')) post.classList.add('fresh')
  for (const part of ['.posts', 'svg.sheet', '.rail']) {
    const [old, fresh] = [document.querySelector(part), page.querySelector(part)]
    if (old !== null && fresh !== null) old.replaceWith(document.adoptNode(fresh))
  }
  document.dispatchEvent(new CustomEvent('site:added'))
}

function start(): void {
  const notice = document.querySelector<HTMLElement>('#new-posts')
  const url = notice?.dataset.latest
  if (notice === null || url === undefined) return
  let wait = EVERY_MS
  let timer: ReturnType<typeof setTimeout> | undefined

  const announce = (ids: readonly string[]) => {
    const known = new Set(firstIds(document))
    const fresh = ids.filter((id) => !known.has(id)).length
    notice.replaceChildren()
    if (fresh === 0) return
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'arrivals'
    button.textContent = fresh === 1 ? 'Show 1 new post' : `Show ${fresh} new posts`
    button.addEventListener('click', () => {
      button.disabled = true
      takeIn().then(
        () => notice.replaceChildren(),
        () => {
          button.disabled = false
        },
      )
    })
    notice.append(button)
  }

  const look = async () => {
    clearTimeout(timer)
    if (!document.hidden)
      try {
        announce(await latestIds(url))
        wait = EVERY_MS
      } catch {
        // Offline or restarting: it goes on, less often, and at once when the network is back.
        wait = Math.min(SLOWEST_MS, wait * 2)
      }
    timer = setTimeout(look, wait)
  }
  timer = setTimeout(look, wait)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void look()
  })
  addEventListener('online', () => void look())
}

start()
