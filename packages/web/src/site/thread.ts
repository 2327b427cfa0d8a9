// Live updates of a thread.
import { elementOf, listen, offer } from './live.ts'

interface Arrived {
  readonly parentId: string | null
  readonly html: string
}

/** The server sends a reply without the name of the author that it answers. */
function addAnswered(item: HTMLElement, parentId: string, name: string): void {
  const line = document.createElement('p')
  line.className = 'stance-line'
  const link = document.createElement('a')
  link.className = 'answered'
  link.href = `#${encodeURIComponent(parentId)}`
  link.textContent = `in reply to ${name}`
  line.append(link)
  item.querySelector('.byline')?.after(line)
}

/** Inserts a reply below its parent, or at the end. */
function putIn(list: HTMLElement, id: string, { parentId, html }: Arrived): HTMLElement | null {
  const item = document.getElementById(id) === null ? elementOf(html) : null
  if (item === null) return null
  item.querySelector('.post')?.classList.add('fresh')
  const parent = parentId === null ? null : document.getElementById(parentId)
  if (parent === null) list.append(item)
  else {
    let below = parent.querySelector<HTMLElement>(':scope > .replies')
    if (below === null) {
      below = document.createElement('ol')
      below.className = 'replies'
      parent.append(below)
    }
    below.append(item)
    const name = parent.querySelector('.name')?.textContent
    if (name) addAnswered(item, parent.id, name)
  }
  return item
}

function start(): void {
  const notice = document.querySelector<HTMLElement>('#new-replies')
  const list = document.querySelector<HTMLElement>('.replies.whole')
  const live = notice?.dataset.live
  if (notice === null || list === null || live === undefined) return
  const arrived = new Map<string, Arrived>()

  function show(): void {
    let first: HTMLElement | null = null
    for (const [id, reply] of arrived) first = putIn(list!, id, reply) ?? first
    arrived.clear()
    document.dispatchEvent(new CustomEvent('site:added'))
    first?.scrollIntoView({ block: 'center' })
  }
  function announce(): void {
    const n = arrived.size
    offer(notice!, n === 0 ? null : n === 1 ? 'Show 1 new reply' : `Show ${n} new replies`, show)
  }
  listen(live, {
    reply({ id, ...reply }) {
      if (document.getElementById(id) !== null) return
      arrived.set(id, reply)
      announce()
    },
    removed({ id }) {
      arrived.delete(id)
      // Replies to a removed reply stay.
      document.getElementById(id)?.querySelector(':scope > .post')?.remove()
      announce()
    },
    connected() {},
    lost() {},
  })
}

start()
