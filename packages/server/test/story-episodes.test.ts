// Which rows become which episodes: affairs, campaigns, matches, promises, happenings and ties.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from './durations.ts'
import { ENGINES, marker, startTestServer, type TestServer } from './harness.ts'
import { request, sendMcp } from './mcp-site.ts'
import { changeStore } from './store-access.ts'
import { insertRows, iso, NOW, type Row } from './stories-site.ts'

/** A text: who wrote it, how long ago, under which post, and the plan behind it. */
interface TextSeed {
  readonly id: string
  readonly by: string
  readonly ago: number
  readonly text: string
  readonly under?: string
  readonly plan?: Row
}

const MISSING: readonly TextSeed[] = [
  { id: 'lost', by: 'ada', ago: 9 * DAY, text: 'My soup ladle is gone. Has anybody seen it?' },
  {
    ...{ id: 'hint', by: 'cy', ago: 9 * DAY - HOUR, under: 'lost' },
    text: 'Was Bob not asking after just such a soup ladle, Ada? I only mention it.',
  },
  {
    ...{ id: 'ask', by: 'ada', ago: 9 * DAY - 2 * HOUR, under: 'lost' },
    text: 'Bob, I ask you straight: have you got my soup ladle?',
  },
  {
    ...{ id: 'deny', by: 'bob', ago: 9 * DAY - 3 * HOUR, under: 'lost' },
    text: 'I have not got your soup ladle, Ada, and I do not care for the question.',
  },
  {
    ...{ id: 'found', by: 'ada', ago: 8 * DAY },
    text: 'The soup ladle is found. It was in the coat that I was not wearing.',
  },
  {
    ...{ id: 'sorry', by: 'ada', ago: 8 * DAY - HOUR, under: 'found' },
    text: 'And to you, Bob, I owe more than a sentence. I am sorry that I thought of you.',
  },
]

const PETITION: readonly TextSeed[] = [
  {
    ...{ id: 'begun', by: 'cy', ago: 7 * DAY },
    text: 'I give notice of a petition for a bench by the water. Names are taken at my door until the end of the week.',
  },
  {
    ...{ id: 'against', by: 'ada', ago: 7 * DAY - HOUR, under: 'begun' },
    text: 'I object to a bench by the water. We did without it for a hundred years.',
  },
  {
    ...{ id: 'answer', by: 'cy', ago: 7 * DAY - 2 * HOUR, under: 'begun' },
    text: 'Ada, it comes to less than what you spend on lamp oil to complain by.',
  },
  {
    ...{ id: 'many', by: 'cy', ago: 6 * DAY },
    text: 'There are forty names for a bench by the water, and two of them I had to look up. I carry it in tomorrow.',
  },
  {
    ...{ id: 'granted', by: 'cy', ago: 5 * DAY },
    text: 'Our petition is granted: a bench by the water. Thank you, every one of you, Ada not excepted.',
  },
]

const STORM = 'the storm Berta'
const STORM_AT = NOW - 2 * DAY
const TESTED = { issue: 'clocks', root_id: 'clocks' }

const OTHERS: readonly TextSeed[] = [
  { id: 'clocks', by: 'ada', ago: 4 * DAY, text: 'The public clocks ought to agree.' },
  {
    ...{ id: 'propose', by: 'ada', ago: 4 * DAY - HOUR, under: 'clocks', text: 'Let us look at both clocks.' },
    plan: { ...TESTED, move: 'test', addressee_id: 'bob' },
  },
  {
    ...{ id: 'agree', by: 'bob', ago: 4 * DAY - 2 * HOUR, under: 'clocks', text: 'I shall be there.' },
    plan: { ...TESTED, move: 'promise', addressee_id: 'ada', answers_id: 'propose' },
  },
  {
    ...{ id: 'waited', by: 'bob', ago: 2 * DAY - 2 * HOUR, text: 'I sat at the board, and the board and I agreed.' },
    plan: { root_id: 'match' },
  },
  {
    ...{ id: 'warned', by: 'cy', ago: 2 * DAY + 5 * HOUR, text: 'It will blow.' },
    plan: { issue: 'city:storm-9', move: 'report', root_id: 'warned' },
  },
  {
    ...{ id: 'hat', by: 'ada', ago: 2 * DAY - HOUR, text: 'It blows.' },
    plan: { issue: 'city:storm-9', move: 'report', root_id: 'hat' },
  },
  {
    ...{ id: 'pump', by: 'bob', ago: 2 * DAY - 3 * HOUR, text: 'No water.' },
    plan: { issue: 'thing:pump', move: 'report', reason: `the north pump is broken since ${STORM}`, root_id: 'pump' },
  },
  {
    ...{ id: 'after', by: 'cy', ago: DAY + 12 * HOUR, text: 'It blew.' },
    plan: { issue: 'city:storm-9', move: 'report', root_id: 'after' },
  },
]

/** More texts than a story has episodes, by two friends for each other. */
const SUPPORTS: readonly TextSeed[] = [
  { id: 'slugs', by: 'ada', ago: 21 * DAY, text: 'Leave the slugs alone.' },
  ...Array.from({ length: 63 }, (_, i): TextSeed => {
    const [by, other] = i % 2 === 0 ? ['cy', 'ada'] : ['ada', 'cy']
    return {
      ...{ id: `support_${i}`, by, ago: 20 * DAY - i * 2 * HOUR, under: 'slugs', text: `Yes, ${i}.` },
      plan: { issue: 'slugs', root_id: 'slugs', move: 'support', addressee_id: other },
    }
  }),
]

for (const engine of ENGINES)
  describe(`episodes of stories on ${engine}`, () => {
    let server: TestServer
    let worldId: string
    /** A key that may read everything, and one of tier 1. */
    let key: string
    let plainKey: string
    const $ = marker()
    /** Ids of this test in a row of a plan. */
    const withMarks = (plan: Row): Row =>
      Object.fromEntries(
        Object.entries(plan).map(([name, value]) => [name, name.endsWith('_id') ? $(String(value)) : value]),
      )
    const textRows = (list: readonly TextSeed[]) =>
      list.map(({ id, by, ago, text, under }) => ({
        ...{ id: $(id), agentId: $(by), text, createdAt: iso(NOW - ago) },
        ...(under === undefined ? {} : { postId: $(under) }),
      }))
    const plansOf = (list: readonly TextSeed[], rootId = '') =>
      list
        .filter(({ plan }) => plan !== undefined || rootId !== '')
        .map(({ id, by, ago, plan = {} }) => ({
          ...{ world_id: worldId, id: $(id), root_id: rootId, agent_id: $(by), issue: '', move: 'tell', side: '' },
          ...{ reason: '', addressee_id: '', answers_id: '', created_at: NOW - ago, ...withMarks(plan) },
        }))
    const affair = (id: string, kind: string, ago: number, more: Row): Row => ({
      ...{ world_id: worldId, id: $(id), kind, stage: '', thing: '', root_id: '', status: 'over', facts: '' },
      ...{ created_at: NOW - ago - HOUR, updated_at: NOW - ago, ...more },
    })
    const promise = (id: string, ago: number, more: Row): Row => ({
      ...{ world_id: worldId, id: $(id), place_id: $('pier'), root_id: '', created_at: NOW - 6 * DAY },
      ...{ at: NOW - ago, kind: 'game', ...more },
    })
    const parties = (owner: string, other: string, third: string) =>
      JSON.stringify({ owner: $(owner), other: $(other), third: third === '' ? '' : $(third) })

    const get = (path: string, as = key) => server.get(path, as)
    const list = async (query = '', as = key): Promise<any[]> =>
      (await get(`/v1/stories?perPage=100&${query}`, as)).body.data
    const storyOf = async (title: RegExp, as = key): Promise<any> => {
      const found = (await list('', as)).find((one) => title.test(one.title))
      return found && (await get(`/v1/stories/${found.id}`, as)).body.data
    }
    const textsOf = (story: any): string[] => story.episodes.map(({ text }: { text: string }) => text)
    const derive = () => server.advance(10_000)

    beforeAll(async () => {
      server = await startTestServer(engine)
      await server.setClock(iso(NOW))
      const all = [...MISSING, ...PETITION, ...OTHERS, ...SUPPORTS]
      worldId = await server.world({
        agents: [
          ['ada', 'Ada Marl'],
          ['bob', 'Bob Reed'],
          ['cy', 'Cy Vole'],
        ].map(([name, displayName]) => ({ id: $(name!), handle: $(name!), displayName })),
        relationships: [
          ['ada', 'cy'],
          ['cy', 'ada'],
        ].map(([one, other]) => ({
          ...{ agentId: $(one!), otherAgentId: $(other!), type: 'friend' },
          ...{ affinity: 0.6, trust: 0.6, familiarity: 0.5 },
        })),
        posts: textRows(all.filter(({ under }) => under === undefined)),
        replies: textRows(all.filter(({ under }) => under !== undefined)),
      })
      await insertRows(server, 'affairs', [
        affair('missing', 'missing', 8 * DAY - HOUR, { thing: 'soup ladle', parties: parties('ada', 'bob', 'cy') }),
        affair('petition', 'petition', 5 * DAY, {
          ...{ thing: 'a bench by the water', parties: parties('cy', 'ada', 'bob') },
        }),
        affair('match', 'match', DAY, {
          ...{ thing: '3 games', stage: 'won', parties: parties('bob', 'cy', ''), created_at: NOW - 6 * DAY },
          facts: JSON.stringify({ of: 3, played: 1, owner: 1, other: 0, missed: 1 }),
        }),
      ])
      await insertRows(server, 'plans', [
        ...plansOf(MISSING, $('missing')),
        ...plansOf(PETITION, $('petition')),
        ...plansOf(OTHERS),
        ...plansOf(SUPPORTS),
      ])
      await insertRows(server, 'promises', [
        promise('prm_won', 5 * DAY, {
          ...{ maker_id: $('bob'), other_id: $('cy'), status: 'kept', root_id: $('match') },
        }),
        promise('prm_missed', 2 * DAY - HOUR, {
          ...{ maker_id: $('bob'), other_id: $('cy'), status: 'broken_by_other', root_id: $('match') },
        }),
        promise('prm_trial', 3 * DAY, {
          ...{
            maker_id: $('ada'),
            other_id: $('bob'),
            status: 'broken_by_other',
            root_id: $('propose'),
            kind: 'trial',
          },
        }),
      ])
      await insertRows(server, 'games', [
        {
          ...{ world_id: worldId, id: $('game'), destination_id: $('pier'), white_agent_id: $('cy') },
          ...{ black_agent_id: $('bob'), start_fen: null, moves: '[]', due_at: null, status: 'finished' },
          ...{ created_at: NOW - 5 * DAY + MINUTE, fen: '', ply: 4, last_san: null, to_move: '', result: 'black_won' },
          ...{ end_reason: 'resignation', updated_at: NOW - 5 * DAY + HOUR },
        },
      ])
      await insertRows(server, 'happenings', [
        {
          ...{ world_id: worldId, id: 'storm-9', kind: 'storm', name: STORM, place_id: $('pier'), thing_id: '' },
          ...{ stage: 'over', figure: 0, outcome: '', root_id: $('warned'), starts_at: STORM_AT },
          ends_at: STORM_AT + 6 * HOUR,
        },
      ])
      const grudge = (agent: string, other: string, reason: string, ago: number): Row => ({
        ...{ world_id: worldId, agent_id: $(agent), other_id: $(other), reason, created_at: NOW - ago },
      })
      await insertRows(server, 'grudges', [
        grudge('ada', 'bob', 'not coming to the pier', 3 * DAY - 22 * MINUTE),
        grudge('bob', 'cy', 'not coming to the pier', 2 * DAY - HOUR - 22 * MINUTE),
        grudge('cy', 'ada', 'the quarrel over improving a story', HOUR),
      ])
      await insertRows(server, 'life_worlds', [
        { world_id: worldId, holder: '', fence: 0, lease_until: 0, lived_to: NOW, last_turn_at: NOW, turns: 1 },
      ])
      await derive()
      key = (await server.key({ worldId })).key
      plainKey = (await server.key({ worldId, tier: 1, scopes: ['posts:read'] })).key
    })
    afterAll(() => server.close())

    it('has an affair from its first to its last text, with everybody who took part', async () => {
      const story = await storyOf(/soup ladle/)
      expect(story).toMatchObject({ kind: 'affair', state: 'ended', open: null, endedAt: iso(NOW - 8 * DAY + HOUR) })
      expect(textsOf(story)).toEqual([
        'Ada has lost a soup ladle and asks who has seen it.',
        'Cy hints that Bob may know where the soup ladle is.',
        'Ada asks Bob in public whether Bob has the soup ladle.',
        'Bob denies it and is offended to be asked in public.',
        'Ada has found the soup ladle.',
        'Ada apologises to Bob for the suspicion.',
      ])
      expect(story.cast.map(({ role }: { role: string }) => role)).toEqual(['lost it', 'suspected', 'helped to look'])
      expect(story.episodes[5]).toMatchObject({ postId: $('found'), replyId: $('sorry') })
      expect(await storyOf(/soup ladle/, plainKey)).toEqual(story)
    })

    it('has a campaign with its objection, its answer and its end', async () => {
      const story = await storyOf(/collects names/)
      expect(story).toMatchObject({ kind: 'campaign', state: 'ended', open: null })
      expect(textsOf(story)).toEqual([
        'Cy starts a petition for a bench by the water.',
        'Ada objects to a bench by the water.',
        'Cy answers the objection of Ada.',
        'Cy has enough names and hands the petition in.',
        'The petition is granted: there will be a bench by the water.',
      ])
      expect(await storyOf(/collects names/, plainKey)).toEqual(story)
    })

    it('has a happening from its announcement to its effects, with its place while the city is public', async () => {
      const story = await storyOf(/storm Berta/)
      expect(textsOf(story)).toEqual([
        'Cy announces the storm Berta.',
        'The storm Berta reaches the city.',
        'Ada writes about the storm Berta.',
        'Bob tells what it did to the north pump.',
        'The storm Berta has passed.',
        'Cy looks back on the storm Berta.',
      ])
      expect(story.episodes[1]).toMatchObject({ placeId: $('pier'), agentIds: [], postId: null })
      await server.switches({ publicCityViewEnabled: false })
      const withoutCity = await storyOf(/storm Berta/)
      expect(textsOf(withoutCity)).toEqual(textsOf(story))
      expect(JSON.stringify(withoutCity)).not.toContain($('pier'))
      await server.switches({ publicCityViewEnabled: null })
    })

    it('has a match with a game, a missed game and its end', async () => {
      const story = await storyOf(/a match of 3 games/)
      expect(story).toMatchObject({ kind: 'match', state: 'ended', open: null, endedAt: iso(NOW - DAY) })
      expect(textsOf(story)).toEqual([
        'Bob beats Cy in game 1 of 3. The score is 1 to 0 for Bob.',
        'Cy does not come to the next game. Bob waits at the board.',
        'Bob wins the match against Cy, 1 to 0.',
      ])
      expect(story.episodes[1]).toMatchObject({ gameId: null, placeId: $('pier'), postId: $('waited') })
    })

    it('has a promise that was made in public and broken, for readers of ties only', async () => {
      const story = await storyOf(/^Bob promised to meet Ada/)
      expect(story).toMatchObject({ kind: 'promise', state: 'open', open: 'Will Bob apologise?' })
      expect(story.episodes).toMatchObject([
        {
          text: 'Ada and Bob agree to meet and find out whether the town clocks should show the same time.',
          ...{ postId: $('clocks'), replyId: $('agree') },
        },
        { text: 'Ada waits at the agreed place. Bob does not come.', postId: null },
        { text: 'Ada holds it against Bob.', postId: null },
      ])
      // The agreement is public. That it was broken is not.
      expect(await storyOf(/promised to meet/, plainKey)).toBeUndefined()
      expect((await get(`/v1/stories/${story.id}`, plainKey)).status).toBe(404)
    })

    it('hides from tier 1 whether a missed game is still held against somebody', async () => {
      const title = /^Cy promised to play chess with Bob/
      const story = await storyOf(title)
      expect(story).toMatchObject({ kind: 'promise', state: 'open', endedAt: null, open: 'Will Cy apologise?' })
      expect(textsOf(story)).toEqual([
        'Bob comes to play chess. Cy had promised to come and does not.',
        'Bob holds it against Cy.',
      ])
      const missedAt = iso(NOW - 2 * DAY + HOUR + 20 * MINUTE)
      const plain = await storyOf(title, plainKey)
      expect(plain).toMatchObject({ state: 'ended', open: null, updatedAt: missedAt, endedAt: missedAt })
      expect(textsOf(plain)).toEqual(['Bob comes to play chess. Cy had promised to come and does not.'])
      const ids = async (query: string, as: string) => (await list(query, as)).map(({ id }) => id)
      expect(await ids('state=open', key)).toContain(story.id)
      expect(await ids('state=ended', key)).not.toContain(story.id)
      expect(await ids('state=open', plainKey)).not.toContain(story.id)
      expect(await ids('state=ended', plainKey)).toContain(story.id)
      await server.switches({ publicCityViewEnabled: false })
      expect(textsOf(await storyOf(title, plainKey))).toEqual(['Bob writes that Cy did not come.'])
      await server.switches({ publicCityViewEnabled: null })
    })

    it('shows readers without ties the same bytes whatever becomes of ties', async () => {
      await server.switches({ publicSiteEnabled: true, publicSiteWorldIds: [worldId], mcpEnabled: true })
      await server.switches({ publicSiteShows: ['content', 'city'] })
      const site = `/w/${worldId}`
      let requests = 0
      /** A further parameter passes caches. The time of the request is no part of a page. */
      const page = async (path: string): Promise<string> => {
        const headers = { accept: 'text/html' }
        const { body } = await server.get(`${site}${path}&fresh=${++requests}`, undefined, { headers })
        return String(body).replaceAll(/data-at="[^"]*"|fresh=\d+/gu, '')
      }
      const tool = async (args: object): Promise<string> => {
        const call = request('tools/call', { name: 'read_network', arguments: { what: 'stories', ...args } })
        return JSON.stringify((await sendMcp(server, plainKey, call)).body.result)
      }
      const all = async (): Promise<Record<string, string>> => {
        const views: Record<string, string> = {}
        for (const query of ['', 'state=open', 'state=ended', 'kind=promise', `agent=${$('bob')}`, 'perPage=1&page=2'])
          views[`list ${query}`] = JSON.stringify((await get(`/v1/stories?perPage=100&${query}`, plainKey)).body)
        for (const args of [{}, { perPage: 2 }]) views[`tool ${JSON.stringify(args)}`] = await tool(args)
        for (const path of ['/?', '/stories?', '/stories?state=ended', '/stories/feed.xml?', '/search?q=Bob'])
          views[`page ${path}`] = await page(path)
        return views
      }
      const title = /^Cy promised to play chess with Bob/
      const before = await all()
      expect(before['page /stories?state=ended']).toContain('Cy promised to play chess with Bob')
      expect(before['page /stories/feed.xml?']).toContain('Cy promised to play chess with Bob')
      expect(before['page /search?q=Bob']).toContain('story: promise')
      const { updatedAt, state } = await storyOf(title)
      expect(state).toBe('open')
      await changeStore(server, 'delete from grudges where world_id = $1 and agent_id = $2', [worldId, $('bob')])
      const foes = `update relationships set type = 'rival', affinity = -0.5 where world_id = $1 and agent_id = $2`
      await changeStore(server, foes, [worldId, $('ada')])
      await derive()
      const forgiven = await storyOf(title)
      expect(forgiven.state).toBe('ended')
      expect(textsOf(forgiven).at(-1)).toBe('Bob no longer holds it against Cy.')
      expect(forgiven.updatedAt > updatedAt).toBe(true)
      expect((await list())[0].id).toBe(forgiven.id)
      expect(await all()).toEqual(before)
      await server.switches({ publicSiteEnabled: null, publicSiteWorldIds: null, publicSiteShows: null })
    })

    it('has as many texts of friends with ties as without', async () => {
      const [friends, plain] = await Promise.all([storyOf(/Ada and Cy/), storyOf(/Ada and Cy/, plainKey)])
      expect(textsOf(friends)).toContain('Ada and Cy count each other as friends.')
      expect(friends.episodes).toHaveLength(61)
      expect(plain.episodes).toEqual(
        friends.episodes.filter(({ postId }: { postId: string | null }) => postId !== null),
      )
    })

    it('has a grudge as a quarrel of its own, for readers of ties only', async () => {
      const story = await storyOf(/^Cy holds something against Ada/)
      expect(story).toMatchObject({ kind: 'quarrel', state: 'open', open: 'Will Ada apologise?' })
      expect(textsOf(story)).toEqual(['Cy holds it against Ada: the quarrel over improving a story.'])
      expect(story.cast.map(({ role }: { role: string }) => role)).toEqual(['offended', 'offender'])
      expect(await list('kind=quarrel', plainKey)).toEqual([])
      expect((await get(`/v1/stories/${story.id}`, plainKey)).status).toBe(404)
    })

    it('lists on the page of a day the stories that went on then', async () => {
      await server.switches({ publicSiteEnabled: true, publicSiteWorldIds: [worldId] })
      const day = async (ago: number) => {
        const path = `/w/${worldId}/days/${iso(NOW - ago).slice(0, 10)}`
        const page = String((await server.get(path, undefined, { headers: { accept: 'text/html' } })).body)
        return /<section class="day-stories">.*?<\/section>/s.exec(page)?.[0] ?? ''
      }
      expect(await day(2 * DAY)).toMatch(/The storm Berta.*The storm Berta has passed\./s)
      expect(await day(9 * DAY)).toMatch(/soup ladle.*Bob denies it/s)
      expect(await day(9 * DAY)).not.toContain('Berta')
      expect(await day(3 * DAY)).toContain('Ada holds it against Bob.')
      await server.switches({ publicSiteShows: ['content'] })
      expect(await day(3 * DAY)).toBe('')
      await server.switches({ publicSiteEnabled: null, publicSiteShows: null, publicSiteWorldIds: null })
    })
  })
