// Questions about matters of the town, and about what a resident did or wrote, on both engines.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { factsFor } from '../src/features/world-facts/facts.ts'
import { DAY_MS, HOUR_MS } from '../src/platform/core/time.ts'
import { readWorlds, type World } from '../src/platform/worlds/worlds.ts'
import { makeMaps, type OpenMap } from '../src/stores/city/maps.ts'
import { addPost } from '../src/stores/posts/posts.ts'
import { addChange, putSeedThings, putThing, readThings, type Thing } from '../src/stores/town/things.ts'
import { ENGINES } from './harness.ts'
import { AT, closeAll, demo, type Installation, install } from './import-harness.ts'

const WRITTEN = JSON.parse(readFileSync(new URL('../../demo-city/seed/things.json', import.meta.url), 'utf8'))
const NOW = AT + 4 * DAY_MS

const affair = (over: object) => ({
  world_id: 'prime',
  id: 'affair-1',
  kind: 'missing',
  stage: 'thanked',
  parties: JSON.stringify({ owner: 'agt_brack', other: 'agt_pim', third: 'agt_casimir' }),
  thing: 'reading lamp',
  root_id: '',
  status: 'ended',
  created_at: AT,
  updated_at: AT + 2 * DAY_MS,
  facts: '',
  ...over,
})

for (const engine of ENGINES)
  describe(`matters of the town on ${engine}`, () => {
    let home: Installation
    let world: World
    let map: OpenMap
    beforeAll(async () => {
      home = await install(engine)
      await home.load(demo())
      const { database } = home
      await database.transact(async (tx) => {
        await putSeedThings(tx, 'prime', WRITTEN, AT)
        await tx.sql
          .insertInto('affairs')
          .values([
            affair({}),
            affair({
              ...{ id: 'affair-2', kind: 'match', stage: 'abandoned', thing: '10 games' },
              parties: JSON.stringify({ owner: 'agt_nan_tolliver', other: 'agt_casimir', third: '' }),
              facts: JSON.stringify({ of: 10, played: 1, owner: 1, other: 0, missed: 3 }),
            }),
            affair({
              ...{ id: 'affair-4', kind: 'match', stage: 'abandoned', thing: '10 games' },
              parties: JSON.stringify({ owner: 'agt_nan_tolliver', other: 'agt_casimir', third: '' }),
              facts: JSON.stringify({ of: 10, played: 0, owner: 0, other: 0, missed: 3 }),
              updated_at: AT + 3 * DAY_MS,
            }),
            affair({
              ...{ id: 'affair-3', kind: 'courtship', stage: 'noticed', thing: 'a jar of honey', status: 'running' },
              parties: JSON.stringify({ owner: 'agt_teo_bobbin', other: 'agt_ignace_eaves', third: 'agt_mirrin_tack' }),
            }),
          ])
          .execute()
        await tx.sql
          .insertInto('happenings')
          .values({
            ...{ world_id: 'prime', id: 'funeral-1', kind: 'funeral', name: 'the funeral of Hilda Brandt' },
            ...{ place_id: 'dst_fish_hall', thing_id: '', stage: 'over', figure: 0, outcome: '', root_id: '' },
            ...{ starts_at: AT + DAY_MS, ends_at: AT + DAY_MS + 4 * HOUR_MS },
          })
          .execute()
        const things = await readThings(tx, 'prime')
        const change = async (id: string, state: Thing['state'], at: number, cause: string) => {
          const thing = { ...things.find((one) => one.id === id)!, state, since: at }
          await putThing(tx, 'prime', thing)
          await addChange(tx, 'prime', thing, cause)
        }
        await change('bell-agnes', { sort: 'working', broken: true }, AT + HOUR_MS, 'the storm')
        await change('bell-agnes', { sort: 'working', broken: false }, AT + 3 * DAY_MS, 'it has been mended')
        await change('book-atlas', { sort: 'lent', to: 'agt_gudrun' }, AT + DAY_MS, 'it was lent')
      })
      world = (await readWorlds(database.read)).byId.get('prime')!
      map = (await makeMaps().of(database.read, world))!
    })
    afterAll(closeAll)

    /** Asks in turn; the answer to the last question. */
    const ask = async (by: string, ...questions: string[]): Promise<string> => {
      const turns: { role: 'user' | 'assistant'; content: string }[] = []
      let answer = ''
      for (const content of questions) {
        turns.push({ role: 'user', content })
        answer = (await factsFor(home.database.read, { world, map, at: NOW, by }, turns)).join(' ')
        turns.push({ role: 'assistant', content: answer })
      }
      return answer
    }

    it('tells of an affair by its thing, and of a match by its people', async () => {
      const lost = / I lost a reading lamp\..* I found the reading lamp and thanked Casimir Roque/
      expect(await ask('agt_brack', 'Did your reading lamp ever turn up?')).toMatch(lost)
      expect(await ask('agt_pim', 'What was all that about a reading lamp?')).toMatch(
        / Sunniva Brack lost a reading lamp/,
      )
      expect(await ask('agt_casimir', 'How did the match against Nan end?')).toContain('1 to 0 for Nan Tolliver')
      expect(await ask('agt_casimir', 'How did the second match against Nan end?')).toContain('0 to 0')
      expect(await ask('agt_wick', 'Did you win your match with Pim?')).not.toContain('given up')
    })

    it('keeps the giver of a present secret until the two have met', async () => {
      const question = 'Who left the jar of honey at the door?'
      expect(await ask('agt_ignace_eaves', question)).not.toContain('Teo Lasko')
      expect(await ask('agt_mirrin_tack', question)).not.toContain('Teo Lasko')
      expect(await ask('agt_teo_bobbin', question)).toContain('I left a jar of honey at Ignace Vole’s door')
    })

    it('tells of the past of a thing to those who know it', async () => {
      const past = /^Great Agnes was out of order from .+ until yesterday\. The cause was the storm\.$/
      expect(await ask('agt_evander', 'When did Great Agnes break?')).toMatch(past)
      expect(await ask('agt_wick', 'When did Great Agnes break?')).not.toMatch(past)
      expect(await ask('agt_evander', 'Is Great Agnes ringing again?')).toContain('Great Agnes is ringing')
      expect(await ask('agt_evander', 'What happened to Great Agnes last week?')).toMatch(past)
      expect(await ask('agt_evander', 'How is Great Agnes?', 'What was wrong with her?')).toMatch(past)
      expect(await ask('agt_evander', 'When did Great Agnes break?', 'Who fixed her?')).not.toMatch(past)
      expect(await ask('agt_evander', 'Has anything been the matter with Great Agnes of late?')).toMatch(past)
      expect(await ask('agt_evander', 'Did anything break down in town lately?')).toMatch(
        /^The last to break down was Great Agnes, .+ It has worked again since yesterday\./,
      )
      expect(await ask('agt_bruna_lifts', 'Has the Heron been stuck lately?')).toMatch(
        /^Nothing has been the matter with it that I know of\./,
      )
      expect(await ask('agt_gudrun', 'Have you borrowed anything from Mirrin?')).toContain(
        'the street atlas from Mirrin Tack',
      )
      expect(await ask('agt_wick', 'Have you borrowed anything?')).toBe('I have borrowed nothing that I know of.')
    })

    it('tells of a happening by the name in it', async () => {
      expect(await ask('agt_wick', 'Whose funeral was it?')).toContain('the funeral of Hilda Brandt')
      expect(await ask('agt_wick', 'Do you remember Hilda Brandt?')).toContain('the funeral of Hilda Brandt')
    })

    it('knows its own deeds, and keeps those in letters private', async () => {
      const deed = (id: string, other: string, audience: string) => ({
        ...{ world_id: 'prime', id, kind: 'deed', subject_id: 'agt_bruna_lifts', about: 'Bruna Halyard' },
        ...{ text: `Bruna Halyard apologised to ${other}.`, audience, audience_ids: '[]', interest: 0.4, is_true: 1 },
        ...{ author_id: 'agt_bruna_lifts', source_kind: 'reply', source_id: '', created_at: NOW - DAY_MS },
      })
      const rows = [deed('fact_1', 'Sorrel Ant', 'parties'), deed('fact_2', 'Yarrow Kint', 'public')]
      await home.database.transact((tx) => tx.sql.insertInto('facts').values(rows).execute())
      expect(await ask('agt_bruna_lifts', 'Did you apologise to Sorrel?')).toBe('That is between Sorrel Ant and me.')
      expect(await ask('agt_bruna_lifts', 'Did you apologise to Yarrow?')).toBe(
        'I apologised to Yarrow Kint yesterday.',
      )
      expect(await ask('agt_bruna_lifts', 'Do you get on with Yarrow?', 'Did you apologise at least?')).toContain(
        'Yarrow Kint',
      )
    })

    it('quotes its own post where rows tell nothing else', async () => {
      await home.database.transact((tx) =>
        tx.sql
          .insertInto('posts')
          .values({
            ...{
              world_id: 'prime',
              id: 'post_m1',
              agent_id: 'agt_wick',
              topic_id: '',
              has_news: 0,
              visibility: 'public',
            },
            text: 'Dreamt that the cistern was full of clocks, and all of them were late.',
            ...{ like_count: 0, reply_count: 0, created_at: NOW - DAY_MS, position: 9_000_001 },
          })
          .execute(),
      )
      expect(await ask('agt_wick', 'What did you dream about?')).toMatch(
        /^I wrote about a dream yesterday: “Dreamt that/,
      )
      expect(await ask('agt_wick', 'What did you write about clocks in the cistern?')).toContain('full of clocks')
      expect(await ask('agt_wick', 'What did you write about giraffes?')).not.toContain('“')
    })

    it('knows whom it plays, and what it asked of whom', async () => {
      await home.database.transact((tx) =>
        tx.sql
          .insertInto('promises')
          .values({
            ...{ world_id: 'prime', id: 'prm_m1', maker_id: 'agt_odile_barm', other_id: 'agt_osk_by_night' },
            ...{
              place_id: 'dst_fish_hall',
              at: NOW + DAY_MS,
              kind: 'meeting',
              root_id: '',
              status: 'asked',
              created_at: NOW,
            },
          })
          .execute(),
      )
      expect(await ask('agt_odile_barm', 'Have you asked Ferrand to meet you tomorrow?')).toMatch(
        /^I have asked Ferrand Osk to meet me tomorrow at .+ at the Fish Hall\./,
      )
      const own = await ask('agt_osk_by_night', 'Have you asked Odile to meet you tomorrow?')
      expect(own).not.toMatch(/^I have asked/)
      expect(await ask('agt_osk_by_night', 'Has anybody invited you to something?')).toMatch(/^Odile Barm has asked me/)
      expect(await ask('agt_wick', 'Who are you playing right now?')).toBe('I am playing nobody just now.')
    })

    it('tells of games, moods, trust and what is at hand', async () => {
      const game = (n: number, result: 'white_won' | 'black_won') => ({
        ...{ world_id: 'prime', id: `game_m${n}`, destination_id: 'dst_fish_hall', white_agent_id: 'agt_wick' },
        ...{ black_agent_id: 'agt_pim', start_fen: null, moves: '[]', due_at: null, status: 'finished' as const },
        ...{ fen: '', ply: 20, last_san: 'Qh4', to_move: 'agt_wick', result, end_reason: 'checkmate' },
        ...{ created_at: NOW - DAY_MS, updated_at: NOW - DAY_MS },
      })
      await home.database.transact((tx) =>
        tx.sql
          .insertInto('games')
          .values([game(1, 'white_won'), game(2, 'black_won')])
          .execute(),
      )
      expect(await ask('agt_wick', 'Have you ever beaten Pim?')).toBe(
        'Yes, I have beaten Pim Ledger once in the last month, last yesterday.',
      )
      expect(await ask('agt_wick', 'Did you beat Pim yesterday?')).toContain(
        'I won 1 and lost 1 of 2 games of chess against Pim Ledger',
      )
      expect(await ask('agt_wick', 'How many games did you play yesterday?')).toBe(
        'Yesterday I played two games of chess: I won one and lost one.',
      )
      expect(await ask('agt_wick', 'How did you get on against Pim yesterday?')).toContain(
        'I won 1 and lost 1 of 2 games of chess against Pim Ledger',
      )
      expect(await ask('agt_wick', 'Who did you play chess against yesterday?')).toBe(
        'Yesterday I played chess with Pim Ledger.',
      )
      expect(await ask('agt_wick', 'Have your games gone well since yesterday morning?')).not.toMatch(/not played/)
      expect(await ask('agt_gudrun', 'Who has the street atlas?')).toMatch(/^I have had the street atlas since /)
      expect(await ask('agt_mirrin_tack', 'Who has the street atlas?')).toContain('Gudrun Sedge')
      expect(await ask('agt_ismay', 'Which of your clocks is wrong?')).toMatch(/ None of my clocks is further off\.$/)
      expect(await ask('agt_yarrow', 'How many kinds of rain are in the Register now?')).toMatch(
        /^The Rain Register holds \d+ kinds of rain\.$/,
      )
      expect(await ask('agt_odile_barm', 'Is there any bread left?')).toContain('the morning bread')
      expect(await ask('agt_wick', 'Do you trust Ciro?')).toMatch(
        /^(?:Yes, I trust|No, I do not trust|I trust) Ciro Fennel/,
      )
      expect(await ask('agt_wick', 'Who is there with you?')).toMatch(/with me/i)
      expect(await ask('agt_wick', 'Did anyone repost anything of yours?')).toBe(
        'Yes, Nan Tolliver reposted something of mine.',
      )
      expect(await ask('agt_wick', 'Did Ciro ever get back to you?')).not.toMatch(/know|tell you/)
      expect(await ask('agt_wick', 'What is coming up?')).toMatch(/^The next market is /)
    })

    it('knows the answers to its posts, and which was liked most', async () => {
      const post = (n: number, text: string, likes: number, age: number) => ({
        ...{ world_id: 'prime', id: `post_a${n}`, agent_id: 'agt_yarrow', text, topic_id: '', has_news: 0 },
        ...{
          visibility: 'public' as const,
          like_count: likes,
          reply_count: n,
          created_at: NOW - age * DAY_MS,
          position: 9_100_000 + n,
        },
      })
      const reply = (n: number, agentId: string, text: string) => ({
        ...{ world_id: 'prime', id: `rep_a${n}`, post_id: 'post_a1', agent_id: agentId, text },
        ...{ visibility: 'public' as const, like_count: 0, created_at: NOW - DAY_MS + n * 60_000 },
      })
      await home.database.transact(async (tx) => {
        await tx.sql
          .insertInto('posts')
          .values([
            post(1, 'Seven kinds of drizzle before breakfast.', 2, 2),
            post(2, 'A dry day, and I am sorry for it.', 5, 1),
          ])
          .execute()
        await tx.sql
          .insertInto('replies')
          .values([reply(1, 'agt_wick', 'I counted eight.'), reply(2, 'agt_pim', 'None of them fell on me.')])
          .execute()
      })
      const seven = 'You posted about seven kinds of drizzle. Who answered you?'
      expect(await ask('agt_yarrow', seven)).toMatch(/^Wick and Pim Ledger replied to my post of /)
      expect(await ask('agt_yarrow', seven, 'What did Wick say?')).toBe('Wick wrote: “I counted eight.”')
      expect(await ask('agt_yarrow', 'Did Odile reply to your post about drizzle?')).toMatch(
        /^Odile Barm has not written to me about that/,
      )
      expect(await ask('agt_yarrow', 'Which of your posts got the most likes?')).toContain('got five likes')
    })

    it('tells whose an idea is, who won a challenge, and how forecasts came out', async () => {
      const idea = {
        ...{ world_id: 'prime', id: 'idea_m1', label: 'A bench for every stair', summary: 'Each stair gets a bench.' },
        ...{ status: 'spreading', origin_agent_id: 'agt_wick', updated_at: NOW, created_at: NOW - DAY_MS },
      }
      const challenge = {
        ...{
          world_id: 'prime',
          id: 'chl_m1',
          title: 'Nine words on fog',
          description: '',
          status: 'closed',
          topic_id: null,
        },
        ...{ opens_at: AT, closes_at: NOW - DAY_MS, created_at: AT },
      }
      const entry = {
        ...{
          world_id: 'prime',
          id: 'con_m1',
          challenge_id: 'chl_m1',
          agent_id: 'agt_pim',
          post_id: null,
          text: 'Fog.',
        },
        ...{ score: 0.9, created_at: AT + HOUR_MS },
      }
      const forecast = (n: number, outcome: string) => ({
        ...{
          world_id: 'prime',
          id: `forecast-m${n}`,
          kind: 'forecast',
          name: 'the forecast',
          place_id: '',
          thing_id: '',
        },
        ...{
          stage: 'over',
          figure: 20,
          outcome,
          root_id: '',
          starts_at: NOW - n * DAY_MS,
          ends_at: NOW - n * DAY_MS + HOUR_MS,
        },
      })
      await home.database.transact(async (tx) => {
        await tx.sql.insertInto('ideas').values(idea).execute()
        await tx.sql.insertInto('challenges').values(challenge).execute()
        await tx.sql.insertInto('contributions').values(entry).execute()
        await tx.sql
          .insertInto('happenings')
          .values([forecast(1, 'wrong'), forecast(2, 'right')])
          .execute()
      })
      expect(await ask('agt_pim', 'What is this bench for every stair?')).toMatch(
        /^“A bench for every stair” is Wick’s idea: Each stair gets a bench\. It is spreading, and nobody has taken it up yet\./,
      )
      expect(await ask('agt_wick', 'What ideas have you put forward lately?')).toContain('is my idea')
      expect(await ask('agt_wick', 'Who won "Nine words on fog"?')).toBe('Pim Ledger won “Nine words on fog”.')
      expect(await ask('agt_pim', 'Have you won any contest lately?')).toContain('“Nine words on fog”')
      expect(await ask('agt_wick', 'How many of the forecasts were wrong?')).toMatch(
        /^One of two forecasts .* The last wrong one was for /,
      )
      expect(await ask('agt_wick', 'Was the last forecast right?')).toBe(
        'The last forecast, for yesterday, did not come true.',
      )
      expect(await ask('agt_pim', 'You won "Nine words on fog", did you not?')).toContain('I won')
    })

    it('finds promises by their place, and says what it did to others', async () => {
      const promise = (n: number, placeId: string, daysAgo: number) => ({
        ...{
          world_id: 'prime',
          id: `prm_p${n}`,
          maker_id: 'agt_ciro_grafts',
          other_id: 'agt_quince',
          place_id: placeId,
        },
        ...{ at: NOW - daysAgo * DAY_MS, kind: 'meeting', root_id: '', status: 'broken_by_maker', created_at: AT },
      })
      const deed = (n: number, text: string, audience: string, at: number) => ({
        ...{
          world_id: 'prime',
          id: `fact_p${n}`,
          kind: 'deed',
          subject_id: 'agt_ciro_grafts',
          about: 'Ciro Fennel',
          text,
        },
        ...{ audience, audience_ids: '["agt_ciro_grafts"]', interest: 0.5, is_true: 1, author_id: 'agt_ciro_grafts' },
        ...{ source_kind: '', source_id: '', created_at: at },
      })
      await home.database.transact(async (tx) => {
        await tx.sql
          .insertInto('promises')
          .values([promise(1, 'dst_fish_hall', 2), promise(2, 'dst_wet_bishop', 1)])
          .execute()
        await tx.sql
          .insertInto('facts')
          .values([
            deed(1, 'Ciro Fennel insulted Wick in a reply.', 'public', NOW - DAY_MS),
            deed(2, 'Ciro Fennel apologised to Pim Ledger in a letter.', 'parties', NOW - DAY_MS),
          ])
          .execute()
      })
      const own = (question: string) => ask('agt_ciro_grafts', question)
      expect(await own('Why did you stand Quince up at the Fish Hall?')).toContain('to come to the Fish Hall')
      expect(await own('Why did you ghost Quince?')).toContain('to come to the Wet Bishop')
      expect(await ask('agt_quince', 'Who left you hanging at the Fish Hall?')).toContain(
        'Ciro Fennel did not come to the Fish Hall',
      )
      expect(await own('Did you say something mean to Wick?')).toBe('I insulted Wick yesterday.')
      // What was done in a letter is neither told nor denied.
      expect(await own('Have you apologised to anybody?')).not.toMatch(/not apologised|Pim/)
    })

    it('says that it does not know what it cannot read, and leaves small talk to talk', async () => {
      const unknown = /know|could not|no answer|idea/iu
      expect(await ask('agt_wick', 'So you played all day lol did you win any of em')).toMatch(unknown)
      expect(await ask('agt_wick', 'Who is your best friend?', 'over what exactly')).toMatch(unknown)
      for (const remark of ['I never thought it was that easy.', 'I saw what happened, and I laughed.'])
        expect(await ask('agt_wick', 'Who is your best friend?', remark), remark).toBe('')
    })

    it('says where it was at an hour, from the walk that left that place', async () => {
      const [first, second] = map.destinations.filter(({ kind }) => kind !== 'home')
      const walk = (n: number, destinationId: string, from: string | null, hour: number) => ({
        ...{ world_id: 'prime', id: `walk_h${n}`, agent_id: 'agt_ciro_grafts', destination_id: destinationId },
        ...{ purpose: 'walk', depart_at: DAY + hour * HOUR_MS, arrive_at: DAY + (hour + 0.1) * HOUR_MS, meters: 100 },
        ...{ lifts: 0, from_label: from, route: '[]', dwell_until: DAY + (hour + 0.5) * HOUR_MS, next_at: null },
        created_at: DAY,
      })
      const DAY = NOW - (NOW % DAY_MS) - DAY_MS
      await home.database.transact((tx) =>
        tx.sql
          .insertInto('journeys')
          .values([walk(1, first!.id, null, 10), walk(2, second!.id, first!.label, 20)])
          .execute(),
      )
      const at = (hour: string) => ask('agt_ciro_grafts', `Where were you yesterday at ${hour}?`)
      const place = first!.label.replace(/^The /u, '')
      expect(await at('five in the afternoon')).toContain(place)
      expect(await at('seven in the evening')).toContain(place)
      expect(await ask('agt_ciro_grafts', 'Where were you last evening at seven?')).toContain(place)
    })

    it('denies a name only if no post has it', async () => {
      await home.database.transact((tx) =>
        addPost(tx, world, {
          ...{ world_id: 'prime', id: 'post_s1', agent_id: 'agt_ismay', topic_id: '', has_news: 0 },
          text: 'Anselm Pike moves here in a few days. A friend of mine.',
          ...{ visibility: 'public', created_at: NOW - DAY_MS },
        }),
      )
      expect(await ask('agt_wick', 'Do you know Barnaby Quorl?')).toBe('I know nobody called Barnaby Quorl.')
      expect(await ask('agt_wick', 'Do you know Anselm Pike?')).not.toContain('nobody called')
    })
  })
