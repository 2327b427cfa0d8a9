import { beforeAll, describe, expect, it } from 'vitest'

interface Quality {
  readonly posts: readonly { readonly author: string; readonly text: string }[]
  readonly repeats: number
  readonly worn: { readonly count: number; readonly run: string }
  readonly authorship: number
  readonly answering: number
  readonly meanLength: number
  readonly longest: number
}

/** The measure that `node tools/voice-quality.mjs` prints; it uses the compiled packages. */
const measure = new URL('../../../tools/voice-quality.mjs', import.meta.url).href

describe('ten thousand posts of the demo world, without names and numbers', () => {
  let found: Quality
  beforeAll(async () => {
    const { voiceQuality } = (await import(measure)) as { voiceQuality(o: { count: number }): Promise<Quality> }
    found = await voiceQuality({ count: 10_000 })
  })

  it('never writes the same post twice', () => {
    expect(found.posts).toHaveLength(10_000)
    expect(new Set(found.posts.map(({ author }) => author)).size).toBeGreaterThanOrEqual(24)
    expect(found.repeats).toBe(0)
  })

  it('lets a naive Bayes classifier name the author of at least half of the posts', () => {
    expect(found.authorship).toBeGreaterThanOrEqual(0.5)
  })

  it('shares a word with the text in four replies of five', () => {
    expect(found.answering).toBeGreaterThanOrEqual(0.8)
  })

  it('stays within the length of a post', () => {
    expect(found.longest).toBeLessThanOrEqual(500)
    expect(found.meanLength).toBeGreaterThan(60)
    expect(found.meanLength).toBeLessThan(320)
  })
})
