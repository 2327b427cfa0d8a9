import { sweepBudgets } from '../access/budgets.ts'
import { sweepClaims } from '../access/idempotency.ts'
import { sweepRequestLog } from '../access/request-log.ts'
import { sweepTalks } from '../completion/continuity.ts'
import { iso } from '../core/day.ts'
import type { Deps } from '../deps.ts'
import { describeOld, hasUndescribed } from '../minds/episodes.ts'
import { signingKeySweep } from '../tokens/rotation.ts'
import { sweepAbandoned } from '../visitors/abandoned.ts'
import { sweepPresence } from '../visitors/presence.ts'
import { sweepStandings } from '../visitors/standing-release.ts'
import { isPurged, purgeSome } from '../worlds/worlds.ts'

/** Something that expires. One call removes at most `limit` rows and says how many went. */
interface Sweep {
  readonly name: string
  run(at: number, limit: number): Promise<number>
}

export interface Sweeper {
  /** Runs every sweep until nothing is left that was due at `at`. */
  sweep(at: number): Promise<void>
  lastRun(): Record<string, { at: string; rows: number }>
  start(): void
  stop(): Promise<void>
}

const BATCH = 500
const EVERY_MS = 1_000

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
    },
    {
      name: 'presence',
      run: async (at, limit) => {
        const { state } = await control.current()
        return database.transact((tx) => sweepPresence(tx, state.switches, at, limit), { quiet: true })
      },
    },
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

export function makeSweeper(deps: Deps, count: (sweep: string, rows: number) => void): Sweeper {
  const sweeps = sweepsOf(deps)
  const last: Record<string, { at: string; rows: number }> = {}
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> = Promise.resolve()

  async function sweep(at: number): Promise<void> {
    for (const { name, run } of sweeps) {
      let rows = 0
      for (let gone = await run(at, BATCH); gone > 0; gone = await run(at, BATCH)) {
        rows += gone
        count(name, gone)
      }
      last[name] = { at: iso(at), rows }
    }
  }

  /** One after the other, so that a move of the test clock never meets a sweep half way. */
  const queue = (work: () => Promise<void>): Promise<void> => {
    running = running.then(work, work)
    return running
  }

  return {
    sweep: (at) => queue(() => sweep(at)),
    lastRun: () => last,
    start() {
      timer = setInterval(() => {
        void queue(async () => sweep((await deps.control.current()).at)).catch((error) =>
          deps.log.warn({ err: error }, 'a sweep failed; it will be tried again'),
        )
      }, EVERY_MS)
      timer.unref()
    },
    async stop() {
      if (timer !== null) clearInterval(timer)
      await running.catch(() => {})
    },
  }
}
