// The stage of the front page: moves the bodies, renews the cards, and replays the last two hours when it is quiet.
import { type Body, movingOf, onWalk } from './bodies.ts'

const POLL_MS = 10_000
const SLOWEST_MS = 120_000
/** Without an event for this long the stage replays. */
const QUIET_MS = 2 * 60_000
const SPEED = 60
const FRAME_MS = 66
const CALM_FRAME_MS = 1_000
/** Lines of the replay that stay visible. */
const LINES = 4
const NS = 'http://www.w3.org/2000/svg'

interface Now {
  readonly now: string
  readonly latestAt: string
  readonly bodies: readonly Body[]
  readonly cards: string
}

interface Past {
  readonly from: string
  readonly to: string
  readonly bodies: readonly Body[]
  readonly walks: readonly (Body & { readonly departAt: string })[]
  readonly lines: readonly { readonly at: string; readonly html: string }[]
}

async function load<T>(url: string): Promise<T> {
  const response = await fetch(url, { headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return (await response.json()) as T
}

/** Draws bodies on the strip. Faces come from the page; a body without one is a disc with its initial. */
function makeStrip(svg: SVGElement | null) {
  if (svg === null) return () => {}
  const [a, b, c, d, e] = (svg.dataset.fit ?? '').split(' ').map(Number) as [number, number, number, number, number]
  const face = Number(svg.dataset.face)
  const layer = svg.querySelector('.strip-bodies')!
  const places = new Map(
    [...svg.querySelectorAll<SVGCircleElement>('[data-place]')].map((place) => [
      place.dataset.place!,
      { x: place.cx.baseVal.value, y: place.cy.baseVal.value },
    ]),
  )
  const drawn = new Map([...layer.children].map((group) => [(group as SVGElement).dataset.handle!, group]))

  function discOf({ handle, displayName }: Body): Element {
    const group = document.createElementNS(NS, 'g')
    group.setAttribute('data-handle', handle)
    const disc = document.createElementNS(NS, 'circle')
    const text = document.createElementNS(NS, 'text')
    for (const [name, value] of Object.entries({ cx: face / 2, cy: face / 2, r: face / 2 + 2 }))
      disc.setAttribute(name, String(value))
    text.setAttribute('x', String(face / 2))
    text.setAttribute('y', String(face / 2 + 6))
    text.textContent = [...displayName][0] ?? ''
    group.append(disc, text)
    return group
  }

  return (bodies: readonly Body[], time: number) => {
    const crowd = new Map<string, number>()
    const drawnHandles = new Set<string>()
    for (const body of bodies) {
      const { walk, placeId, handle } = body
      const { departs, arrives } = movingOf(body)
      let point = places.get(placeId ?? '')
      const isWalking = walk !== null && time < arrives
      if (isWalking) {
        const { x, y, level } = onWalk(walk, time - departs)
        point = { x: a * x + b, y: c * y + d * level + e }
      } else if (point !== undefined) {
        const n = crowd.get(placeId!) ?? 0
        crowd.set(placeId!, n + 1)
        point = { x: point.x + n * (face / 2), y: point.y }
      }
      if (point === undefined) continue
      drawnHandles.add(handle)
      const group = drawn.get(handle) ?? discOf(body)
      drawn.set(handle, group)
      if (group.parentNode === null) layer.append(group)
      group.setAttribute('transform', `translate(${Math.round(point.x - face / 2)} ${Math.round(point.y - face)})`)
      group.classList.toggle('walking', isWalking)
    }
    for (const [handle, group] of drawn) if (!drawnHandles.has(handle)) group.remove()
  }
}

function start(stage: HTMLElement): void {
  const { now: nowUrl, replay: replayUrl, at, latest } = stage.dataset
  const mode = stage.querySelector<HTMLElement>('#now-mode')!
  const title = stage.querySelector<HTMLElement>('#now-title')!
  const button = stage.querySelector<HTMLButtonElement>('#now-replay')!
  const cards = stage.querySelector<HTMLElement>('#now-cards')!
  const lines = stage.querySelector<HTMLElement>('#now-lines')!
  const draw = makeStrip(stage.querySelector<SVGElement>('#strip'))
  const calm = matchMedia('(prefers-reduced-motion: reduce)')
  let skew = Date.parse(at ?? '') - Date.now()
  let latestAt = latest ?? ''
  let bodies: readonly Body[] = []
  let markup = ''
  let past: Past | null = null
  let began = 0
  /** The reader ended a replay; it does not start again by itself. */
  let isDeclined = false
  const serverTime = () => Date.now() + skew

  const stamp = (time: number) => new Date(time).toISOString().slice(11, 16)
  function showMode(): void {
    const isReplay = past !== null
    stage.classList.toggle('replaying', isReplay)
    title.textContent = isReplay ? 'Replay' : 'Happening now'
    cards.hidden = isReplay
    lines.hidden = !isReplay
    button.hidden = false
    button.textContent = isReplay ? 'Back to now' : 'Replay two hours'
    if (past !== null)
      mode.textContent = `Replay of ${stamp(Date.parse(past.from))} to ${stamp(Date.parse(past.to))} UTC at 60 times the speed`
    else mode.textContent = ''
  }

  const timeOfReplay = () => Date.parse(past!.from) + (Date.now() - began) * SPEED
  /** Bodies of a past moment: where they stood, replaced by their last walk. */
  function bodiesThen({ bodies: stood, walks }: Past, time: number): Body[] {
    const all = new Map(stood.map((body) => [body.handle, body]))
    for (const walk of walks) if (Date.parse(walk.departAt) <= time) all.set(walk.handle, walk)
    return [...all.values()]
  }

  let shownLines = -1
  function showLines({ lines: all }: Past, time: number): void {
    const n = all.filter((line) => Date.parse(line.at) <= time).length
    if (n === shownLines) return
    shownLines = n
    const template = document.createElement('template')
    template.innerHTML = all
      .slice(Math.max(0, n - LINES), n)
      .reverse()
      .map(({ html }) => html)
      .join('')
    for (const [i, item] of [...template.content.children].entries()) {
      const line = all[n - 1 - i]!
      const time = document.createElement('span')
      time.className = 'meta'
      time.textContent = ` ${line.at.slice(11, 16)}`
      item.append(time)
    }
    lines.replaceChildren(template.content)
  }

  function leaveReplay(): void {
    past = null
    showMode()
  }
  async function enterReplay(): Promise<void> {
    const loaded = await load<Past>(replayUrl!)
    if (loaded.lines.length + loaded.walks.length === 0) return
    past = loaded
    began = Date.now()
    shownLines = -1
    showMode()
  }

  const isQuiet = () =>
    serverTime() - (latestAt === '' ? 0 : Date.parse(latestAt)) > QUIET_MS &&
    !bodies.some(({ walk }) => walk !== null && serverTime() < Date.parse(walk.arriveAt))

  let wait = POLL_MS
  async function poll(): Promise<void> {
    if (!document.hidden)
      try {
        const loaded = await load<Now>(nowUrl!)
        const isNew = latestAt !== '' && loaded.latestAt > latestAt
        skew = Date.parse(loaded.now) - Date.now()
        latestAt = loaded.latestAt
        bodies = loaded.bodies
        // The server escapes every text in it.
        if (loaded.cards !== markup) {
          cards.innerHTML = loaded.cards
          document.dispatchEvent(new CustomEvent('site:added'))
        }
        markup = loaded.cards
        if (isNew && past !== null) leaveReplay()
        else if (past === null && !isDeclined && !calm.matches && isQuiet()) await enterReplay()
        wait = POLL_MS
      } catch {
        wait = Math.min(SLOWEST_MS, wait * 2)
      }
    setTimeout(poll, wait)
  }

  let lastFrame = 0
  function frame(time: number): void {
    requestAnimationFrame(frame)
    if (document.hidden || time - lastFrame < (calm.matches ? CALM_FRAME_MS : FRAME_MS)) return
    lastFrame = time
    if (past === null) {
      if (markup !== '') draw(bodies, serverTime())
      return
    }
    const then = timeOfReplay()
    if (then > Date.parse(past.to)) {
      leaveReplay()
      return
    }
    draw(bodiesThen(past, then), then)
    showLines(past, then)
    title.textContent = `Replay: ${stamp(then)}`
  }

  button.addEventListener('click', () => {
    isDeclined = past !== null
    if (past !== null) leaveReplay()
    else enterReplay().catch(() => {})
  })
  showMode()
  void poll()
  requestAnimationFrame(frame)
}

const stage = document.querySelector<HTMLElement>('#now-stage')
if (stage !== null) start(stage)
