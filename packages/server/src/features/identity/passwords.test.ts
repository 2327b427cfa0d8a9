import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { COST, isPassword, makePasswords } from './passwords.ts'

const HERE = '192.0.2.1'
const CHEAP = { logN: 4, r: 8, p: 1 }
const passwords = makePasswords(randomBytes, CHEAP)

describe('a password', () => {
  it.each([
    [9, false],
    [10, true],
    [200, true],
    [201, false],
  ])('of %i characters: %s', (length, allowed) => {
    expect(isPassword('é'.repeat(length))).toBe(allowed)
    expect(isPassword('😀'.repeat(length))).toBe(allowed)
  })

  it('is stored with salt and parameters, never twice the same', async () => {
    const [one, two] = [await passwords.hash('correct horse', HERE), await passwords.hash('correct horse', HERE)]
    expect(one).toMatch(/^scrypt\$4\$8\$1\$[\w-]{22}\$[\w-]{43}$/)
    expect(one).not.toBe(two)
    expect(one).not.toContain('correct')
  })

  it('matches itself and nothing else', async () => {
    const stored = await passwords.hash('correct horse', HERE)
    expect(await passwords.matches('correct horse', stored, HERE)).toBe(true)
    expect(await passwords.matches('Correct horse', stored, HERE)).toBe(false)
    expect(await passwords.matches('correct horse ', stored, HERE)).toBe(false)
    expect(await passwords.matches('correct horse', null, HERE)).toBe(false)
  })

  it('is the same however its letters are composed', async () => {
    expect(await passwords.matches('cafe\u0301 de nuit', await passwords.hash('caf\u00e9 de nuit', HERE), HERE)).toBe(
      true,
    )
  })

  it('stored under older parameters still matches', async () => {
    const older = makePasswords(randomBytes, { logN: 3, r: 8, p: 2 })
    expect(await passwords.matches('correct horse', await older.hash('correct horse', HERE), HERE)).toBe(true)
  })

  it('of nobody costs what a wrong one costs', async () => {
    const real = makePasswords(randomBytes, COST)
    const stored = await real.hash('correct horse', HERE)
    expect(stored).toMatch(/^scrypt\$15\$8\$3\$/)
    const time = async (against: string | null) => {
      const start = performance.now()
      await real.matches('something else', against, HERE)
      return performance.now() - start
    }
    // The least of a few, because other work on the machine only ever adds.
    const least = async (against: string | null) => Math.min(await time(against), await time(against))
    const ratio = (await least(null)) / (await least(stored))
    expect(ratio).toBeGreaterThan(0.3)
    expect(ratio).toBeLessThan(3)
  })

  it('waits for its turn, and is turned away when too many wait', async () => {
    const asked = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.hash('correct horse', HERE)))
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(52)
    expect(asked.filter((one) => one.status === 'rejected').map((one) => one.reason.code)).toEqual(
      Array(8).fill('RATE_LIMIT_EXCEEDED'),
    )
    await passwords.hash('correct horse', HERE)
  })

  it('of somebody else is hashed in turn and not turned away, however many wait at one place', async () => {
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
