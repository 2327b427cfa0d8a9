import { LIMITS, ROUTES } from '@agent-network/contract'
import { partyOf } from '../../access/authenticate.ts'
import { idempotencyValue } from '../../access/idempotency.ts'
import type { FairTurns } from '../../core/fair-turns.ts'
import { Refusal } from '../../core/refusal.ts'
import type { AgentRow } from '../../db/tables.ts'
import { decodeJson, isJson } from '../../http/body.ts'
import type { MapDeps } from '../../map-deps.ts'
import { performAct } from '../../visitors/act.ts'
import { Mistake } from '../../visitors/action-mistakes.ts'
import { heartbeat } from '../../visitors/heartbeat.ts'
import { readInbox } from '../../visitors/inbox.ts'
import { readJournal } from '../../visitors/journal.ts'
import { type Chosen, readAction } from '../../visitors/read-action.ts'
import { readStanding } from '../../visitors/standing.ts'
import { type Bound, bindDriven, type Call } from './bind.ts'
import { observeRoutes } from './observe-routes.ts'

/** Whatever is wrong with a body is the same fault here, and a replay does not look at it (AMB-36, AMB-123). */
async function readChosen(call: Call<typeof ROUTES.act>, self: AgentRow): Promise<Chosen | Mistake> {
  if (!isJson(call.header('content-type'))) return new Mistake('Content-Type must be application/json')
  const bytes = await call.bytes()
  if (bytes === null) return new Mistake(`The body is larger than ${LIMITS.body_bytes.request} bytes`)
  const decoded = decodeJson(bytes)
  return 'fault' in decoded ? new Mistake(decoded.fault) : readAction(decoded.value, self)
}

export function visitorRoutes(deps: MapDeps): Bound[] {
  /** Words that another server looks at wait for it, and hold no place meanwhile; nothing else here goes anywhere. */
  const turnFor = (chosen: Chosen | Mistake): FairTurns['run'] =>
    deps.config.moderation !== null && !(chosen instanceof Mistake) && chosen.spoken !== null
      ? deps.turns.run
      : deps.turns.read
  return [
    bindDriven(
      ROUTES.heartbeat,
      async (call, driven) => {
        const value = idempotencyValue(call.header('idempotency-key'))
        const beat = () => heartbeat(deps, { caller: call, driven, value }, call.onReplay)
        return { data: await deps.turns.read(partyOf(call), beat) }
      },
      { takesTurns: true, leftToday: ({ data }) => data.menu.heartbeats.remaining },
    ),
    bindDriven(
      ROUTES.act,
      async (call, driven) => {
        const value = idempotencyValue(call.header('idempotency-key'))
        if (value === null) throw new Refusal('IDEMPOTENCY_KEY_REQUIRED')
        const chosen = await readChosen(call, driven.agent)
        const act = () => performAct(deps, { caller: call, driven, value, chosen, onReplay: call.onReplay })
        return { data: await turnFor(chosen)(partyOf(call), act) }
      },
      { takesTurns: true, leftToday: ({ data }) => Math.max(0, data.budget.cap - data.budget.used) },
    ),
    bindDriven(
      ROUTES.getJournal,
      async (call, driven) => ({ data: await readJournal(deps, call, driven, () => call.query) }),
      { leftToday: ({ data }) => data.budget.remaining },
    ),
    bindDriven(ROUTES.getStanding, async (call, driven) => ({
      data: await readStanding(deps, call, driven, () => call.query),
    })),
    bindDriven(ROUTES.getInbox, async (call, driven) => ({
      data: await readInbox(deps, driven, call.query, call.at),
    })),
    ...observeRoutes(deps),
  ]
}
