// Tests of password rules and hashing.
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { COST, isPassword, makePasswords, makeSignedInAddresses } from './passwords.ts'

const HERE = '192.0.2.1'
const CHEAP = { logN: 4, r: 8, p: 1 }
const passwords = makePasswords(randomBytes, CHEAP)

describe('passwords', () => {
  it.each([
    [9, false],
    [10, true],
    [200, true],
    [201, false],
  ])('length %i: %s', (length, allowed) => {
    expect(isPassword('é'.repeat(length))).toBe(allowed)
    expect(isPassword('😀'.repeat(length))).toBe(allowed)
  })

  it('are stored with a random salt and parameters', async () => {
    const [one, two] = [await passwords.hash('correct horse', HERE), await passwords.hash('correct horse', HERE)]
    expect(one).toMatch(/^scrypt\$4\$8\$1\$[\w-]{22}\$[\w-]{43}$/)
    expect(one).not.toBe(two)
    expect(one).not.toContain('correct')
  })

  it('match only themselves', async () => {
    const stored = await passwords.hash('correct horse', HERE)
    expect(await passwords.matches('correct horse', stored, HERE)).toBe(true)
    expect(await passwords.matches('Correct horse', stored, HERE)).toBe(false)
    expect(await passwords.matches('correct horse ', stored, HERE)).toBe(false)
    expect(await passwords.matches('correct horse', null, HERE)).toBe(false)
  })

  it('are equal in composed and decomposed form', async () => {
    expect(await passwords.matches('cafe\u0301 de nuit', await passwords.hash('caf\u00e9 de nuit', HERE), HERE)).toBe(
      true,
    )
  })

  it('stored with older parameters still match', async () => {
    const older = makePasswords(randomBytes, { logN: 3, r: 8, p: 2 })
    expect(await passwords.matches('correct horse', await older.hash('correct horse', HERE), HERE)).toBe(true)
  })

  it('cost the same time for an unknown account as for a wrong password', async () => {
    const real = makePasswords(randomBytes, COST)
    const stored = await real.hash('correct horse', HERE)
    expect(stored).toMatch(/^scrypt\$15\$8\$3\$/)
    const time = async (against: string | null) => {
      const start = performance.now()
      await real.matches('something else', against, HERE)
      return performance.now() - start
    }
    // The minimum of a few runs, because other work on the machine only adds time.
    const least = async (against: string | null) => Math.min(await time(against), await time(against))
    const ratio = (await least(null)) / (await least(stored))
    expect(ratio).toBeGreaterThan(0.3)
    expect(ratio).toBeLessThan(3)
  })

  it('wait in a queue, and are refused when it is full', async () => {
    const results = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.hash('correct horse', HERE)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(52)
    expect(results.filter((one) => one.status === 'rejected').map((one) => one.reason.code)).toEqual(
      Array(8).fill('RATE_LIMIT_EXCEEDED'),
    )
    await passwords.hash('correct horse', HERE)
  })

  it('of another address are hashed while one address fills its queue', async () => {
    const done: string[] = []
    const hash = async (where: string) => {
      await passwords.hash('correct horse', where)
      done.push(where)
    }
    const many = Array.from({ length: 60 }, () => hash(HERE).catch(() => {}))
    await hash('198.51.100.7')
    expect(done.length).toBeLessThan(10)
    await Promise.all(many)
    expect(done).toHaveLength(52)
  })
})

describe('addresses that have signed in', () => {
  it('are remembered up to a maximum, the newest ones', () => {
    const addresses = makeSignedInAddresses(2)
    for (const address of ['a', 'b', 'a', 'c']) addresses.add(address)
    expect(['a', 'b', 'c'].map(addresses.has)).toEqual([true, false, true])
  })
})
