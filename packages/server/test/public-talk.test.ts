// Questions about the resident's posts and who answered, public talk of the town, games, visitors and changed ties, on both
// engines.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { factsFor } from '../src/features/world-facts/facts.ts'
import { DAY_MS, HOUR_MS, utcDay } from '../src/platform/core/time.ts'
import { compiler, type Database, type Prepared, type Read, type Value } from '../src/platform/db/database.ts'
import { readWorlds, type World } from '../src/platform/worlds/worlds.ts'
import { makeMaps, type OpenMap } from '../src/stores/city/maps.ts'
import { ENGINES } from './harness.ts'
import { AT, closeAll, demo, type Installation, install } from './import-harness.ts'

const NOW = AT + 4 * DAY_MS
const WORLD = { world_id: 'prime' }

const post = (n: number, over: object = {}) => ({
  ...{ ...WORLD, id: `post_t${n}`, agent_id: 'agt_tobit_objects', text: `Against hats, part ${n}.`, topic_id: '' },
  ...{ has_news: 0, visibility: 'public' as const, like_count: 0, reply_count: 0 },
  ...{ created_at: NOW - (10 - n) * HOUR_MS, position: 9_200_000 + n },
  ...over,
})
const reply = (n: number, agentId: string, postId: string, text = 'I grant you hats.') => ({
  ...{ ...WORLD, id: `rep_t${n}`, post_id: postId, agent_id: agentId, text, visibility: 'public' as const },
  ...{ like_count: 0, created_at: NOW - HOUR_MS + n * 60_000 },
})
const like = (n: number, agentId: string, postId: string) => ({
  ...{ ...WORLD, id: `like_t${n}`, agent_id: agentId, post_id: postId, reply_id: '', created_at: NOW - n * 60_000 },
})
const plan = (n: number, move: string, from: string, to: string, issue = 'bells') => ({
  ...{ ...WORLD, id: `rep_t${n}`, root_id: '', agent_id: from, issue, move, side: 'for', reason: '' },
  ...{ addressee_id: to, answers_id: '', created_at: NOW - HOUR_MS + n * 60_000 },
})
const game = (n: number, other: string, result: 'white_won' | 'black_won' | 'draw', reason: string) => ({
  ...{ ...WORLD, id: `game_t${n}`, destination_id: 'dst_fish_hall', white_agent_id: 'agt_tobit_objects' },
  ...{ black_agent_id: other, start_fen: null, moves: '[]', due_at: null, status: 'finished' as const, fen: '' },
  ...{ ply: 31, last_san: null, to_move: '', result, end_reason: reason },
  ...{ created_at: NOW - n * HOUR_MS, updated_at: NOW - n * HOUR_MS },
})
const fact = (n: number, text: string, interest: number) => ({
  ...{ ...WORLD, id: `fact_t${n}`, kind: 'deed', subject_id: 'agt_yarrow', about: 'Yarrow Kint', text },
  ...{ audience: 'public', audience_ids: '[]', interest, is_true: 1, author_id: '', source_kind: '', source_id: '' },
  created_at: NOW - DAY_MS,
})
const idea = (n: number, label: string, origin: string, status = 'emerging') => ({
  ...{ ...WORLD, id: `idea_t${n}`, label, summary: `${label}, every Sunday.`, status },
  ...{ origin_agent_id: origin, updated_at: NOW, created_at: NOW - n * HOUR_MS },
})
const challenge = (n: number, title: string, status: string) => ({
  ...{ ...WORLD, id: `chl_t${n}`, title, description: '', status, topic_id: null },
  ...{ opens_at: AT, closes_at: NOW, created_at: AT + n },
})

// ── Cost of statements ──

type Statement = readonly [query: Prepared<Record<string, Value>, unknown>, params: Record<string, Value>]

/** Reads like `read`, and records the statements about answers to posts. */
function recording(read: Read): { readonly read: Read; readonly statements: Statement[] } {
  const statements: Statement[] = []
  const compile = compiler(read.sql)
  const record = (query: unknown, params: unknown): void => {
    const statement = [query, params] as Statement
    if (/"(?:replies|likes|reposts)"/.test(compile(statement[0] as never).text)) statements.push(statement)
  }
  const recorded: Read = {
    engine: read.engine,
    sql: read.sql,
    raw: (text, params) => read.raw(text, params),
    all: (query, params) => {
      record(query, params)
      return read.all(query, params)
    },
    first: (query, params) => {
      record(query, params)
      return read.first(query, params)
    },
  }
  return { read: recorded, statements }
}

interface PlanNode {
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

const rowsOf = (node: PlanNode): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'] +
  (node.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), 0)

const RUNS = 9

/** Rows that PostgreSQL reads; the least duration on SQLite, which does not count rows. */
async function costOf(read: Read, [query, params]: Statement): Promise<number> {
  if (read.engine === 'postgres') {
    const { text, bind } = compiler(read.sql)(query as never)
    const [row] = await read.raw<{ 'QUERY PLAN': unknown }>(`explain (analyze, format json) ${text}`, bind(params))
    const output = row!['QUERY PLAN']
    const [{ Plan }] = typeof output === 'string' ? JSON.parse(output) : output
    return rowsOf(Plan)
  }
  const durations: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const started = performance.now()
    await read.all(query, params)
    durations.push(performance.now() - started)
  }
  return Math.min(...durations)
}

/** Posts and a reply of a resident, each with `n` replies, likes and reposts of visitors. */
async function addAnswers({ transact }: Database, { by, n, first }: { by: string; n: number; first: number }) {
  const posts = [0, 1].map((i) => post(first + i, { agent_id: by, created_at: NOW - (i + 2) * HOUR_MS }))
  const own = { ...reply(first, by, posts[0]!.id), created_at: NOW - 2 * HOUR_MS }
  const answers = Array.from({ length: n }, (_, i) => ({ i, visitor: `agt_v${i}`, at: NOW - HOUR_MS + i }))
  const replies = [
    { ...reply(first + 1, 'agt_wick', posts[1]!.id, 'Hats are for heads.'), created_at: NOW - 2 * HOUR_MS },
    ...answers.flatMap(({ i, visitor, at }) =>
      [...posts, own].map(({ id }) => ({
        ...{ ...reply(0, visitor, id === own.id ? own.post_id : id), id: `rep_${by}_${id}_${i}` },
        ...{ parent_reply_id: id === own.id ? id : null, created_at: at },
      })),
    ),
  ]
  const likes = answers.flatMap(({ i, visitor, at }) =>
    posts.map(({ id }) => ({ ...like(0, visitor, id), id: `like_${by}_${id}_${i}`, created_at: at })),
  )
  const reposts = answers.map(({ i, visitor, at }) => ({
    ...{ ...WORLD, id: `rps_${by}_${i}`, agent_id: visitor, post_id: posts[0]!.id, created_at: at },
  }))
  await transact(async (tx) => {
    await tx.sql.insertInto('posts').values(posts).execute()
    await tx.sql.insertInto('replies').values(own).execute()
    for (let from = 0; from < replies.length; from += 500)
      await tx.sql
        .insertInto('replies')
        .values(replies.slice(from, from + 500))
        .execute()
    for (let from = 0; from < likes.length; from += 500)
      await tx.sql
        .insertInto('likes')
        .values(likes.slice(from, from + 500))
        .execute()
    for (let from = 0; from < reposts.length; from += 500)
      await tx.sql
        .insertInto('reposts')
        .values(reposts.slice(from, from + 500))
        .execute()
  })
}

/** Above the number of answers that are read for each post. */
const FEW = 80
const MANY = 2_500
/** Well above the noise of SQLite's clock, and well below the growth in proportion: about thirty. */
const GROWTH_MAX = 4

for (const engine of ENGINES)
  describe(`posts, public talk and company on ${engine}`, () => {
    let home: Installation
    let world: World
    let map: OpenMap
    beforeAll(async () => {
      home = await install(engine)
      await home.load(demo())
      const { database } = home
      await database.transact(async (tx) => {
        const of = { world_id: 'prime' }
        await tx.sql
          .insertInto('posts')
          .values([post(1, { reply_count: 4 }), post(2, { reply_count: 4 }), post(3, { like_count: 2 })])
          .execute()
        await tx.sql
          .insertInto('replies')
          .values([
            reply(1, 'agt_ismay', 'post_t1'),
            reply(2, 'agt_ismay', 'post_t2'),
            reply(3, 'agt_wick', 'post_t1', 'Hats keep the rain off.'),
            reply(4, 'agt_mirrin_tack', 'post_t2'),
            reply(5, 'agt_tobit_objects', 'post_t2'),
            // More than anybody in the demo's history.
            ...Array.from({ length: 12 }, (_, i) => reply(10 + i, 'agt_ismay', 'post_t3')),
          ])
          .execute()
        await tx.sql
          .insertInto('likes')
          .values([like(1, 'agt_quince', 'post_t3'), like(2, 'agt_dorrit', 'post_t3')])
          .execute()
        await tx.sql
          .insertInto('plans')
          .values([
            plan(2, 'support', 'agt_ismay', 'agt_tobit_objects'),
            plan(3, 'counter', 'agt_wick', 'agt_mirrin_tack', 'umbrellas'),
            // Said in a conversation: no reply of this id.
            plan(90, 'counter', 'agt_gudrun', 'agt_absalom'),
          ])
          .execute()
        await tx.sql
          .insertInto('games')
          .values([
            game(1, 'agt_wick', 'black_won', 'resignation'),
            game(2, 'agt_wick', 'black_won', 'checkmate'),
            game(3, 'agt_pim', 'white_won', 'checkmate'),
            game(4, 'agt_pim', 'draw', 'draw_rule'),
            game(5, 'agt_wick', 'draw', 'draw_rule'),
          ])
          .execute()
        await tx.sql
          .insertInto('facts')
          .values([
            fact(1, 'Yarrow Kint let down Dorrit Shoal at the Fish Hall.', 0.5),
            fact(2, 'Yarrow Kint thanked Wick in a reply.', 0.3),
          ])
          .execute()
        await tx.sql
          .insertInto('knowledge')
          .values(
            [1, 2].map((n) => ({
              ...{ ...of, agent_id: 'agt_tobit_objects', fact_id: `fact_t${n}`, heard_from: 'agt_wick' },
              ...{ at: NOW - HOUR_MS + n, belief: 1, variant: '' },
            })),
          )
          .execute()
        await tx.sql
          .insertInto('ideas')
          .values([
            idea(1, 'A bench for every stair', 'agt_wick', 'established'),
            idea(2, 'Lessons in silence', 'agt_tobit_objects'),
          ])
          .execute()
        await tx.sql
          .insertInto('challenges')
          .values([challenge(3, 'Nine words on fog', 'closed'), challenge(4, 'A list of three', 'open')])
          .execute()
        await tx.sql
          .insertInto('contributions')
          .values(
            [
              { id: 'con_t1', agent_id: 'agt_tobit_objects', score: 0.4 },
              { id: 'con_t2', agent_id: 'agt_pim', score: 0.9 },
            ].map((one) => ({ ...of, challenge_id: 'chl_t3', post_id: null, text: 'Fog.', created_at: AT, ...one })),
          )
          .execute()
        await tx.sql
          .insertInto('tie_days')
          .values(
            [
              { day: utcDay(NOW) - 8, affinity: 0.6 },
              { day: utcDay(NOW), affinity: 0.4 },
            ].map((one) => ({ ...of, agent_id: 'agt_tobit_objects', other_id: 'agt_wick', ...one })),
          )
          .execute()
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
    const askTobit = (...questions: string[]) => ask('agt_tobit_objects', ...questions)

    it('tells who answers, likes and follows', async () => {
      expect(await askTobit('Who replies to your posts the most?')).toMatch(
        /^Ismay Verge replies to my posts most often/,
      )
      const last = /^The last to reply to a post of mine was Ismay Verge, today: “I grant you hats\.”/
      expect(await askTobit('Who was the last person to reply to one of your posts?')).toMatch(last)
      expect(await askTobit('Did Wick ever reply to one of your posts?')).toMatch(
        /^Yes, Wick wrote under my post of today: “Hats keep the rain off\.”/,
      )
      expect(await askTobit('Did Odile ever reply to one of your posts?')).toMatch(/^No, Odile Barm has not replied/)
      expect(await askTobit('Who likes your posts?')).toMatch(/likes my posts most often/)
      expect(await askTobit('Did anyone like your latest post?')).toMatch(
        /^My last post has two likes, from .*Quince Pellerin/,
      )
      expect(await askTobit('Which of your posts got the most replies?')).toMatch(
        /^Two posts of mine got four replies each, and no other got more\./,
      )
      expect(await ask('agt_ismay', 'Whose posts have you replied to lately?')).toMatch(
        /^I last replied to a post of Tobit Marl, today: “I grant you hats\.”/,
      )
      expect(await askTobit('Who is following you?')).toMatch(/ follows? me\.$/)
      expect(await askTobit('Who do you follow?')).toMatch(/^I follow .+\.$/)
      expect(await askTobit('Do you follow Odile Barm?')).toMatch(
        /^(?:Yes, I follow|No, I do not follow) Odile Barm\.$/,
      )
      expect(await askTobit('Did anyone like or repost something that you wrote?')).toMatch(/likes my posts most often/)
    })

    it('tells of public quarrels and supporters, and not of what was said in a conversation', async () => {
      const quarrel = await askTobit('Who has fallen out with whom in town?')
      expect(quarrel).toMatch(/^Today Wick argued with Mirrin Tack over /)
      expect(quarrel).not.toContain('Gudrun')
      expect(await askTobit('Does anyone agree with you these days?')).toMatch(/^Ismay Verge took my side today, on /)
      expect(await ask('agt_wick', 'Has anybody taken your side lately?')).toBe(
        'Nobody has taken my side in public lately.',
      )
    })

    it('passes on gossip, and knows from whom it has it', async () => {
      expect(await askTobit('Any gossip for a stranger?')).toBe('Yarrow Kint thanked Wick in a reply. Wick told me.')
      expect(await askTobit('What is the wildest rumour you have heard?', 'Who told you that?')).toBe('Wick told me.')
      expect(await askTobit('What is the wildest rumour you have heard?')).toContain('let down Dorrit Shoal')
      expect(await askTobit('What is the wildest rumour you have heard?', 'Do you believe it?')).toBe(
        'Yes, I believe it.',
      )
      expect(await ask('agt_yarrow', 'Any good gossip?')).not.toContain('Dorrit')
    })

    it('tells of ideas and challenges', async () => {
      expect(await askTobit('What new ideas are people discussing?')).toContain('“A bench for every stair”')
      expect(await askTobit('Which idea is the most popular just now?')).toMatch(
        /^“A bench for every stair” is Wick’s idea/,
      )
      expect(await askTobit('Have you thought up any new ideas yourself?')).toMatch(/^“Lessons in silence” is my idea/)
      expect(await askTobit('Which challenges are open at the moment?')).toMatch(/^Open just now are “A list of three”/)
      expect(await askTobit('Which challenges are open at the moment?', 'Have you entered it?')).toBe(
        'No, I have entered none of them.',
      )
      expect(await askTobit('Did you take part in any challenge?')).toMatch(
        /^Yes, I entered “Nine words on fog” .* Pim Ledger won “Nine words on fog”\.$/,
      )
    })

    it('counts games by opponent and place, and tells how one ended', async () => {
      expect(await askTobit('Who do you play chess with the most?')).toMatch(
        /^I play chess with Wick most often: three games in the last month\. After that comes Pim Ledger\./,
      )
      expect(await askTobit('Who beats you the most?')).toBe('Wick beats me most often: twice in the last month.')
      expect(await askTobit('Where do you usually play chess?')).toMatch(
        /^I play most often at the Fish Hall: five games/,
      )
      expect(await askTobit('How did your last game of chess end?')).toBe(
        'My last game, today against Wick, ended after 16 moves, when I resigned.',
      )
      expect(await askTobit('Did you play Pim today?', 'How many moves did it take?')).toContain('after 16 moves')
      expect(await askTobit('Are you in the middle of a game at present?')).toBe('I am playing nobody just now.')
      expect(await askTobit('Is there anybody you still owe a game?')).toBe('I owe nobody a game that I know of.')
    })

    it('tells who came by, how work was, and who won last', async () => {
      expect(await askTobit('Who dropped in on you at the Fish Hall lately?')).toMatch(
        /^At the Fish Hall I met Wick today/,
      )
      expect(await ask('agt_annick', 'What are you doing at work today?')).toContain('the Dry Room')
      expect(await askTobit('Who won the last challenge?')).toBe('Pim Ledger won “Nine words on fog”.')
      expect(await askTobit('I should like to know what idea you support at present.')).toMatch(
        / taken up | came round to /,
      )
      expect(await ask('agt_evander', 'When did you last go down to the Hearth?')).not.toContain('nobody called')
    })

    it('feels that a tie has changed', async () => {
      expect(await askTobit('Are you and Wick getting along better or worse than a week ago?')).toBe(
        'Wick and I get on less well than a week ago.',
      )
      expect(await askTobit('Has anything changed between you and Odile Barm?')).toMatch(/^Nothing much has changed/)
    })

    it('remembers the moods of days, and what it wrote about a promise that it broke', async () => {
      const { database } = home
      await database.transact(async (tx) => {
        const moods = ['settled', 'indignant'].map((mood, i) => ({
          ...{ ...WORLD, agent_id: 'agt_tobit_objects', day: utcDay(NOW) - 1 - i, mood, emoji: '', intensity: 0.5 },
          changed_at: null,
        }))
        await tx.sql
          .insertInto('mood_days')
          .values(moods)
          .onConflict((oc) => oc.doNothing())
          .execute()
        await tx.sql
          .insertInto('promises')
          .values({
            ...{ ...WORLD, id: 'prm_t1', maker_id: 'agt_tobit_objects', other_id: 'agt_wick', kind: 'meeting' },
            ...{ place_id: 'dst_fish_hall', at: NOW - DAY_MS, root_id: '', created_at: NOW - 2 * DAY_MS },
            status: 'broken_by_maker',
          })
          .execute()
        await tx.sql
          .insertInto('posts')
          .values(post(9, { text: 'I was under a lift, Wick. I am sorry.' }))
          .execute()
        await tx.sql
          .insertInto('plans')
          .values({ ...plan(0, 'sorry', 'agt_tobit_objects', 'agt_wick', ''), id: 'post_t9', root_id: 'prm_t1' })
          .execute()
      })
      expect(await askTobit('How has your mood been these last days?')).toMatch(/settled|indignant/)
      const why = await askTobit('Why did you not turn up to meet Wick yesterday?')
      expect(why).toContain('“I was under a lift, Wick. I am sorry.”')
      expect(why).not.toContain('no good excuse')
    })

    it('tells of games that it owes, walks, the resident it likes least, and rain of today', async () => {
      const { database } = home
      const walk = (n: number, placeId: string, purpose: string | null) => ({
        ...{ ...WORLD, id: `jrn_t${n}`, agent_id: 'agt_tobit_objects', destination_id: placeId, purpose },
        ...{ depart_at: NOW - n * HOUR_MS, arrive_at: NOW - n * HOUR_MS + 60_000, meters: 300, lifts: 0 },
        ...{ from_label: null, route: null, dwell_until: null, next_at: null, created_at: NOW },
      })
      const places = map.destinations.filter(({ kind }) => kind !== 'home')
      const [walked, visited] = [places[0]!, places[1]!]
      await database.transact(async (tx) => {
        await tx.sql
          .insertInto('promises')
          .values({
            ...{ ...WORLD, id: 'prm_t2', maker_id: 'agt_wick', other_id: 'agt_tobit_objects', kind: 'game' },
            ...{ place_id: 'dst_fish_hall', at: NOW + DAY_MS, root_id: '', created_at: NOW, status: 'open' },
          })
          .execute()
        await tx.sql
          .insertInto('journeys')
          .values([
            ...Array.from({ length: 40 }, (_, i) => walk(10 + i, walked.id, 'walk')),
            ...Array.from({ length: 60 }, (_, i) => walk(60 + i, visited.id, null)),
          ])
          .execute()
        await tx.sql
          .deleteFrom('relationships')
          .where('agent_id', '=', 'agt_tobit_objects')
          .where('type', '=', 'rival')
          .execute()
        await tx.sql
          .insertInto('relationships')
          .values({
            ...{ ...WORLD, agent_id: 'agt_tobit_objects', other_agent_id: 'agt_odile_barm', type: 'acquaintance' },
            ...{ affinity: -0.9, trust: 0.1, familiarity: 0.4, interaction_count: 3 },
            ...{ last_interaction_at: NOW, updated_at: NOW, id: 'rel_t1', created_at: NOW },
          })
          .onConflict((oc) =>
            oc
              .columns(['world_id', 'agent_id', 'other_agent_id'])
              .doUpdateSet({ affinity: -0.9, type: 'acquaintance' }),
          )
          .execute()
      })
      expect(await askTobit('Whom do you still owe a game of chess?')).toMatch(
        /^I have promised Wick a game, tomorrow at /,
      )
      expect(await askTobit(`How often have you been to ${visited.label} this week?`)).toMatch(
        /I was there .+ times in the last seven days\.$/,
      )
      expect(await askTobit('Where do you like to go for a walk?')).toContain('I walk most often to ')
      expect(await askTobit('Whom do you like least?')).toContain('I get on least with Odile Barm.')
      expect(await askTobit('Has it rained today?')).toMatch(/^Today we had /)
    })

    it('tells of the latest reply to a reply of its own', async () => {
      await home.database.transact(async (tx) => {
        await tx.sql
          .insertInto('posts')
          .values(post(50, { agent_id: 'agt_pim', created_at: NOW - 2 * HOUR_MS }))
          .execute()
        await tx.sql
          .insertInto('replies')
          .values([
            reply(40, 'agt_tobit_objects', 'post_t50', 'So I said.'),
            { ...reply(41, 'agt_pim', 'post_t50', 'And I heard you.'), parent_reply_id: 'rep_t40' },
            { ...reply(42, 'agt_tobit_objects', 'post_t50', 'Good.'), parent_reply_id: 'rep_t40' },
          ])
          .execute()
      })
      expect(await askTobit('Who was the last person to reply to you?')).toBe(
        'The last to reply to me was Pim Ledger, today: “And I heard you.”',
      )
    })

    it('reads as much under posts with thousands of answers as under posts with a few', async () => {
      const { read } = home.database
      await addAnswers(home.database, { by: 'agt_gudrun', n: FEW, first: 500 })
      await addAnswers(home.database, { by: 'agt_dorrit', n: MANY, first: 600 })
      // PostgreSQL chooses its indexes by statistics.
      if (engine === 'postgres') await home.database.transact(async (tx) => void (await tx.raw('analyze', [])))
      const questions = {
        'Who replies to your posts the most?': 1,
        'Who was the last person to reply to you?': 2,
        'Did Wick ever reply to one of your posts?': 1,
        'Who likes your posts?': 1,
        'Has anyone reposted you?': 1,
      }
      for (const [content, count] of Object.entries(questions)) {
        const costs: number[] = []
        for (const by of ['agt_gudrun', 'agt_dorrit']) {
          const recorded = recording(read)
          await factsFor(recorded.read, { world, map, at: NOW, by }, [{ role: 'user', content }])
          expect(recorded.statements.length, content).toBeGreaterThanOrEqual(count)
          let cost = 0
          for (const statement of recorded.statements) cost += await costOf(read, statement)
          costs.push(cost)
        }
        expect(costs[1]! / costs[0]!, `${content} ${costs.join(' ')}`).toBeLessThan(GROWTH_MAX)
      }
      // One reply of a resident is found among thousands.
      expect(await ask('agt_dorrit', 'Did Wick ever reply to one of your posts?')).toMatch(/^Yes, Wick wrote under /)
    })

    it('does not repeat itself where a reason is asked', async () => {
      const first = await askTobit('Who likes your posts?')
      expect(await askTobit('Who likes your posts?', 'Why is that?')).not.toBe(first)
    })
  })
