// Tests of the pump.
import { expect, it } from 'vitest'
import { makePump } from './outlet.ts'

it('a pump runs once more after a thousand calls during a run, never concurrently', async () => {
  const resumes: (() => void)[] = []
  let atWork = 0
  const pump = makePump(async () => {
    atWork += 1
    expect(atWork).toBe(1)
    await new Promise<void>((resume) => resumes.push(resume))
    atWork -= 1
  })
  const first = pump()
  const others = Array.from({ length: 1_000 }, () => pump())
  resumes[0]!()
  while (resumes.length < 2) await Promise.resolve()
  resumes[1]!()
  await Promise.all([first, ...others])
  expect(resumes).toHaveLength(2)
})

it('a pump runs again after a failure', async () => {
  let n = 0
  const pump = makePump(async () => {
    n += 1
    if (n === 1) throw new Error('away')
  })
  await expect(pump()).rejects.toThrow('away')
  await pump()
  expect(n).toBe(2)
})
