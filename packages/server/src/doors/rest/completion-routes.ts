import { ROUTES } from '@agent-network/contract'
import { partyOf } from '../../access/authenticate.ts'
import { idempotencyValue } from '../../access/idempotency.ts'
import { admitAgent } from '../../completion/admit-agent.ts'
import { complete } from '../../completion/complete.ts'
import type { Talking } from '../../completion/generate.ts'
import { readSaid } from '../../completion/said.ts'
import { Refusal } from '../../core/refusal.ts'
import type { Deps } from '../../deps.ts'
import type { BodyFault } from '../../http/body.ts'
import { type Bound, bind } from './bind.ts'

/** AMB-36, AMB-123: what is wrong with a body has two codes here. */
const refuseBody = (fault: BodyFault, message: string): Refusal =>
  fault === 'size' ? new Refusal('PAYLOAD_TOO_LARGE', { message }) : new Refusal('INVALID_QUERY', { message })

export function completionRoutes(deps: Deps, talking: Talking): Bound[] {
  return [
    bind(
      ROUTES.complete,
      async (call) => {
        const { agent, world } = await deps.turns.read(partyOf(call), () => admitAgent(deps, call, call.path.id))
        const said = readSaid(await call.json({ typed: true, refuse: refuseBody }))
        const value = idempotencyValue(call.header('idempotency-key'))
        const data = await complete(deps, talking, {
          caller: call,
          agent,
          world,
          said,
          idempotency: value === null ? null : { namespace: 'complete', value },
          gone: call.gone(),
          traceparent: call.header('traceparent'),
          onReplay: call.onReplay,
          render: (result) => result,
        })
        return { data }
      },
      { takesTurns: true },
    ),
  ]
}
