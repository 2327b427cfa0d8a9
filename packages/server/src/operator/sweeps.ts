import { LIMITS } from '@agent-network/contract'
import { sweepBudgets } from '../access/budgets.ts'
import { abandonedClaims, sweepClaims } from '../access/idempotency.ts'
import { sweepRequestLog } from '../access/request-log.ts'
import { type Telling, tellArrivals, tellClosed, tellGamesOver } from '../actions/city-told.ts'
import { nextClosing, sweepEncounters } from '../city/encounters.ts'
import { nextTimeout, sweepGames } from '../city/games.ts'
import { compileStored } from '../city/maps.ts'
import { nextMovement, sweepMovement } from '../city/movement.ts'
import { nextStay, sweepStays } from '../city/stays.ts'
import { sweepTalks } from '../completion/continuity.ts'
import { iso } from '../core/day.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { describeOld, hasUndescribed } from '../minds/episodes.ts'
import { signingKeySweep } from '../tokens/rotation.ts'
import { sweepAbandoned } from '../visitors/abandoned.ts'
import { nextAbsence, sweepPresence } from '../visitors/presence.ts'
import { sweepStandings } from '../visitors/standing-release.ts'
import { isPurged, purgeSome } from '../worlds/worlds.ts'

/** Something that expires or comes due. One call sees to at most `limit` rows and says how many there were. */
export interface Sweep {
  readonly name: string
  run(at: number, limit: number): Promise<number>
  /** When there will be something to do; left out where it does not matter when it is done. */
  next?(): Promise<number | null>
  /** What the passing of time does instead of `run`, for work that must not keep the others waiting. */
  tick?(at: number): void
  /** How far it may go on by itself when nothing else is due meanwhile: many moments in one run. */
  readonly ahead?: number
}

export interface Sweeper {
  /**
   * Moves the clock and then goes through every moment at which something was due, in order. The sweep that runs by
   * itself waits meanwhile: it would see the new time and take everything at once.
   */
  sweepAfter(move: () => Promise<number>): Promise<void>
  lastRun(): Record<string, { at: string; rows: number }>
  start(): void
  stop(): Promise<void>
}

const BATCH = 500
const EVERY_MS = 1_000

/** The bodies of all worlds: what the passing of time does to them. */
function citySweeps({ control, database }: Deps): Sweep[] {
  const telling = async (work: (tx: Tx, state: Telling) => Promise<number>): Promise<number> => {
    const { state } = await control.current()
    return database.transact((tx) => work(tx, state), { quiet: true })
  }
  return [
    {
      name: 'city-maps',
      async run() {
        const { worlds } = (await control.current()).state
        const world = [...worlds.byId.values()].find(({ mapVersion }) => mapVersion === null)
        if (world === undefined) return 0
        await database.transact((tx) => compileStored(tx, world))
        return 1
      },
    },
    {
      name: 'movement',
      run: (at) =>
        telling(async (tx, state) => {
          const { looked, arrived } = await sweepMovement(tx, at)
          await tellArrivals(tx, state, arrived, at)
          return looked
        }),
      next: () => nextMovement(database.read),
    },
    {
      name: 'stays',
      run: (at) => database.transact((tx) => sweepStays(tx, at), { quiet: true }),
      next: () => nextStay(database.read),
    },
    {
      name: 'games',
      run: (at) =>
        telling(async (tx, state) => {
          const over = await sweepGames(tx, at)
          await tellGamesOver(tx, state, over, at)
          return over.length
        }),
      next: () => nextTimeout(database.read),
    },
    {
      name: 'encounters',
      run: (at) =>
        telling(async (tx, state) => {
          const { looked, closed } = await sweepEncounters(tx, at)
          await tellClosed(tx, state, closed, at)
          return looked
        }),
      next: () => nextClosing(database.read),
    },
  ]
}

function sweepsOf(deps: Deps): Sweep[] {
  const { control, database } = deps
  return [
    signingKeySweep(deps),
    {
      // Raw key values that were rotated away and have outlived their overlap.
      name: 'rotated-keys',
      run: (at, limit) =>
        database.transact(
          async (tx) => {
            const expired = await tx.sql
              .selectFrom('key_digests')
              .select('digest')
              .where('expires_at', 'is not', null)
              .where('expires_at', '<=', at)
              .limit(limit)
              .execute()
            if (expired.length === 0) return 0
            tx.touchControl()
            const digests = expired.map((row) => row.digest)
            await tx.sql.deleteFrom('key_digests').where('digest', 'in', digests).execute()
            return expired.length
          },
          { quiet: true },
        ),
    },
    {
      name: 'purged-worlds',
      run: async (_at, limit) => {
        const { state } = await control.current()
        const world = [...state.worlds.byId.values()].find(isPurged)
        return world === undefined ? 0 : database.transact((tx) => purgeSome(tx, world, limit), { quiet: true })
      },
    },
    {
      // Acts whose process died between the unit and the effect.
      name: 'abandoned-acts',
      run: async (at, limit) => {
        const { state } = await control.current()
        return database.transact((tx) => sweepAbandoned(tx, state, at, limit), { quiet: true })
      },
      async next() {
        const [first] = await abandonedClaims(database.read, Number.MAX_SAFE_INTEGER, 1)
        return first === undefined ? null : first.claimed_at + LIMITS.idempotency.leaseMs
      },
    },
    {
      name: 'presence',
      run: async (at, limit) => {
        const { state } = await control.current()
        return database.transact((tx) => sweepPresence(tx, state, at, limit), { quiet: true })
      },
      async next() {
        const { state } = await control.current()
        return nextAbsence(database.read, state.switches)
      },
    },
    ...citySweeps(deps),
    {
      name: 'claims',
      run: (at, limit) => database.transact((tx) => sweepClaims(tx, at, limit), { quiet: true }),
    },
    {
      name: 'budgets',
      run: (at, limit) => database.transact((tx) => sweepBudgets(tx, at, limit), { quiet: true }),
    },
    {
      name: 'request-log',
      run: (at, limit) => database.transact((tx) => sweepRequestLog(tx, at, limit), { quiet: true }),
    },
    {
      name: 'talks',
      run: (at, limit) => database.transact((tx) => sweepTalks(tx, at, limit), { quiet: true }),
    },
    {
      name: 'standings',
      run: (at, limit) => database.transact((tx) => sweepStandings(tx, at, limit), { quiet: true }),
    },
    {
      // From a store or a backup older than gists.
      name: 'episode-gists',
      run: async (_at, limit) => {
        if (!(await hasUndescribed(database.read))) return 0
        const { state } = await control.current()
        return database.transact((tx) => describeOld(tx, state.worlds, limit))
      },
    },
  ]
}

export function makeSweeper(deps: Deps, life: readonly Sweep[], count: (sweep: string, rows: number) => void): Sweeper {
  const sweeps = [...sweepsOf(deps), ...life]
  const last: Record<string, { at: string; rows: number }> = {}
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> = Promise.resolve()

  async function runToTheEnd({ name, run }: Sweep, at: number): Promise<void> {
    let rows = 0
    for (let gone = await run(at, BATCH); gone > 0; gone = await run(at, BATCH)) {
      rows += gone
      count(name, gone)
    }
    last[name] = { at: iso(at), rows }
  }

  async function sweepAll(at: number): Promise<void> {
    for (const sweep of sweeps) {
      if (sweep.tick === undefined) await runToTheEnd(sweep, at)
      else sweep.tick(at)
    }
  }

  const NEVER = Number.MAX_SAFE_INTEGER

  /** Goes from one due moment to the next, up to `at`; what has no moments of its own is done at the end. */
  async function sweep(at: number): Promise<void> {
    for (let after = 0; ; ) {
      const moments = await Promise.all(sweeps.map(async ({ next }) => (await next?.()) ?? NEVER))
      const first = Math.max(after + 1, Math.min(...moments))
      const moment = Math.min(at, first + aheadOf(moments, first))
      for (const [i, sweep] of sweeps.entries())
        if (moment >= at || moments[i]! <= moment) await runToTheEnd(sweep, moment)
      if (moment >= at) return
      after = moment
    }
  }

  /** When only one is due first, and it may go on by itself: until the next of the others. */
  function aheadOf(moments: readonly number[], first: number): number {
    const due = sweeps.filter((_, i) => moments[i]! <= first)
    if (due.length !== 1 || due[0]!.ahead === undefined) return 0
    const others = Math.min(...moments.filter((moment) => moment > first))
    return Math.max(0, Math.min(due[0]!.ahead, others - 1 - first))
  }

  /** One after the other, so that a move of the test clock never meets a sweep half way. */
  const queue = (work: () => Promise<void>): Promise<void> => {
    running = running.then(work, work)
    return running
  }

  return {
    sweepAfter: (move) => queue(async () => sweep(await move())),
    lastRun: () => last,
    start() {
      let isWaiting = false
      timer = setInterval(() => {
        // One that takes longer than the interval is not joined by all the others.
        if (isWaiting) return
        isWaiting = true
        void queue(async () => sweepAll((await deps.control.current()).at))
          .catch((error) => deps.log.warn({ err: error }, 'a sweep failed; it will be tried again'))
          .finally(() => {
            isWaiting = false
          })
      }, EVERY_MS)
      timer.unref()
    },
    async stop() {
      if (timer !== null) clearInterval(timer)
      await running.catch(() => {})
    },
  }
}
