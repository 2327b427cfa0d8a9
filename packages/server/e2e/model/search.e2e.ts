import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tokenize } from '../../src/platform/core/text.ts'
import { HAS_CLUSTER, startTestServer, type TestServer } from '../../test/harness.ts'

const TEXTS = Number(process.env.SEARCH_TEXTS ?? 400)

/** Words that are easy to get wrong: accents, case, other scripts, marks, digits, quotes, operators of both engines. */
const token = fc.oneof(
  fc.constantFrom(
    'Harbour',
    'harbouring',
    'HARB',
    'été',
    'ETE',
    'Straße',
    'STRASSE',
    'ﬁsh',
    'fish',
    'Ångström',
    'naïve',
    '日本語',
    'Привет',
    '٣',
    '2nd',
    "it's",
    'AND',
    'OR',
    'NOT',
    'NEAR',
    'a:b',
    'x*',
    '"q"',
    'a|b',
    '&',
    '!',
    '<->',
    '\\',
    "'",
  ),
  fc.string({ minLength: 1, maxLength: 6, unit: 'grapheme' }),
)
const sentence = fc.array(token, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(' '))

describe.runIf(HAS_CLUSTER)('search finds the same on both engines', () => {
  let servers: TestServer[]
  beforeAll(async () => {
    servers = [await startTestServer('sqlite'), await startTestServer('postgres')]
  })
  afterAll(async () => {
    for (const server of servers) {
      expect(server.errors()).toEqual([])
      await server.close()
    }
  })

  it('for random texts and queries, and as the tokenizer splits them', async () => {
    const texts = fc
      .sample(sentence, TEXTS)
      .filter((text) => text.isWellFormed() && !text.includes('\0') && text.trim() !== '')
    const posts = texts.map((text, n) => ({
      id: `post_${String(n).padStart(4, '0')}`,
      agentId: 'agt_x',
      text,
      createdAt: `2026-01-01T00:00:00.${String(n % 1_000).padStart(3, '0')}Z`,
    }))
    const keys: string[] = []
    for (const server of servers) {
      expect((await server.import({ agents: [{ id: 'agt_x', handle: 'x' }], posts })).body.error).toBeUndefined()
      for (let n = 0; n < 4; n++) keys.push((await server.key()).key)
    }
    let turn = 0
    const find = async (server: number, q: string) => {
      turn += 1
      const reply = await servers[server]!.get(
        `/v1/search?type=posts&perPage=100&q=${encodeURIComponent(q)}`,
        keys[server * 4 + (turn % 4)]!,
      )
      return reply.status === 200 ? reply.body.data.posts.map((post: any) => post.id) : reply.status
    }
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          token,
          sentence,
          fc.constantFrom(...texts).map((text) => text.slice(0, 5)),
        ),
        async (q) => {
          fc.pre(q.isWellFormed() && !q.includes('\0') && q.trim() !== '' && [...q.trim()].length <= 200)
          const wanted = tokenize(q.trim())
          const expected = posts
            .filter(
              ({ text }) =>
                wanted.length > 0 && wanted.every((word) => tokenize(text).some((have) => have.startsWith(word))),
            )
            .map(({ id }) => id)
            .reverse()
            .slice(0, 100)
          expect(await find(0, q), q).toEqual(expected)
          expect(await find(1, q), q).toEqual(expected)
        },
      ),
      { numRuns: 500 },
    )
  })
})
