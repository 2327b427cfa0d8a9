import { Refusal } from '../core/refusal.ts'
import type { Deps } from '../deps.ts'
import { names } from '../settings/switches.ts'

/** 5.9: a browser's origin must be one of ours or on the operator's list (AMB-07). */
export async function requireAllowedOrigin(deps: Deps, origin: string): Promise<void> {
  const { state } = await deps.control.current()
  const own = Object.values(deps.urls()).map((url) => new URL(url).origin)
  if (!own.includes(origin) && !names(state.switches, 'corsAllowedOrigins').includes(origin))
    throw new Refusal('ORIGIN_NOT_ALLOWED')
}
