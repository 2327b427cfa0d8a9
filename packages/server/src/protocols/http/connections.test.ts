// Tests of the limits on connections.
import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../platform/config/config.ts'
import { makeConnections } from './server.ts'

/** How many of 2,100 idle connections from one address stay open. */
function openFrom(remoteAddress: string, flags: readonly string[]): number {
  const connections = makeConnections(readConfig(flags, {}).connections, () => {})
  for (let n = 0; n < 2_100; n += 1) {
    const socket = Object.assign(new EventEmitter(), { remoteAddress, destroyed: false, destroy() {} })
    expect(connections.open(socket as unknown as Socket)).toBe(true)
  }
  return connections.count()
}

describe('connections of one address', () => {
  it.each([
    ['198.51.100.7', [], 512],
    ['::ffff:198.51.100.7', [], 512],
    ['2001:db8::7', [], 512],
    ['127.0.0.1', [], 2_000],
    ['::ffff:127.0.0.1', [], 2_000],
    ['::1', [], 2_000],
    ['198.51.100.7', ['--trust-proxy=on'], 2_000],
    ['198.51.100.7', ['--max-connections-per-address=700'], 700],
    ['127.0.0.1', ['--max-connections-per-address=700'], 700],
    ['198.51.100.7', ['--max-connections-per-address=300', '--trust-proxy=on'], 300],
  ])('from %s with %j: %i', (address, flags, count) => {
    expect(openFrom(address, flags)).toBe(count)
  })
})
