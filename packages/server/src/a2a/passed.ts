import type { A2aMethod, RequestGate } from '@agent-network/contract'
import { type Caller, KeyRefused, limitsOf } from '../access/authenticate.ts'
import type { RequestLog } from '../access/request-log.ts'
import type { Refusal } from '../core/refusal.ts'

/** How far a request came, for the owner of its key to see; never what was asked. */
export interface Passed {
  /** The check it is at. */
  gate: RequestGate
  caller: Caller | null
  /** Known before its caller where the key was refused for its state. */
  keyId: string | null
  method: A2aMethod | null
  code: string | null
}

export const newcomer = (): Passed => ({
  gate: 'key, key state, app state',
  caller: null,
  keyId: null,
  method: null,
  code: null,
})

export function refusedBy(passed: Passed, refusal: Refusal): void {
  passed.code = refusal.code
  if (refusal instanceof KeyRefused) passed.keyId = refusal.keyId
}

/** The same lines that REST requests leave; without a known key there is nobody to tell. */
export function noteRequest(log: RequestLog, passed: Passed, status: number, now: number): void {
  const { gate, caller, method, code } = passed
  const keyId = caller?.key.id ?? passed.keyId
  if (keyId === null) return
  log.note(keyId, {
    at: caller?.at ?? now,
    route: method === null ? 'a2a' : `a2a ${method}`,
    status,
    code,
    refusedAt: code === null ? null : gate,
    remaining: caller === null ? null : (limitsOf(caller)?.remaining ?? null),
    remainingToday: code === 'INVOKE_DAILY_BUDGET_EXCEEDED' ? 0 : null,
  })
}
