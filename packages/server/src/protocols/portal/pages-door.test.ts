// Tests of the redirect to the portal's own address.
import { describe, expect, it } from 'vitest'
import { ownAddress } from './pages.ts'

describe('the address that sessions belong to', () => {
  const OWN = 'http://127.0.0.1:8080'

  it.each([
    ['localhost:8080', OWN],
    ['[::1]:8080', OWN],
    ['127.0.0.2:8080', OWN],
  ])('is where %s leads', (host, expected) => {
    expect(ownAddress(OWN, host)).toBe(expected)
  })

  // A proxy in front has its own port or name, and its callers must not be redirected away from it.
  it.each([
    ['127.0.0.1:8080'],
    ['localhost:3000'],
    ['localhost'],
    ['example.org:8080'],
    ['localhost.example.org:8080'],
    ['127.0.0.1.example.org:8080'],
    ['no host'],
    [undefined],
  ])('is not forced on %s', (host) => {
    expect(ownAddress(OWN, host)).toBeNull()
  })

  it('is not enforced for other than loopback addresses and plain HTTP', () => {
    expect(ownAddress('http://192.0.2.7:8080', 'localhost:8080')).toBeNull()
    expect(ownAddress('https://localhost:8080', '127.0.0.1:8080')).toBeNull()
  })
})
