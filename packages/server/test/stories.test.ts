import { STORY_KINDS } from '@agent-network/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY, HOUR } from './durations.ts'
import { ENGINES, marker, startTestServer, type TestServer } from './harness.ts'
import { request, sendMcp } from './mcp-site.ts'
import { changeStore } from './store-access.ts'
import { addStoryRows, iso, LAMP, NOW, storyFile } from './stories-site.ts'

interface Listed {
  readonly id: string
  readonly kind: string
  readonly title: string
}

for (const engine of ENGINES)
  describe(`stories on ${engine}`, () => {
    let server: TestServer
    /** A key of the world that may read everything, and one of tier 1. */
    let key: string
    let plainKey: string
    let worldId: string
    const $ = marker()

    const get = (path: string, as = key) => server.get(path, as)
    const list = async (query = '', as = key): Promise<Listed[]> => {
      const { status, body } = await get(`/v1/stories?perPage=100&${query}`, as)
      expect(status).toBe(200)
      return body.data
    }
    const storyOf = async (kind: string, as = key): Promise<any> => {
      const [found] = await list(`kind=${kind}`, as)
      expect(found, kind).toBeDefined()
      return (await get(`/v1/stories/${found!.id}`, as)).body.data
    }
    const keyOf = async (attributes: object): Promise<string> => (await server.key({ worldId, ...attributes })).key
    /** The job runs when the clock moves. */
    const derive = () => server.advance(10_000)

    beforeAll(async () => {
      server = await startTestServer(engine)
      await server.setClock(iso(NOW))
      worldId = await server.world(storyFile($))
      await addStoryRows(server, worldId, $)
      await derive()
      key = await keyOf({})
      plainKey = await keyOf({ tier: 1, scopes: ['posts:read'] })
    })
    afterAll(() => server.close())

    it('tells one of each kind in plain words, latest change first', async () => {
      const stories = await list()
      expect([...new Set(stories.map(({ kind }) => kind))].sort()).toEqual([...STORY_KINDS].sort())
      const times = (stories as any[]).map(({ updatedAt }) => updatedAt)
      expect(times).toEqual(times.toSorted().reverse())
      expect(stories.map(({ title }) => title)).toEqual(
        expect.arrayContaining([
          'Ada searches for a soup ladle',
          `Cy collects names for ${LAMP}`,
          'Bob and Cy play a match of 3 games',
          'The storm Abel',
          'Cy promised to meet Ada and did not come',
        ]),
      )
      expect(stories.every((story) => !('episodes' in story))).toBe(true)
    })

    it('has cast, roles, summary, episodes and what is open', async () => {
      expect(await storyOf('affair')).toMatchObject({
        kind: 'affair',
        state: 'open',
        endedAt: null,
        startedAt: iso(NOW - 5 * DAY),
        updatedAt: iso(NOW - 4 * DAY),
        summary: 'Ada has lost a soup ladle and asks who has seen it. Ada has found the soup ladle.',
        open: 'Will Ada thank those who looked?',
        cast: [
          { agentId: $('ada'), handle: `@${$('ada')}`, displayName: 'Ada Marl', role: 'lost it' },
          { agentId: $('cy'), handle: `@${$('cy')}`, displayName: 'Cy Vole', role: 'helped to look' },
        ],
        episodes: [
          { text: 'Ada has lost a soup ladle and asks who has seen it.', postId: $('lost'), replyId: null },
          {
            text: 'Cy says that somebody was carrying a soup ladle like it.',
            ...{ postId: $('lost'), replyId: $('sighted'), agentIds: [$('cy')], gameId: null, placeId: null },
          },
          { text: 'Ada has found the soup ladle.', postId: $('found') },
        ],
      })
      expect((await storyOf('campaign')).open).toBe('Will enough people sign?')
      expect((await storyOf('happening')).episodes.map(({ text }: { text: string }) => text)).toEqual([
        'The storm Abel reaches the city.',
        'Cy writes about the storm Abel.',
        'The storm Abel has passed.',
      ])
    })

    it('names nobody whose part is not known yet', async () => {
      const [, gift] = await list('kind=affair')
      expect(gift).toMatchObject({
        title: 'Cy leaves a jar of honey at somebody’s door, without a name',
        open: 'Who will find it?',
        cast: [{ agentId: $('cy'), role: 'in love' }],
      })
      expect((await list(`agent=${$('ada')}`)).map(({ id }) => id)).not.toContain(gift!.id)
    })

    it('filters by state, kind and agent, and pages', async () => {
      expect((await list('state=ended')).every(({ kind }) => kind === 'happening')).toBe(true)
      expect((await list('kind=match')).map(({ kind }) => kind)).toEqual(['match'])
      const ofCy = await list(`agent=${$('cy')}`)
      expect(ofCy.length).toBeGreaterThan(2)
      expect(ofCy.map(({ kind }) => kind)).not.toContain('quarrel')
      expect(await list('agent=nobody')).toEqual([])
      expect(await list(`agent=${'x'.repeat(2_000)}`)).toEqual([])
      const all = await list()
      const paged: Listed[] = []
      for (let page = 1; ; page++) {
        const { body } = await get(`/v1/stories?page=${page}&perPage=3`)
        expect(body.meta).toMatchObject({ page, perPage: 3 })
        paged.push(...body.data)
        if (!body.meta.hasMore) break
      }
      expect(paged).toEqual(all)
    })

    it('refuses an unknown state or kind, and an unknown id', async () => {
      for (const query of ['state=over', 'state=', 'kind=novel', 'kind=', 'state=forming'])
        expect(await get(`/v1/stories?${query}`)).toMatchObject({
          status: 400,
          body: { error: { code: 'INVALID_QUERY' } },
        })
      for (const id of ['nothing', '%00', 'x'.repeat(3_000), '%F0%9F%92%A9'])
        expect(await get(`/v1/stories/${id}`)).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } })
      expect((await get('/v1/stories?page=-2&perPage=abc')).status).toBe(200)
      const ignored = await get('/v1/stories?mood=calm')
      expect(ignored.headers.get('x-ignored-parameters')).toBe('mood')
      expect((await get('/v1/stories', await keyOf({ scopes: ['agents:read'] }))).body.error.code).toBe(
        'INSUFFICIENT_SCOPE',
      )
    })

    it('shows ties at tier 2 with intelligence:read only, from the cache too', async () => {
      for (const [as, seesTies] of [
        [key, true],
        [plainKey, false],
        [await keyOf({ tier: 1, scopes: ['posts:read', 'intelligence:read'] }), false],
        [await keyOf({ tier: 2, scopes: ['posts:read'] }), false],
        [await keyOf({ tier: 2, scopes: ['posts:read', 'intelligence:read'] }), true],
      ] as const) {
        const kinds = (await list('', as)).map(({ kind }) => kind)
        // The promise and the insult rest on ties alone; the friendship and the quarrel rest on replies too.
        expect(kinds.includes('promise')).toBe(seesTies)
        expect(kinds.filter((kind) => kind === 'quarrel')).toHaveLength(seesTies ? 2 : 1)
        const friendship = await storyOf('friendship', as)
        const texts = friendship.episodes.map(({ text }: { text: string }) => text)
        expect(texts.includes('Bob and Cy count each other as friends.')).toBe(seesTies)
      }
      const promise = (await list('kind=promise'))[0]!
      expect((await get(`/v1/stories/${promise.id}`, plainKey)).status).toBe(404)
    })

    it('shows games and places only while the city is public', async () => {
      const match = await storyOf('match')
      expect(match.episodes).toMatchObject([
        {
          text: 'Bob beats Cy in game 1 of 3. The score is 1 to 0 for Bob.',
          ...{ gameId: $('game_1'), placeId: $('pier'), postId: $('game') },
        },
      ])
      await server.switches({ publicCityViewEnabled: false })
      const withoutCity = await storyOf('match')
      expect(withoutCity.episodes).toMatchObject([
        { text: 'Bob writes about the match against Cy.', gameId: null, placeId: null, postId: $('game') },
      ])
      expect(JSON.stringify(await storyOf('promise'))).not.toContain($('pier'))
      await server.switches({ publicCityViewEnabled: null })
      expect((await storyOf('match')).episodes[0].gameId).toBe($('game_1'))
    })

    it('leaves out a hidden post, a hidden reply and replies of a hidden post on the next request', async () => {
      const hide = (what: string, visibility: string) => server.operator('PATCH', `/_operator/${what}`, { visibility })
      const before = await storyOf('affair')
      await hide(`replies/${$('sighted')}`, 'hidden')
      expect((await storyOf('affair')).episodes).toHaveLength(2)
      expect((await storyOf('affair')).cast.map(({ agentId }: { agentId: string }) => agentId)).toEqual([$('ada')])
      await hide(`replies/${$('sighted')}`, 'public')
      await hide(`posts/${$('lost')}`, 'removed')
      // The reply stands under the hidden post.
      expect(await storyOf('affair')).toMatchObject({
        startedAt: iso(NOW - 4 * DAY),
        summary: 'Ada has found the soup ladle.',
        episodes: [{ postId: $('found') }],
      })
      await hide(`posts/${$('found')}`, 'hidden')
      expect((await list('kind=affair')).map(({ id }) => id)).not.toContain(before.id)
      expect((await get(`/v1/stories/${before.id}`)).status).toBe(404)
      for (const post of ['lost', 'found']) await hide(`posts/${$(post)}`, 'public')
      expect(await storyOf('affair')).toEqual(before)
      // A happening stays without its post, a game too.
      await hide(`posts/${$('gale')}`, 'hidden')
      await hide(`posts/${$('game')}`, 'hidden')
      expect((await storyOf('happening')).episodes).toHaveLength(2)
      expect((await storyOf('match')).episodes).toMatchObject([{ gameId: $('game_1'), postId: null }])
      for (const post of ['gale', 'game']) await hide(`posts/${$(post)}`, 'public')
    })

    it('keeps subjects of letters out, and stories in their world', async () => {
      const stories = await list()
      for (const { id } of stories)
        expect(JSON.stringify((await get(`/v1/stories/${id}`)).body)).not.toContain('SECRET-SUBJECT')
      const other = (await server.key({})).key
      expect(await list('', other)).toEqual([])
      for (const { id } of stories)
        expect(await get(`/v1/stories/${id}`, other)).toMatchObject({
          status: 404,
          body: { error: { code: 'NOT_FOUND' } },
        })
    })

    it('has an ETag, and 304 for the same stories', async () => {
      const first = await get('/v1/stories')
      const tag = first.headers.get('etag')!
      const again = await server.get('/v1/stories', key, { headers: { 'if-none-match': tag } })
      expect(again.status).toBe(304)
      const plain = await server.get('/v1/stories', plainKey, { headers: { 'if-none-match': tag } })
      expect(plain.status).toBe(200)
    })

    it('is offered by MCP to keys with posts:read, and the rest of the network is not', async () => {
      await server.switches({ mcpEnabled: true })
      const use = async (args: object) =>
        (await sendMcp(server, plainKey, request('tools/call', { name: 'read_network', arguments: args }))).body.result
      const { tools } = (await sendMcp(server, plainKey, request('tools/list'))).body.result
      expect(tools.map(({ name }: { name: string }) => name)).toContain('read_network')
      const listed = await use({ what: 'stories' })
      expect(listed.structuredContent).toEqual((await get('/v1/stories?perPage=10', plainKey)).body)
      const [{ id, title }] = listed.structuredContent.data
      expect(listed.content[0].text).toContain(title)
      expect((await use({ what: 'stories', id })).structuredContent).toEqual(
        (await get(`/v1/stories/${id}`, plainKey)).body.data,
      )
      for (const what of ['ideas', 'challenges', 'graph']) {
        const refused = await use({ what })
        expect(refused.isError).toBe(true)
        expect(refused.content[0].text).toMatch(/^INSUFFICIENT_TIER/)
      }
      expect((await use({ what: 'stories', id: 'nothing' })).content[0].text).toMatch(/^NOT_FOUND/)
    })

    describe('on the site', () => {
      const page = async (path: string) => {
        const { status, body } = await server.get(`/w/${worldId}${path}`, undefined, {
          headers: { accept: 'text/html' },
        })
        return { status, text: String(body) }
      }
      const shows = (...parts: string[]) => server.switches({ publicSiteShows: parts })
      beforeAll(() => server.switches({ publicSiteEnabled: true, publicSiteWorldIds: [worldId] }))
      afterAll(() => server.switches({ publicSiteEnabled: null, publicSiteShows: null, publicSiteWorldIds: null }))

      it('lists stories, opens one in three parts, and shows three on the front page', async () => {
        const { text } = await page('/stories')
        expect(text).toContain('Ada searches for a soup ladle')
        expect(text).toContain('a &lt;b&gt;lamp&lt;/b&gt; at the corner')
        expect(text).not.toContain('<b>lamp')
        expect((await page('/stories?state=ended')).text).toContain('The storm Abel')
        expect((await page('/stories?page=9')).status).toBe(404)
        const { id } = await storyOf('affair')
        const one = (await page(`/stories/${id}`)).text
        expect(one).toMatch(/Previously[\s\S]+What is open[\s\S]+Will Ada thank those who looked/)
        expect(one).toContain(`href="/w/${worldId}/posts/${$('lost')}#${$('sighted')}"`)
        const today = (await page(`/stories/${(await storyOf('quarrel')).id}`)).text
        expect(today).toMatch(/Today<\/h2>/)
        const front = (await page('/')).text
        expect(front.match(/class="card story"/g)).toHaveLength(3)
        for (const missing of ['/stories/nothing', '/stories/%00']) expect((await page(missing)).status).toBe(404)
      })

      it('finds stories by the words of their titles, and not those of hidden posts or of hidden parts', async () => {
        const search = async (words: string) => (await page(`/search?q=${encodeURIComponent(words)}`)).text
        const { id } = await storyOf('affair')
        const link = `href="/w/${worldId}/stories/${id}"><bdi>Ada searches for a soup ladle</bdi></a><span class="meta">story: affair`
        expect(await search('ladle soup')).toContain(link)
        expect(await search('sear lad')).toContain(link)
        expect(await search('ladle trombone')).not.toContain(link)
        await server.operator('PATCH', `/_operator/posts/${$('petition')}`, { visibility: 'hidden' })
        const campaign = await storyOf('campaign').catch(() => null)
        expect([campaign?.id ?? null, (await search('lamp')).includes('story: campaign')]).toEqual([null, false])
        await server.operator('PATCH', `/_operator/posts/${$('petition')}`, { visibility: 'public' })
        expect(await search('lamp')).toContain('story: campaign')
        await shows('city')
        expect((await page('/search?q=ladle')).status).toBe(404)
        await server.switches({ publicSiteShows: null })
      })

      it('shows how two get on, with minds only, and games and meetings with the city only', async () => {
        const path = `/@${$('bob')}/with/${$('cy')}`
        const { status, text } = await page(path)
        expect(status).toBe(200)
        expect(text).toContain('Bob Reed and Cy Vole like each other.')
        expect(text).toMatch(/Turning points[\s\S]+Bob beats Cy in game 1 of 3/)
        const cold = (await page(`/@${$('ada')}/with/${$('bob')}`)).text
        expect(cold).toMatch(new RegExp(`<h2>The two</h2>.*href="/w/${worldId}/@${$('ada')}".*@${$('bob')}"`, 's'))
        expect(cold).toContain('Ada Marl dislikes Bob Reed; Bob Reed rather dislikes Ada Marl.')
        expect(cold).toMatch(/class="cause"[^<]*>Bob holds it against Ada that Ada insulted Bob\./)
        await shows('content', 'minds')
        expect((await page(path)).text).not.toContain($('game_1'))
        await shows('content', 'city')
        expect((await page(path)).status).toBe(404)
        expect((await page('/stories')).text).not.toContain('did not come')
        await shows('city')
        expect((await page('/stories')).status).toBe(404)
        await server.switches({ publicSiteShows: null })
        for (const [a, b] of [
          ['bob', 'bob'],
          ['bob', 'nobody'],
        ])
          expect((await page(`/@${$(a!)}/with/${$(b!)}`)).status).toBe(404)
      })

      it('draws the affinity of both directions over time', async () => {
        const day = Math.floor(NOW / DAY)
        for (const [n, affinity] of [0.1, 0.2, 0.6].entries())
          await changeStore(
            server,
            'insert into tie_days (world_id, agent_id, other_id, day, affinity) values ($1, $2, $3, $4, $5)',
            [worldId, $('bob'), $('ada'), day - 3 + n, -affinity],
          )
        const { text } = await page(`/@${$('bob')}/with/${$('ada')}?fresh=1`)
        expect(text).toMatch(/class="line line-0" d="M\d+ \d+L\d+ \d+L\d+ \d+H\d+"/)
        expect(text).toMatch(/Bob Reed<\/bdi> likes <bdi>Ada Marl<\/bdi> less than the day before/)
      })

      it('has a feed, and leaves a hidden post out of pages and feed on the next request', async () => {
        const feed = (await page('/stories/feed.xml')).text
        expect(feed).toContain('<title>Ada searches for a soup ladle</title>')
        expect(feed).toContain('&lt;b&gt;lamp')
        const { id } = await storyOf('campaign')
        await server.operator('PATCH', `/_operator/posts/${$('petition')}`, { visibility: 'hidden' })
        expect((await page(`/stories/${id}`)).status).toBe(404)
        expect((await page('/stories')).text).not.toContain('lamp')
        expect((await page('/stories/feed.xml')).text).not.toContain('lamp')
        await server.operator('PATCH', `/_operator/posts/${$('petition')}`, { visibility: 'public' })
      })
    })

    it('writes nothing when nothing has happened, and goes on from where it was', async () => {
      const before = await list()
      const tag = (await get('/v1/stories')).headers.get('etag')
      await derive()
      expect((await get('/v1/stories')).headers.get('etag')).toBe(tag)
      // Forgiveness ends the story of the promise.
      await changeStore(server, 'delete from grudges where world_id = $1 and other_id = $2', [worldId, $('cy')])
      await server.advance(2 * HOUR)
      const promise = await storyOf('promise')
      expect(promise).toMatchObject({ state: 'ended', open: null })
      expect(promise.episodes.at(-1).text).toBe('Ada no longer holds it against Cy.')
      expect(await list()).toHaveLength(before.length)
      // Four days of silence end the quarrel in public.
      await changeStore(server, 'update life_worlds set lived_to = $1 where world_id = $2', [NOW + 9 * DAY, worldId])
      await server.advance(8 * DAY)
      const quarrels = await list('kind=quarrel&state=ended')
      expect(quarrels.map(({ title }) => title)).toContain(
        'Ada and Bob quarrel over whether the town clocks should show the same time',
      )
    })
  })
