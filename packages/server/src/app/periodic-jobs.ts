// Periodic jobs: cleanup of expired rows, and due events of city, worlds and visitors.
import { LIMITS } from '@agent-network/contract'
import { resumeErasure } from '../features/accounts/erasure.ts'
import { sweepJoinRequests } from '../features/accounts/join-requests.ts'
import { sweepClients } from '../features/accounts/oauth-clients.ts'
import { removeExpiredConversations } from '../features/completion/talks.ts'
import { sweepReports } from '../features/reports/rows.ts'
import { sweepAbandoned } from '../features/visitors/act/act-facts.ts'
import { markOverdueAbsent, nextAbsence } from '../features/visitors/presence.ts'
import { sweepStandings } from '../features/visitors/standing/release.ts'
import { sweepAudit, sweepSignOuts } from '../platform/access/audit.ts'
import { sweepBudgets } from '../platform/access/budgets.ts'
import { sweepGrants } from '../platform/access/grants.ts'
import { abandonedClaims, sweepClaims } from '../platform/access/idempotency.ts'
import { sweepRotatedKeys } from '../platform/access/keys.ts'
import { sweepRequestLog } from '../platform/access/request-log.ts'
import { retentionDays, type SwitchName } from '../platform/control/switches.ts'
import { DAY_MS } from '../platform/core/time.ts'
import type { Tx } from '../platform/db/database.ts'
import { sweepFacts } from '../platform/db/published-facts.ts'
import type { PeriodicJob, PeriodicJobDeps } from '../platform/jobs/scheduler.ts'
import { isPurged, purgeBatch } from '../platform/worlds/worlds.ts'
import { nextClosing, sweepEncounters } from '../stores/city/encounters.ts'
import { nextTimeout, sweepGames } from '../stores/city/games/games.ts'
import { compileStored } from '../stores/city/maps.ts'
import { nextMovement, nextStay, sweepMovement, sweepStays } from '../stores/city/movement.ts'
import {
  type NoticeContext,
  publishArrivals,
  publishClosedConversations,
  publishGamesOver,
} from '../stores/city/notices.ts'
import { sweepInbox } from '../stores/event-log/inbox.ts'
import { sweepPublicLog } from '../stores/event-log/public-log.ts'
import { sweepWebhooks } from '../stores/event-log/webhooks.ts'
import { describeOldEpisodes, hasUndescribed } from '../stores/minds/episodes.ts'
import { sweepTieDays } from '../stores/minds/reputations.ts'
import { sweepMoodDays } from '../stores/minds/topic-profiles.ts'
import { eraseOldestPost } from '../stores/posts/erase-agent.ts'
import { sweepBlocks } from '../stores/posts/verdicts.ts'

type DeleteExpired = (tx: Tx, at: number, limit: number) => Promise<number>

/** A job that deletes expired rows, which no public read shows. */
const cleanup = ({ database }: PeriodicJobDeps, name: string, deleteExpired: DeleteExpired): PeriodicJob => ({
  name,
  isCleanup: true,
  run: (at, limit) => database.transact((tx) => deleteExpired(tx, at, limit), { quiet: true }),
})

export function accessJobs(deps: PeriodicJobDeps): PeriodicJob[] {
  const { control, database } = deps
  return [
    {
      // Not a cleanup: a rotated value is valid until its row is deleted.
      name: 'rotated-keys',
      run: (at, limit) => database.transact((tx) => sweepRotatedKeys(tx, at, limit), { quiet: true }),
    },
    cleanup(deps, 'claims', sweepClaims),
    cleanup(deps, 'budgets', sweepBudgets),
    {
      name: 'request-log',
      isCleanup: true,
      run: async (at, limit) => {
        const keptDays = retentionDays((await control.current()).state.switches, 'requestLogRetentionDays')
        return database.transact((tx) => sweepRequestLog(tx, at, limit, keptDays), { quiet: true })
      },
    },
    cleanup(deps, 'console-sign-outs', sweepSignOuts),
    cleanup(deps, 'join-requests', sweepJoinRequests),
    cleanup(deps, 'oauth-grants', sweepGrants),
    cleanup(deps, 'oauth-clients', sweepClients),
  ]
}

/** Deletion of old rows, as far as the operator has set a retention. */
export function retentionJobs({ control, database }: PeriodicJobDeps): PeriodicJob[] {
  const cutoff = async (name: SwitchName, at: number) => {
    const { state } = await control.current()
    const days = retentionDays(state.switches, name)
    return { worlds: state.worlds, before: days === null ? null : at - days * DAY_MS }
  }
  const rowsJob = (
    name: SwitchName,
    work: (tx: Tx, before: number, limit: number) => Promise<number>,
  ): PeriodicJob => ({
    name,
    isCleanup: true,
    run: async (at, limit) => {
      const { before } = await cutoff(name, at)
      return before === null ? 0 : database.transact((tx) => work(tx, before, limit), { quiet: true })
    },
  })
  return [
    rowsJob('auditRetentionDays', sweepAudit),
    rowsJob('reportRetentionDays', sweepReports),
    {
      name: 'postRetentionDays',
      isCleanup: true,
      run: async (at) => {
        const { worlds, before } = await cutoff('postRetentionDays', at)
        if (before === null) return 0
        let rows = 0
        // One thread per transaction, because other writers wait meanwhile.
        for (const world of worlds.byId.values())
          if (!isPurged(world)) rows += await eraseOldestPost(database, world, { before, at })
        return rows
      },
    },
  ]
}

export const eventLogJobs = (deps: PeriodicJobDeps): PeriodicJob[] => [
  cleanup(deps, 'world-log', sweepPublicLog),
  cleanup(deps, 'inbox', sweepInbox),
  cleanup(deps, 'webhooks', sweepWebhooks),
]

/** Jobs for walks, stays, encounters and games of all worlds. */
export function cityJobs({ control, database }: PeriodicJobDeps): PeriodicJob[] {
  const inTransaction = async (work: (tx: Tx, state: NoticeContext) => Promise<number>): Promise<number> => {
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
        inTransaction(async (tx, state) => {
          const { looked, arrived } = await sweepMovement(tx, at)
          await publishArrivals(tx, state, arrived, at)
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
        inTransaction(async (tx, state) => {
          const over = await sweepGames(tx, at)
          await publishGamesOver(tx, state, over, at)
          return over.length
        }),
      next: () => nextTimeout(database.read),
    },
    {
      name: 'encounters',
      run: (at) =>
        inTransaction(async (tx, state) => {
          const { looked, closed } = await sweepEncounters(tx, at)
          await publishClosedConversations(tx, state, closed, at)
          return looked
        }),
      next: () => nextClosing(database.read),
    },
  ]
}

export const completionJobs = (deps: PeriodicJobDeps): PeriodicJob[] => [
  cleanup(deps, 'talks', removeExpiredConversations),
]

export const contentJobs = (deps: PeriodicJobDeps): PeriodicJob[] => [
  cleanup(deps, 'blocks', sweepBlocks),
  cleanup(deps, 'told', (tx, _at, limit) => sweepFacts(tx, limit)),
]

export const mindJobs = (deps: PeriodicJobDeps): PeriodicJob[] => [
  {
    // For episodes of stores and backups from before gists existed.
    name: 'episode-gists',
    run: async (_at, limit) => {
      if (!(await hasUndescribed(deps.database.read))) return 0
      const { state } = await deps.control.current()
      return deps.database.transact((tx) => describeOldEpisodes(tx, state.worlds, limit))
    },
  },
  cleanup(deps, 'mood-days', sweepMoodDays),
  cleanup(deps, 'tie-days', sweepTieDays),
]

export const worldJobs = ({ control, database }: PeriodicJobDeps): PeriodicJob[] => [
  {
    // Erasures whose process stopped.
    name: 'erasures',
    run: async (at) => resumeErasure(database, (await control.current()).state.worlds, at),
  },
  {
    name: 'purged-worlds',
    run: async (_at, limit) => {
      const { state } = await control.current()
      const world = [...state.worlds.byId.values()].find(isPurged)
      return world === undefined ? 0 : database.transact((tx) => purgeBatch(tx, world, limit), { quiet: true })
    },
  },
]

export const visitorJobs = (deps: PeriodicJobDeps): PeriodicJob[] => {
  const { control, database } = deps
  return [
    {
      // Acts whose process stopped between spending the budget and the effect.
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
        return database.transact((tx) => markOverdueAbsent(tx, state, at, limit), { quiet: true })
      },
      async next() {
        const { state } = await control.current()
        return nextAbsence(database.read, state.switches)
      },
    },
    cleanup(deps, 'standings', sweepStandings),
  ]
}
