import { OPERATOR_ROUTES } from '@agent-network/contract'
import { CliError, envelopeOf, findToken, makeClient, RefusedCall } from '../client.ts'
import { type Finding, fault, fine, skipped, warning } from './finding.ts'

/** What of its status says how a server is. */
export interface ServerStatus {
  readonly version: string
  readonly uptimeSeconds: number
  readonly away: readonly { readonly part: string; readonly reason: string; readonly seconds: number }[]
  readonly clock: { readonly aheadMs: number }
  readonly model: { readonly breaker: { readonly state: string } }
  readonly life: {
    readonly enabled: boolean
    readonly worlds: readonly { readonly worldId: string; readonly state: string; readonly lastTurnAt: string | null }[]
  }
}

export interface Asking {
  readonly operatorUrl: string
  readonly data: string
  readonly token: string | undefined
}

/** Null where no server runs; a finding says which it is. */
export async function askServer({ operatorUrl, data, token }: Asking): Promise<[Finding, ServerStatus | null]> {
  const name = 'server'
  try {
    const answer = await makeClient(operatorUrl, findToken(data, token)).send(OPERATOR_ROUTES.getStatus)
    const status = envelopeOf(answer).data as ServerStatus
    return [fine(name, `version ${status.version}, running for ${status.uptimeSeconds} s`), status]
  } catch (error) {
    if (error instanceof RefusedCall)
      return [fault(name, `${operatorUrl}: ${error.message}`, 'name the server with --operator-url and --data'), null]
    if (error instanceof CliError) return [skipped(name, error.message), null]
    throw error
  }
}

/** What only a server that runs can tell. */
export function checkRunning(status: ServerStatus): Finding[] {
  const { away, clock, life, model } = status
  const stalled = life.worlds.filter(({ state }) => state === 'stalled').map(({ worldId }) => worldId)
  const living = life.worlds.filter(({ state }) => state === 'living').length
  return [
    ...away.map(({ part, reason, seconds }) =>
      fault(part === 'store' ? 'store' : 'redis', `away for ${seconds} s: ${reason}`, 'look at its server'),
    ),
    ...(clock.aheadMs > 0
      ? [warning('clock', `it was set back by ${clock.aheadMs} ms`, "look at the machine's clock; time goes on slowly")]
      : []),
    ...(model.breaker.state === 'closed'
      ? []
      : [warning('model', `it failed and is left alone (breaker ${model.breaker.state})`, 'look at the provider')]),
    stalled.length > 0
      ? fault(
          'life',
          `nothing has happened in ${stalled.join(', ')} for three minutes although it was due`,
          'look for life.instant_failed and life.tick_failed in the log',
        )
      : fine('life', life.enabled ? `${living} worlds are living` : 'it is off (--life off)'),
  ]
}
