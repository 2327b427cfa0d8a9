// Day picker and play buttons of the city page.

const DAY_MS = 86_400_000
/** Where playing begins if the page shows the present. */
const BACK_MS = 2 * 3_600_000
/** Positions are loaded again after this much time of the city; walks in between are part of each answer. */
const RELOAD_MS = 3 * 60_000
/** And not more often than this. */
const RELOAD_REAL_MS = 2_000

interface TimelineOptions {
  /** How far back the city can be seen. */
  readonly spanMs: number
  now(): number
  /** The time that is shown; null is the present. */
  time(): number | null
  set(time: number | null): void
  load(): void
}

interface Timeline {
  /** Moves the time while it plays; true if the shown minute changed. */
  advance(elapsedMs: number): boolean
  isPlaying(): boolean
  stop(): void
}

export function makeTimeline({ spanMs, now, time, set, load }: TimelineOptions): Timeline {
  const day = document.querySelector<HTMLInputElement>('#day')!
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('#play button')]
  let speed = 0
  let loadedTime = 0
  let loadedAt = 0

  function choose(next: number): void {
    speed = next
    for (const button of buttons) button.setAttribute('aria-pressed', String(Number(button.dataset.speed) === speed))
  }
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
  function showDay(): void {
    const at = time() ?? now()
    day.min = dayOf(now() - spanMs)
    day.max = dayOf(now())
    if (document.activeElement !== day) day.value = dayOf(at)
  }
  function reload(at: number): void {
    loadedTime = at
    loadedAt = performance.now()
    load()
  }
  function goTo(at: number): void {
    const past = Math.max(now() - spanMs, at)
    set(past >= now() ? null : past)
    showDay()
    reload(past)
  }

  day.addEventListener('change', () => {
    const start = Date.parse(`${day.value}T00:00:00.000Z`)
    if (Number.isNaN(start)) return
    const at = time() ?? now()
    goTo(start + (at % DAY_MS))
  })
  for (const button of buttons)
    button.addEventListener('click', () => {
      const wanted = Number(button.dataset.speed)
      choose(speed === wanted ? 0 : wanted)
      if (speed > 0 && time() === null) goTo(now() - BACK_MS)
    })
  showDay()

  return {
    advance(elapsedMs) {
      const before = time()
      if (speed === 0 || before === null) return false
      const at = before + Math.min(elapsedMs, 1_000) * speed
      if (at >= now()) {
        choose(0)
        goTo(now())
        return true
      }
      set(at)
      if (at - loadedTime > RELOAD_MS && performance.now() - loadedAt > RELOAD_REAL_MS) reload(at)
      const isNewMinute = Math.floor(at / 60_000) !== Math.floor(before / 60_000)
      if (isNewMinute) showDay()
      return isNewMinute
    },
    isPlaying: () => speed > 0,
    stop() {
      choose(0)
      showDay()
    },
  }
}
