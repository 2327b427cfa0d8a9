// Live overview of the operator console: one poll serves all open pages of this node.
import { OPERATOR_ROUTES, type Overview } from '@agent-network/contract'
import type { Outlet } from '../../features/streams/outlet.ts'
import { makeTicker } from '../../features/streams/outlet.ts'
import type { Operator } from '../../platform/access/operators.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { findOutage } from '../../platform/core/outage.ts'
import type { OpenedStream } from '../http/stream.ts'
import { type OperatorBound, performBound } from './bind.ts'
import type { ConsoleSession, ConsoleSessions } from './console-session.ts'

/** The overview of the installation, for all console pages open on this node. */
export interface OverviewStream {
  follow(session: ConsoleSession): OpenedStream
  count(): number
  end(code: 'SERVER_DRAINING'): void
  close(): Promise<void>
}

/** An ended session is disconnected within about this time. */
const TICK_MS = 1_000
/** The calls together take a few milliseconds of CPU. */
const POLL_MS = 2_000
const WATCHERS_MAX = 64
const RETRY_SECONDS = 10

/** The calls that fill the overview, each with its query. */
const CALLS = {
  status: [OPERATOR_ROUTES.getStatus, ''],
  minutes: [OPERATOR_ROUTES.getActivity, 'per=minute&points=60'],
  days: [
    OPERATOR_ROUTES.getActivity,
    'per=day&points=30&series=tokens,promptTokens,completionTokens,posts,replies,blocked',
  ],
  errors: [OPERATOR_ROUTES.listErrors, 'window=1h'],
  nodes: [OPERATOR_ROUTES.listNodes, ''],
  config: [OPERATOR_ROUTES.getConfig, ''],
} as const satisfies Record<keyof Overview, unknown>

const NO_BODY = async () => Buffer.alloc(0)
/** One poll serves operators of all roles, so it reads with the lowest. */
const READER: Operator = { name: 'console', role: 'viewer' }

interface Watcher {
  readonly session: ConsoleSession
  readonly outlet: Outlet
}

/** One timer and one poll for all open pages; no polls while none is open. */
export function makeOverviewStream(
  deps: Pick<Deps, 'ambient' | 'control' | 'log'>,
  sessions: Pick<ConsoleSessions, 'lasts'>,
  routes: readonly OperatorBound[],
): OverviewStream {
  const { ambient, log } = deps
  const watchers = new Set<Watcher>()
  const bounds = new Map(routes.map((bound) => [bound.contract.name, bound]))
  let admitted = 0
  let lookedAt = Number.NEGATIVE_INFINITY
  let ending: 'SERVER_DRAINING' | null = null

  /** Null for a call that fails during an outage; the status names the cause. */
  async function resultOf(part: keyof Overview): Promise<unknown> {
    const [contract, query] = CALLS[part]
    try {
      const answer = await performBound(deps, bounds.get(contract.name)!, {
        path: {},
        query,
        operator: READER,
        bytes: NO_BODY,
      })
      return (answer as { data: unknown }).data
    } catch (error) {
      if (findOutage(error) === null)
        log.warn({ event: 'streams.look_failed', err: error, stream: 'console' }, 'console overview call failed')
      return null
    }
  }

  async function look(): Promise<void> {
    lookedAt = ambient.elapsed()
    const overview: Record<string, unknown> = {}
    // One after the other: pages can wait, requests should not.
    for (const part of Object.keys(CALLS) as (keyof Overview)[]) overview[part] = await resultOf(part)
    // Without a cursor: after a reconnect the page gets the current state.
    const events = [{ cursor: '', kind: 'overview', json: JSON.stringify(overview) }]
    for (const { outlet } of watchers) outlet.send(events)
  }

  function endWith(watcher: Watcher, code: string): void {
    watcher.outlet.end(code)
    watchers.delete(watcher)
  }

  async function endSessions(): Promise<void> {
    const over = new Map<string, boolean>()
    for (const watcher of [...watchers]) {
      const { digest } = watcher.session
      if (!over.has(digest)) over.set(digest, !(await sessions.lasts(watcher.session)))
      if (over.get(digest)) endWith(watcher, 'UNAUTHORIZED')
    }
  }

  async function tick(): Promise<void> {
    await endSessions()
    if (watchers.size > 0 && ambient.elapsed() - lookedAt >= POLL_MS) await look()
  }

  const ticker = makeTicker(TICK_MS, { isIdle: () => watchers.size === 0, tick, log })

  const endAll = (code: 'SERVER_DRAINING'): void => {
    ending = code
    for (const watcher of [...watchers]) endWith(watcher, code)
  }

  return {
    follow(session) {
      if (ending !== null) throw new ApiError(ending)
      if (admitted >= WATCHERS_MAX)
        throw new ApiError('STREAM_LIMIT_EXCEEDED', {
          message: `At most ${WATCHERS_MAX} pages of the console are live at a time; close one, or wait for Retry-After`,
          retryAfterSeconds: RETRY_SECONDS,
        })
      admitted += 1
      let watcher: Watcher | null = null
      return {
        start(outlet) {
          watcher = { session, outlet }
          watchers.add(watcher)
          // The next tick polls at once, for the new page.
          lookedAt = Number.NEGATIVE_INFINITY
          if (ending !== null) endWith(watcher, ending)
        },
        closed() {
          admitted -= 1
          if (watcher !== null) watchers.delete(watcher)
        },
      }
    },
    count: () => watchers.size,
    end: endAll,
    async close() {
      const stopped = ticker.stop()
      endAll('SERVER_DRAINING')
      await stopped
    },
  }
}
