import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, startTestServer, type TestServer } from './harness.ts'
import { HOSTILE, NOW, PRIME_FILE } from './site-world.ts'
import { follow as followUrl, type Reading } from './stream-reader.ts'

const daysBefore = (days: number) => new Date(Date.parse(NOW) - days * 86_400_000).toISOString()

for (const engine of ENGINES)
  describe(`the living site on ${engine}`, () => {
    let server: TestServer
    beforeAll(async () => {
      server = await startTestServer(engine)
      await server.setClock(NOW)
      await server.import({ ...PRIME_FILE, moods: [] })
      await server.switches({ publicSiteEnabled: true })
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
    })

    const page = async (path: string): Promise<string> => String((await server.get(path)).body)
    const readings: Reading[] = []
    const follow = async (path: string): Promise<Reading> => {
      const reading = await followUrl(`${server.baseUrl}${path}`, '')
      readings.push(reading)
      return reading
    }

    it('tells a day so that a stranger can follow it, by the parts that are shown', async () => {
      const day = await page('/days/2026-03-10')
      expect(day).toMatch(/2 posts by 2 people, with 2 replies\./)
      expect(day).toMatch(/Most discussed post.*The tide is out\..*It will be back\./s)
      expect(day).toMatch(/<time [^>]*data-exact[^>]*>10:00</)
      const before = await page('/days/2026-03-08')
      expect(before).toMatch(
        /Ideas and games.*had an idea: .*Ring the bell.*Bo Reed.*Ada Marl.*Ada Marl wins by checkmate/s,
      )
      await server.switches({ publicSiteShows: ['content'] })
      expect(await page('/days/2026-03-08')).not.toMatch(/Ideas and games|Ring the bell|checkmate/)
      await server.switches({ publicSiteShows: null })
    })

    it('says where a board stands, names its Markdown, and tells search engines what a page is', async () => {
      expect(await page('/city')).toMatch(/At the board: <a href="\/games\/game-on">/)
      const thread = await page('/posts/post-tide')
      expect(thread).toContain('<link rel="alternate" type="text/markdown" href="/posts/post-tide.md">')
      const data = (text: string) => JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)![1]!)
      expect(data(thread)).toMatchObject({
        '@type': 'SocialMediaPosting',
        articleBody: 'The tide is out.',
        author: { '@type': 'Person', name: 'Ada Marl', url: `${server.baseUrl}/@ada` },
        commentCount: 2,
      })
      expect(data(await page('/@ada'))).toMatchObject({ '@type': 'ProfilePage', mainEntity: { name: 'Ada Marl' } })
      expect(data(await page('/posts/post-harm')).articleBody).toBe(HOSTILE.join(' '))
    })

    it('counts who plays whom, how it went and when last, in a grid and by pairs, of the latest games', async () => {
      const over = (n: number, sides: readonly [string, string], result: string, hours: number) => ({
        id: `game-pair-${n}`,
        whiteAgentId: `agt-${sides[0]}`,
        blackAgentId: `agt-${sides[1]}`,
        moves: ['e2e4', 'e7e5'],
        status: 'finished',
        result,
        endReason: result === 'draw' ? 'draw_rule' : 'resignation',
        createdAt: daysBefore(1),
        updatedAt: new Date(Date.parse(daysBefore(0)) - hours * 3_600_000).toISOString(),
      })
      await server.import({
        games: [
          over(1, ['ada', 'bo'], 'white_won', 9),
          over(2, ['bo', 'ada'], 'draw', 8),
          over(3, ['ada', 'bo'], 'draw', 7),
          over(4, ['harm', 'ada'], 'white_won', 6),
        ],
      })
      const text = await page('/games')
      const section = /<h2>Opponents<\/h2>(.*?)<\/section>/s.exec(text)![1]!
      expect(section).toContain('In 5 finished games.')
      const [grid, pairs] = [...section.matchAll(/<tbody>(.*?)<\/tbody>/gs)].map(([, body]) => body!)
      const cells = [...grid!.matchAll(/<td( class="self")?(?: class="met-\d" title="([^"]*)")?>/g)]
      // Ada played five, Bo four and the third one; each is a row and a column.
      expect(cells.map(([, self, met]) => (self === undefined ? (met ?? '') : 'self'))).toEqual([
        ...['self', '4 games: 2 won, 2 drawn', '1 game: 1 lost'],
        ...['4 games: 2 lost, 2 drawn', 'self', ''],
        ...['1 game: 1 won', '', 'self'],
      ])
      expect(
        [...pairs!.matchAll(/<td>(\d+)<\/td><td>(\d : \d)<\/td><td>(\d)<\/td><td><a href="([^"]+)">/g)].map(
          ([, ...row]) => row,
        ),
      ).toEqual([
        ['4', '2 : 0', '2', '/games/game-pair-3'],
        ['1', '1 : 0', '0', '/games/game-pair-4'],
      ])
      expect(section).not.toContain('<script')
      // Beyond the latest five hundred nothing is read, and the page says so.
      const many = Array.from({ length: 497 }, (_, n) => over(n + 10, ['bo', 'harm'], 'black_won', 1 + n / 1_000))
      await server.import({ games: many })
      const later = await page('/games')
      expect(later).toContain('In the last 500 finished games.')
      expect(later).toMatch(/<\/th><td>497<\/td><td>0 : 497<\/td><td>0<\/td>/)
      await server.switches({ publicSiteShows: ['content', 'minds', 'network'] })
      expect((await server.get('/games')).status).toBe(404)
      await server.switches({ publicSiteShows: null })
    })

    it('tells how an idea was born and who adopted it or questioned it, along their ties', async () => {
      const idea = await page('/ideas/idea-bell')
      expect(idea).toMatch(/Ada Marl<\/bdi><\/a> introduced it.*Bo Reed<\/bdi><\/a> questioned it.*<\/a> adopted it/s)
      expect(idea).toContain('aria-label="Adopters: 2 now, 2 at most, over 1 day"')
      expect(idea.match(/<line class="(close|odds)"/g)).toEqual(['<line class="close"', '<line class="odds"'])
    })

    it('shows the entries of a challenge with who made them, the best first once it is closed', async () => {
      const entry = (id: string, agentId: string, text: string, score: number) => ({
        ...{ id, agentId, text, score },
        createdAt: daysBefore(5),
      })
      const times = { opensAt: daysBefore(9), closesAt: daysBefore(2), createdAt: daysBefore(9) }
      const contributions = [entry('con-low', 'agt-bo', 'LOW', 2.5), entry('con-high', 'agt-ada', 'HIGH', 9)]
      await server.import({
        challenges: [{ id: 'chl-done', title: 'Done', status: 'closed', ...times, contributions }],
      })
      const done = await page('/challenges/chl-done')
      expect(done).toMatch(/class="score">9<.*HIGH.*Ada Marl.*class="score">2\.5<.*LOW.*Bo Reed/s)
      expect(done).toContain('closed <time')
    })

    it('compresses page and style sheet for clients that accept it', async () => {
      const style = /\/assets\/site[^"]+\.css/.exec(await page('/'))![0]
      for (const path of ['/', style]) {
        const { headers } = await fetch(server.baseUrl + path, { headers: { 'accept-encoding': 'br' } })
        expect([path, headers.get('content-encoding')]).toEqual([path, 'br'])
      }
    })

    it('shows how moods went over a month, and forgets them after thirty-five days', async () => {
      for (const [days, mood] of [
        [40, 'LONG-AGO'],
        [20, 'uneasy'],
        [3, HOSTILE[1]],
        [0, 'content'],
      ] as const)
        await server.import({
          moods: [{ agentId: 'agt-ada', mood, emoji: '🌊', intensity: 0.5, updatedAt: daysBefore(days) }],
        })
      const text = await page('/@ada')
      expect(text).toContain('Mood on 3 days of the last 30')
      expect(text.match(/<rect class="mood-\d"[^>]*><title>/g)).toHaveLength(3)
      expect(text).not.toContain('LONG-AGO')
      expect(text).not.toContain('<img')
      await server.switches({ publicSiteShows: ['content'] })
      expect(await page('/@ada')).not.toContain('uneasy')
      await server.switches({ publicSiteShows: null })
      await server.advance(36 * 86_400_000)
      expect(await page('/@ada')).not.toContain('Mood on')
    })

    it('says since when two are close, and what somebody did today', async () => {
      const today = daysBefore(-36)
      await server.import({
        posts: [{ id: 'post-today', agentId: 'agt-ada', text: 'TODAY-WORDS', createdAt: today }],
        replies: [{ id: 'rep-today', postId: 'post-tide', agentId: 'agt-ada', text: 'TODAY-ANSWER', createdAt: today }],
      })
      const text = await page('/@ada')
      expect(text).toMatch(/Bo Reed<\/bdi><\/a> <span class="meta">friend[^<]*, since 26 Feb 2026/)
      const done = /<section class="today">(.*?)<\/section>/s.exec(text)![1]!
      expect(done).toContain('TODAY-WORDS')
      expect(done).toContain('TODAY-ANSWER')
      expect(done).not.toContain('The tide is out.')
      await server.operator('PATCH', '/_operator/posts/post-today', { visibility: 'hidden' })
      expect(await page('/@ada')).not.toContain('TODAY-WORDS')
    })

    it('draws a crowd as dots around those who are best known', async () => {
      const agents = Array.from({ length: 120 }, (_, i) => ({
        id: `agt-c${i}`,
        handle: `c${i}`,
        displayName: `C ${i}`,
      }))
      const relationships = agents.slice(1).map(({ id }, i) => ({
        id: `rel-c${i}`,
        agentId: id,
        otherAgentId: agents[i]!.id,
        type: 'friend',
        affinity: i % 5 === 0 ? -0.4 : 0.5,
      }))
      await server.import({ agents, relationships })
      const network = await page('/network')
      expect(network.match(/<circle cx="\d+" cy="\d+" r="5">/g)).toHaveLength(123 - 36)
      expect(network).toMatch(/<path class="odds" d="M\d+ \d+L/)
      expect(network).not.toMatch(/<script(?! type)/)
      expect(await page('/network?around=c7')).toContain('Around C 7')
    })

    it('carries new posts as the page would show them, and their removal, without a key', async () => {
      const reading = await follow('/live')
      expect([reading.status, reading.headers['content-type']]).toEqual([200, 'text/event-stream'])
      expect(reading.headers['cache-control']).toBe('no-store')
      await server.import({ posts: [{ id: 'post-live', agentId: 'agt-harm', text: HOSTILE.join(' ') }] })
      await server.import({ replies: [{ id: 'rep-live', postId: 'post-tide', agentId: 'agt-bo', text: 'NOT-HERE' }] })
      await server.import({ posts: [{ id: 'post-kept', agentId: 'agt-bo', text: 'HELD-WORDS', visibility: 'hidden' }] })
      await server.operator('PATCH', '/_operator/posts/post-live', { visibility: 'hidden' })
      const [update, removal] = await reading.count(2)
      expect([update!.event, update!.data.id]).toEqual(['post', 'post-live'])
      expect(update!.data.html).toMatch(/^<article class="post" data-post="post-live">/)
      expect(update!.data.html).not.toMatch(/<script|<img|onerror="/)
      expect([removal!.event, removal!.data]).toEqual(['removed', { id: 'post-live', of: 'post' }])
      expect(reading.raw()).not.toMatch(/NOT-HERE|HELD-WORDS/)
    })

    it('carries the replies of one thread to who reads it', async () => {
      const reading = await follow('/live?post=post-tide')
      await server.import({
        replies: [
          { id: 'rep-else', postId: 'post-soup', agentId: 'agt-bo', text: 'ELSEWHERE' },
          { id: 'rep-here', postId: 'post-tide', parentReplyId: 'rep-one', agentId: 'agt-bo', text: 'HERE-WORDS' },
        ],
      })
      const [update] = await reading.count(1)
      expect(update).toMatchObject({ event: 'reply', data: { id: 'rep-here', parentId: 'rep-one' } })
      expect(update!.data.html).toContain('HERE-WORDS')
      expect(reading.raw()).not.toContain('ELSEWHERE')
    })

    it('carries everybody in the city, then who comes, goes and talks; of a visitor no way, of a talk no word', async () => {
      const reading = await follow('/live?of=city')
      const [all] = await reading.count(1)
      const now = all!.data.now as string
      const at = (minutes: number) => new Date(Date.parse(now) + minutes * 60_000).toISOString()
      expect(all).toMatchObject({ event: 'city', data: { whole: true, departures: [], talks: [] } })
      const id = `vis-live-${engine}`
      await server.import({
        agents: [{ id, worldId: 'prime', kind: 'visitor', handle: `lark_${engine}`, displayName: 'Lark' }],
        stays: [
          { id: 'stay-live', agentId: 'agt-bo', destinationId: 'place-park', arrivedAt: now, staysUntil: at(90) },
        ],
        journeys: [{ id: 'jny-live', agentId: id, destinationId: 'place-park', departAt: at(-1), arriveAt: at(9) }],
      })
      const [, come] = await reading.count(2)
      expect(come!.data).toMatchObject({
        whole: false,
        departures: [],
        bodies: [{ handle: '@bo', placeId: 'place-park' }],
      })
      await server.advance(10 * 60_000)
      const [, , arrived] = await reading.count(3)
      expect(arrived!.data.bodies).toMatchObject([{ handle: `@lark_${engine}`, walk: null, resident: false }])
      const participants = ['agt-ada', 'agt-bo'].map((agentId) => ({ agentId, state: 'engaged' }))
      const turns = [{ agentId: 'agt-ada', text: 'TALKED-WORDS', createdAt: at(10) }]
      const talk = {
        id: 'enc-live',
        destinationId: 'place-park',
        status: 'talking',
        createdAt: at(10),
        deadline: at(30),
      }
      await server.import({ encounters: [{ ...talk, participants, turns }] })
      const [, , , talking] = await reading.count(4)
      const people = [
        { handle: '@ada', displayName: 'Ada Marl' },
        { handle: '@bo', displayName: 'Bo Reed' },
      ]
      expect(talking!.data).toMatchObject({ bodies: [], talks: [{ placeId: 'place-park', people }] })
      expect(await page('/city')).toMatch(/Ada Marl<\/bdi> and <bdi>Bo Reed<\/bdi> are talking/)
      await server.advance(120 * 60_000)
      const [, , , , removal] = await reading.count(5)
      expect(removal!.data.departures).toContain('@bo')
      expect(reading.raw()).not.toMatch(/agt-|FLAT-ONE|post-|TALKED-WORDS/)
      await server.switches({ publicCityViewEnabled: false })
      expect(await reading.over).toBe('ended')
      expect(reading.received().at(-1)).toMatchObject({ event: 'end', data: { code: 'NOT_FOUND' } })
      readings.splice(readings.indexOf(reading), 1)
      expect((await follow('/live?of=city')).status).toBe(404)
      await server.switches({ publicCityViewEnabled: null })
    })

    it('tells a page that shows a game how far it is', async () => {
      const reading = await follow('/live?game=game-on')
      expect((await reading.count(1))[0]).toMatchObject({ event: 'game', data: { ply: 3 } })
      const [game] = PRIME_FILE.games
      await server.import({ games: [{ ...game!, moves: [...game!.moves, 'b8c6'], dueAt: daysBefore(-60) }] })
      const gameEvents = await reading.count(2)
      expect(gameEvents[1]!.data).toMatchObject({ ply: 4 })
    })

    it('lets one address follow twenty pages at a time', async () => {
      const openCount = () => readings.filter(({ status }) => status === 200).length
      for (let attempts = 0; openCount() < 20; attempts++) {
        expect(attempts, 'attempts to open twenty streams of /live').toBeLessThan(40)
        await follow('/live')
      }
      const refused = await follow('/live')
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, '10'])
    })

    it('ends what is followed within a second of a switch, and opens nothing then', async () => {
      await server.switches({ publicSiteShows: ['minds'] })
      for (const reading of readings.filter(({ status }) => status === 200)) {
        expect(await reading.over).toBe('ended')
        expect(reading.received().at(-1)).toMatchObject({ event: 'end', data: { code: 'NOT_FOUND' } })
      }
      expect((await follow('/live')).status).toBe(404)
      await server.switches({ publicSiteShows: null, publicSiteEnabled: false })
      expect((await follow('/live')).status).toBe(404)
      await server.switches({ publicSiteEnabled: true })
      expect((await follow('/w/nowhere/live')).status).toBe(404)
      const again = await follow('/live')
      expect(again.status).toBe(200)
      again.close()
    })
  })
