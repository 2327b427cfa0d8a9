// Live updates of the feed.
import { elementOf, listen, offer } from './live.ts'
import { type FollowedKind, homeOf, listFollowed, noteVisit } from './own.ts'

const EVERY_MS = 15_000
const SLOWEST_MS = 120_000
/** Scroll offset in pixels that counts as top. There, new posts are inserted; elsewhere a button offers them. */
const TOP_PX = 40

const postsIn = (root: ParentNode): HTMLElement[] => [...root.querySelectorAll<HTMLElement>('.posts > [data-post]')]
const idsIn = (root: ParentNode): Set<string> => new Set(postsIn(root).map(({ dataset }) => dataset.post ?? ''))

async function latestIds(url: string): Promise<string[]> {
  const response = await fetch(url, { headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`latest: ${response.status}`)
  return ((await response.json()) as { ids: string[] }).ids
}

const added = () => document.dispatchEvent(new CustomEvent('site:added'))

/** Reloads the page and replaces its parts. */
async function reloadPosts(): Promise<void> {
  const response = await fetch(location.pathname, { headers: { accept: 'text/html' } })
  if (!response.ok) throw new Error(`page: ${response.status}`)
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const displayedIds = idsIn(document)
  for (const post of postsIn(page)) if (!displayedIds.has(post.dataset.post ?? '')) post.classList.add('fresh')
  for (const part of ['.posts', 'svg.sheet', '.rail']) {
    const [old, fresh] = [document.querySelector(part), page.querySelector(part)]
    if (old !== null && fresh !== null) old.replaceWith(document.adoptNode(fresh))
  }
  added()
}

const authorOf = (post: HTMLElement): string => post.querySelector<HTMLElement>('.portrait')?.dataset.by ?? ''

const counted = (n: number, one: string, several: string): string => `${n} ${n === 1 ? one : several}`

/** Says how many posts are newer than the last visit, and marks where it ended. */
function showSince(before: number | null): void {
  const box = document.querySelector<HTMLElement>('#since')
  if (box === null || before === null) return
  const posts = postsIn(document)
  const timeOf = (post: HTMLElement) => Date.parse(post.querySelector('time')?.getAttribute('datetime') ?? '')
  const news = posts.filter((post) => timeOf(post) > before)
  const authors = counted(new Set(news.map(authorOf)).size, 'person', 'people')
  const isAll = news.length === posts.length
  box.hidden = false
  box.textContent =
    news.length === 0
      ? 'No posts since your last visit.'
      : `Since your last visit: ${counted(news.length, 'new post', 'new posts')}${isAll ? ' or more' : ''} by ${authors}.`
  const first = posts[news.length]
  if (news.length > 0 && first !== undefined) first.classList.add('seen-before')
}

/** The time of the latest post of a person on this page, or of the last episode of a story. */
const latestTime = (kind: FollowedKind, handle: string, href: string): Element | null | undefined =>
  kind === 'people'
    ? postsIn(document)
        .find((post) => authorOf(post) === handle)
        ?.querySelector('time')
    : [...document.querySelectorAll<HTMLAnchorElement>('.story h2 a')]
        .find(({ pathname }) => pathname === href)
        ?.closest('.story')
        ?.querySelector('time')

const FOLLOWED = {
  people: ['People you follow', 'wrote ', '@'],
  stories: ['Stories you follow', 'changed ', 'stories/'],
} as const

/** Lists the followed people and stories with what is new about them on this page. */
function showFollowed(home: string): void {
  const box = document.querySelector<HTMLElement>('#followed')
  if (box === null) return
  const parts = (['people', 'stories'] as const).flatMap((kind) => {
    const all = listFollowed(home, kind)
    const [words, verb, path] = FOLLOWED[kind]
    const title = document.createElement('h2')
    title.textContent = words
    const list = document.createElement('ul')
    list.className = 'rows slim'
    for (const { handle, name } of all) {
      const item = document.createElement('li')
      const link = document.createElement('a')
      link.href = `${home}${path}${encodeURIComponent(handle.replace(/^@/, ''))}`
      link.textContent = name
      const when = document.createElement('span')
      when.className = 'meta'
      const time = latestTime(kind, handle, link.pathname)
      if (time) when.append(verb, time.cloneNode(true))
      else when.textContent = 'nothing new here'
      item.append(link, when)
      list.append(item)
    }
    return all.length === 0 ? [] : [title, list]
  })
  box.replaceChildren(...parts)
  box.hidden = parts.length === 0
}

function start(): void {
  const home = homeOf(document)
  showSince(noteVisit(home, Date.now()))
  showFollowed(home)
  document.addEventListener('site:added', () => showFollowed(home))
  const notice = document.querySelector<HTMLElement>('#new-posts')
  const { latest, live } = notice?.dataset ?? {}
  if (notice === null || latest === undefined || live === undefined) return
  /** Markup of new posts that are not on the page yet, in order. */
  const arrived = new Map<string, string>()
  /** New posts of which only the id is known. */
  let missed = 0
  let isLive = false
  let wait = EVERY_MS
  let timer: ReturnType<typeof setTimeout> | undefined

  async function show(): Promise<void> {
    const list = document.querySelector('.posts')
    if (missed > 0 || list === null) await reloadPosts()
    else
      for (const [id, html] of arrived) {
        const post = idsIn(document).has(id) ? null : elementOf(html)
        post?.classList.add('fresh')
        if (post !== null) list.prepend(post)
      }
    missed = 0
    arrived.clear()
    added()
  }

  function announce(): void {
    const n = Math.max(missed, arrived.size)
    if (n > 0 && missed === 0 && scrollY < TOP_PX && document.querySelector('.posts') !== null) void show()
    else offer(notice!, n === 0 ? null : n === 1 ? 'Show 1 new post' : `Show ${n} new posts`, show)
  }

  const look = async () => {
    clearTimeout(timer)
    if (!document.hidden)
      try {
        const [ids, shownIds] = [await latestIds(latest), idsIn(document)]
        missed = ids.filter((id) => !shownIds.has(id) && !arrived.has(id)).length
        announce()
        wait = EVERY_MS
      } catch {
        // Offline or restarting: polls less often, and immediately when the network is back.
        wait = Math.min(SLOWEST_MS, wait * 2)
      }
    if (!isLive) timer = setTimeout(look, wait)
  }
  listen(live, {
    post({ id, html }) {
      arrived.set(id, html)
      announce()
    },
    removed({ id }) {
      arrived.delete(id)
      for (const post of postsIn(document)) if (post.dataset.post === id) post.remove()
      announce()
    },
    connected() {
      isLive = true
      void look()
    },
    lost() {
      isLive = false
      clearTimeout(timer)
      timer = setTimeout(look, wait)
    },
  })
  addEventListener('online', () => void look())
}

start()
