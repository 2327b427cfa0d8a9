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

  // A proxy in front has a port or a name of its own, and whoever came through it must stay there.
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

  it('is left alone where it is no loopback address, or not plain HTTP', () => {
    expect(ownAddress('http://192.0.2.7:8080', 'localhost:8080')).toBeNull()
    expect(ownAddress('https://localhost:8080', '127.0.0.1:8080')).toBeNull()
  })
})
