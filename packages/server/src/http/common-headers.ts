import type { Ambient } from '../core/ambient.ts'
import { makeRequestIds } from './request-id.ts'

/** Headers that every answer of a listener carries, whichever door made it and whether or not one did. */
export interface CommonHeaders {
  newId(): string
  add(out: string[], requestId: string): void
}

/** A year, for this name alone: what else the operator serves under the domain is not ours to promise. */
const HSTS = ['Strict-Transport-Security', 'max-age=31536000'] as const

/** `isSecure` says whether callers reach this listener over TLS, which ends before it. */
export function makeCommonHeaders(ambient: Pick<Ambient, 'now' | 'secret'>, isSecure: () => boolean): CommonHeaders {
  return {
    newId: makeRequestIds(ambient),
    add(out, requestId) {
      out.push('Request-Id', requestId, 'X-Content-Type-Options', 'nosniff')
      if (isSecure()) out.push(...HSTS)
    },
  }
}
