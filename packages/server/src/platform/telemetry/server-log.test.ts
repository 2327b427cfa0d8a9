// Tests of request ids and sampling in the log.
import { Writable } from 'node:stream'
import pino from 'pino'
import { expect, it, vi } from 'vitest'
import { Outage } from '../core/outage.ts'
import { makeServerLog, runWithRequestId } from './server-log.ts'

function openLog(elapsed: () => number) {
  const lines: Record<string, unknown>[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  return { lines, log: makeServerLog(pino(stream), elapsed) }
}

it('adds the id of the request, also after a wait, and not to lines about the whole node', async () => {
  const { lines, log } = openLog(() => 0)
  await runWithRequestId('req_1', async () => {
    await new Promise((resume) => setImmediate(resume))
    log.info({ event: 'settings.switches_changed' }, 'switches changed')
    log.warn({ event: 'store.recovered' }, 'dependency recovered')
  })
  log.warn({ event: 'visitors.journal_failed' }, 'journal page read failed')
  expect(lines.map(({ requestId }) => requestId)).toEqual(['req_1', undefined, undefined])
})

it('writes ten lines a second per event, and then the number of the others', () => {
  vi.useFakeTimers()
  try {
    let now = 0
    const { lines, log } = openLog(() => now)
    for (let n = 0; n < 25; n++) log.error({ event: 'http.request_failed', requestId: `req_${n}` }, 'request failed')
    log.error({ event: 'other.event' }, 'other')
    expect(lines.map(({ requestId }) => requestId)).toEqual(
      [...Array(10).keys()].map((n) => `req_${n}`).concat(undefined!),
    )
    now = 1_000
    vi.advanceTimersByTime(1_000)
    expect(lines.at(-1)).toMatchObject({ event: 'http.request_failed', suppressed: 15 })
    log.error({ event: 'http.request_failed', requestId: 'later' }, 'request failed')
    expect(lines.at(-1)).toMatchObject({ requestId: 'later', level: 50 })
  } finally {
    vi.useRealTimers()
  }
})

it('logs the reason of an outage and never its error, and failed health checks once a second', () => {
  let now = 0
  const { lines, log } = openLog(() => now)
  const err = new Error('wrapped', { cause: new Outage('store', 'ECONNREFUSED') })
  log.error({ event: 'http.request_failed', err }, 'request failed')
  expect(lines[0]).toMatchObject({ level: 40, part: 'store', reason: 'ECONNREFUSED' })
  expect(lines[0]).not.toHaveProperty('err')
  for (now = 0; now < 1_500; now += 250) log.warn({ event: 'store.connection_lost', err }, 'database connection lost')
  expect(lines.slice(1).map(({ failures }) => failures)).toEqual([1, 4])
})
