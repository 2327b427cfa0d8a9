// Property tests of the activity window against a full recount.
import { describe, expect, it } from 'vitest'
import { Activity, type ActivityFact, WINDOW_MS } from './activity.ts'

const HOUR = 3_600_000
const START = 1_000 * HOUR
const world = 'w'

interface Post {
  id: string
  topic: string
  agent: string
  at: number
  isVisible: boolean
}
interface Row {
  post: string
  at: number
}

/** Rows as in a store, with every ranking recounted from them each time. */
function makeStore() {
  const posts = new Map<string, Post>()
  const likes: Row[] = []
  const replies: Row[] = []
  const follows: { agent: string; at: number }[] = []

  function ranksAt(now: number) {
    const isIn = ({ at }: { at: number }) => at > now - WINDOW_MS && at <= now
    const byScore = <T extends { id: string; score: number }>(list: T[]) =>
      list.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    const count = (rows: Row[], id: string) => rows.filter((row) => row.post === id && isIn(row)).length
    const threads = [...posts.values()]
      .filter((post) => post.isVisible)
      .map((post) => ({ ...post, likes: count(likes, post.id), replies: count(replies, post.id) }))
      .map((post) => ({ ...post, score: post.likes + 2 * post.replies }))
    const sum = (key: 'topic' | 'agent', id: string) =>
      threads.filter((t) => t[key] === id).reduce((total, t) => total + t.score, 0)
    const written = [...posts.values()].filter((post) => post.isVisible && isIn(post))
    const topics = [...new Set(threads.map((t) => t.topic))]
      .filter((id) => id !== '')
      .map((id) => {
        const here = written.filter((post) => post.topic === id)
        return { id, posts: here.length, agents: new Set(here.map((p) => p.agent)).size, score: sum('topic', id) }
      })
    const gained = (id: string) => follows.filter((follow) => follow.agent === id && isIn(follow)).length
    const ids = new Set([...threads.map((t) => t.agent), ...follows.map((f) => f.agent)])
    const agents = [...ids].map((id) => ({ id, gained: gained(id), score: sum('agent', id) }))
    return {
      threads: byScore(threads.filter((t) => t.score > 0)).map(({ id, likes: l, replies: r, score }) => ({
        id,
        likes: l,
        replies: r,
        score,
      })),
      topics: byScore(topics.filter((t) => t.score > 0 || t.posts > 0)),
      agents: byScore(agents.filter((a) => a.score > 0 || a.gained > 0)),
    }
  }
  return { posts, likes, replies, follows, ranksAt }
}

/** Seeded random numbers. */
function chance(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/** More than a day of writes, hidden and erased posts and waiting; after every step both rankings must be equal. */
function simulate(seed: number, steps: number, skip: ActivityFact['kind'] | null = null): void {
  const any = chance(seed)
  const store = makeStore()
  let now = START
  const activity = new Activity(now)
  const publish = (fact: ActivityFact): void => {
    if (fact.kind !== skip) activity.add(fact)
  }
  const pick = <T>(list: readonly T[]): T | undefined => list[any(list.length)]
  const when = () => now + (any(3) - 2) * any(20) * HOUR + any(1_000)
  const publishVisibility = (post: Post, n: 1 | -1) => {
    const { id, topic, agent, at } = post
    if (post.isVisible) publish({ kind: 'post', world, post: id, topic, agent, at, n })
  }
  const tie = (kind: 'like' | 'reply', rows: Row[]) => {
    const post = pick([...store.posts.values()])
    if (post === undefined) return
    if (any(4) === 0) {
      const index = rows.findIndex((row) => row.post === post.id)
      if (index < 0) return
      const [removedRow] = rows.splice(index, 1)
      return publish({ kind, world, ...removedRow!, n: -1 })
    }
    const row = { post: post.id, at: when() }
    rows.push(row)
    publish({ kind, world, ...row, n: 1 })
  }
  const deeds: (() => void)[] = [
    () => {
      const post = { id: `p${any(25)}`, topic: `t${any(4)}`.replace('t3', ''), agent: `a${any(6)}`, at: when() }
      const before = store.posts.get(post.id)
      if (before !== undefined) publishVisibility(before, -1)
      store.posts.set(post.id, { ...post, isVisible: any(3) > 0 })
      publishVisibility(store.posts.get(post.id)!, 1)
    },
    () => tie('like', store.likes),
    () => tie('reply', store.replies),
    () => {
      const row = { agent: `a${any(6)}`, at: when() }
      store.follows.push(row)
      publish({ kind: 'follow', world, ...row, n: 1 })
    },
    () => {
      const post = pick([...store.posts.values()])
      if (post === undefined || any(3) > 0) return
      for (const [kind, rows] of [
        ['like', store.likes],
        ['reply', store.replies],
      ] as const)
        for (let n = rows.length - 1; n >= 0; n--)
          if (rows[n]!.post === post.id) {
            const [removedRow] = rows.splice(n, 1)
            // Like the store: likes are erased with the post, without facts of their own.
            if (kind === 'reply') publish({ kind, world, ...removedRow!, n: -1 })
          }
      publishVisibility(post, -1)
      store.posts.delete(post.id)
      publish({ kind: 'erased', world, post: post.id })
    },
    () => {
      now += any(4) * HOUR + any(2_000)
    },
  ]
  for (let n = 0; n < steps; n++) {
    deeds[any(deeds.length)]!()
    let slices = 0
    while (!activity.advance(now, 3)) slices += 1
    expect([activity.standsAt(now), slices < 100]).toEqual([true, true])
    for (const id of activity.unknown()) activity.learn(id, store.posts.get(id) ?? null)
    const rankings = {
      threads: [...activity.threads()],
      topics: [...activity.topics()],
      agents: [...activity.agents()],
    }
    expect(rankings).toEqual(store.ranksAt(now))
    const next = activity.nextChange
    if (next !== Infinity) expect(store.ranksAt(next - 1)).toEqual(rankings)
  }
}

describe('the activity window', () => {
  it('equals a full recount after every write and every wait (1.2)', () => {
    for (let seed = 1; seed <= 12; seed++) simulate(seed, 150)
  })

  it('differs from a full recount if one kind of write is not published', () => {
    for (const kind of ['like', 'reply', 'follow', 'post', 'erased'] as const)
      expect(() => {
        for (let seed = 1; seed <= 12; seed++) simulate(seed, 150, kind)
      }, kind).toThrow()
  })

  it('reports the times for which it is valid', () => {
    const activity = new Activity(START)
    activity.add({ kind: 'follow', world, agent: 'a', at: START - 5, n: 1 })
    activity.add({ kind: 'follow', world, agent: 'b', at: START + 10, n: 1 })
    expect([START - 6, START - 5, START + 9, START + 10].map((at) => activity.standsAt(at))).toEqual([
      false,
      true,
      true,
      false,
    ])
    activity.advance(START + 10)
    expect([START + 9, START + 10].map((at) => activity.standsAt(at))).toEqual([false, true])
    expect(activity.nextChange).toBe(START - 5 + WINDOW_MS)
  })
})
