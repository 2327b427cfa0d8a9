// Tests of the recent posts that a world keeps in memory.
import { describe, expect, it } from 'vitest'
import { systemAmbient } from '../../../platform/core/ambient.ts'
import type { Read } from '../../../platform/db/database.ts'
import { makeScene } from './scene.ts'

const WORDS = 'oar brine tar lamp moss rope bell crust slate gull stove ferry ink lid soup thread'.split(' ')
const AT = 1_000_000

interface Post {
  readonly id: string
  readonly position: number
  readonly text: string
}

/** A fake store with the queries that a scene uses. */
const readOf = (posts: readonly Post[]): Read =>
  ({
    all: async (_: unknown, params: { after?: number; upTo?: number }) =>
      params.upTo === undefined
        ? []
        : posts
            .filter(({ position }) => position > params.after! && position < params.upTo!)
            .toSorted((a, b) => b.position - a.position)
            .slice(0, 120)
            .map((post) => ({ ...post, agent_id: 'a', kind: 'resident', topic_id: 't', created_at: 0, issue: null })),
  }) as unknown as Read

describe('scene', () => {
  const chance = systemAmbient().random('scene')
  const text = () => Array.from({ length: 7 }, () => WORDS[Math.floor(chance() * WORDS.length)]!).join(' ')
  let minted = 0
  const post = (position: number): Post => {
    minted += 1
    return { id: `p${minted}`, position, text: text() }
  }

  it('equals a fresh read after a rolled back transaction', async () => {
    const stored: Post[] = Array.from({ length: 1_200 }, (_, n) => post(n))
    const scene = makeScene('w')
    await scene.refresh(readOf(stored), AT)
    for (let round = 0; round < 12; round++) {
      const next = stored.length
      const written = [...stored, ...Array.from({ length: 1 + (round % 5) }, (_, n) => post(next + n))]
      await scene.refresh(readOf(written), AT)
      // Rolled back; meanwhile another transaction may have posted at the same position.
      scene.rewind()
      if (round % 2 === 0) stored.push(post(next))
      await scene.refresh(readOf(stored), AT)
      const fresh = makeScene('w')
      await fresh.refresh(readOf(stored), AT)
      expect(scene.recent).toEqual(fresh.recent)
    }
  })

  it('has no gap when there are more new posts than one page', async () => {
    const stored = Array.from({ length: 700 }, (_, n) => post(n))
    const scene = makeScene('w')
    await scene.refresh(readOf(stored), AT)
    stored.push(...Array.from({ length: 900 }, (_, n) => post(700 + n)))
    await scene.refresh(readOf(stored), AT)
    const fresh = makeScene('w')
    await fresh.refresh(readOf(stored), AT)
    expect(scene.recent).toEqual(fresh.recent)
  })
})
