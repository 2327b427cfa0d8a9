// Operator routes of the system: clock, switches, audit log, world import and export, status, metrics.
import { OPERATOR_ROUTES, type OperatorSwitch } from '@agent-network/contract'
import type { AnswerGenerator } from '../../features/completion/worker-thread.ts'
import type { LifeScheduler } from '../../features/life/engine/node.ts'
import type { Origin } from '../../features/world-files/manifest.ts'
import type { Offload } from '../../features/world-files/offload.ts'
import { audit, listAudit, valuesBefore } from '../../platform/access/audit.ts'
import { clockNow, moveClock, readClock } from '../../platform/control/clock.ts'
import {
  CITY_SWITCHES,
  isSwitchName,
  nearestSwitch,
  SWITCH_GROUPS,
  SWITCH_TEXTS,
  SWITCHES,
  type Switches,
  type SwitchName,
  storedSwitches,
  switchFaults,
  switchType,
  writeSwitches,
} from '../../platform/control/switches.ts'
import { ApiError, invalidInput, pageMeta } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { DEPENDENCIES } from '../../platform/core/outage.ts'
import { quoteSafely } from '../../platform/core/text.ts'
import { iso } from '../../platform/core/time.ts'
import { backupView } from '../../platform/db/backup/set-aside.ts'
import type { Read } from '../../platform/db/database.ts'
import type { JobScheduler } from '../../platform/jobs/scheduler.ts'
import { providerFault } from '../../platform/llm/provider.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import { countPosts } from '../../stores/posts/tallies.ts'
import type { Monitoring } from './app-routes.ts'
import { bind, type OperatorBound } from './bind.ts'

/** Changes searched for the last change of each switch; the limit bounds the cost of a long history. */
const CHANGES_MAX = 300

/** All switches by group, with the last change of each. */
export async function switchViews(read: Read, switches: Switches): Promise<OperatorSwitch[]> {
  const changes = await listAudit(read, { target: 'config', page: 1, perPage: CHANGES_MAX })
  const stored = new Set((await read.sql.selectFrom('settings').select('name').execute()).map(({ name }) => name))
  const lastOf = (name: SwitchName) =>
    changes.items.find(({ detail }) => Object.hasOwn(detail as Record<string, unknown>, name))
  const views = (Object.keys(SWITCHES) as SwitchName[]).map((name): OperatorSwitch => {
    const [group, about] = SWITCH_TEXTS[name]
    const last = lastOf(name)
    return {
      name,
      type: switchType(name),
      about,
      group,
      default: SWITCHES[name],
      value: switches[name],
      isSet: stored.has(name),
      perWorld: CITY_SWITCHES.has(name),
      changedAt: last?.at ?? null,
      changedBy: last?.actor ?? null,
    }
  })
  return SWITCH_GROUPS.flatMap((wanted) => views.filter(({ group }) => group === wanted))
}

export interface Runtime {
  readonly version: string
  readonly startedAt: number
  readonly origin: Origin
  /** By the machine's clock, independent of the test clock. */
  machineNow(): number
  /** How far server time is ahead of a machine clock that was set back. */
  clockAheadMs(): number
  readonly metrics: Metrics
  readonly watching: Monitoring
  readonly sweeper: JobScheduler
  readonly life: LifeScheduler
  readonly offload: Offload
  /** Generates the answers of interviews. */
  readonly thinking: AnswerGenerator
  /** Waits for running requests, runs `work`, then resumes waiting requests. */
  pause<T>(work: () => Promise<T>): Promise<T>
}

/** The model provider and the state of its circuit breaker. */
function modelView({ config, speech }: Deps, switches: Switches) {
  const { openedAt, ...breaker } = speech.breaker(switches)
  return {
    kind: speech.kind,
    name: config.model?.name ?? null,
    fault: config.model === null ? null : providerFault(config.model),
    price: config.modelPrice,
    breaker: { ...breaker, openedAt: openedAt === null ? null : iso(openedAt) },
  }
}

const budgetViews = async ({ speech }: Deps, switches: Switches) =>
  (await speech.budgets.state(switches)).map(({ resetsAt, ...budget }) => ({ ...budget, resetsAt: iso(resetsAt) }))

/** Dependencies that do not respond, and since when. */
function outageView({ database, sharedState, ambient }: Deps) {
  const parts = { store: database.away(), sharedState: sharedState.away() }
  return DEPENDENCIES.flatMap((part) => {
    const away = parts[part]
    if (away === null) return []
    return [{ part, reason: away.reason, seconds: Math.round((ambient.elapsed() - away.since) / 100) / 10 }]
  })
}

/** The status fields that need no dependency. */
function statusOf(deps: Deps, runtime: Runtime, at: number, switches: Switches) {
  const { ambient, database, sharedState } = deps
  return {
    version: runtime.version,
    randomSeed: runtime.origin.randomSeed,
    startedAt: runtime.origin.startedAt === null ? null : iso(runtime.origin.startedAt),
    publicUrl: deps.urls().base,
    now: iso(at),
    uptimeSeconds: Math.round((ambient.elapsed() - runtime.startedAt) / 1_000),
    engines: { database: database.engine, sharedState: sharedState.kind },
    queueDepth: database.queueDepth(),
    away: outageView(deps),
    clock: { aheadMs: runtime.clockAheadMs(), isTestClock: deps.config.testClock },
    model: modelView(deps, switches),
    switchFaults: switchFaults(switches),
    sweeps: runtime.sweeper.lastRun(),
  }
}

function requireKnownSwitches(change: Readonly<Record<string, unknown>>): void {
  const unknown = Object.keys(change).find((name) => !isSwitchName(name))
  if (unknown === undefined) return
  const near = nearestSwitch(unknown)
  const hint = near === null ? 'GET /_operator/config lists them' : `did you mean ${near}?`
  throw invalidInput(`${quoteSafely(unknown)}: no such switch; ${hint}`)
}

export function systemRoutes(deps: Deps, runtime: Runtime): OperatorBound[] {
  const { ambient, config, control, database, log } = deps
  const metrics = async () => Buffer.from(await runtime.metrics.text())

  const clockView = async () => {
    const clock = await readClock(database.read)
    return { data: { now: iso(clockNow(clock, ambient)), mode: clock.mode } }
  }

  const clockRoutes = [
    bind(OPERATOR_ROUTES.getClock, clockView),
    bind(OPERATOR_ROUTES.moveClock, ({ body: move, at, actor }) =>
      runtime.pause(async () => {
        // Metrics counted so far belong to the time before the change.
        await runtime.watching.minutes.flush()
        await runtime.sweeper.sweepAfter(async () => {
          await database.transact(async (tx) => {
            await moveClock(tx, ambient, move)
            await audit(tx, ambient, { at, actor, action: 'clock.move', target: 'clock', detail: move })
          })
          return (await control.current()).at
        })
        return clockView()
      }),
    ),
  ]

  return [
    bind(OPERATOR_ROUTES.listSwitches, async ({ state }) => ({
      data: await switchViews(database.read, state.switches),
    })),
    bind(OPERATOR_ROUTES.getConfig, async ({ state }) => ({ data: state.switches })),
    bind(OPERATOR_ROUTES.changeConfig, async ({ body: change, at, actor }) => {
      requireKnownSwitches(change)
      await database.transact(async (tx) => {
        const before = valuesBefore(await storedSwitches(tx), change)
        await writeSwitches(tx, change)
        await audit(tx, ambient, { at, actor, action: 'config.change', target: 'config', detail: change, before })
      })
      log.info({ event: 'settings.switches_changed', names: Object.keys(change) }, 'switches changed')
      return { data: (await control.current()).state.switches }
    }),
    ...(config.testClock ? clockRoutes : []),
    bind(OPERATOR_ROUTES.listAudit, async ({ query }) => {
      const page = await listAudit(database.read, query)
      return { data: page.items, meta: pageMeta(query, page) }
    }),
    bind(OPERATOR_ROUTES.importWorld, async ({ body: bytes, at, actor }) => ({
      data: await runtime.offload.import({ bytes, at, actor }),
    })),
    bind(OPERATOR_ROUTES.exportWorld, async ({ query: { worldId }, state }) => {
      if (!state.worlds.byId.has(worldId)) throw new ApiError('WORLD_NOT_FOUND')
      return runtime.offload.export({ worldId })
    }),
    bind(
      OPERATOR_ROUTES.getStatus,
      async ({ at, state }) => ({
        data: {
          ...statusOf(deps, runtime, at, state.switches),
          modelBudgets: await budgetViews(deps, state.switches),
          backup: await backupView(config, database.read, runtime.machineNow()),
          life: {
            enabled: config.life,
            worlds: await Promise.all(
              (await runtime.life.view(state, at)).map(async ({ lastTurnAt, ...world }) => ({
                ...world,
                lastTurnAt: lastTurnAt === null ? null : iso(lastTurnAt),
                posts: await countPosts(database.read, world.worldId),
              })),
            ),
          },
        },
      }),
      async () => ({
        data: {
          ...statusOf(deps, runtime, control.now(), SWITCHES),
          modelBudgets: [],
          backup: null,
          life: { enabled: config.life, worlds: [] },
        },
      }),
    ),
    bind(OPERATOR_ROUTES.getMetrics, metrics, metrics),
  ]
}
