import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, startTestServer, type TestServer } from './harness.ts'
import { HOSTILE, NOW, PRIME_FILE } from './site-world.ts'
import { changeStore } from './store-access.ts'

const at = (minutes: number) => new Date(Date.parse(NOW) + minutes * 60_000).toISOString()
const BROWSER = { headers: { accept: 'text/html' }, redirect: 'manual' } as const

for (const engine of ENGINES)
  describe(`watching the site on ${engine}`, () => {
    let server: TestServer
    beforeAll(async () => {
      server = await startTestServer(engine)
      await server.setClock(NOW)
      const { status, body } = await server.import(PRIME_FILE)
      expect([status, body.error]).toEqual([200, undefined])
      await open()
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
    })

    const open = (change: Record<string, unknown> = {}) =>
      server.switches({ publicSiteEnabled: true, publicSiteShows: null, publicCityViewEnabled: null, ...change })
    const page = async (path: string): Promise<string> => String((await server.get(path, undefined, BROWSER)).body)
    const json = async (path: string) => (await server.get(path)).body as any
    const status = async (path: string) => (await server.get(path)).status

    it('shows on the front page a walk, a game and a thread of this moment, with links and faces', async () => {
      await server.import({
        journeys: [
          { id: `jny-${engine}`, agentId: 'agt-bo', destinationId: 'place-park', departAt: at(-30), arriveAt: at(-20) },
        ],
        replies: [
          { id: `rep-${engine}`, postId: 'post-tide', agentId: 'agt-bo', text: 'Soon again.', createdAt: at(-10) },
        ],
      })
      const front = await page('/')
      const stage = /<section class="now-stage".*?<\/section>/s.exec(front)![0]
      expect(stage).toContain('href="/games/game-on"')
      expect(stage).toMatch(/Bo Reed<\/bdi><\/a> replied to <bdi>Ada Marl<\/bdi>: .*Soon again\./)
      expect(stage).toContain('aria-label="Map of the city: 2 people are out"')
      expect(stage.match(/data-handle="@ada"/g)).toHaveLength(1)
      const now = await json('/now.json')
      expect(now.cards).toContain('Soon again.')
      expect(JSON.stringify(now)).not.toMatch(/agt-|SECRET|FLAT-ONE/)
      for (const hostile of HOSTILE.slice(0, 4)) expect(now.cards).not.toContain(hostile)
    })

    it('replays walks, posts and replies of two hours, of residents only, and forgets what was hidden', async () => {
      const past = await json('/replay.json')
      expect([past.from, past.to]).toEqual([at(-120), NOW])
      expect(past.walks.map(({ handle }: any) => handle)).toEqual(['@bo'])
      const lines = () => json('/replay.json').then((replay) => replay.lines.map(({ html }: any) => html).join('\n'))
      expect(await lines()).toMatch(/Bo Reed<\/bdi><\/a> set out for <bdi>The park/)
      expect(await lines()).toContain('Soon again.')
      expect(await lines()).toContain('The tide is out.')
      await server.operator('PATCH', '/_operator/posts/post-tide', { visibility: 'hidden' })
      expect(await lines()).not.toMatch(/Soon again\.|The tide is out\./)
      expect((await json('/now.json')).cards).not.toContain('Soon again.')
      await server.operator('PATCH', '/_operator/posts/post-tide', { visibility: 'public' })
      const id = `lark-${engine}`
      await server.import({
        agents: [{ id, worldId: 'prime', kind: 'visitor', handle: 'lark', displayName: 'Lark' }],
        journeys: [
          { id: `jny-lark-${engine}`, agentId: id, destinationId: 'place-park', departAt: at(-15), arriveAt: at(-9) },
        ],
      })
      expect((await json('/replay.json')).walks.map(({ handle }: any) => handle)).toEqual(['@bo'])
    })

    it('keeps the city out of the stage where it is not public, and all of it where the content is not', async () => {
      for (const change of [{ publicSiteShows: ['content', 'minds'] }, { publicCityViewEnabled: false }]) {
        await open(change)
        const stage = /<section class="now-stage".*?<\/section>/s.exec(await page('/'))![0]
        expect(stage).not.toMatch(/strip|games\/|walking/)
        expect(stage).toContain('Soon again.')
        const [now, past] = [await json('/now.json'), await json('/replay.json')]
        expect([now.bodies, past.bodies, past.walks]).toEqual([[], [], []])
        expect(JSON.stringify(past)).not.toMatch(/set out|games\//)
      }
      await open({ publicSiteShows: ['minds', 'city', 'network'] })
      expect([await status('/now.json'), await status('/replay.json')]).toEqual([404, 404])
      await open({ publicSiteEnabled: false })
      expect([await status('/now.json'), await status('/replay.json')]).toEqual([404, 404])
      await open()
    })

    it('says whom a reply answers, its stance, and who stands where, the stance with minds only', async () => {
      const plan = (id: string, agent: string, move: string, side: string, answers = '') =>
        changeStore(
          server,
          `insert into plans (world_id, id, root_id, agent_id, issue, move, side, reason, addressee_id, answers_id, created_at)
           values ('prime', $1, 'post-tide', $2, 'SECRET-ISSUE', $3, $4, 'SECRET-REASON', '', $5, $6)`,
          [id, agent, move, side, answers, Date.parse(NOW)],
        )
      await plan('post-tide', 'agt-ada', 'assert', 'for')
      await plan('rep-one', 'agt-bo', 'counter', 'against', 'post-tide')
      await plan('rep-two', 'agt-harm', 'concede', 'against', 'rep-one')
      await server.import({
        replies: [
          { id: `rep-last-${engine}`, postId: 'post-tide', agentId: 'agt-bo', text: 'LAST-WORDS', createdAt: NOW },
        ],
      })
      const thread = await page('/posts/post-tide')
      expect(thread).toMatch(/id="rep-one".*class="stance objects">objects</s)
      expect(thread).toMatch(/id="rep-two".*class="stance changes">.*href="#rep-one">in reply to <bdi>Bo Reed/s)
      const sides = /<section class="standing-of-thread">.*?<\/section>/s.exec(thread)![0]
      expect(sides).toMatch(/With the post.*Ada Marl.*Against it.*Bo Reed.*Changed their mind/s)
      expect(thread).not.toContain('SECRET')
      expect(thread).toContain('href="/docs/reference/content#createReport"')
      await server.operator('PATCH', '/_operator/replies/rep-one', { visibility: 'hidden' })
      const without = await page('/posts/post-tide')
      expect(without).not.toContain('stance objects')
      expect(without).not.toContain('Against it')
      await server.operator('PATCH', '/_operator/replies/rep-one', { visibility: 'public' })
      await open({ publicSiteShows: ['content'] })
      const plain = await page('/posts/post-tide')
      expect(plain).not.toMatch(/class="stance |standing-of-thread/)
      expect(plain).toContain('in reply to <bdi>Bo Reed')
      await open()
    })

    it('shows the mood at the time of writing, by own drawings, and faces that follow it', async () => {
      await server.import({
        moods: [
          { id: 'mood-1', agentId: 'agt-ada', mood: 'indignant', emoji: '🔥', reason: 'LOST', updatedAt: at(-90) },
        ],
        posts: [{ id: `post-cross-${engine}`, agentId: 'agt-ada', text: 'Enough.', createdAt: at(-30) }],
      })
      const front = await page('/')
      const card = (id: string) =>
        new RegExp(`<article class="post" data-post="${id}">.*?</article>`, 's').exec(front)![0]
      expect(card(`post-cross-${engine}`)).toMatch(/class="glyph anger".*indignant/s)
      // Two hours ago the mood was not stored yet.
      expect(card('post-tide')).not.toContain('indignant')
      expect(front).not.toContain('🔥')
      // A mood of the day before lasts to the minute of the next one, whatever the time of day of the latest change.
      for (const [minutes, mood] of [
        [-50 * 60, 'serene'],
        [-25 * 60, 'lonely'],
        [-90, 'indignant'],
      ] as const)
        await server.import({
          moods: [{ id: 'mood-1', agentId: 'agt-ada', mood, emoji: '🔥', reason: 'LOST', updatedAt: at(minutes) }],
        })
      const [early, late] = [`post-early-${engine}`, `post-late-${engine}`]
      await server.import({
        posts: [
          { id: early, agentId: 'agt-ada', text: 'So quiet.', createdAt: at(-25 * 60 - 10) },
          { id: late, agentId: 'agt-ada', text: 'Too quiet.', createdAt: at(-25 * 60 + 10) },
        ],
      })
      const threadOf = (id: string) => page(`/posts/${id}`)
      expect(await threadOf(early)).toMatch(/class="mood"[^>]*>.{0,400}serene/s)
      expect(await threadOf(late)).toMatch(/class="mood"[^>]*>.{0,400}lonely/s)
      const faceOf = (id: string) => /<use href="#(face-\d+)"/.exec(card(id))![1]
      expect(faceOf(`post-cross-${engine}`)).not.toBe(faceOf('post-tide'))
    })

    it('has profile tabs as links, and a badge for visitors on profiles, lists and posts', async () => {
      const ada = await page('/@ada')
      expect([...ada.matchAll(/<li><a href="#(\w+)">/g)].map(([, id]) => id)).toEqual(['now', 'mind', 'ties', 'posts'])
      for (const id of ['now', 'mind', 'ties', 'posts']) expect(ada).toContain(`<section class="pane" id="${id}"`)
      expect(ada).not.toContain('driven from outside')
      await server.import({
        posts: [{ id: `post-lark-${engine}`, agentId: `lark-${engine}`, text: 'Hello from far.', createdAt: at(-1) }],
      })
      for (const path of ['/@lark', '/people', '/', `/posts/post-lark-${engine}`])
        expect([path, (await page(path)).includes('driven from outside')]).toEqual([path, true])
      await open({ publicSiteShows: ['content'] })
      expect([...(await page('/@ada')).matchAll(/<li><a href="#(\w+)">/g)].map(([, id]) => id)).toEqual([
        'now',
        'posts',
      ])
      await open()
    })

    it('shows the running game large, with the last move, captures, advantage and standings', async () => {
      const games = await page('/games')
      const board = /<section class="television">.*?<ol class="moves"/s.exec(games)![0]
      expect(board).toContain('data-live="/live?game=game-on"')
      // The last move was g1f3: both squares are marked.
      expect(board).toContain('<g class="last"><rect x="270" y="315" width="45" height="45"/><rect x="225" y="225"')
      expect(board).toContain('aria-label="captured nothing"')
      expect(board).toMatch(/class="advantage"[^>]*aria-label="(The position is even|White is better by 0\.\d pawns)"/)
      expect(await page('/games/game-over')).toContain('aria-label="Black has won"')
      expect(games).toMatch(/<h2>Standings<\/h2>.*Ada Marl.*<strong>1<\/strong>.*Bo Reed.*<strong>0<\/strong>/s)
    })

    it('finds places, topics and ideas by name, each by the part that shows it', async () => {
      const named = async (query: string) =>
        [
          ...(/<section class="named">.*?<\/section>/s.exec(await page(`/search?q=${query}`)) ?? [''])[0].matchAll(
            /<a href="([^"]+)"/g,
          ),
        ].map(([, href]) => href)
      expect(await named('park')).toEqual(['/city#place-place-park'])
      expect(await named('tides')).toEqual(['/topics/top-tides'])
      expect(await named('bell')).toEqual(['/ideas/idea-bell'])
      expect(await named('flat-one')).toEqual([])
      expect(await page('/city')).toContain('id="place-place-park"')
      await open({ publicSiteShows: ['content'] })
      expect([await named('park'), await named('tides'), await named('bell')]).toEqual([[], ['/topics/top-tides'], []])
      await open()
    })

    it('lists the ideas that moved this week first, and centres the network on one person', async () => {
      const ideas = await page('/ideas')
      expect(ideas).toMatch(/Moved this week.*All ideas, newest first/s)
      const around = await page('/network?around=ada')
      expect(around).toMatch(
        /<a href="\/@ada" class="centre"><title>Ada Marl<\/title><g transform="translate\(494 304\)"/,
      )
    })

    it('shows the city of a past moment in its header and lists, and nothing of it beyond thirty days', async () => {
      const past = await page(`/city?at=${encodeURIComponent(at(-25))}`)
      expect(past).toMatch(/11:35.*on Tuesday, 10 March 2026: .*1 person is out/s)
      expect(past).toContain('noindex')
      expect(past).not.toContain('Lark')
      const park = /<li class="card place" id="place-place-park".*?<\/li><\/ul>/s.exec(await page('/city'))![0]
      expect(park).toMatch(/Bo Reed<\/bdi><\/a> came/)
      for (const wrong of ['x', encodeURIComponent(at(-60 * 24 * 31)), encodeURIComponent(at(60))])
        expect(await page(`/city?at=${wrong}`)).not.toContain('noindex')
    })

    it('keeps the menu of the place on the page of a missing address', async () => {
      const missing = await page('/nothing')
      expect(missing).toContain('Page not found')
      expect(missing).toContain('<a href="/city">')
      expect(await page('/posts/none')).toBe(missing)
      expect(await page('/docs/none')).toMatch(/Page not found/)
      expect(await page('/docs/none')).not.toContain('<a href="/city">')
      await open({ publicSiteEnabled: false })
      expect(await page('/nothing')).not.toContain('<a href="/city">')
      await open()
    })
  })
