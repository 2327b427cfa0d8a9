import { ROUTES } from '@agent-network/contract'
import { idempotencyValue } from '../access/idempotency.ts'
import { Refusal } from '../core/refusal.ts'
import { BadJson, parseStrictJson } from '../core/strict-json.ts'
import type { Deps } from '../deps.ts'
import { type Bound, bind, type Call } from '../http/bind.ts'
import { BodyTooLarge, isJson } from '../http/body.ts'
import { admitAgent } from './admit-agent.ts'
import { complete } from './complete.ts'
import type { Said } from './invocation.ts'
import { readSaid } from './said.ts'
import type { Talks } from './talks.ts'

/** AMB-36, AMB-123: what is wrong with a body has two codes here. */
async function readBody(call: Pick<Call<typeof ROUTES.complete>, 'bytes' | 'header'>): Promise<Said> {
  if (!isJson(call.header('content-type')))
    throw new Refusal('INVALID_QUERY', { message: 'Content-Type must be application/json' })
  try {
    return readSaid(parseStrictJson(await call.bytes()))
  } catch (error) {
    if (error instanceof BodyTooLarge) throw new Refusal('PAYLOAD_TOO_LARGE')
    if (error instanceof BadJson) throw new Refusal('INVALID_QUERY', { message: error.message })
    throw error
  }
}

export function completionRoutes(deps: Deps, talks: Talks): Bound[] {
  return [
    bind(ROUTES.complete, async (call) => {
      const { agent, world } = await admitAgent(deps, call, call.path.id)
      const said = await readBody(call)
      const value = idempotencyValue(call.header('idempotency-key'))
      const data = await complete(deps, talks, {
        caller: call,
        agent,
        world,
        said,
        idempotency: value === null ? null : { namespace: 'complete', value },
        gone: call.gone(),
        render: (result) => result,
      })
      return { data }
    }),
  ]
}
