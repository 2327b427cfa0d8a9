import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lifeFile } from '../../test/life-world.ts'
import { plant } from '../../test/planted.ts'
import { CATALOGUE, HOSTILE_QUESTIONS } from './catalogue.ts'
import { HOLD_MAX_MS, type Hold, type HoldFixture, isTooLong, openHoldFixture } from './fixture.ts'

const worst = (holds: readonly Hold[]): Hold => holds.reduce((a, b) => (b.ms > a.ms ? b : a))

function tableOf(holds: readonly Hold[]): string {
  const rows = Object.keys(CATALOGUE).map((request) => {
    const { ms, bareMs, route, caller } = worst(holds.filter((hold) => hold.request === request))
    const bare = bareMs === 0 ? '' : bareMs.toFixed(1)
    return `| ${request} | ${ms.toFixed(1)} | ${bare} | \`${route}\`, ${caller} |`
  })
  return ['| request | longest hold, ms | bare node, ms | where |', '|---|---:|---:|---|', ...rows].join('\n')
}

describe('expensive requests', () => {
  let fixture: HoldFixture
  beforeAll(async () => {
    fixture = await openHoldFixture()
  })
  afterAll(() => fixture.stop())

  it('hold the event loop for no more than 20 ms, on any route, with and without a key', async () => {
    const holds = await fixture.walk()
    process.stdout.write(`${tableOf(holds)}\n${holds.length} requests\n`)
    expect(holds.filter(isTooLong)).toEqual([])
  })

  it('hold it no longer as questions to a resident, whatever they repeat', async () => {
    const holds = await fixture.ask(HOSTILE_QUESTIONS)
    process.stdout.write(`${holds.map(({ request, ms }) => `${request}: ${ms.toFixed(1)} ms`).join('\n')}\n`)
    expect(holds).toHaveLength(Object.keys(HOSTILE_QUESTIONS).length)
    expect(holds.filter(isTooLong)).toEqual([])
  })
})

describe('500 connections with 58 pipelined requests each, reset together', () => {
  it('hold the event loop no longer than a server of node alone that does no work', async () => {
    const fixture = await openHoldFixture()
    try {
      const { ms, bareMs } = await fixture.reset(500, 58)
      process.stdout.write(`reset together: ${ms.toFixed(0)} ms, bare node: ${bareMs.toFixed(0)} ms\n`)
      expect(ms).toBeLessThan(bareMs + HOLD_MAX_MS)
    } finally {
      await fixture.stop()
    }
  })
})

/** Twelve residents of the demo city with three questions each, on a server that has given no answer before. */
async function interviewFirst(main?: string): Promise<number> {
  const fixture = await openHoldFixture(main)
  try {
    const { ms, answers } = await fixture.interview(lifeFile({ worldId: 'interviewed', residents: 12 }) as never)
    process.stdout.write(`first interview: ${ms.toFixed(1)} ms\n`)
    expect(answers).toBe(36)
    return ms
  } finally {
    await fixture.stop()
  }
}

describe('the first interview after a start', () => {
  it('holds the event loop for no more than 20 ms', async () => {
    // The least of up to three servers, as other programs of the machine make code slower.
    let ms = Number.POSITIVE_INFINITY
    for (let tries = 0; tries < 3 && ms > HOLD_MAX_MS; tries += 1) ms = Math.min(ms, await interviewFirst())
    expect(ms).toBeLessThanOrEqual(HOLD_MAX_MS)
  })
})

describe('a planted hold', () => {
  it('is found: an interview that does not wait for the worker thread', async () => {
    const { main, remove } = plant({ file: 'worker-thread.js', from: 'await startup', to: '{}' })
    try {
      expect(await interviewFirst(main)).toBeGreaterThan(HOLD_MAX_MS)
    } finally {
      remove()
    }
  })

  it('is found: JSON that is parsed before it is measured', async () => {
    const { main, remove } = plant({ file: 'json.js', from: 'inspect(source, tokensMax);', to: '' })
    const fixture = await openHoldFixture(main)
    try {
      const holds = await fixture.walk({ routes: /identity\/sign-in|complete$/, requests: /brackets|values/ })
      expect(worst(holds).ms).toBeGreaterThan(HOLD_MAX_MS)
    } finally {
      await fixture.stop()
      remove()
    }
  })
})
