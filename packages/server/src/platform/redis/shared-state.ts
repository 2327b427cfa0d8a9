import type { Away } from '../core/outage.ts'
import type { ControlSignal } from '../db/database.ts'

/** What one request wants from a key's rate window (section 8). */
export interface Take {
  readonly keyId: string
  readonly limit: number
  /** Until then the lower of `limit` and `limitInProbation` holds. */
  readonly probationEndsAt: number
  readonly limitInProbation: number
}

export interface WindowState {
  readonly admitted: boolean
  readonly used: number
  readonly limit: number
}

export type Admission =
  /** The caller's picture of control state is out of date; nothing was taken. */
  { readonly current: false } | { readonly current: true; readonly at: number; readonly window: WindowState | null }

export interface Loaded<T> {
  readonly epoch: string
  readonly value: T
  /** False while a change is under way: use it for this request, and keep nothing. */
  readonly cacheable: boolean
}

/** One of a few that share a name, held by whoever keeps it. */
export interface SharedPlace {
  readonly name: string
  readonly id: string
}

/**
 * What equal nodes must agree on at every request: the time, the epoch of control state, and the rate windows. One
 * process needs no more than variables for it; many share a Redis.
 */
export interface SharedState extends ControlSignal {
  readonly kind: 'process' | 'redis'
  /**
   * The time, and one request out of the window, but only if `epoch` is still current; key state comes before the
   * window. A null epoch is not compared (the caller has just read the database). `now` overrides the clock.
   */
  admit(epoch: string | null, now: number | null, take: Take | null): Admission | Promise<Admission>
  /** Runs `read` so that what it returns cannot be kept past a change that it did not see. */
  load<T>(read: () => Promise<{ epoch: string; value: T }>): Promise<Loaded<T>>
  /** Requests already taken from the window that `at` lies in. */
  used(keyId: string, at: number): Promise<number>
  /**
   * One of `limit` places under a name, for at most `forMs` of real time, so that those of a node that died come free;
   * null when all are taken. What is returned gives it back.
   */
  occupy(name: string, limit: number, forMs: number): Promise<(() => Promise<void>) | null>
  /** Called when everything cached must be dropped, because what it was checked against is gone. */
  onLost(listener: () => void): void
  /** Takes a place; false when `max` of its name are held already. Unless it is kept, it is free after ten seconds. */
  takePlace(place: SharedPlace, max: number): Promise<boolean>
  keepPlaces(places: readonly SharedPlace[]): Promise<void>
  leavePlace(place: SharedPlace): Promise<void>
  /** Tells the other nodes that something is new; a hint, which may be lost. */
  publish(topics: readonly string[]): void
  /** Called with what the other nodes published. */
  onPublished(listener: (topics: readonly string[]) => void): void
  /** Null while it answers. */
  away(): Away | null
  /** How far the time it hands out is ahead of its clock, which was set back. */
  aheadMs(): number
  close(): Promise<void>
}
