// The camera of the viewer and its movement.
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

/** The camera and its target, moved by input and by the walker. */
export interface View extends Wishes {
  /** Whether a redraw is needed. */
  step(elapsedMs: number, walker: Point): boolean
  resize(viewport: Viewport, density: number, covered: readonly Rect[]): void
  sight(): Sight
}

const CLOSEST = 6
const WALK_ZOOM_MAX = 2.2

export function makeView(scene: Scene, isStill: () => boolean, onFollow: (follows: boolean) => void): View {
  let viewport: Viewport = { width: 1, height: 1, insetTop: 0, insetRight: 0, insetBottom: 0, insetLeft: 0 }
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
      // Shows the whole walk after each resize until the user moves the view.
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
      // Pointer and wheel input moves the camera immediately; keys and buttons animate it.
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
