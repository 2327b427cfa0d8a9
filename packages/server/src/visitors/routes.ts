import { ROUTES } from '@agent-network/contract'
import { idempotencyValue } from '../access/idempotency.ts'
import { Refusal } from '../core/refusal.ts'
import type { AgentRow } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { type Bound, bindDriven, type Call } from '../http/bind.ts'
import { BodyTooLarge, isJson } from '../http/body.ts'
import { performAct } from './act.ts'
import { heartbeat } from './heartbeat.ts'
import { readJournal } from './journal.ts'
import { observeRoutes } from './observe/routes.ts'
import { type Chosen, readAction } from './read-action.ts'
import { readStanding } from './standing.ts'

/** Whatever is wrong with a body is the same fault here, and a replay does not look at it (AMB-36, AMB-123). */
async function readBody(call: Call<typeof ROUTES.act>, self: AgentRow): Promise<Chosen | null> {
  try {
    const bytes = await call.bytes()
    return isJson(call.header('content-type')) ? readAction(bytes, self) : null
  } catch (error) {
    if (error instanceof BodyTooLarge) return null
    throw error
  }
}

export function visitorRoutes(deps: Deps): Bound[] {
  return [
    bindDriven(
      ROUTES.heartbeat,
      async (call, driven) => {
        // AMB-59: a body is ignored, but read, or the connection could not be used again.
        await call.drain()
        return { data: await heartbeat(deps, call, driven, idempotencyValue(call.header('idempotency-key'))) }
      },
      { leftToday: ({ data }) => data.menu.heartbeats.remaining },
    ),
    bindDriven(
      ROUTES.act,
      async (call, driven) => {
        const value = idempotencyValue(call.header('idempotency-key'))
        if (value === null) throw new Refusal('IDEMPOTENCY_KEY_REQUIRED')
        return {
          data: await performAct(deps, { caller: call, driven, value, chosen: await readBody(call, driven.agent) }),
        }
      },
      { leftToday: ({ data }) => Math.max(0, data.budget.cap - data.budget.used) },
    ),
    bindDriven(
      ROUTES.getJournal,
      async (call, driven) => ({ data: await readJournal(deps, call, driven, () => call.query) }),
      { leftToday: ({ data }) => data.budget.remaining },
    ),
    bindDriven(ROUTES.getStanding, async (call, driven) => ({
      data: await readStanding(deps, call, driven, () => call.query),
    })),
    ...observeRoutes(deps),
  ]
}
