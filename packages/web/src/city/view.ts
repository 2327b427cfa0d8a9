import {
  type Camera,
  fit,
  glide,
  type Point,
  pan,
  type Rect,
  type Sight,
  strays,
  toScreen,
  type Viewport,
  type ZoomRange,
  zoomAt,
} from './camera.ts'
import type { Wishes } from './gestures.ts'
import type { Scene } from './scene.ts'

/** Where the page looks: a camera on its way to another, which hands, keys and the walker move. */
export interface View extends Wishes {
  /** True when the drawing has to be made anew. */
  step(elapsedMs: number, walker: Point): boolean
  resize(viewport: Viewport, density: number, covered: readonly Rect[]): void
  sight(): Sight
}

const CLOSEST = 6
const WALK_ZOOM_MAX = 2.2

export function makeView(scene: Scene, isStill: () => boolean, onFollow: (follows: boolean) => void): View {
  let viewport: Viewport = { width: 1, height: 1, top: 0, right: 0, bottom: 0, left: 0 }
  let density = 1
  let covered: readonly Rect[] = []
  let range: ZoomRange = { min: 0.05, max: CLOSEST }
  let camera: Camera = { u: 0, v: 0, zoom: 1 }
  let goal = camera
  let follows = true
  let touched = false
  let stale = true
  let walker: Point = scene.goal

  const follow = (value: boolean) => {
    follows = value
    onFollow(value)
  }
  const whole = () => fit(scene.walkBounds, viewport, { min: range.min, max: WALK_ZOOM_MAX })
  const jump = (to: Camera) => {
    goal = to
    camera = to
    stale = true
  }

  return {
    sight: () => ({ camera, viewport, density, covered }),
    resize(next, nextDensity, nextCovered) {
      viewport = next
      density = nextDensity
      covered = nextCovered
      range = { min: Math.min(0.7 * fit(scene.cityBounds, viewport, { min: 0.001, max: 1 }).zoom, 1), max: CLOSEST }
      // Until somebody has moved the view it shows the whole walk, however the window changes.
      if (!touched) jump(whole())
      stale = true
    },
    step(elapsedMs, at) {
      walker = at
      if (follows && touched && strays(goal, viewport, walker)) goal = { ...goal, ...walker }
      if (camera !== goal) {
        camera = isStill() ? goal : glide(camera, goal, elapsedMs)
        stale = true
      }
      const isStale = stale
      stale = false
      return isStale
    },
    pan(dx, dy) {
      touched = true
      follow(false)
      jump(pan(camera, dx, dy, scene.cityBounds))
    },
    zoom(factor, at) {
      touched = true
      const middle = follows ? toScreen(goal, viewport, walker) : toScreen(goal, viewport, { u: goal.u, v: goal.v })
      goal = zoomAt(goal, viewport, { factor, at: at ?? middle }, range)
      // Under fingers and wheels the drawing moves at once; a key or a button may take its time.
      if (at !== null) jump(goal)
    },
    fit() {
      touched = false
      follow(true)
      goal = whole()
    },
    toggleFollow() {
      follow(!follows)
      if (!follows) return
      touched = true
      goal = { ...goal, ...walker }
    },
  }
}
