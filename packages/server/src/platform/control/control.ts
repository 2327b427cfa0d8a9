import { type BoundedMap, boundedMap } from '../cache/content-cache.ts'
import type { Ambient } from '../core/ambient.ts'
import type { Database, Read } from '../db/database.ts'
import type { Admission, SharedState, Take, WindowState } from '../redis/shared-state.ts'
import { readWorlds, type Worlds } from '../worlds/worlds.ts'
import { type ClockState, clockNow, readClock } from './clock.ts'
import { readSwitches, type Switches } from './switches.ts'

/**
 * Who may do what, as of one epoch. Everything cached hangs on this object, so that dropping it drops all of it, and
 * a decision can never outlive the state it was made from.
 */
export interface ControlState {
  readonly epoch: string
  readonly cacheable: boolean
  readonly switches: Switches
  readonly worlds: Worlds
  readonly clock: ClockState
  /** Decisions derived from this state by higher floors, under keys of their own. */
  readonly memo: BoundedMap<object>
}

export interface Admitted {
  readonly state: ControlState
  /** The one time of this request. */
  readonly at: number
  readonly window: WindowState | null
}

export interface Decision<T> {
  readonly found: T
  readonly take: Take | null
}

type Maybe<T> = T | Promise<T>
type Decide<T> = (state: ControlState) => Maybe<Decision<T>>

export interface Control {
  /**
   * Finds what the request needs in the current state, and takes from the rate window in the same step. `decide` runs
   * again if the state turns out to be old. Most requests need not wait for anything, and are given no promise.
   */
  admit<T>(decide: Decide<T>): Maybe<Admitted & { found: T }>
  /** The current state and time, for requests without a key and for work in the background. */
  current(): Promise<Admitted>
  /** The state as last read; it may be out of date, so nothing is decided by it alone. */
  peek(): ControlState | null
  /** The epoch of the state that was last read; empty before the first. */
  applied(): string
  /** Time as last heard, for logs and ids. */
  now(): number
}

const MEMO_MAX = 50_000
const RETRIES = 5

/** Read first, and behind the row lock of a change under way: everything read after it is at least as new. */
async function readEpoch(read: Read): Promise<string> {
  const lock = read.engine === 'postgres' ? ' for share' : ''
  const [row] = await read.raw<{ value: string }>(`select value from epochs where name = 'control'${lock}`, [])
  return row?.value ?? ''
}

export function makeControl(database: Database, shared: SharedState, system: Ambient, testClock: boolean): Control {
  let held: ControlState | null = null
  let applied = ''
  let loading: Promise<ControlState> | null = null
  let lastClock: ClockState = { mode: 'system', now: 0, pinned: false }
  /** How far the time that nodes share is from the clock of this machine, as of the last request. */
  let offset = 0
  let last = 0
  const sharedNow = (): number => {
    last = Math.max(last, system.now() + offset)
    return last
  }
  shared.onLost(() => {
    held = null
  })

  async function read(): Promise<{ epoch: string; value: Omit<ControlState, 'epoch' | 'cacheable'> }> {
    const epoch = await readEpoch(database.read)
    const [rows, worlds, clock] = await Promise.all([
      database.read.sql.selectFrom('settings').selectAll().execute(),
      readWorlds(database.read),
      testClock ? readClock(database.read) : lastClock,
    ])
    return { epoch, value: { switches: readSwitches(rows), worlds, clock, memo: boundedMap(MEMO_MAX) } }
  }

  async function load(): Promise<ControlState> {
    const { epoch, value, cacheable } = await shared.load(read)
    const state: ControlState = { epoch, cacheable, ...value }
    lastClock = state.clock
    if (cacheable) {
      held = state
      applied = epoch
    }
    return state
  }

  /** Requests may share a load, but only one whose result will be checked against the epoch afterwards. */
  async function state(): Promise<ControlState> {
    loading ??= load().finally(() => {
      loading = null
    })
    const shareable = await loading
    return shareable.cacheable ? shareable : load()
  }

  const frozen = (clock: ClockState): number | null =>
    clock.mode === 'frozen' ? clock.now : clock.now > 0 ? clockNow(clock, system) : null

  /** A clock that stands still, or runs behind the moment it was let go at, is no measure of the machine's. */
  const noteTime = (clock: ClockState, at: number): void => {
    if (shared.kind === 'redis' && frozen(clock) === null) offset = at - system.now()
  }

  /** One try on a state; null if it turned out to be old. */
  function tryOn<T>(seen: ControlState, decide: Decide<T>): Maybe<(Admitted & { found: T }) | null> {
    const settle = (found: T, admission: Admission) => {
      if (admission.current) {
        noteTime(seen.clock, admission.at)
        return { state: seen, at: admission.at, window: admission.window, found }
      }
      if (held === seen) held = null
      return null
    }
    const ask = ({ found, take }: Decision<T>) => {
      const asked = shared.admit(seen.cacheable ? seen.epoch : null, frozen(seen.clock), take)
      return asked instanceof Promise ? asked.then((admission) => settle(found, admission)) : settle(found, asked)
    }
    const decided = decide(seen)
    return decided instanceof Promise ? decided.then(ask) : ask(decided)
  }

  async function admitInTime<T>(first: Promise<(Admitted & { found: T }) | null> | null, decide: Decide<T>) {
    let admitted = await first
    for (let n = 0; admitted === null && n < RETRIES; n++) admitted = await tryOn(held ?? (await state()), decide)
    if (admitted !== null) return admitted
    // Changes come faster than a state can be read and compared. What was read for this request alone, after it came,
    // is as good for it as what is read while a change is under way.
    const seen = await load()
    const { found, take } = await decide(seen)
    const admission = await shared.admit(null, frozen(seen.clock), take)
    if (!admission.current) throw new Error('control state that was just read cannot be outdated')
    return { state: seen, at: admission.at, window: admission.window, found }
  }

  function admit<T>(decide: Decide<T>): Maybe<Admitted & { found: T }> {
    const first = held === null ? null : tryOn(held, decide)
    return first === null || first instanceof Promise ? admitInTime(first, decide) : first
  }

  return {
    admit,
    peek: () => held,
    applied: () => applied,
    current: async () => admit(() => ({ found: null, take: null })),
    now: () => (frozen(lastClock) === null ? sharedNow() : clockNow(lastClock, system)),
  }
}
