// Tests of shared feeds.
import { describe, expect, it, vi } from 'vitest'
import { makeFeeds } from './feeds.ts'

function feeds() {
  const forget = vi.fn()
  const open = vi.fn(async (topic: string) => ({ topic, forget }))
  return { forget, open, ...makeFeeds((topic: string) => topic.toLowerCase(), open) }
}

describe('feeds', () => {
  it('are shared by all holders of a topic until the last one releases it', async () => {
    const { hold, all, open, forget } = feeds()
    const [first, second] = await Promise.all([hold('Tea'), hold('tea')])
    expect(first.feed).toBe(second.feed)
    expect(open).toHaveBeenCalledTimes(1)
    expect(all().map(([name]) => name)).toEqual(['tea'])
    first.letGo()
    await Promise.resolve()
    expect(forget).not.toHaveBeenCalled()
    second.letGo()
    await vi.waitFor(() => expect(forget).toHaveBeenCalledTimes(1))
    expect(all()).toEqual([])
  })

  it('are opened again after the last release', async () => {
    const { hold, open } = feeds()
    ;(await hold('tea')).letGo()
    await hold('tea')
    expect(open).toHaveBeenCalledTimes(2)
  })

  it('are not cached if opening fails', async () => {
    const { hold, all, open } = feeds()
    open.mockRejectedValueOnce(new Error('away'))
    const both = await Promise.allSettled([hold('tea'), hold('tea')])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(all()).toEqual([])
    expect((await hold('tea')).feed.topic).toBe('tea')
  })
})
