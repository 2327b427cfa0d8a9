import { ERRORS } from '@agent-network/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, startTestServer, type TestServer } from './harness.ts'
import { HOSTILE, NOW, PICTURED, PRIME_FILE, SITE_DOCUMENTS, SITE_PAGES } from './site-world.ts'

const BROWSER = { headers: { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' }, redirect: 'manual' } as const

for (const engine of ENGINES)
  describe(`the public site on ${engine}`, () => {
    let server: TestServer
    let fork: string
    beforeAll(async () => {
      server = await startTestServer(engine)
      await server.setClock(NOW)
      const { status, body } = await server.import(PRIME_FILE)
      expect([status, body.error]).toEqual([200, undefined])
      fork = await server.world({
        agents: [{ id: `far-${engine}`, handle: 'far', displayName: 'Far Away' }],
        posts: [{ id: `post-far-${engine}`, agentId: `far-${engine}`, text: 'FORK-WORDS', createdAt: NOW }],
      })
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
    })

    const page = async (path: string) => {
      const { status, headers, body } = await server.get(path, undefined, BROWSER)
      return { status, headers, text: typeof body === 'string' ? body : JSON.stringify(body) }
    }
    const statusOf = async (path: string) => (await page(path)).status
    const open = (change: Record<string, unknown> = {}) =>
      server.switches({ publicSiteEnabled: true, publicSiteShows: null, publicSiteWorldIds: null, ...change })

    it('is off unless the switch is exactly true: pages are 404, / leads to the reference, /about stays', async () => {
      for (const value of [null, false, 'true', 1]) {
        await server.switches({ publicSiteEnabled: value })
        for (const path of [...SITE_PAGES.slice(1), ...SITE_DOCUMENTS])
          expect([path, await statusOf(path)]).toEqual([path, 404])
        const front = await page('/')
        expect([front.status, front.headers.get('location')]).toEqual([302, '/docs/'])
        expect(await statusOf('/about')).toBe(200)
        expect(await statusOf('/docs/')).toBe(200)
      }
    })

    it('shows every page as HTML that needs no script, with a policy that allows nothing inline', async () => {
      await open()
      for (const path of [...SITE_PAGES, '/about']) {
        const { status, headers, text } = await page(path)
        expect([path, status]).toEqual([path, 200])
        expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
        expect(headers.get('cache-control')).toBe('no-cache')
        expect(headers.get('content-security-policy')).toMatch(
          /^default-src 'none'; script-src 'self'; style-src 'self';/,
        )
        expect(headers.get('content-security-policy')).not.toContain('unsafe')
        expect(headers.get('x-content-type-options')).toBe('nosniff')
        expect(text).toMatch(/^<!doctype html>/)
        expect(text).not.toMatch(/ style=| on[a-z]+="/)
        expect(text).not.toMatch(/<script(?! type="module" src="\/assets\/| type="application\/ld\+json">)/)
        expect(text).not.toMatch(/(src|href)="(https?:)?\/\/(?!127)/)
      }
    })

    it('puts what somebody wrote into a page as text, wherever it stands', async () => {
      await open()
      for (const path of SITE_PAGES) {
        // Data for search engines stands in an element that runs nothing; only `<` could end it.
        const text = (await page(path)).text.replace(/<script type="application\/ld\+json">[^<]*<\/script>/, '')
        const unescaped = HOSTILE.slice(0, 4).filter((words) => text.includes(words))
        expect([path, unescaped]).toEqual([path, []])
        expect(text).not.toMatch(/<(img|svg onload|b|i|x)[ >]/)
        expect(text).not.toMatch(/href="javascript:/i)
      }
      expect((await page('/posts/post-harm')).text).toContain('&lt;script&gt;document.title=&#39;broken&#39;')
    })

    it('never shows hidden words, private thoughts, letters, episodes or a persona', async () => {
      await open()
      const everything = (await Promise.all([...SITE_PAGES, ...SITE_DOCUMENTS].map(page)))
        .map(({ text }) => text)
        .join('')
      for (const secret of [
        'HIDDEN',
        'DREAM',
        'PRIVATE-THOUGHT',
        'SECRET-LETTER',
        'SECRET-EPISODE',
        'SECRET-PERSONA',
        'FLAT-ONE',
      ])
        expect(everything).not.toContain(secret)
      expect(everything).toContain('A PUBLIC-THOUGHT')
      expect(await statusOf('/posts/post-hidden')).toBe(404)
      expect(await statusOf('/posts/post-dream')).toBe(404)
    })

    it('shows nothing for a list of parts that is none, and leaves out what is not named', async () => {
      for (const wrong of ['content', [], ['content', 'all'], [1], {}, true, ['Content']]) {
        await open({ publicSiteShows: wrong })
        expect([wrong, await statusOf('/people'), await statusOf('/')]).toEqual([wrong, 404, 302])
      }
      await open({ publicSiteShows: ['content'] })
      const withoutMinds = (await Promise.all([...SITE_PAGES, ...SITE_DOCUMENTS].map(page)))
        .map(({ text }) => text)
        .join('')
      for (const word of ['wistful', 'MOOD-REASON', 'PUBLIC-THOUGHT', 'The sea returns', 'Close to', 'At odds'])
        expect(withoutMinds).not.toContain(word)
      await open({ publicSiteShows: ['minds'] })
      for (const path of [
        '/posts/post-tide',
        '/topics',
        '/topics/top-tides',
        '/search?q=tide',
        '/days',
        '/days/2026-03-10',
      ])
        expect([path, await statusOf(path)]).toEqual([path, 404])
      const front = await page('/')
      expect([front.status, front.headers.get('location')]).toEqual([302, '/people'])
      const ada = (await page('/@ada')).text
      expect(ada).toContain('The sea returns.')
      expect(ada).not.toContain('The tide is out')
      expect(ada).not.toMatch(/\d+ posts?/)
    })

    it('shows another world only where the operator lists it, and no id of one world in another', async () => {
      await open()
      expect(await statusOf(`/w/${fork}/`)).toBe(404)
      for (const wrong of [fork, [fork, 1], { [fork]: true }]) {
        await open({ publicSiteWorldIds: wrong })
        expect([wrong, await statusOf(`/w/${fork}/`)]).toEqual([wrong, 404])
      }
      await open({ publicSiteWorldIds: [fork] })
      expect((await page(`/w/${fork}/`)).text).toContain('FORK-WORDS')
      expect((await page(`/w/${fork}/@far`)).text).toContain('Far Away')
      expect(await statusOf(`/w/${fork}/posts/post-far-${engine}`)).toBe(200)
      expect(await statusOf(`/posts/post-far-${engine}`)).toBe(404)
      expect(await statusOf(`/w/${fork}/posts/post-tide`)).toBe(404)
      expect(await statusOf('/@far')).toBe(404)
      expect((await page('/')).text).not.toContain('FORK-WORDS')
      const bare = await page(`/w/${fork}`)
      expect([bare.status, bare.headers.get('location')]).toEqual([302, `/w/${fork}/`])
      expect(await statusOf('/w/nowhere')).toBe(404)
      expect(await statusOf('/w/nowhere/')).toBe(404)
    })

    it('leaves out the network and the city where they are not named, in feeds and data too', async () => {
      await open({ publicSiteShows: ['content', 'minds'] })
      const closed = ['/ideas', '/ideas/idea-bell', '/challenges', '/challenges/chl-rule', '/network', '/games']
      for (const path of [...closed, '/games/game-on', '/games/game-on.pgn', '/city', '/city.json', '/city-map.json'])
        expect([path, await statusOf(path)]).toEqual([path, 404])
      for (const path of ['/', '/@ada', '/sitemap.xml'])
        expect((await page(path)).text).not.toMatch(/\/(ideas|challenges|network|games|city)\b|Chess games/)
      await open({ publicSiteShows: ['network', 'city'] })
      for (const path of ['/feed.xml', '/feed.json', '/@ada/feed.xml', '/posts/post-tide.md', '/latest.json'])
        expect([path, await statusOf(path)]).toEqual([path, 404])
      const idea = (await page('/ideas/idea-bell')).text
      expect(idea).toContain('introduced it')
      expect(idea).toContain('3 people and 2 ties between them')
      expect(idea).not.toContain('/posts/')
      expect((await page('/sitemap.xml')).text).not.toContain('/posts/')
    })

    it('shows bodies and boards only while the view of the city is public, in each world by its own setting', async () => {
      await open()
      const cityState = JSON.parse((await page('/city.json')).text)
      expect(cityState.bodies.map(({ handle, placeId }: any) => [handle, placeId])).toEqual([
        ['@"><script>x', 'place-harm'],
        ['@ada', 'place-park'],
      ])
      expect(JSON.stringify(cityState)).not.toContain('agt-')
      const { streets, places } = JSON.parse((await page('/city-map.json')).text)
      expect(streets).toContainEqual({ x1: 240, y1: 0, level1: 0, x2: 240, y2: 0, level2: 1, lift: true })
      expect(places.map(({ id, level }: any) => [id, level])).toEqual([
        ['place-harm', 1],
        ['place-park', 0],
      ])
      await server.switches({ publicCityViewEnabled: false })
      for (const path of ['/city', '/city.json', '/city-map.json', '/games', '/games/game-on', '/games/game-on.pgn'])
        expect([path, await statusOf(path)]).toEqual([path, 404])
      expect((await page('/@ada')).text).not.toMatch(/Chess games|The park/)
      await server.switches({ publicCityViewEnabled: null })
      expect((await page('/@ada')).text).toContain('The park')
      expect(await statusOf('/games/game-on')).toBe(200)
    })

    it('shows a visitor’s place and none of its walks, and no history older than thirty days', async () => {
      await open()
      const id = `vis-${engine}`
      const agent = { id, worldId: 'prime', kind: 'visitor', handle: 'lark', displayName: 'Lark' }
      const at = (minutes: number) => new Date(Date.parse(NOW) + minutes * 60_000).toISOString()
      await server.import({
        agents: [agent],
        journeys: [
          { id: `jny-${engine}`, agentId: id, destinationId: 'place-park', departAt: at(-60), arriveAt: at(-50) },
          {
            id: `jny-bo-${engine}`,
            agentId: 'agt-bo',
            destinationId: 'place-park',
            departAt: at(-60),
            arriveAt: at(-50),
          },
        ],
      })
      const bodies = async (query = '') =>
        JSON.parse((await page(`/city.json${query}`)).text).bodies.map(({ handle }: any) => handle)
      expect(await bodies()).toContain('@lark')
      const then = encodeURIComponent(at(-45))
      expect(await bodies(`?at=${then}`)).toEqual(['@bo'])
      for (const wrong of ['x', encodeURIComponent(at(-60 * 24 * 31)), encodeURIComponent(at(60))])
        expect(await bodies(`?at=${wrong}`)).toContain('@lark')
    })

    it('has feeds that readers understand, with hostile words as text', async () => {
      await open()
      for (const path of SITE_DOCUMENTS) expect([path, await statusOf(path)]).toEqual([path, 200])
      const rss = await page('/feed.xml')
      expect(rss.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
      // Well formed: no character that XML has no place for, and no tag that is not ours.
      expect(rss.text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
      const tags = new Set([...rss.text.matchAll(/<\/?([a-z:]+)/gi)].map(([, tag]) => tag))
      const knownTags = ['rss', 'channel', 'title', 'link', 'description', 'language', 'generator', 'atom:link', 'item']
      expect([...tags].sort()).toEqual([...knownTags, 'guid', 'pubDate', 'dc:creator', 'category'].sort())
      const feed = JSON.parse((await page('/feed.json')).text)
      expect(feed.version).toBe('https://jsonfeed.org/version/1.1')
      expect(feed.items.map(({ content_text }: any) => content_text)).toContain('The tide is out.')
      expect((await page('/@ada/feed.xml')).text.match(/<item>/g)).toHaveLength(1)
      expect((await page('/games/game-over.pgn')).text).toContain('1. f3 e5 2. g4 Qh4# 0-1')
      expect((await page('/posts/post-harm.md')).text).not.toMatch(/(^|[^\\])</m)
    })

    it('answers a known tag with 304, and shows a post that was hidden no more on the next request', async () => {
      await open()
      const first = await page('/')
      const etag = first.headers.get('etag')!
      const again = await server.get('/', undefined, { ...BROWSER, headers: { 'if-none-match': etag } })
      expect(again.status).toBe(304)
      const id = `post-late-${engine}`
      await server.import({ posts: [{ id, agentId: 'agt-bo', text: 'LATE-WORDS', createdAt: NOW }] })
      expect((await page('/')).text).toContain('LATE-WORDS')
      expect((await page('/@bo')).text).toContain('LATE-WORDS')
      await server.operator('PATCH', `/_operator/posts/${id}`, { visibility: 'hidden' })
      for (const path of ['/', '/@bo', '/days/2026-03-10']) expect((await page(path)).text).not.toContain('LATE-WORDS')
      expect(await statusOf(`/posts/${id}`)).toBe(404)
    })

    it('returns 404 as HTML to browsers and as JSON to programs; machine protocols always return JSON', async () => {
      await open()
      for (const path of [
        '/nothing',
        '/posts/none',
        '/days/2026-02-30',
        '/@nobody',
        '/docs/none',
        '/city/none',
        '/developer/none',
        '/assets/none.js',
        '/w/',
        '/posts/%ff',
      ]) {
        const missing = await page(path)
        expect([path, missing.status, missing.text.includes('Page not found')]).toEqual([path, 404, true])
        const { status, body } = await server.get(path)
        expect([path, status, body.error?.code]).toEqual([path, 404, 'NOT_FOUND'])
      }
      for (const path of [
        '/v1/nothing',
        '/_developer/nothing',
        '/a2a/nothing',
        '/oidc/nothing',
        '/mcp/x',
        '/openai/x',
      ]) {
        const { headers } = await page(path)
        expect([path, headers.get('content-type')]).toEqual([path, 'application/json; charset=utf-8'])
      }
    })

    it('keeps the documentation open with the site off: guides, their Markdown, limits, and a page for every code', async () => {
      await server.switches({ publicSiteEnabled: false })
      const bare = await page('/docs')
      expect([bare.status, bare.headers.get('location')]).toEqual([302, '/docs/'])
      for (const path of [
        '/docs/',
        '/docs/using-the-api',
        '/docs/operating',
        '/docs/limits',
        '/docs/errors/',
        '/docs/reference',
        '/docs/reference/content',
        '/docs/start',
        '/docs/search?q=key',
      ])
        expect([path, await statusOf(path)]).toEqual([path, 200])
      const text = await page('/docs/using-the-api.md')
      expect(text.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
      expect(text.text).toMatch(/^# Using the API/)
      const links = [...(await page('/docs/using-the-api')).text.matchAll(/href="(\/docs\/[^"#]*)/g)].map(
        ([, url]) => url!,
      )
      for (const link of new Set(links)) expect([link, await statusOf(link)]).toEqual([link, 200])
      for (const code of Object.keys(ERRORS))
        expect([code, await statusOf(`/docs/errors/${code}`)]).toEqual([code, 200])
      expect((await page('/docs/errors/RATE_LIMIT_EXCEEDED')).text).toContain('What to do')
      for (const path of [
        '/docs/errors/NOTHING',
        '/docs/errors/toString',
        '/docs/rules',
        '/docs/../README',
        '/docs/x.md',
      ])
        expect([path, await statusOf(path)]).toEqual([path, 404])
    })

    it('serves styles, scripts and fonts under names that say what is in them, for ever', async () => {
      await open()
      const { text } = await page('/')
      const assets = [...text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, url]) => url!)
      expect(assets.length).toBeGreaterThan(2)
      for (const url of assets) {
        const { status, headers } = await server.get(url)
        expect([url, status]).toEqual([url, 200])
        expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      }
    })

    const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

    it('draws a picture for every page that is linked to, by what it shows, and draws none for a known tag', async () => {
      await open()
      for (const path of PICTURED) {
        const { text } = await page(path)
        const url = /<meta property="og:image" content="([^"]+)"/.exec(text)?.[1]
        expect(url).toBe(`${server.baseUrl}${path}/card.png`)
        expect(text).toContain('<meta name="twitter:card" content="summary_large_image">')
        const answer = await fetch(url!)
        const png = Buffer.from(await answer.arrayBuffer())
        expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'image/png'])
        expect(answer.headers.get('cache-control')).toBe('no-cache')
        expect(png.subarray(0, PNG.length)).toEqual(PNG)
        expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1_200, 630])
        const again = await fetch(url!, { headers: { 'if-none-match': answer.headers.get('etag')! } })
        expect(again.status).toBe(304)
      }
      for (const missing of ['/posts/post-hidden', '/posts/none', '/@nobody', '/days/2026-02-30', '/games/none'])
        expect([missing, await statusOf(`${missing}/card.png`)]).toEqual([missing, 404])
    })

    it('shows no picture of what is not shown, on the next request', async () => {
      const statusesWith = async (change: Record<string, unknown>) => {
        await open(change)
        return Promise.all(PICTURED.map((path) => statusOf(`${path}/card.png`)))
      }
      const [post, harm, person, harmful, idea, day, on, over] = await statusesWith({ publicSiteShows: ['content'] })
      expect([post, harm, person, harmful, idea, day, on, over]).toEqual([200, 200, 200, 200, 404, 200, 404, 404])
      expect(await statusesWith({ publicSiteShows: ['network'] })).toEqual([404, 404, 200, 200, 200, 404, 404, 404])
      expect(await statusesWith({ publicSiteEnabled: false })).toEqual(PICTURED.map(() => 404))
      expect(await statusesWith({ publicCityViewEnabled: false })).toEqual([200, 200, 200, 200, 200, 200, 404, 404])
      await server.switches({ publicCityViewEnabled: null })
    })

    it('finds whole words, and beginnings of words only if no whole word matches', async () => {
      await open()
      const word = `brim${engine}`
      const post = (id: string, text: string) => ({ id: `${id}-${engine}`, agentId: 'agt-bo', text, createdAt: NOW })
      await server.import({
        posts: [post('post-whole', `A ${word} of tea.`), post('post-longer', `${word}ful of it.`)],
      })
      for (const mode of ['index', 'scan']) {
        await server.switches({ searchMode: mode })
        const whole = (await page(`/search?q=${word}`)).text
        expect([whole.includes('of tea.'), whole.includes('ful of it.')]).toEqual([true, false])
        const prefixHits = (await page(`/search?q=${word}fu`)).text
        expect([prefixHits.includes('of tea.'), prefixHits.includes('ful of it.')]).toEqual([false, true])
        expect(prefixHits).toContain('Words that begin with them')
        // A page behind the last one does not fall back to beginnings.
        expect((await page(`/search?q=${word}&page=2`)).text).not.toContain('ful of it.')
      }
      await server.switches({ searchMode: null })
      const api = (await server.get(`/v1/search?q=${word}&type=posts`, (await server.key()).key)).body
      expect(JSON.stringify(api)).toContain('ful of it.')
    })

    it('answers refusals outside the API paths with a page to browsers and with JSON to programs', async () => {
      await open()
      const form = { ...BROWSER, method: 'POST' }
      for (const [path, status] of [
        [`/join/${'a'.repeat(22)}`, 410],
        ['/nothing', 404],
        ['/openapi.json', 404],
        ['/robots.txt', 404],
        ['/developer/', 404],
        ['/city/watch', 400],
      ] as const) {
        const htmlReply = await server.get(path, undefined, form)
        expect([path, htmlReply.status, htmlReply.headers.get('content-type')]).toEqual([
          path,
          status,
          'text/html; charset=utf-8',
        ])
        expect(htmlReply.headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
        expect(htmlReply.body).toMatch(/<h1>[A-Z]/)
        const jsonReply = await server.get(path, undefined, { method: 'POST' })
        expect([path, jsonReply.status, typeof jsonReply.body.error?.code]).toEqual([path, status, 'string'])
      }
      for (const path of ['/v1/posts', '/_developer/apps', '/a2a/v1', '/oidc/none', '/openai/v1/models'])
        expect([path, (await server.get(path, undefined, BROWSER)).headers.get('content-type')]).toEqual([
          path,
          'application/json; charset=utf-8',
        ])
    })

    it('lets one address search thirty times a minute', async () => {
      await open()
      await server.advance(120_000)
      const statuses: number[] = []
      for (let i = 0; i < 31; i++) statuses.push(await statusOf('/search?q=tide'))
      expect(statuses).toEqual([...Array(30).fill(200), 429])
      const limited = await page('/search?q=tide')
      expect(limited.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(limited.headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
      expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(limited.text).toContain('<h1>Too many requests</h1>')
      expect(limited.text).toContain(limited.headers.get('request-id'))
      expect((await server.get('/search?q=tide')).body.error.code).toBe('RATE_LIMIT_EXCEEDED')
      await server.advance(60_000)
      expect(await statusOf('/search?q=tide')).toBe(200)
    })

    if (engine === 'postgres')
      it('obeys its switches on the next request of every node', async () => {
        await open()
        const other = await startTestServer(engine, { databaseUrl: server.databaseUrl!, data: server.data })
        try {
          const there = async () => (await other.get('/people', undefined, BROWSER)).status
          expect(await there()).toBe(200)
          await server.switches({ publicSiteEnabled: false })
          expect(await there()).toBe(404)
          await server.switches({ publicSiteEnabled: true, publicSiteShows: [] })
          expect(await there()).toBe(404)
        } finally {
          await other.close()
        }
      })
  })
