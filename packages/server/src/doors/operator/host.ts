import { isIPv6 } from 'node:net'
import { Refusal } from '../../core/refusal.ts'
import type { Deps } from '../../deps.ts'
import type { Visit } from '../../http/visit.ts'

/** Against DNS rebinding: a foreign page whose host name resolves to this address would act with the operator's rights. */
export function makeHostCheck({ config }: Pick<Deps, 'config'>): (visit: Visit) => void {
  const own = config.operatorHost.toLowerCase()
  // An address of IPv6 stands in brackets there.
  const names = new Set(['127.0.0.1', 'localhost', '[::1]', isIPv6(own) ? `[${own}]` : own])
  return (visit) => {
    const name = (visit.header('host') ?? '').toLowerCase().replace(/:\d+$/, '')
    if (!names.has(name)) throw new Refusal('HOST_NOT_ALLOWED')
  }
}
