import type { Street } from '@agent-network/contract'
import { type Sight, toScreen, type Viewport } from '../city/camera.ts'
import { drawCity } from '../city/city-layer.ts'
import { listenTo } from '../city/gestures.ts'
import { drawMarks } from '../city/marks.ts'
import { DAY, NIGHT, type Palette } from '../city/palette.ts'
import { type Scene, sceneOfCity } from '../city/scene.ts'
import { makeView } from '../city/view.ts'
import {
  afterNews,
  type Body,
  type CityNews,
  type Moving,
  movingOf,
  type Place,
  type Placed,
  placeBodies,
  type Talk,
} from './bodies.ts'
import { readFaces } from './faces.ts'
import { listen } from './live.ts'

/** Where no stream comes through. */
const POLL_MS = 10_000
const SLOWEST_MS = 120_000
const FRAME_MS = 33
const CALM_FRAME_MS = 500
const DENSITY_MAX = 2
const MINUTE = 60_000
/** More bodies than this, or a city seen from further away, are dots. */
const FACES_MAX = 400
const FACE_ZOOM = 0.35
const NAMED_MAX = 40

/** A crowd moves in longer steps: from far away nobody sees them. */
const frameMsOf = (bodies: number): number => (bodies <= FACES_MAX ? FRAME_MS : bodies <= 2_000 ? 66 : 250)

interface Moment {
  readonly at: string
  readonly now: string
  readonly weather: string | null
  readonly bodies: readonly Body[]
  readonly talks: readonly Talk[]
}

const element = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T
const calm = matchMedia('(prefers-reduced-motion: reduce)')

async function load<T>(url: string): Promise<T> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return (await response.json()) as T
}

/** Set when a portrait is ready after people were drawn without it. */
let isFaceNew = false
const faceOf = readFaces(document, () => {
  isFaceNew = true
})

function drawBody(
  context: CanvasRenderingContext2D,
  { body, walking }: Placed,
  { x, y, r }: { x: number; y: number; r: number },
  look: { palette: Palette; talks: boolean; chosen: boolean },
): void {
  const { palette, talks, chosen } = look
  context.beginPath()
  context.arc(x, y, r + (chosen ? 4 : 2), 0, 2 * Math.PI)
  context.fillStyle = chosen ? palette.goal : walking ? palette.route : palette.halo
  context.fill()
  const face = r > 6 ? faceOf(body.handle) : null
  if (face === null) {
    context.beginPath()
    context.arc(x, y, r, 0, 2 * Math.PI)
    context.fillStyle = body.resident ? palette.routeGlow : palette.rain
    context.fill()
  } else context.drawImage(face, x - r, y - r, 2 * r, 2 * r)
  if (!talks) return
  context.fillStyle = palette.ink
  for (const dx of [-4, 0, 4]) {
    context.beginPath()
    context.arc(x + r + 5 + dx, y - r, 1.6, 0, 2 * Math.PI)
    context.fill()
  }
}

const NAME_HEIGHT = 15

/** Names over heads, as far as they do not lie on each other: whoever comes closer reads the rest. */
function drawNames(
  context: CanvasRenderingContext2D,
  heads: readonly { readonly name: string; readonly x: number; readonly y: number }[],
  palette: Palette,
): void {
  context.font = '600 12px system-ui, sans-serif'
  context.textAlign = 'center'
  context.lineJoin = 'round'
  context.lineWidth = 3.5
  context.strokeStyle = palette.halo
  context.fillStyle = palette.ink
  const taken: { x: number; y: number; half: number }[] = []
  for (const { name, x, y } of heads) {
    const half = context.measureText(name).width / 2 + 2
    if (taken.some((one) => Math.abs(one.y - y) < NAME_HEIGHT && Math.abs(one.x - x) < one.half + half)) continue
    taken.push({ x, y, half })
    context.strokeText(name, x, y)
    context.fillText(name, x, y)
  }
}

const DOT = 4

/** Everybody as dots, those of one colour in one stroke: a crowd costs little more than one of them. */
function drawDots(
  context: CanvasRenderingContext2D,
  { camera, viewport }: Sight,
  shown: readonly Placed[],
  palette: Palette,
): void {
  const colours: readonly (readonly [string, (placed: Placed) => boolean])[] = [
    [palette.route, ({ walking, body }) => walking && body.resident],
    [palette.routeGlow, ({ walking, body }) => !walking && body.resident],
    [palette.rain, ({ body }) => !body.resident],
  ]
  for (const [colour, isOne] of colours) {
    context.beginPath()
    for (const placed of shown) {
      if (!isOne(placed)) continue
      const { x, y } = toScreen(camera, viewport, placed.point)
      if (x < -DOT || y < -DOT || x > viewport.width + DOT || y > viewport.height + DOT) continue
      context.rect(x - DOT / 2, y - DOT / 2, DOT, DOT)
    }
    context.fillStyle = colour
    context.fill()
  }
}

function show(
  scene: Scene,
  places: ReadonlyMap<string, Place>,
  urls: { bodies: string; live: string; days: number },
): void {
  const stage = element('stage')
  const canvases = ['ground', 'names', 'people'].map((id) => element<HTMLCanvasElement>(id))
  const [ground, names, people] = canvases.map((canvas) => canvas.getContext('2d')!)
  const [scrub, live, said] = [element<HTMLInputElement>('scrub'), element('live'), element('shown-time')]
  let bodies: readonly Moving[] = []
  let talking: ReadonlySet<string> = new Set()
  let skew = 0
  let weather = ''
  /** Milliseconds since 1970; null is now. */
  let then: number | null = null
  let chosen: string | null = null
  let shown: Placed[] = []
  let follows = true
  let stale = true
  const now = () => then ?? Date.now() + skew
  const view = makeView(
    scene,
    () => calm.matches,
    (value) => {
      follows = value
    },
  )

  function resize(): void {
    const density = Math.min(DENSITY_MAX, devicePixelRatio)
    const { width, height } = stage.getBoundingClientRect()
    const viewport: Viewport = { width, height, top: 20, right: 60, bottom: 20, left: 20 }
    for (const canvas of canvases) {
      canvas.width = Math.round(width * density)
      canvas.height = Math.round(height * density)
    }
    view.resize(viewport, density, [])
  }

  function drawPeople(sight: Sight, palette: Palette): void {
    const { camera, viewport, density } = sight
    const context = people!
    const isFar = shown.length > FACES_MAX || camera.zoom < FACE_ZOOM
    const r = isFar ? 8 : Math.min(20, Math.max(9, 13 * Math.sqrt(camera.zoom)))
    const isNamed = !isFar && shown.length <= NAMED_MAX
    context.setTransform(density, 0, 0, density, 0, 0)
    context.clearRect(0, 0, viewport.width, viewport.height)
    if (isFar) drawDots(context, sight, shown, palette)
    const near = isFar ? shown.filter(({ body }) => body.handle === chosen) : shown
    const heads: { name: string; x: number; y: number }[] = []
    for (const placed of [...near].sort((a, b) => a.point.v - b.point.v)) {
      const { x, y } = toScreen(camera, viewport, placed.point)
      if (x < -r || y < -r || x > viewport.width + r || y > viewport.height + r) continue
      const { handle } = placed.body
      // Whoever stands at a place stands before it, so that its name can be read.
      const top = y - (placed.walking ? 0 : r)
      drawBody(context, placed, { x, y: top, r }, { palette, talks: talking.has(handle), chosen: handle === chosen })
      const head = { name: placed.body.displayName.split(' ')[0]!.slice(0, 14), x, y: top - r - 6 }
      // Whoever is followed is named before all others.
      if (handle === chosen) heads.unshift(head)
      else if (isNamed) heads.push(head)
    }
    drawNames(context, heads, palette)
  }

  let [lastFrame, lastPeople] = [0, 0]
  let lastPalette: Palette | null = null
  function frame(at: number): void {
    requestAnimationFrame(frame)
    const time = now()
    const hour = new Date(time).getUTCHours()
    const palette = hour >= 7 && hour < 19 ? DAY : NIGHT
    if (isFaceNew) stale = true
    isFaceNew = false
    const isDue = stale || at - lastPeople >= (calm.matches ? CALM_FRAME_MS : frameMsOf(bodies.length))
    if (isDue) shown = placeBodies(bodies, places, scene.rise, time)
    const centre = shown.find(({ body }) => body.handle === chosen)?.point ?? view.sight().camera
    const moved = view.step(Math.min(100, at - lastFrame), centre) || palette !== lastPalette
    lastFrame = at
    lastPalette = palette
    const sight = view.sight()
    stage.dataset.sky = palette.night ? 'night' : 'day'
    if (moved) {
      drawCity(ground!, sight, scene, palette)
      drawMarks(names!, sight, scene, palette)
    }
    if (moved || (isDue && (stale || shown.some(({ walking }) => walking)))) drawPeople(sight, palette)
    if (isDue) lastPeople = at
    stale = false
  }

  const tell = () => {
    const time = new Date(now())
    said.textContent = `${time.toISOString().slice(0, 10)} ${time.toISOString().slice(11, 16)} UTC${weather}`
  }

  function take(after: readonly Moving[], { now: at, weather: sky, talks }: Pick<Moment, 'now' | 'weather' | 'talks'>) {
    bodies = after
    talking = new Set(talks.flatMap((talk) => talk.people.map(({ handle }) => handle)))
    skew = Date.parse(at) - Date.now()
    weather = sky === null ? '' : `, ${sky}`
    stale = true
    shown = placeBodies(bodies, places, scene.rise, now())
    // Not while it is open: a list must not change under somebody's finger.
    if (document.activeElement !== follow) listPeople()
    tell()
  }

  let wait = POLL_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  /** What comes by the stream is the present; whoever looks at the past goes on hearing it, and sees it later. */
  let isLive = false
  let present: Moving[] = []
  let latest: CityNews | null = null
  const showPresent = () => {
    if (latest !== null && then === null) take(present, latest)
  }
  async function refresh(): Promise<void> {
    clearTimeout(timer)
    if (then === null && isLive) return showPresent()
    try {
      const asked = then
      const query = asked === null ? '' : `?at=${encodeURIComponent(new Date(asked).toISOString())}`
      const loaded = document.hidden ? null : await load<Moment>(urls.bodies + query)
      if (loaded !== null && asked === then) take(loaded.bodies.map(movingOf), loaded)
      wait = POLL_MS
    } catch {
      wait = Math.min(SLOWEST_MS, wait * 2)
    }
    tell()
    timer = setTimeout(refresh, then === null ? wait : SLOWEST_MS)
  }
  listen(urls.live, {
    city(news) {
      present = afterNews(present, news)
      latest = news
      isLive = true
      showPresent()
    },
    // The first thing that is told then is all of it.
    connected: () => {},
    lost() {
      isLive = false
      void refresh()
    },
  })
  setInterval(() => {
    if (then === null) tell()
  }, MINUTE / 2)

  /** The same choice for whoever uses no pointer. */
  const follow = element<HTMLSelectElement>('follow')
  function listPeople(): void {
    const out = shown.map(({ body }) => body).sort((a, b) => a.displayName.localeCompare(b.displayName))
    const options = out.map(({ handle, displayName }) => new Option(displayName, handle))
    follow.replaceChildren(new Option('Follow…', ''), ...options)
    follow.value = out.some(({ handle }) => handle === chosen) ? chosen! : ''
  }
  follow.addEventListener('change', () => choose(shown.find(({ body }) => body.handle === follow.value) ?? null))

  function choose(placed: Placed | null): void {
    chosen = placed?.body.handle ?? null
    stale = true
    follow.value = chosen ?? ''
    showChosen(placed, places)
    if (placed === null) return
    view.toggleFollow()
    if (!follows) view.toggleFollow()
  }

  // The page goes on below the map: a wheel turns the page unless somebody has taken hold of the map.
  stage.addEventListener('wheel', (event) => {
    if (!event.ctrlKey && document.activeElement !== stage) event.stopImmediatePropagation()
  })
  const zoom: typeof view.zoom = (factor, at) => {
    const { left, top } = stage.getBoundingClientRect()
    view.zoom(factor, at === null ? null : { x: at.x - left, y: at.y - top })
  }
  listenTo(stage, { ...view, zoom }, stage)
  let pressed = { x: 0, y: 0 }
  stage.addEventListener('pointerdown', ({ clientX, clientY }) => {
    pressed = { x: clientX, y: clientY }
  })
  stage.addEventListener('click', ({ clientX, clientY }) => {
    if (Math.hypot(clientX - pressed.x, clientY - pressed.y) > 6) return
    const { left, top } = stage.getBoundingClientRect()
    const { camera, viewport } = view.sight()
    const [nearest] = shown
      .map((placed) => {
        const { x, y } = toScreen(camera, viewport, placed.point)
        return { placed, away: Math.hypot(x - (clientX - left), y - (clientY - top)) }
      })
      .filter(({ away }) => away < 24)
      .sort((a, b) => a.away - b.away)
    choose(nearest?.placed ?? null)
  })
  const span = urls.days * 1_440
  scrub.addEventListener('input', () => {
    const back = span - Number(scrub.value)
    then = back <= 0 ? null : Date.now() + skew - back * MINUTE
    live.setAttribute('aria-pressed', String(then === null))
    tell()
    clearTimeout(timer)
    timer = setTimeout(refresh, 120)
  })
  live.addEventListener('click', () => {
    scrub.value = String(span)
    scrub.dispatchEvent(new Event('input'))
  })
  new ResizeObserver(resize).observe(stage)
  resize()
  requestAnimationFrame(frame)
}

/** Who is being followed, with a way to their page. */
function showChosen(placed: Placed | null, places: ReadonlyMap<string, Place>): void {
  const box = element('following')
  box.hidden = placed === null
  box.replaceChildren()
  if (placed === null) return
  const { handle, displayName, placeId } = placed.body
  const link = document.createElement('a')
  link.href = `${element('city').dataset.people!.replace(/people$/, '')}${handle[0]}${encodeURIComponent(handle.slice(1))}`
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

async function start(): Promise<void> {
  const city = element('city')
  const { map, bodies, live, days } = city.dataset
  const { streets, places } = await load<{ streets: Street[]; places: Place[] }>(map!)
  city.hidden = false
  show(sceneOfCity(streets, places), new Map(places.map((place) => [place.id, place])), {
    bodies: bodies!,
    live: live!,
    days: Number(days),
  })
  document.body.dataset.ready = ''
}

// Without the map the lists on the page still say where everybody is.
start().catch(() => {})
