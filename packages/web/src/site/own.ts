// What this browser remembers about its reader: followed people and stories, and the last visit. It never leaves the browser.

/** Keys of the local storage. Each world of a server has its own values. */
const keyOf = (name: string, home: string): string => `site ${home} ${name}`
const FOLLOWED_MAX = 50
const NAME_MAX = 200

/** A browser may refuse storage; then nothing is remembered. */
function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}
function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {}
}

/** The path of the world's front page, which tells worlds of one server apart. */
export const homeOf = (root: Document): string => root.querySelector<HTMLAnchorElement>('.brand')?.pathname ?? '/'

export type FollowedKind = 'people' | 'stories'
const LISTS: Readonly<Record<FollowedKind, string>> = { people: 'followed', stories: 'followed stories' }

export interface Followed {
  /** The handle of a person, or the id of a story. */
  readonly handle: string
  readonly name: string
}

const isFollowed = (value: unknown): value is Followed => {
  const { handle, name } = (value ?? {}) as Partial<Followed>
  return typeof handle === 'string' && typeof name === 'string' && handle.length + name.length <= NAME_MAX
}

/** Followed people or stories of this world, latest first. */
export function listFollowed(home: string, kind: FollowedKind): Followed[] {
  const stored = read(keyOf(LISTS[kind], home))
  return Array.isArray(stored) ? stored.filter(isFollowed).slice(0, FOLLOWED_MAX) : []
}

function setFollowed(home: string, kind: FollowedKind, one: Followed, isOn: boolean): void {
  const others = listFollowed(home, kind).filter(({ handle }) => handle !== one.handle)
  write(keyOf(LISTS[kind], home), isOn ? [one, ...others].slice(0, FOLLOWED_MAX) : others)
}

/** Adds the follow button of the person or story of this page. */
export function addFollowButton(): void {
  const box = document.querySelector<HTMLElement>('[data-follow]')
  const { follow, handle, name } = box?.dataset ?? {}
  if (!box || handle === undefined || name === undefined) return
  const kind: FollowedKind = follow === 'stories' ? 'stories' : 'people'
  const home = homeOf(document)
  const isFollowing = () => listFollowed(home, kind).some((one) => one.handle === handle)
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'follow'
  button.title = `Followed ${kind} are listed on the front page of this browser`
  const show = () => {
    button.textContent = isFollowing() ? 'Following' : 'Follow'
    button.setAttribute('aria-pressed', String(isFollowing()))
  }
  button.addEventListener('click', () => {
    setFollowed(home, kind, { handle, name }, !isFollowing())
    show()
  })
  show()
  box.append(button)
}

/** A visit ends after this time without a page. */
const VISIT_MS = 30 * 60_000

interface Visits {
  /** The last time a page was open. */
  readonly seenAt: number
  /** The end of the visit before; null on the first visit. */
  readonly before: number | null
}

/** Notes that a page is open, and returns the end of the visit before this one; null on the first visit. */
export function noteVisit(home: string, now: number): number | null {
  const key = keyOf('visit', home)
  const { seenAt, before } = (read(key) ?? {}) as Partial<Visits>
  const isFirst = typeof seenAt !== 'number'
  const end = isFirst ? null : now - seenAt > VISIT_MS ? seenAt : typeof before === 'number' ? before : null
  write(key, { seenAt: now, before: end } satisfies Visits)
  return end
}
