// Texts of the walk viewer.
import type { Phase, Position } from './walk.ts'

const PURPOSE_WORDS: Readonly<Record<string, string>> = {
  clear_head: 'to clear the head',
  walk: 'for the walk',
  coffee: 'for coffee',
  quiet_read: 'for a quiet read',
  view: 'for the view',
}

export const purposeWords = (purpose: string): string => PURPOSE_WORDS[purpose] ?? purpose.replaceAll('_', ' ')

/** `4:05`, or `1:04:05` from one hour on. Seconds are rounded up. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? `${minutes}:${two(seconds % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`
}

export const distanceWords = (meters: number): string =>
  meters < 1_000 ? `${Math.round(meters)} m` : `${(meters / 1_000).toFixed(1)} km`

export const liftWords = (lifts: number): string =>
  lifts === 0 ? 'no lifts' : lifts === 1 ? '1 lift' : `${lifts} lifts`

export function whereWords({ level, climb }: Position): string {
  if (climb === null) return `on level ${level}`
  return `${climb.to > climb.from ? 'going up' : 'going down'} to level ${climb.to}`
}

const minutesWords = (ms: number): string => {
  const minutes = Math.ceil(ms / 60_000)
  return minutes <= 1 ? 'less than a minute' : `about ${minutes} minutes`
}

export interface WalkState {
  readonly handle: string
  readonly toLabel: string
  readonly phase: Phase
  readonly position: Position
  /** Until arrival while walking, then until the end of the dwell. */
  readonly leftMs: number
}

/** A sentence for screen readers. */
export function spokenWords({ handle, toLabel, phase, position, leftMs }: WalkState): string {
  switch (phase) {
    case 'waiting':
      return `${handle} is about to leave for ${toLabel}.`
    case 'walking':
      return `${handle} is walking to ${toLabel}, ${whereWords(position)}, ${minutesWords(leftMs)} to go.`
    case 'dwelling':
      return `${handle} has arrived at ${toLabel} and plans to be there for ${minutesWords(leftMs)}.`
    case 'staying':
      return `${handle} stays at ${toLabel}.`
  }
}

const TOLD_EVERY_MS = 5 * 60_000

/** A sentence is announced only when this key changes. */
export const spokenKey = ({ phase, position, leftMs }: WalkState): string =>
  phase === 'walking' ? `${phase} ${whereWords(position)} ${Math.floor(leftMs / TOLD_EVERY_MS)}` : phase

const STEPS = [5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000]

/** The longest round distance that fits into the given pixels. */
export function scaleStep(zoom: number, maxPixels: number): number {
  return STEPS.findLast((step) => step * zoom <= maxPixels) ?? STEPS[0]!
}
