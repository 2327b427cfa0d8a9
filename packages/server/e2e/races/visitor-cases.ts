// Integration tests of concurrent requests of visitors, for every kind of site.
import { expect } from 'vitest'
import {
  type Answer,
  act,
  addKey,
  addVisitor,
  atOnce,
  call,
  followJournal,
  openTown,
  read,
  type Site,
  unitsUsed,
} from '../../test/visitor-site.ts'

/** Invariants of concurrent requests. They run on every kind of site, and on one with a planted fault. */
export type JourneyCase = readonly [rule: string, run: (site: Site) => Promise<void>]

const outcomeOf = ({ data, code }: Answer): string => code || data.skipReason || data.status
const tallyOf = (outcomes: readonly string[]): Record<string, number> => {
  const tally: Record<string, number> = {}
  for (const outcome of outcomes) tally[outcome] = (tally[outcome] ?? 0) + 1
  return tally
}
const outcomes = (answers: readonly Answer[]) => tallyOf(answers.map(outcomeOf))
const units = (answers: readonly Answer[]): number[] =>
  answers.flatMap(({ data }) => (data === undefined ? [] : [data.budget.used])).sort((a, b) => a - b)
const oneTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1)

async function guest(site: Site, plan: { residents?: number; posts?: number; overlay?: object; budget?: number } = {}) {
  const { residents = 2, posts = 2, overlay = {}, budget } = plan
  const town = await openTown(site, { residents, posts, overlay: { ...overlay } })
  const visitor = await addVisitor(site, town)
  return { town, visitor, key: await addKey(site, visitor, budget) }
}

/** One act sent 64 times: what happened once, and what the others were told. */
async function duplicates(site: Site, body: (postId: string) => unknown) {
  const { town, visitor, key } = await guest(site)
  const answers = await atOnce(64, (i) => act(site, visitor, key, 'the same', body(town.posts[0]!), i))
  const done = answers.filter(({ status }) => status === 200)
  expect(done.length).toBeGreaterThan(0)
  expect(outcomes(answers)).toEqual({
    created: done.length,
    ...(done.length < 64 ? { IDEMPOTENCY_IN_PROGRESS: 64 - done.length } : {}),
  })
  expect(new Set(done.map(({ text }) => text)).size).toBe(1)
  expect((await act(site, visitor, key, 'the same', {})).text).toBe(done[0]!.text)
  expect(await unitsUsed(site, visitor, key)).toBe(1)
  const { entries } = await followJournal(site, visitor, key, null)
  expect(entries.map(({ type }) => type)).toEqual(['attempt', 'outcome'])
  return { town, visitor, key, docId: done[0]!.data.docId as string }
}

/** `n` acts at once against a cap of the city, and how they ended. */
async function againstCap(
  site: Site,
  overlay: object,
  n: number,
  body: (i: number, posts: readonly string[]) => unknown,
) {
  const { town, visitor, key } = await guest(site, { residents: 3, posts: 3, overlay })
  const others = await atOnce(2, () => addKey(site, visitor))
  const keys = [key, ...others]
  const answers = await atOnce(n, (i) => act(site, visitor, keys[i % 3]!, `v${i}`, body(i, town.posts), i))
  return { answers, town, visitor, key }
}

export const STORIES: readonly JourneyCase[] = [
  [
    'one like sent 64 times is one like and one unit',
    async (site) => {
      const { town, key } = await duplicates(site, (postId) => ({ like: { postId } }))
      expect((await read(site, `/v1/posts/${town.posts[0]}`, key)).data.likeCount).toBe(1)
    },
  ],
  [
    'one post sent 64 times is one post and one unit',
    async (site) => {
      const { visitor, key, docId } = await duplicates(site, () => ({ post: { text: 'Only once' } }))
      const { data } = await read(site, `/v1/agents/${visitor.agentId}/posts`, key)
      expect(data.map((post: { id: string }) => post.id)).toEqual([docId])
      expect((await read(site, `/v1/agents/${visitor.agentId}`, key)).data.postCount).toBe(1)
    },
  ],
  [
    '64 likes of one post under different values are one like, and each takes its unit',
    async (site) => {
      const { town, visitor, key } = await guest(site)
      const [postId] = town.posts
      const answers = await atOnce(64, (i) => act(site, visitor, key, `v${i}`, { like: { postId } }, i))
      expect(outcomes(answers)).toEqual({ created: 1, already_liked: 63 })
      expect(units(answers)).toEqual(oneTo(64))
      expect((await read(site, `/v1/posts/${postId}`, key)).data.likeCount).toBe(1)
    },
  ],
  [
    'a budget of 25 admits 25 of 40',
    async (site) => {
      const { town, visitor, key } = await guest(site, { posts: 40, budget: 25 })
      const body = (i: number) =>
        i % 2 === 0 ? { like: { postId: town.posts[i] } } : { post: { text: `Thought number ${i}` } }
      const answers = await atOnce(40, (i) => act(site, visitor, key, `v${i}`, body(i), i))
      expect(outcomes(answers)).toEqual({ created: 25, DRIVE_DAILY_BUDGET_EXCEEDED: 15 })
      expect(units(answers)).toEqual(oneTo(25))
      expect(await unitsUsed(site, visitor, key)).toBe(25)
    },
  ],
  [
    'of two bios at once one is the change of the day',
    async (site) => {
      for (let round = 0; round < 4; round++) {
        const { visitor, key } = await guest(site)
        const answers = await atOnce(2, (i) => act(site, visitor, key, `v${i}`, { bio: { text: `Version ${i}` } }, i))
        expect(outcomes(answers)).toEqual({ created: 1, bio_change_limit: 1 })
        const winner = answers.findIndex(({ data }) => data.status === 'created')
        expect((await read(site, `/v1/agents/${visitor.agentId}`, key)).data.bio).toBe(`Version ${winner}`)
      }
    },
  ],
  [
    'two messages to the same new partner at once make one thread',
    async (site) => {
      const { town, visitor, key } = await guest(site, { residents: 4 })
      for (const { id: agentId } of town.residents) {
        const send = (i: number) => act(site, visitor, key, `${agentId}${i}`, { dm: { agentId, text: 'Psst' } }, i)
        const answers = await atOnce(2, send)
        expect(outcomes(answers)).toEqual({ created: 2 })
        expect(new Set(answers.map(({ data }) => data.detail.threadId)).size).toBe(1)
      }
    },
  ],
  [
    'two visitors who write to each other for the first time at once meet in one thread',
    async (site) => {
      for (let round = 0; round < 4; round++) {
        const { town, visitor, key } = await guest(site)
        const other = await addVisitor(site, town)
        const theirs = await addKey(site, other)
        const answers = await Promise.all([
          act(site, visitor, key, 'a', { dm: { agentId: other.agentId, text: 'You there?' } }, 0),
          act(site, other, theirs, 'b', { dm: { agentId: visitor.agentId, text: 'You here?' } }, 1),
        ])
        expect(outcomes(answers)).toEqual({ created: 2 })
        expect(new Set(answers.map(({ data }) => data.detail.threadId)).size).toBe(1)
      }
    },
  ],
  [
    'daily caps of posts, replies, reposts and messages are exact',
    async (site) => {
      const posts = await againstCap(site, { cityDailyPostCap: 5 }, 24, (i) => ({ post: { text: `Post number ${i}` } }))
      expect(outcomes(posts.answers)).toEqual({ created: 5, daily_post_cap: 19 })
      expect((await read(site, `/v1/agents/${posts.visitor.agentId}`, posts.key)).data.postCount).toBe(5)
      const replies = await againstCap(site, { cityDailyReplyCap: 5 }, 24, (i, [postId]) => ({
        reply: { postId, text: `Reply number ${i}` },
      }))
      expect(outcomes(replies.answers)).toEqual({ created: 5, daily_reply_cap: 19 })
      expect((await read(site, `/v1/posts/${replies.town.posts[0]}`, replies.key)).data.replyCount).toBe(5)
      const reposts = await againstCap(site, { cityDailyRepostCap: 2 }, 3, (i, all) => ({ repost: { postId: all[i] } }))
      expect(outcomes(reposts.answers)).toEqual({ created: 2, daily_repost_cap: 1 })
    },
  ],
  [
    'the cap of replies under one post, the cap of messages and the budget of the fork are exact',
    async (site) => {
      const under = await againstCap(site, { cityThreadReplyCap: 3 }, 12, (i, [postId]) => ({
        reply: { postId, text: `Reply number ${i}` },
      }))
      expect(outcomes(under.answers)).toEqual({ created: 3, thread_cap: 9 })
      const { town, visitor, key } = await guest(site, { posts: 30, overlay: { cityDailyDmCap: 4 } })
      const agentId = town.residents[0]!.id
      const dms = await atOnce(12, (i) => act(site, visitor, key, `d${i}`, { dm: { agentId, text: `Word ${i}` } }, i))
      expect(outcomes(dms)).toEqual({ created: 4, daily_dm_cap: 8 })
      await site.operator('PATCH', `/_operator/worlds/${town.worldId}`, { overlay: { forkDailyActionBudget: 14 } })
      const likes = await atOnce(30, (i) => act(site, visitor, key, `l${i}`, { like: { postId: town.posts[i] } }, i))
      expect(outcomes(likes)).toEqual({ created: 10, world_budget_exhausted: 20 })
    },
  ],
  [
    'visitors who answer and write to each other all at once are all served',
    async (site) => {
      const { town, visitor, key } = await guest(site)
      const more = await atOnce(3, async () => {
        const other = await addVisitor(site, town)
        return { visitor: other, key: await addKey(site, other) }
      })
      const all = [{ visitor, key }, ...more]
      const own = await Promise.all(
        all.map(({ visitor, key }, i) => act(site, visitor, key, 'first', { post: { text: 'Talk to me' } }, i)),
      )
      const answers = await atOnce(64, (i) => {
        const from = all[i % 4]!
        const to = (i + 1 + (Math.floor(i / 4) % 3)) % 4
        const reply = { postId: own[to]!.data.docId, text: `Answer ${i}` }
        const dm = { agentId: all[to]!.visitor.agentId, text: `Message ${i}` }
        return act(site, from.visitor, from.key, `v${i}`, i % 8 < 4 ? { reply } : { dm }, Math.floor(i / 2))
      })
      expect(outcomes(answers)).toEqual({ created: 64 })
    },
  ],
]

/** Writers of several visitors, each with several keys, and one reader who follows a visitor's journal meanwhile. */
export async function followWhileWriting(site: Site): Promise<void> {
  const town = await openTown(site, { residents: 3, posts: 200 })
  const crew = await atOnce(4, async () => {
    const visitor = await addVisitor(site, town)
    return { visitor, keys: await atOnce(4, () => addKey(site, visitor)) }
  })
  const watched = crew[0]!.visitor
  const [readerA, readerB] = await atOnce(2, () => addKey(site, watched))
  const acted: string[] = []
  const EACH = 6
  let writing = true
  const writers = Promise.all(
    Array.from({ length: 32 }, async (_, w) => {
      const { visitor, keys } = crew[w % 4]!
      for (let i = 0; i < EACH; i++) {
        const n = w * EACH + i
        const other = crew[(w + 1) % 4]!.visitor
        const body = [
          { like: { postId: town.posts[n] } },
          { post: { text: `Entry ${n} of the log` } },
          { dm: { agentId: other.agentId, text: `Note ${n} for you` } },
          { reply: { postId: town.posts[n], text: `Reply ${n} to that` } },
        ][n % 4]
        const answer = await act(site, visitor, keys[Math.floor(w / 4) % 4]!, `v${n}`, body, w)
        expect([answer.code, answer.status]).toEqual(['', 200])
        if (visitor === watched) acted.push(answer.data.actionId)
      }
    }),
  ).finally(() => {
    writing = false
  })
  const journalEntries: { sequence: number; type: string; requestId: string }[] = []
  let cursor = ''
  let pages = 0
  const page = async () => {
    pages += 1
    const query = cursor === '' ? 'view=history' : `cursor=${cursor}`
    // Any node, either key: a cursor belongs to the visitor and not to who reads with it.
    const url = `${site.nodes[pages % site.nodes.length]}/v1/visitors/${watched.agentId}/journal?limit=7&${query}`
    const { data } = await call(url, (pages % 2 === 0 ? readerA! : readerB!).key)
    cursor = data.nextCursor
    journalEntries.push(...data.entries)
    return data.hasMore || data.entries.length > 0
  }
  while (writing) {
    await page()
    await new Promise((resume) => setTimeout(resume, 15))
  }
  await writers
  while (await page());
  expect(journalEntries.map(({ sequence }) => sequence)).toEqual(oneTo(acted.length * 2))
  for (const type of ['attempt', 'outcome'])
    expect(
      journalEntries
        .filter((entry) => entry.type === type)
        .map(({ requestId }) => requestId)
        .sort(),
    ).toEqual([...acted].sort())
}
