import { clockMove, configChange, LIMITS } from '@agent-network/contract'
import { iso } from '../core/day.ts'
import { pageMeta } from '../core/paging.ts'
import { invalidInput, Refusal } from '../core/refusal.ts'
import type { Deps } from '../deps.ts'
import { bytesBody, textBody } from '../http/answer.ts'
import type { Metrics } from '../http/metrics.ts'
import { bodyReader, type OperatorRoute, operatorRoute, RawAnswer } from '../http/operator-door.ts'
import type { Life } from '../life/run.ts'
import { providerFault } from '../models/openai-compatible.ts'
import { type ClockMove, clockNow, moveClock, readClock } from '../settings/clock.ts'
import { isSwitchName, nearestSwitch, type Switches, writeSwitches } from '../settings/switches.ts'
import { audit, listAudit } from './audit.ts'
import type { Offload } from './offload.ts'
import { pagingOf } from './paging.ts'
import type { Sweeper } from './sweeps.ts'

export interface Runtime {
  readonly version: string
  readonly startedAt: number
  readonly metrics: Metrics
  readonly sweeper: Sweeper
  readonly life: Life
  readonly offload: Offload
  /** Waits for requests under way, runs `work`, then lets waiting requests go on. */
  pause<T>(work: () => Promise<T>): Promise<T>
}

/** What answers for the residents, and whether it is being left alone at the moment. */
function modelView({ config, speech }: Deps, switches: Switches) {
  const { openedAt, ...breaker } = speech.breaker(switches)
  return {
    kind: speech.kind,
    name: config.model?.name ?? null,
    fault: config.model === null ? null : providerFault(config.model),
    breaker: { ...breaker, openedAt: openedAt === null ? null : iso(openedAt) },
  }
}

export function systemRoutes(deps: Deps, runtime: Runtime): OperatorRoute[] {
  const { ambient, config, control, database, sharedState } = deps
  const readConfigChange = bodyReader(configChange)
  const readMove = bodyReader(clockMove)

  const clockView = async () => {
    const clock = await readClock(database.read)
    return { data: { now: iso(clockNow(clock, ambient)), mode: clock.mode } }
  }

  const clockRoutes = [
    operatorRoute('GET', '/_operator/clock', 'Read the test clock', clockView),
    operatorRoute('PUT', '/_operator/clock', 'Set, advance or release the test clock', async (call) => {
      const move = (await readMove(call)) as ClockMove
      return runtime.pause(async () => {
        await runtime.sweeper.sweepAfter(async () => {
          await database.transact(async (tx) => {
            await moveClock(tx, ambient, move)
            await audit(tx, ambient, { at: call.at, action: 'clock.move', target: 'clock', detail: move })
          })
          return (await control.current()).at
        })
        return clockView()
      })
    }),
  ]

  return [
    operatorRoute('GET', '/_operator/config', 'Every runtime switch and its value', async ({ state }) => ({
      data: state.switches,
    })),
    operatorRoute('PATCH', '/_operator/config', 'Change switches; null restores the default', async (call) => {
      const change = await readConfigChange(call)
      for (const name of Object.keys(change))
        if (!isSwitchName(name))
          throw invalidInput(`${name.slice(0, 80)}: no such switch; did you mean ${nearestSwitch(name.slice(0, 80))}?`)
      await database.transact(async (tx) => {
        await writeSwitches(tx, change)
        await audit(tx, ambient, { at: call.at, action: 'config.change', target: 'config', detail: change })
      })
      return { data: (await control.current()).state.switches }
    }),
    ...(config.testClock ? clockRoutes : []),
    operatorRoute('GET', '/_operator/audit', 'Every change made here, newest first', async ({ query }) => {
      const paging = pagingOf(query)
      const page = await listAudit(database.read, paging)
      return { data: page.items, meta: pageMeta(paging, page) }
    }),
    operatorRoute(
      'POST',
      '/_operator/import',
      'Import one world file',
      async (call) => ({ data: await runtime.offload.import({ bytes: await call.bytes(), at: call.at }) }),
      { bodyLimit: LIMITS.body_bytes.worldFile },
    ),
    operatorRoute('GET', '/_operator/export', 'Export one world as a world file', async ({ query, state }) => {
      const worldId = query.get('worldId') ?? 'prime'
      if (!state.worlds.byId.has(worldId)) throw new Refusal('WORLD_NOT_FOUND')
      return new RawAnswer({ status: 200, body: bytesBody(await runtime.offload.export({ worldId })) })
    }),
    operatorRoute('GET', '/_operator/status', 'Version, uptime, engines and queues', async ({ at, state }) => ({
      data: {
        version: runtime.version,
        now: iso(at),
        uptimeSeconds: Math.round((deps.ambient.elapsed() - runtime.startedAt) / 1_000),
        engines: { database: database.engine, sharedState: sharedState.kind },
        queueDepth: database.queueDepth(),
        life: {
          enabled: config.life,
          worlds: (await runtime.life.view(state, at)).map(({ lastTurnAt, ...world }) => ({
            ...world,
            lastTurnAt: lastTurnAt === null ? null : iso(lastTurnAt),
          })),
        },
        model: modelView(deps, state.switches),
        sweeps: runtime.sweeper.lastRun(),
      },
    })),
    operatorRoute('GET', '/metrics', 'Prometheus metrics', async () => {
      const { registry } = runtime.metrics
      return new RawAnswer({ status: 200, body: textBody(await registry.metrics()), type: registry.contentType })
    }),
  ]
}
