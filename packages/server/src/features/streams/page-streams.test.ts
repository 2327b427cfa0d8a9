// Tests of page streams.
import { pino } from 'pino'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { systemAmbient } from '../../platform/core/ambient.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { inProcessState } from '../../platform/redis/shared-state.ts'
import type { Outlet } from './outlet.ts'
import { makePageStreams, type PageStream } from './page-streams.ts'

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const { close } of opened.splice(0)) await close()
})

function make(max = 10) {
  const ambient = systemAmbient()
  const deps = { sharedState: inProcessState(() => 0), ambient, log: pino({ level: 'silent' }) } as unknown as Deps
  const terms = { name: 'site', max, full: 'full', perReader: 2, readerFull: 'two each', tick: async () => {} } as const
  const pages = makePageStreams<PageStream>(deps, terms)
  opened.push(pages)
  return pages
}

function outlet() {
  const ended: string[] = []
  const own: Outlet = {
    open: true,
    backlog: 0,
    send: () => {},
    comment: () => {},
    end: (code) => void ended.push(code),
    cut: () => {},
  }
  return { own, ended }
}

async function begin(pages: ReturnType<typeof make>, reader: string) {
  const place = await pages.takePlace(reader)
  const forget = vi.fn()
  const { own, ended } = outlet()
  const pending = pages.startOf({
    place,
    open: (to) => ({ place, outlet: to, commentedAt: 0, forget }),
    begin: async () => {},
  })
  return { begun: pending, forget, ended, start: () => pending.start(own) }
}

const codeOf = (error: unknown) => [(error as ApiError).code, (error as ApiError).message]

describe('page streams', () => {
  it('count for their reader and the node as soon as the slot is taken', async () => {
    const pages = make(3)
    const first = await begin(pages, 'a')
    await begin(pages, 'a')
    expect(await pages.takePlace('a').catch(codeOf)).toEqual(['STREAM_LIMIT_EXCEEDED', 'two each'])
    await begin(pages, 'b')
    expect(await pages.takePlace('c').catch(codeOf)).toEqual(['STREAM_LIMIT_EXCEEDED', 'full'])
    // Never started: its reader left before the head was sent.
    first.begun.closed()
    first.begun.closed()
    await begin(pages, 'a')
    expect(await pages.takePlace('c').catch(codeOf)).toEqual(['STREAM_LIMIT_EXCEEDED', 'full'])
    expect(pages.count()).toBe(0)
  })

  it('release their resources exactly once', async () => {
    const pages = make()
    const { begun, forget, start, ended } = await begin(pages, 'a')
    start()
    expect(pages.count()).toBe(1)
    pages.endWith([...pages.open][0]!, new ApiError('WORLD_NOT_FOUND'))
    begun.closed()
    expect([forget.mock.calls.length, ended, pages.count()]).toEqual([1, ['WORLD_NOT_FOUND'], 0])
  })

  it('end with the code of the next request, or with INTERNAL_ERROR', async () => {
    const pages = make()
    const { start, ended } = await begin(pages, 'a')
    start()
    pages.endWith([...pages.open][0]!, new Error('broken'))
    expect(ended).toEqual(['INTERNAL_ERROR'])
  })

  it('end with SERVER_DRAINING during shutdown, and no new ones are admitted', async () => {
    const pages = make()
    const { start, ended } = await begin(pages, 'a')
    pages.end('SERVER_DRAINING')
    start()
    expect(ended).toEqual(['SERVER_DRAINING'])
    expect(() => pages.requireServing()).toThrow(expect.objectContaining({ code: 'SERVER_DRAINING' }))
  })
})
