// Entry point of the walk viewer.
import type { WatchView } from '@agent-network/contract'
import { project, type Rect, toScreen, type Viewport } from './camera.ts'
import { drawCity } from './city-layer.ts'
import { listenTo } from './gestures.ts'
import { type End, linkOf, load, makeServerClock } from './link.ts'
import { drawMarks } from './marks.ts'
import { DAY, NIGHT, type Palette } from './palette.ts'
import { element, makePanel } from './panel.ts'
import { sceneOf } from './scene.ts'
import { makeView } from './view.ts'
import { phaseAt, positionAt } from './walk.ts'
import { drawWalk } from './walk-layer.ts'

const REFRESH_MS = 60_000
const RETRY_MS = 4_000
const PANEL_MS = 250
const FRAME_MS = 33
/** Update interval with reduced motion. */
const CALM_FRAME_MS = 500
const DENSITY_MAX = 2
const WIDE = 900

const NOTICES: Readonly<Record<End | 'lost', readonly [title: string, text: string]>> = {
  unknown: ['Walk not found', 'This link does not lead to a walk.'],
  over: ['This walk is over', 'The link has expired. The last position stays on the page.'],
  lost: ['No connection', 'The position is estimated from the clock. Reconnecting…'],
}

function notice(kind: End | 'lost' | null): void {
  const box = element('notice')
  box.hidden = kind === null
  if (kind === null) return
  const [title, text] = NOTICES[kind]
  element('notice-title').textContent = title
  element('notice-text').textContent = text
}

const clock = makeServerClock()
const link = linkOf(location.search)
const calm = matchMedia('(prefers-reduced-motion: reduce)')
const light = matchMedia('(prefers-color-scheme: light)')

/** The screen area outside the panels, which are at the top on narrow screens and at the left on wide ones. */
function measure(stage: HTMLElement): Viewport {
  const { width, height } = stage.getBoundingClientRect()
  const [card, legend] = [element('card').getBoundingClientRect(), element('levels').getBoundingClientRect()]
  return width >= WIDE
    ? { width, height, insetTop: 24, insetRight: 72, insetBottom: 24, insetLeft: card.right + 8 }
    : { width, height, insetTop: card.bottom + 6, insetRight: 56, insetBottom: height - legend.top + 6, insetLeft: 28 }
}

const panels = (): Rect[] => ['card', 'levels', 'controls'].map((id) => element(id).getBoundingClientRect())

function show(data: WatchView): void {
  const scene = sceneOf(data)
  const stage = element('stage')
  const [walker, tag] = [element('walker'), element('walker-name')]
  const canvases = ['city', 'walk', 'names'].map((id) => element<HTMLCanvasElement>(id))
  const contexts = canvases.map((canvas) => canvas.getContext('2d')!)
  const [cityContext, walkContext, nameContext] = [contexts[0]!, contexts[1]!, contexts[2]!]
  const panel = makePanel(data, scene)
  const view = makeView(
    scene,
    () => calm.matches,
    (follows) => element('follow').setAttribute('aria-pressed', String(follows)),
  )
  let shownPalette: Palette | null = null
  let reach = 0

  function resize(): void {
    const density = Math.min(DENSITY_MAX, devicePixelRatio)
    const viewport = measure(stage)
    for (const canvas of canvases) {
      canvas.width = Math.round(viewport.width * density)
      canvas.height = Math.round(viewport.height * density)
    }
    reach = tag.offsetWidth / 2 + 6
    view.resize(viewport, density, panels())
  }

  let [lastFrame, lastPanel, lastWalk] = [0, 0, 0]
  function frame(at: number): void {
    requestAnimationFrame(frame)
    const now = clock.now()
    const [phase, position] = [phaseAt(scene.walk, now), positionAt(scene.walk, now)]
    const point = project(position, scene.rise)
    // Read in every frame, because browsers may not report a change event.
    const palette = light.matches ? DAY : NIGHT
    const restyled = palette !== shownPalette
    shownPalette = palette
    const moved = view.step(Math.min(100, at - lastFrame), point) || restyled
    lastFrame = at
    const sight = view.sight()
    if (moved) {
      drawCity(cityContext, sight, scene, palette)
      drawMarks(nameContext, sight, scene, palette)
      panel.showScale(sight.camera.zoom)
    }
    if (restyled) panel.showLegend(scene, palette)
    if (moved || at - lastWalk >= (calm.matches ? CALM_FRAME_MS : FRAME_MS)) {
      lastWalk = at
      const { x, y } = toScreen(sight.camera, sight.viewport, point)
      walker.style.transform = `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px)`
      // Keeps the label on the screen when the walker is at the edge.
      const inside = Math.min(sight.viewport.width - reach, Math.max(reach, x))
      const isSeen = x > 0 && x < sight.viewport.width
      tag.style.left = `${isSeen ? (inside - x).toFixed(1) : 0}px`
      drawWalk(walkContext, { sight, scene, palette }, { phase, position, motion: calm.matches ? null : at })
    }
    if (at - lastPanel >= PANEL_MS) {
      lastPanel = at
      panel.show(phase, position, now)
    }
  }

  panel.show(phaseAt(scene.walk, clock.now()), positionAt(scene.walk, clock.now()), clock.now())
  panel.showLegend(scene, NIGHT)
  listenTo(stage, view)
  new ResizeObserver(resize).observe(stage)
  walker.hidden = false
  resize()
  document.body.dataset.ready = ''
  requestAnimationFrame(frame)
}

let isRevealed = false
let timer = 0

/** Reloads the walk periodically, because clocks drift, devices sleep and links expire. */
async function refresh(): Promise<void> {
  clearTimeout(timer)
  const loaded = await load(link).catch(() => null)
  if (loaded === null) {
    notice('lost')
    timer = window.setTimeout(refresh, RETRY_MS)
    return
  }
  if (typeof loaded === 'string') {
    document.body.dataset.end = loaded
    notice(loaded)
    return
  }
  clock.set(loaded)
  notice(null)
  if (!isRevealed) show(loaded.view)
  isRevealed = true
  timer = window.setTimeout(refresh, REFRESH_MS)
}

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible' && document.body.dataset.end === undefined) void refresh()
})
void refresh()
