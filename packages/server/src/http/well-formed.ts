import type { IncomingMessage } from 'node:http'
import { Refusal } from '../core/refusal.ts'

const CONTINUE = /^100-continue$/i

/** The parser keeps the first of several Host fields and hides the others. */
function hostsOf({ rawHeaders }: IncomingMessage): number {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts
}

const malformed = (message: string, status = 400): Refusal => new Refusal('INVALID_QUERY', { message, status })

/** What HTTP itself asks of every request (RFC 9110, 7.2 and 10.1.1), and the parser leaves to us to answer. */
export function httpFault(request: IncomingMessage): Refusal | null {
  const hosts = hostsOf(request)
  if (hosts > 1) return malformed('Host header is given more than once; send one')
  if (hosts === 0 && request.httpVersionMinor > 0) return malformed('Host header is missing; HTTP/1.1 requires one')
  const { expect } = request.headers
  if (expect !== undefined && !CONTINUE.test(expect))
    return malformed('Expect may hold nothing but 100-continue; leave it out', 417)
  return null
}
