import { OPERATOR_ROUTES } from '@agent-network/contract'
import type { RequestLog } from '../../access/request-log.ts'
import { searchRequests } from '../../access/request-search.ts'
import { iso } from '../../core/day.ts'
import type { SeenNode } from '../../db/nodes.ts'
import type { Deps } from '../../deps.ts'
import type { Minutes } from '../../measure/minutes.ts'
import { readActivity, readErrors } from '../../measure/read.ts'
import { bind, type OperatorBound } from './bind.ts'

/** What operators look at to see how it goes, over all nodes. */
export interface Watching {
  readonly minutes: Minutes
  readonly requestLog: RequestLog
  nodes(): Promise<SeenNode[]>
}

const nodeView = ({ id, version, startedAt, seenAt, isLive, epoch, isCurrent, appliedAfterMs }: SeenNode) => ({
  node: id,
  version,
  startedAt: iso(startedAt),
  lastSeenAt: iso(seenAt),
  state: isLive ? ('live' as const) : ('lost' as const),
  epoch,
  isCurrent,
  appliedAfterMs,
})

export function watchingRoutes({ config, database }: Deps, { minutes, requestLog, nodes }: Watching): OperatorBound[] {
  const { read } = database
  return [
    bind(OPERATOR_ROUTES.listNodes, async () => ({ data: (await nodes()).map(nodeView) })),
    bind(OPERATOR_ROUTES.listErrors, async ({ query: { window }, at }) => {
      await minutes.flush()
      return { data: await readErrors(read, window, at) }
    }),
    bind(OPERATOR_ROUTES.listRequests, async ({ query, at }) => {
      await requestLog.flush()
      const { items, nextCursor } = await searchRequests(read, query, at, !config.testClock)
      return { data: items, meta: { perPage: query.perPage, hasMore: nextCursor !== null, nextCursor } }
    }),
    bind(OPERATOR_ROUTES.getActivity, async ({ query, at }) => {
      await minutes.flush()
      return { data: await readActivity(read, query, at) }
    }),
  ]
}
