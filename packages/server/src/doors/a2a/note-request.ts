import type { A2aMethod, RequestGate } from '@agent-network/contract'
import { type Caller, KeyRefused, limitsOf } from '../../access/authenticate.ts'
import type { RequestLog } from '../../access/request-log.ts'
import type { Refusal } from '../../core/refusal.ts'

/** How far a request came, for the owner of its key to see; never what was asked. */
export interface RequestTrace {
  readonly id: string
  readonly step: string
  readonly caller?: Caller
  readonly rpcMethod?: A2aMethod
  /** The reason of an error in an answer whose HTTP status is 200. */
  readonly rpcReason?: string
}

/** The same lines that REST requests leave; without a known key there is nobody to tell. */
export function noteRequest(
  log: RequestLog,
  { id, step, caller, rpcMethod, rpcReason }: RequestTrace,
  { status, refusal, now }: { status: number; refusal: Refusal | null; now: number },
): void {
  const keyId = caller?.key.id ?? (refusal instanceof KeyRefused ? refusal.keyId : null)
  if (keyId === null) return
  const code = refusal?.code ?? rpcReason ?? null
  log.note(keyId, {
    at: caller?.at ?? now,
    requestId: id,
    route: rpcMethod === undefined ? 'a2a' : `a2a ${rpcMethod}`,
    status,
    code,
    refusedAt: code === null ? null : (step as RequestGate),
    remaining: caller === undefined ? null : (limitsOf(caller)?.remaining ?? null),
    remainingToday: code === 'INVOKE_DAILY_BUDGET_EXCEEDED' ? 0 : null,
  })
}
