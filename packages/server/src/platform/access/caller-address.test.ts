// Tests of caller addresses and window names.
import { describe, expect, it } from 'vitest'
import { callerAddress, makeWindowNames } from './rate-limits.ts'

describe('the address that a card request is counted for', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:0207', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::99', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::99', '2001:db8:1:3::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    [undefined, 'unknown'],
    ['', 'unknown'],
  ])('the peer %s counts as %s', (peer, group) => {
    expect(callerAddress(peer, '198.51.100.1', false)).toBe(group)
  })

  it.each([
    ['198.51.100.1', '198.51.100.1'],
    ['203.0.113.5, 198.51.100.1', '198.51.100.1'],
    ['203.0.113.5,198.51.100.1:4711', '198.51.100.1'],
    ['203.0.113.5, [2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
    ['203.0.113.5, unknown', '192.0.2.7'],
    ['203.0.113.5, ', '192.0.2.7'],
    ['', '192.0.2.7'],
    [undefined, '192.0.2.7'],
  ])('behind a trusted proxy %j counts as %s: its own entry is the last', (forwarded, group) => {
    expect(callerAddress('192.0.2.7', forwarded, true)).toBe(group)
  })
})

describe('windows of addresses', () => {
  it('are separate up to a maximum, then shared until the next minute', () => {
    const names = makeWindowNames(2)
    names.seenAt(0)
    expect(['a', 'b', 'a'].map(names.nameOf)).toEqual(['card a', 'card b', 'card a'])
    expect(names.nameOf('c')).toMatch(/^card shared \d+$/)
    expect(names.nameOf('a')).toBe('card a')
    names.seenAt(59_999)
    expect(names.nameOf('c')).toMatch(/^card shared/)
    names.seenAt(60_000)
    expect(names.nameOf('c')).toBe('card c')
  })

  it('are bounded for any number of addresses', () => {
    const names = makeWindowNames(10)
    const windowNames = new Set(Array.from({ length: 50_000 }, (_, n) => names.nameOf(`10.${n}`)))
    expect(windowNames.size).toBeLessThanOrEqual(10 + 1_024)
  })
})
