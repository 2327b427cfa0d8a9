// Rate limits by caller address, and optional ceilings per key and app.
import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { LIMITS } from '@agent-network/contract'
import type { Switches, SwitchName } from '../control/switches.ts'
import { ApiError } from '../core/api-error.ts'
import type { SharedState } from '../redis/shared-state.ts'

/** The address without brackets, zone and port; null if it is none. */
function ipOf(address: string): string | null {
  const bare = address.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/%.*$/, '')
  const ip = isIP(bare) === 0 ? bare.replace(/^([\d.]+):\d+$/, '$1') : bare
  return isIP(ip) === 0 ? null : ip
}

/**
 * IPv6 addresses are grouped by their /64 network, because one holder controls all of it. IPv4 addresses count singly.
 */
function addressGroupOf(address: string): string | null {
  const ip = ipOf(address)
  if (ip === null || isIP(ip) === 4) return ip
  // The URL parser normalises every notation of an address.
  const canonical = new URL(`http://[${ip}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const leadingGroups = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups = [...leadingGroups, ...Array<string>(8 - leadingGroups.length - right.length).fill('0'), ...right]
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return `${groups.slice(0, 4).join(':')}::/64`
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/**
 * The address that a request is counted for. Behind a trusted proxy it is the last X-Forwarded-For entry, which the
 * proxy wrote. Earlier entries come from the client.
 */
export function callerAddress(peer: string | undefined, forwarded: string | undefined, trustProxy: boolean): string {
  return addressGroupOf(callerIp(peer, forwarded, trustProxy) ?? '') ?? 'unknown'
}

/** The same address in full, for comparison with address ranges. Null if it is not known. */
export function callerIp(peer: string | undefined, forwarded: string | undefined, trustProxy: boolean): string | null {
  const forwardedIp = trustProxy ? ipOf((forwarded ?? '').split(',').at(-1)!.trim()) : null
  return forwardedIp ?? ipOf(peer ?? '')
}

/** Addresses with a window of their own per minute. Further addresses share windows, which bounds the memory. */
const OWN_WINDOWS = 20_000
const SHARED_WINDOWS = 1_024

const minuteOf = (at: number): number => Math.floor(at / 60_000)

export interface WindowNames {
  nameOf(address: string): string
  /** Reports the time at which the last request was counted. */
  seenAt(at: number): void
}

export function makeWindowNames(own: number = OWN_WINDOWS): WindowNames {
  const ownAddresses = new Set<string>()
  let minute = -1
  return {
    nameOf(address) {
      if (ownAddresses.size < own) ownAddresses.add(address)
      if (ownAddresses.has(address)) return `card ${address}`
      const digest = createHash('sha256').update(address).digest()
      return `card shared ${digest.readUInt32BE(0) % SHARED_WINDOWS}`
    },
    seenAt(at) {
      if (minuteOf(at) === minute) return
      minute = minuteOf(at)
      ownAddresses.clear()
    },
  }
}

/** Limits in addition to a key's own limit, each off unless an operator sets it. */
const CEILINGS = {
  addressRateLimitPerMinute: 'from one address',
  developerRateLimitPerMinute: 'over all keys of one developer',
} as const satisfies Partial<Record<SwitchName, string>>
export type Ceiling = keyof typeof CEILINGS

/** AMB-119 for a limit without a default: a value that is not a number of at least 1 sets no limit. */
export function ceilingOf(switches: Switches, name: Ceiling | 'completionConcurrencyPerKey'): number | null {
  const value = switches[name]
  return typeof value === 'number' && Number.isFinite(value) && value >= 1 ? Math.floor(value) : null
}

const { windowMs } = LIMITS.rate

/** Counts one request against a ceiling. A returned error rejects the request. */
export async function takeFromCeiling(
  shared: SharedState,
  { name, subject, limit }: { readonly name: Ceiling; readonly subject: string; readonly limit: number },
  at: number,
): Promise<ApiError | null> {
  const take = { keyId: `${name} ${subject}`, limit, probationEndsAt: 0, limitInProbation: limit }
  const admission = await shared.admit(null, at, take)
  if (admission.current && admission.window?.admitted === true) return null
  return new ApiError('RATE_LIMIT_EXCEEDED', {
    message: `Rate limit exceeded: ${limit} requests per minute ${CEILINGS[name]}`,
    retryAfterSeconds: Math.max(1, Math.ceil((windowMs - (at % windowMs)) / 1_000)),
  })
}
