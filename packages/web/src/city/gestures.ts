// Pointer, wheel and keyboard input of the map.
/** Camera commands of the input; distances in CSS pixels. */
export interface Wishes {
  pan(dx: number, dy: number): void
  /** Without a point, the view chooses the fixed point. */
  zoom(factor: number, at: { x: number; y: number } | null): void
  fit(): void
  toggleFollow(): void
}

const WHEEL = 0.0016
const PINCH_WHEEL = 0.01
const KEY_STEP = 64
const KEY_ZOOM = 1.35
const LINE = 18

interface Finger {
  readonly x: number
  readonly y: number
}

function listenToFingers(stage: HTMLElement, wishes: Wishes): void {
  const fingers = new Map<number, Finger>()
  const spread = () => {
    const [a, b] = [...fingers.values()]
    return a !== undefined && b !== undefined
      ? { distance: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
      : null
  }
  stage.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return
    stage.setPointerCapture(event.pointerId)
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    stage.dataset.held = ''
  })
  stage.addEventListener('pointermove', (event) => {
    const before = fingers.get(event.pointerId)
    if (before === undefined || fingers.size > 2) return
    const pair = spread()
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    const now = spread()
    if (pair === null || now === null) {
      wishes.pan(event.clientX - before.x, event.clientY - before.y)
      return
    }
    wishes.pan(now.x - pair.x, now.y - pair.y)
    if (pair.distance > 0) wishes.zoom(now.distance / pair.distance, now)
  })
  const release = (event: PointerEvent) => {
    fingers.delete(event.pointerId)
    if (fingers.size === 0) delete stage.dataset.held
  }
  stage.addEventListener('pointerup', release)
  stage.addEventListener('pointercancel', release)
}

function listenToWheel(stage: HTMLElement, wishes: Wishes): void {
  stage.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * LINE
      // Browsers report a pinch on a touchpad as a wheel with the control key.
      const factor = Math.exp(-pixels * (event.ctrlKey ? PINCH_WHEEL : WHEEL))
      wishes.zoom(factor, { x: event.clientX, y: event.clientY })
    },
    { passive: false },
  )
  stage.addEventListener('dblclick', (event) => wishes.zoom(1.8, { x: event.clientX, y: event.clientY }))
}

const keyWishes = (wishes: Wishes): Readonly<Record<string, () => void>> => ({
  '+': () => wishes.zoom(KEY_ZOOM, null),
  '=': () => wishes.zoom(KEY_ZOOM, null),
  '-': () => wishes.zoom(1 / KEY_ZOOM, null),
  _: () => wishes.zoom(1 / KEY_ZOOM, null),
  '0': () => wishes.fit(),
  f: () => wishes.toggleFollow(),
  F: () => wishes.toggleFollow(),
  ArrowLeft: () => wishes.pan(KEY_STEP, 0),
  ArrowRight: () => wishes.pan(-KEY_STEP, 0),
  ArrowUp: () => wishes.pan(0, KEY_STEP),
  ArrowDown: () => wishes.pan(0, -KEY_STEP),
})

/** Listens to keys on `keyboard`: the whole page, or only the map on pages with other content. */
export function listenTo(stage: HTMLElement, wishes: Wishes, keyboard: EventTarget = window): void {
  listenToFingers(stage, wishes)
  listenToWheel(stage, wishes)
  const keys = keyWishes(wishes)
  keyboard.addEventListener('keydown', (keyEvent) => {
    const event = keyEvent as KeyboardEvent
    if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(keys, event.key)) return
    event.preventDefault()
    keys[event.key]!()
  })
  const buttons: readonly (readonly [string, () => void])[] = [
    ['zoom-in', () => wishes.zoom(KEY_ZOOM, null)],
    ['zoom-out', () => wishes.zoom(1 / KEY_ZOOM, null)],
    ['fit', () => wishes.fit()],
    ['follow', () => wishes.toggleFollow()],
  ]
  for (const [id, wish] of buttons) document.getElementById(id)?.addEventListener('click', wish)
}
