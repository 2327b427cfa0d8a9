// Runs residents on this node: claims worlds, runs their due rows, and reports their state.
import type { ControlState } from '../../../platform/control/control.ts'
import { citySwitches, isSandbox } from '../../../platform/control/switches.ts'
import { findOutage } from '../../../platform/core/outage.ts'
import {
  claimWorld,
  type Lease,
  lastTicks,
  recordSimulatedTo,
  releaseLease,
  renewLease,
} from '../../../platform/jobs/leases.ts'
import type { World } from '../../../platform/worlds/worlds.ts'
import type { MapDeps } from '../../../stores/city/maps.ts'
import { tokenCap, tokensUsed } from '../speak/prompt.ts'
import { dueAt, lateRows, MISSED_MS, nextDue, type RunSummary, runNext, skipFailed, skipMissed } from './engine.ts'
import { prefetchTexts } from './rehearsal.ts'
import { makeWorldLife, type WorldLife, type WorldSetting } from './world-life.ts'

/** State of a world's residents in the operator API. */
export interface LifeView {
  readonly worldId: string
  readonly state: 'living' | 'paused' | 'stalled' | 'off'
  readonly lastTurnAt: number | null
  readonly tokensToday: number
  readonly tokenBudget: number
}

/** State of a world's residents for metrics. */
export interface WorldLifeMetrics {
  readonly worldId: string
  /** Seconds since the last tick of a resident; null if there was none. */
  readonly lastTurnAge: number | null
  /** Rows that are more than a minute late. */
  readonly lateRows: number
  readonly tokensToday: number
}

export interface LifeScheduler {
  /** Starts to run all rows that are due by now, unless a run is in progress. Missed rows are skipped. */
  tick(at: number): void
  /** For the test clock: runs every row that is due up to `at`. */
  liveTo(at: number): Promise<number>
  /** Time of the next due row in any world. */
  next(): Promise<number | null>
  view(state: ControlState, at: number): Promise<LifeView[]>
  /** State of the running worlds, for metrics. */
  pulses(): Promise<WorldLifeMetrics[]>
  /** Ends the run in progress after the current instant. */
  interrupt(): void
  stop(): Promise<void>
}

/** A world whose next row is later than this is reported as stalled. */
const STALLED_MS = 3 * 60_000
/** Rows that are overdue by this time count as late. */
const LATE_MS = 60_000
/** Worlds with metrics of their own: an installation may have any number of worlds. */
const METRICS_WORLDS_MAX = 100
/** Attempts at one instant before its rows are skipped. */
const ATTEMPTS = 3

interface ClaimedWorld {
  readonly life: WorldLife
  readonly lease: Lease
  failed: { at: number; times: number }
}

const isRunning = ({ status, residentsPaused }: World): boolean => status === 'running' && !residentsPaused
const EMPTY_RUN: RunSummary = { turns: 0, acts: 0, instants: 0 }

/** Which worlds a scheduler runs: all but sandboxes, or sandboxes only. */
export type WorldGroup = 'ordinary' | 'sandbox'

/**
 * Runs the residents of all worlds of a group that this node can claim. Sandboxes have a scheduler of their own, because
 * their residents answer within seconds and must not wait for the model calls of other worlds.
 */
export function makeLifeScheduler(deps: MapDeps, group: WorldGroup = 'ordinary'): LifeScheduler {
  const { database, control, ambient, speech, log } = deps
  const holder = ambient.secret(9).toString('base64url')
  const claimedWorlds = new Map<string, ClaimedWorld>()
  let running: Promise<unknown> = Promise.resolve()
  let busy = false
  /** Latest time this node has run to. Rows due long before it were missed. */
  let reached = 0
  let stopping = false

  const settingOf = (state: ControlState, world: World): WorldSetting => ({
    world,
    city: citySwitches(state.switches, world),
    // A model may need longer than residents of a sandbox have.
    thinks: speech.kind !== 'local' && group !== 'sandbox',
  })

  const runningWorlds = (state: ControlState): World[] =>
    [...state.worlds.byId.values()].filter(
      (world) => isRunning(world) && isSandbox(state.switches, world.id) === (group === 'sandbox'),
    )

  async function acquireWorld(setting: WorldSetting, now: number, force: boolean): Promise<ClaimedWorld | null> {
    const { id } = setting.world
    const existingClaim = claimedWorlds.get(id)
    if (existingClaim !== undefined) {
      existingClaim.life.settle(setting)
      return existingClaim
    }
    const claim = { holder, now, force }
    const lease = await database.transact((tx) => claimWorld(tx, id, claim), { quiet: true })
    if (lease === null) return null
    if (lease.isTakenOver)
      log.info(
        { event: 'life.world_taken_over', worldId: id, leaseToken: lease.leaseToken },
        'world taken over by this node',
      )
    const life = makeWorldLife(setting, ambient, deps.maps)
    const newClaim: ClaimedWorld = { life, lease, failed: { at: 0, times: 0 } }
    claimedWorlds.set(id, newClaim)
    return newClaim
  }

  /** Runs one instant in one commit. Returns null without any effect if another node has taken over the world. */
  async function runInstant({ life, lease }: ClaimedWorld, until: number, now: number): Promise<RunSummary | null> {
    const { world } = life
    if (life.thinks && tokenCap(life.city) > 0) await prefetchTexts(deps, life, until, until)
    let attempts = 0
    try {
      return await database.transact(async (tx) => {
        attempts += 1
        // Memory was changed together with a transaction that was rolled back.
        if (attempts > 1) life.rewind()
        if (!(await renewLease(tx, lease, now))) return null
        const lived = await runNext(tx, life, until)
        if (lived.at !== undefined) await recordSimulatedTo(tx, world.id, lived.at, lived.turns)
        return lived
      })
    } catch (error) {
      life.rewind()
      throw error
    } finally {
      life.foresight.found = new Map()
    }
  }

  /** Skips and logs rows that fail three times, so that one of them cannot stop a world. */
  async function handleFailure(
    claimedWorld: ClaimedWorld,
    error: unknown,
    until: number,
    now: number,
  ): Promise<RunSummary> {
    // A store outage is not the fault of a row.
    if (findOutage(error) !== null) throw error
    const { id } = claimedWorld.life.world
    const at = (await nextDue(database.read, id)) ?? 0
    claimedWorld.failed = { at, times: claimedWorld.failed.at === at ? claimedWorld.failed.times + 1 : 1 }
    log.error(
      { event: 'life.instant_failed', err: error, worldId: id, due: at, attempt: claimedWorld.failed.times },
      'world instant failed',
    )
    if (claimedWorld.failed.times < ATTEMPTS) return EMPTY_RUN
    const rows = await dueAt(database.read, id, at)
    log.error(
      { event: 'life.rows_skipped', worldId: id, rows: rows.map(({ kind, subject_id }) => `${kind} ${subject_id}`) },
      `due rows skipped after ${ATTEMPTS} failures`,
    )
    await database.transact(async (tx) => {
      if (await renewLease(tx, claimedWorld.lease, now)) await skipFailed(tx, ambient, rows, until)
    })
    return EMPTY_RUN
  }

  /**
   * Runs every due row of one world while this node has its lease. The lease is checked at `now`, the current clock. At
   * an earlier step of a clock move it would appear to have expired.
   */
  async function runWorld(setting: WorldSetting, until: number, now: number, stepping: boolean): Promise<number> {
    const { id } = setting.world
    const first = await nextDue(database.read, id)
    if (first === null || first > until) return 0
    const claimedWorld = await acquireWorld(setting, now, stepping)
    if (claimedWorld === null) return 0
    const clockTime = stepping ? reached : until
    if (first < clockTime - MISSED_MS) {
      const skip = () =>
        database.transact(
          async (tx) => ((await renewLease(tx, claimedWorld.lease, now)) ? skipMissed(tx, ambient, id, clockTime) : 0),
          { quiet: true },
        )
      while ((await skip()) > 0);
    }
    let instants = 0
    while (!stopping) {
      const lived = await runInstant(claimedWorld, until, now).catch((error) =>
        handleFailure(claimedWorld, error, until, now),
      )
      if (lived === null) claimedWorlds.delete(id)
      // Taken over meanwhile: a clock move takes the world back, a regular run leaves it to the other node.
      if (lived === null && stepping) return instants + (await runWorld(setting, until, now, true))
      if (lived === null || lived.instants === 0) return instants
      instants += lived.instants
    }
    return instants
  }

  async function runWorlds(moment: number, stepping: boolean): Promise<number> {
    const { state, at } = await control.current()
    // A frozen clock advances only by moves, and the request that moves it runs the due rows.
    if (!stepping && state.clock.mode === 'frozen') return 0
    // A test clock may have been set back since the last run.
    const until = Math.min(moment, at)
    reached = Math.min(reached, at)
    const open = runningWorlds(state)
    for (const id of claimedWorlds.keys()) if (!open.some((world) => world.id === id)) claimedWorlds.delete(id)
    let instants = 0
    for (const world of open) instants += await runWorld(settingOf(state, world), until, at, stepping)
    reached = Math.max(reached, until)
    return instants
  }

  const queue = <T>(work: () => Promise<T>): Promise<T> => {
    const next = running.then(work, work)
    running = next.catch(() => {})
    return next
  }

  async function viewOf(world: World, state: ControlState, lastTurnAt: number | null, at: number): Promise<LifeView> {
    const due = await nextDue(database.read, world.id)
    const stalled = due !== null && due < at - STALLED_MS
    return {
      worldId: world.id,
      state: !deps.config.life ? 'off' : !isRunning(world) ? 'paused' : stalled ? 'stalled' : 'living',
      lastTurnAt,
      tokensToday: await tokensUsed(database.read, world.id, at),
      tokenBudget: tokenCap(citySwitches(state.switches, world)),
    }
  }

  return {
    tick(at) {
      if (busy || stopping) return
      busy = true
      void queue(() => runWorlds(at, false))
        .catch((error) =>
          log.warn({ event: 'life.tick_failed', err: error }, 'world tick failed, retrying on the next tick'),
        )
        .finally(() => {
          busy = false
        })
    },
    liveTo: (at) => queue(() => runWorlds(at, true)),
    async next() {
      const { state } = await control.current()
      const moments = await Promise.all(runningWorlds(state).map(({ id }) => nextDue(database.read, id)))
      const due = moments.flatMap((at) => at ?? [])
      return due.length === 0 ? null : Math.min(...due)
    },
    async view(state, at) {
      const turns = await lastTicks(database.read)
      const worlds = [...state.worlds.byId.values()]
      return Promise.all(worlds.map((world) => viewOf(world, state, turns.get(world.id) ?? null, at)))
    },
    async pulses() {
      const { state, at } = await control.current()
      if (!deps.config.life) return []
      const turns = await lastTicks(database.read)
      const open = [...state.worlds.byId.values()].filter(isRunning).slice(0, METRICS_WORLDS_MAX)
      return Promise.all(
        open.map(async ({ id }) => {
          const lastTurnAt = turns.get(id) ?? null
          return {
            worldId: id,
            lastTurnAge: lastTurnAt === null ? null : Math.max(0, at - lastTurnAt) / 1_000,
            lateRows: await lateRows(database.read, id, at - LATE_MS),
            tokensToday: await tokensUsed(database.read, id, at),
          }
        }),
      )
    },
    interrupt() {
      stopping = true
    },
    async stop() {
      stopping = true
      await running
      if (claimedWorlds.size === 0) return
      await database.transact(
        async (tx) => {
          for (const { lease } of claimedWorlds.values()) await releaseLease(tx, lease)
        },
        { quiet: true },
      )
    },
  }
}
