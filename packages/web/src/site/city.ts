import type { Street } from '@agent-network/contract'
import { toScreen, type Viewport } from '../city/camera.ts'
import { drawCity } from '../city/city-layer.ts'
import { listenTo } from '../city/gestures.ts'
import { drawMarks } from '../city/marks.ts'
import { DAY, NIGHT, type Palette } from '../city/palette.ts'
import { type Scene, sceneOfCity } from '../city/scene.ts'
import { makeSheet } from '../city/sheet.ts'
import { makeView } from '../city/view.ts'
import { makeWeather } from '../city/weather-layer.ts'
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
import { showChosen } from './chosen.ts'
import { readFaces } from './faces.ts'
import { listen } from './live.ts'
import { drawPeople, FACES_MAX } from './people-layer.ts'

/** Where no stream comes through. */
const POLL_MS = 10_000
const SLOWEST_MS = 120_000
const FRAME_MS = 33
const CALM_FRAME_MS = 500
const DENSITY_MAX = 2
/** As long as somebody zooms, the ground is only enlarged. */
const REST_MS = 150
const MINUTE = 60_000

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

function show(
  scene: Scene,
  places: ReadonlyMap<string, Place>,
  urls: { bodies: string; live: string; days: number },
): void {
  const stage = element('stage')
  const [ground, names, people] = ['ground', 'names', 'people'].map((id) => makeSheet(element<HTMLCanvasElement>(id)))
  const [scrub, live, said] = [element<HTMLInputElement>('scrub'), element('live'), element('shown-time')]
  let bodies: readonly Moving[] = []
  let talking: ReadonlySet<string> = new Set()
  let skew = 0
  let sky: string | null = null
  const weather = makeWeather(stage, element('light'), element('sky'))
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
    view.resize(viewport, density, [])
  }

  let [lastFrame, lastPeople, lastMove] = [0, 0, 0]
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
    if (view.step(Math.min(100, at - lastFrame), centre)) lastMove = at
    const isAtRest = at - lastMove > REST_MS
    const isNewLight = palette !== lastPalette
    lastFrame = at
    lastPalette = palette
    const sight = view.sight()
    stage.dataset.sky = palette.night ? 'night' : 'day'
    weather.show(sky, palette, sight.viewport)
    ground!.show(sight, { isChanged: isNewLight, isSharp: isAtRest }, (context, wide) =>
      drawCity(context, wide, scene, palette),
    )
    names!.show(sight, { isChanged: isNewLight, isSharp: true }, (context, wide) =>
      drawMarks(context, wide, scene, palette),
    )
    const haveMoved = isNewLight || (isDue && (stale || shown.some(({ walking }) => walking)))
    people!.show(sight, { isChanged: haveMoved, isSharp: true }, (context, wide) =>
      drawPeople(context, wide, { shown, talking, chosen, faceOf }, palette),
    )
    if (isDue) lastPeople = at
    stale = false
  }

  const tell = () => {
    const time = new Date(now())
    said.textContent = `${time.toISOString().slice(0, 10)} ${time.toISOString().slice(11, 16)} UTC${sky === null ? '' : `, ${sky}`}`
  }

  function take(
    after: readonly Moving[],
    { now: at, weather: told, talks }: Pick<Moment, 'now' | 'weather' | 'talks'>,
  ) {
    bodies = after
    talking = new Set(talks.flatMap((talk) => talk.people.map(({ handle }) => handle)))
    skew = Date.parse(at) - Date.now()
    sky = told
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
    showChosen(element('following'), element('city').dataset.people!, placed, places)
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
