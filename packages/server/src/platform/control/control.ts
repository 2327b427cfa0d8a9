// Control state: keys, apps, worlds and switches as of one epoch, with admission of requests.
import { type BoundedMap, boundedMap } from '../cache/content-cache.ts'
import type { Ambient } from '../core/ambient.ts'
import type { Database, Read } from '../db/database.ts'
import type { Admission, SharedState, WindowRequest, WindowState } from '../redis/shared-state.ts'
import { readWorlds, type Worlds } from '../worlds/worlds.ts'
import { type ClockState, clockNow, readClock } from './clock.ts'
import { readSwitches, type Switches, type SwitchName } from './switches.ts'

/**
 * Access-control data as of one epoch. All cached decisions are stored in this object, so a decision never outlives the
 * state it was made from.
 */
export interface ControlState {
  readonly epoch: string
  readonly cacheable: boolean
  readonly switches: Switches
  readonly worlds: Worlds
  readonly clock: ClockState
  /** Decisions that higher layers derive from this state, under keys of their own. */
  readonly memo: BoundedMap<object>
}

export interface Admitted {
  readonly state: ControlState
  /** The time of this request, read once. */
  readonly at: number
  readonly window: WindowState | null
}

export interface AdmissionDecision<T> {
  readonly found: T
  readonly take: WindowRequest | null
}

type Maybe<T> = T | Promise<T>
type Decide<T> = (state: ControlState) => Maybe<AdmissionDecision<T>>

export interface Control {
  /**
   * Decides on the current state and takes from the rate window in the same step. `decide` runs again if the state is
   * outdated. Most requests need not wait and get no promise.
   */
  admit<T>(decide: Decide<T>): Maybe<Admitted & { found: T }>
  /** The current state and time, for requests without a key and for background jobs. */
  current(): Promise<Admitted>
  /** The last state read. It may be outdated, so it is never the only basis of a decision. */
  peek(): ControlState | null
  /** The epoch of the last state read; empty before the first. */
  applied(): string
  /** The last known time, for logs and ids. */
  now(): number
}

/** Capacity of the cache of key decisions in bytes. */
const MEMO_BYTES_MAX = 100_000_000
const RETRIES = 5

/** Read first, behind the row lock of a concurrent change: everything read after it is at least as new. */
async function readEpoch(read: Read): Promise<string> {
  const lock = read.engine === 'postgres' ? ' for share' : ''
  const [row] = await read.raw<{ value: string }>(`select value from epochs where name = 'control'${lock}`, [])
  return row?.value ?? ''
}

export interface ControlOptions {
  readonly testClock: boolean
  /** Defaults of switches that start settings replace. */
  readonly switchDefaults?: Readonly<Partial<Record<SwitchName, unknown>>>
}

export function makeControl(
  database: Database,
  shared: SharedState,
  system: Ambient,
  { testClock, switchDefaults = {} }: ControlOptions,
): Control {
  let cachedState: ControlState | null = null
  let applied = ''
  let loading: Promise<ControlState> | null = null
  let lastClock: ClockState = { mode: 'system', now: 0, pinned: false }
  /** Offset of the nodes' shared time from this machine's clock, as of the last request. */
  let offset = 0
  let last = 0
  const sharedNow = (): number => {
    last = Math.max(last, system.now() + offset)
    return last
  }
  shared.onLost(() => {
    cachedState = null
  })

  async function read(): Promise<{ epoch: string; value: Omit<ControlState, 'epoch' | 'cacheable'> }> {
    const epoch = await readEpoch(database.read)
    const [rows, worlds, clock] = await Promise.all([
      database.read.sql.selectFrom('settings').selectAll().execute(),
      readWorlds(database.read),
      testClock ? readClock(database.read) : lastClock,
    ])
    return {
      epoch,
      value: { switches: readSwitches(rows, switchDefaults), worlds, clock, memo: boundedMap(MEMO_BYTES_MAX) },
    }
  }

  async function load(): Promise<ControlState> {
    const { epoch, value, cacheable } = await shared.load(read)
    const state: ControlState = { epoch, cacheable, ...value }
    lastClock = state.clock
    if (cacheable) {
      cachedState = state
      applied = epoch
    }
    return state
  }

  /** Concurrent requests share a load, if its result is checked against the epoch afterwards. */
  async function state(): Promise<ControlState> {
    loading ??= load().finally(() => {
      loading = null
    })
    const shareable = await loading
    return shareable.cacheable ? shareable : load()
  }

  const frozen = (clock: ClockState): number | null =>
    clock.mode === 'frozen' ? clock.now : clock.now > 0 ? clockNow(clock, system) : null

  /** A frozen clock, or one behind its last frozen moment, says nothing about the machine's clock. */
  const noteTime = (clock: ClockState, at: number): void => {
    if (shared.kind === 'redis' && frozen(clock) === null) offset = at - system.now()
  }

  /** One attempt on a state; null if the state was outdated. */
  function tryAdmit<T>(controlState: ControlState, decide: Decide<T>): Maybe<(Admitted & { found: T }) | null> {
    const settle = (found: T, admission: Admission) => {
      if (admission.current) {
        noteTime(controlState.clock, admission.at)
        return { state: controlState, at: admission.at, window: admission.window, found }
      }
      if (cachedState === controlState) cachedState = null
      return null
    }
    const ask = ({ found, take }: AdmissionDecision<T>) => {
      const admissionResult = shared.admit(
        controlState.cacheable ? controlState.epoch : null,
        frozen(controlState.clock),
        take,
      )
      return admissionResult instanceof Promise
        ? admissionResult.then((admission) => settle(found, admission))
        : settle(found, admissionResult)
    }
    const decided = decide(controlState)
    return decided instanceof Promise ? decided.then(ask) : ask(decided)
  }

  async function admitInTime<T>(first: Promise<(Admitted & { found: T }) | null> | null, decide: Decide<T>) {
    let admitted = await first
    for (let n = 0; admitted === null && n < RETRIES; n++)
      admitted = await tryAdmit(cachedState ?? (await state()), decide)
    if (admitted !== null) return admitted
    // Control state changes faster than it can be read and compared. A state read for this request alone is as valid as
    // one read during a change.
    const freshState = await load()
    const { found, take } = await decide(freshState)
    const admission = await shared.admit(null, frozen(freshState.clock), take)
    if (!admission.current) throw new Error('control state that was just read cannot be outdated')
    return { state: freshState, at: admission.at, window: admission.window, found }
  }

  function admit<T>(decide: Decide<T>): Maybe<Admitted & { found: T }> {
    const first = cachedState === null ? null : tryAdmit(cachedState, decide)
    return first === null || first instanceof Promise ? admitInTime(first, decide) : first
  }

  return {
    admit,
    peek: () => cachedState,
    applied: () => applied,
    current: async () => admit(() => ({ found: null, take: null })),
    now: () => (frozen(lastClock) === null ? sharedNow() : clockNow(lastClock, system)),
  }
}
