// Entry point of the city page: live map with a time slider.
import type { Street } from '@agent-network/contract'
import { project, toScreen, type Viewport } from '../city/camera.ts'
import { drawCity } from '../city/city-layer.ts'
import { listenTo } from '../city/gestures.ts'
import { drawMarks } from '../city/marks.ts'
import { DAY, NIGHT, type Palette } from '../city/palette.ts'
import { stageEdges } from '../city/placement.ts'
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
import { coveredByPeople, drawPeople, FACES_MAX, radiusAt } from './people-layer.ts'
import { makeTimeline } from './timeline.ts'

/** Polling interval without a stream. */
const POLL_MS = 10_000
const SLOWEST_MS = 120_000
const FRAME_MS = 33
const CALM_FRAME_MS = 500
const DENSITY_MAX = 2
/** During a zoom the ground is only scaled. */
const REST_MS = 150
const MINUTE = 60_000
/** A click within this distance chooses a place. */
const PLACE_PX = 22
/** Below this width the map takes all of it; the buttons are below the map. */
const NARROW_PX = 560
/** The page is loaded again for its lists at most this often. */
const LISTS_MS = 15_000
/** Past moments in one such span share their lists. */
const LISTED_MS = 10 * 60_000

/** Longer frame interval for many bodies. */
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

/** Set when a portrait was loaded after a draw. */
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
  const [ground, names, people] = ['ground', 'names', 'people'].map((id) =>
    makeSheet(element<HTMLCanvasElement>(id), { isStill: id !== 'people' }),
  )
  const [scrub, live, clockText] = [element<HTMLInputElement>('scrub'), element('live'), element('shown-time')]
  let bodies: readonly Moving[] = []
  let talking: ReadonlySet<string> = new Set()
  let skew = 0
  let sky: string | null = null
  const weather = makeWeather(stage, element('light'), element('sky'))
  /** Milliseconds since 1970; null is now. */
  let then: number | null = null
  let chosen: string | null = null
  let placedBodies: Placed[] = []
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

  const spread = () => {
    const { zoom } = view.sight().camera
    return { rise: scene.rise, radius: bodies.length <= FACES_MAX ? radiusAt(zoom) / zoom : 0 }
  }
  /** Labels of places make room for people that stand, checked at most once a second. */
  let [lastCovered, coveredKey] = [0, '']
  function haveStandingChanged(at: number): boolean {
    if (at - lastCovered < 1_000) return false
    lastCovered = at
    const key = placedBodies.map(({ body, walking }) => (walking ? '' : `${body.handle} ${body.placeId}`)).join()
    const isNew = key !== coveredKey
    coveredKey = key
    return isNew
  }

  function resize(): void {
    const density = Math.min(DENSITY_MAX, devicePixelRatio)
    const { width, height } = stage.getBoundingClientRect()
    const isNarrow = width < NARROW_PX
    const viewport: Viewport = {
      ...{ width, height, insetTop: 20, insetBottom: 20 },
      ...(isNarrow ? { insetRight: 6, insetLeft: 6 } : { insetRight: 60, insetLeft: 20 }),
    }
    view.resize(viewport, density, [])
  }

  let [lastFrame, lastPeople, lastMove] = [0, 0, 0]
  let wasAtRest = false
  let lastPalette: Palette | null = null
  function frame(at: number): void {
    requestAnimationFrame(frame)
    const time = now()
    const hour = new Date(time).getUTCHours()
    const palette = hour >= 7 && hour < 19 ? DAY : NIGHT
    if (isFaceNew) stale = true
    isFaceNew = false
    const isDue = stale || at - lastPeople >= (calm.matches ? CALM_FRAME_MS : frameMsOf(bodies.length))
    if (isDue) placedBodies = placeBodies(bodies, places, spread(), time)
    const centre = placedBodies.find(({ body }) => body.handle === chosen)?.point ?? view.sight().camera
    if (view.step(Math.min(100, at - lastFrame), centre)) lastMove = at
    const isAtRest = at - lastMove > REST_MS
    const isNewLight = palette !== lastPalette
    if (then !== null && timeline.advance(at - lastFrame)) showClock()
    lastFrame = at
    lastPalette = palette
    const sight = view.sight()
    stage.dataset.sky = palette.night ? 'night' : 'day'
    weather.show(sky, palette, sight.viewport)
    ground!.show(sight, { isChanged: isNewLight, isSharp: isAtRest }, (context, wide) =>
      drawCity(context, wide, scene, palette),
    )
    // Once the map rests, labels that the edge would cut get another place.
    const isNewRest = isAtRest && !wasAtRest
    wasAtRest = isAtRest
    const areNamesOld = isNewLight || isNewRest || haveStandingChanged(at)
    names!.show(sight, { isChanged: areNamesOld, isSharp: true }, (context, wide) => {
      const covered = [...coveredByPeople(wide, placedBodies), ...(isAtRest ? stageEdges(wide) : [])]
      drawMarks(context, { ...wide, covered }, scene, palette)
    })
    const haveMoved = isNewLight || (isDue && (stale || placedBodies.some(({ walking }) => walking)))
    people!.show(sight, { isChanged: haveMoved, isSharp: true }, (context, wide) =>
      drawPeople(context, wide, { placedBodies, talking, chosen, faceOf }, palette),
    )
    if (isDue) lastPeople = at
    stale = false
  }

  /** Header and lists of the page, from the same moment as the map. */
  let listsAt = Date.now()
  let listsOf = ''
  let listTimer: ReturnType<typeof setTimeout> | undefined
  async function renewLists(): Promise<void> {
    const query = then === null ? '' : `?at=${encodeURIComponent(new Date(then).toISOString())}`
    listsAt = Date.now()
    const response = await fetch(location.pathname + query, { headers: { accept: 'text/html' } })
    if (!response.ok) return
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    for (const part of ['.lead', '#city-lists', 'svg.sheet']) {
      const [old, fresh] = [document.querySelector(part), page.querySelector(part)]
      if (old !== null && fresh !== null) old.replaceWith(document.adoptNode(fresh))
    }
    document.dispatchEvent(new Event('site:added'))
  }
  function listsFollow(): void {
    const key = JSON.stringify([
      then === null ? null : Math.floor(then / LISTED_MS),
      bodies.map(({ handle, placeId, walk }) => [handle, placeId, walk === null]),
    ])
    if (key === listsOf) return
    const isFirst = listsOf === ''
    listsOf = key
    if (isFirst) return
    clearTimeout(listTimer)
    listTimer = setTimeout(() => renewLists().catch(() => {}), Math.max(300, listsAt + LISTS_MS - Date.now()))
  }

  const showClock = () => {
    const time = new Date(now())
    clockText.textContent = `${time.toISOString().slice(0, 10)} ${time.toISOString().slice(11, 16)} UTC${sky === null ? '' : `, ${sky}`}`
  }

  function applyMoment(
    after: readonly Moving[],
    { now: at, weather: weatherText, talks }: Pick<Moment, 'now' | 'weather' | 'talks'>,
  ) {
    bodies = after
    talking = new Set(talks.flatMap((talk) => talk.people.map(({ handle }) => handle)))
    skew = Date.parse(at) - Date.now()
    sky = weatherText
    stale = true
    placedBodies = placeBodies(bodies, places, spread(), now())
    // The list does not change while it is open.
    if (document.activeElement !== follow) listPeople()
    listsFollow()
    showClock()
  }

  let wait = POLL_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The stream sends the current state. It is stored while the page shows simulated history. */
  let isLive = false
  let present: Moving[] = []
  let latest: CityNews | null = null
  const showPresent = () => {
    if (latest !== null && then === null) applyMoment(present, latest)
  }
  async function refresh(): Promise<void> {
    clearTimeout(timer)
    if (then === null && isLive) return showPresent()
    try {
      const requestedTime = then
      const query = requestedTime === null ? '' : `?at=${encodeURIComponent(new Date(requestedTime).toISOString())}`
      const loaded = document.hidden ? null : await load<Moment>(urls.bodies + query)
      if (loaded !== null && (requestedTime === then || (timeline.isPlaying() && then !== null)))
        applyMoment(loaded.bodies.map(movingOf), loaded)
      wait = POLL_MS
    } catch {
      wait = Math.min(SLOWEST_MS, wait * 2)
    }
    showClock()
    timer = setTimeout(refresh, then === null ? wait : SLOWEST_MS)
  }
  listen(urls.live, {
    city(news) {
      present = afterNews(present, news)
      latest = news
      isLive = true
      showPresent()
    },
    // The first message is a full snapshot.
    connected: () => {},
    lost() {
      isLive = false
      void refresh()
    },
  })
  setInterval(() => {
    if (then === null) showClock()
  }, MINUTE / 2)

  /** The same choice for keyboard users. */
  const follow = element<HTMLSelectElement>('follow')
  function listPeople(): void {
    const out = placedBodies.map(({ body }) => body).sort((a, b) => a.displayName.localeCompare(b.displayName))
    const options = out.map(({ handle, displayName }) => new Option(displayName, handle))
    follow.replaceChildren(new Option('Follow…', ''), ...options)
    follow.value = out.some(({ handle }) => handle === chosen) ? chosen! : ''
  }
  follow.addEventListener('change', () => choose(placedBodies.find(({ body }) => body.handle === follow.value) ?? null))

  function choose(placed: Placed | null): void {
    chosen = placed?.body.handle ?? null
    stale = true
    follow.value = chosen ?? ''
    showChosen(element('following'), element('city').dataset.people!, placed, places)
    if (placed === null) return
    view.toggleFollow()
    if (!follows) view.toggleFollow()
  }

  // The wheel scrolls the page unless the map has the focus.
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
    const [nearest] = placedBodies
      .map((placed) => {
        const { x, y } = toScreen(camera, viewport, placed.point)
        return { placed, away: Math.hypot(x - (clientX - left), y - (clientY - top)) }
      })
      .filter(({ away }) => away < 24)
      .sort((a, b) => a.away - b.away)
    choose(nearest?.placed ?? null)
    if (nearest === undefined) showPlaceAt(clientX - left, clientY - top)
  })
  /** The card of a place, as it is in the lists. */
  function showPlaceAt(x: number, y: number): void {
    const { camera, viewport } = view.sight()
    const [nearest] = [...places.values()]
      .map((place) => {
        const at = toScreen(camera, viewport, project(place, scene.rise))
        return { place, away: Math.hypot(at.x - x, at.y - y) }
      })
      .filter(({ away }) => away < PLACE_PX)
      .sort((a, b) => a.away - b.away)
    const card = [...document.querySelectorAll<HTMLElement>('#city-lists .place')].find(
      ({ dataset }) => dataset.place === nearest?.place.id,
    )
    if (card === undefined) return
    const box = element('following')
    box.replaceChildren(...[...card.cloneNode(true).childNodes])
    box.hidden = false
  }
  const span = urls.days * 1_440
  const timeline = makeTimeline({
    spanMs: span * MINUTE,
    now: () => Date.now() + skew,
    time: () => then,
    set(time) {
      then = time
      live.setAttribute('aria-pressed', String(then === null))
      scrub.value = String(then === null ? span : span - (Date.now() + skew - then) / MINUTE)
    },
    load() {
      clearTimeout(timer)
      timer = setTimeout(refresh, 120)
    },
  })
  scrub.addEventListener('input', () => {
    const back = span - Number(scrub.value)
    then = back <= 0 ? null : Date.now() + skew - back * MINUTE
    live.setAttribute('aria-pressed', String(then === null))
    timeline.stop()
    showClock()
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

// Without the map, the lists on the page show all places.
start().catch(() => {})
