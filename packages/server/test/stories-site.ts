// A world with one story of each kind: the rows that residents leave behind, without the residents.
import { DAY, HOUR, MINUTE } from './durations.ts'
import type { TestServer } from './harness.ts'
import { changeStore } from './store-access.ts'

/** A thing whose name must show as text. */
export const LAMP = 'a <b>lamp</b> at the corner'
export const NOW = Date.parse('2026-03-10T12:00:00.000Z')
export const iso = (at: number): string => new Date(at).toISOString()

export type Row = Readonly<Record<string, string | number | null>>

export async function insertRows(server: TestServer, table: string, rows: readonly Row[]): Promise<void> {
  for (const row of rows) {
    const names = Object.keys(row)
    const slots = names.map((_, i) => `$${i + 1}`)
    await changeStore(
      server,
      `insert into ${table} (${names.join(', ')}) values (${slots.join(', ')})`,
      Object.values(row),
    )
  }
}

/** Somebody says something at a time before now. */
const textOf = (id: string, agentId: string, ago: number, text: string) => ({
  ...{ id, agentId, text, createdAt: iso(NOW - ago) },
})

const MISSING = [
  'My soup ladle is gone. It was on its hook last night, and now there is only the hook. Has anybody seen it?',
  'I saw a soup ladle very like it at the pier, Ada, this morning.',
  'The soup ladle is found. It was in the coat that I was not wearing.',
] as const

/** Texts of the world file: posts and replies of all stories. `$` marks the ids of one test. */
export const storyFile = ($: (name: string) => string) => ({
  agents: [
    ['ada', 'Ada Marl'],
    ['bob', 'Bob Reed'],
    ['cy', 'Cy Vole'],
  ].map(([name, displayName]) => ({ id: $(name!), handle: $(name!), displayName })),
  posts: [
    textOf(
      $('gift'),
      $('cy'),
      7 * DAY,
      'I left a jar of honey on a doorstep this morning and ran. I am too old to run.',
    ),
    textOf($('lost'), $('ada'), 5 * DAY, MISSING[0]),
    textOf($('found'), $('ada'), 4 * DAY, MISSING[2]),
    textOf($('petition'), $('cy'), 3 * DAY, `I give notice of a petition for ${LAMP}.`),
    textOf($('clocks'), $('ada'), 3 * DAY, 'The public clocks ought to agree.'),
    textOf($('slugs'), $('bob'), 6 * DAY, 'Leave the slugs alone.'),
    textOf($('gale'), $('cy'), 2 * DAY - HOUR, 'The storm Abel has my hat.'),
    textOf($('game'), $('bob'), DAY - 5 * HOUR, 'Game 1 of 3 with Cy, and won.'),
  ],
  replies: [
    { ...textOf($('sighted'), $('cy'), 5 * DAY - HOUR, MISSING[1]), postId: $('lost') },
    ...['n1', 'n2', 'n3', 'n4'].map((name, i) => ({
      ...textOf($(name), $(i % 2 === 0 ? 'bob' : 'ada'), 3 * DAY - (1 + i * 6) * HOUR, `No, ${i}.`),
      postId: $('clocks'),
    })),
    ...['s1', 's2', 's3', 's4', 's5'].map((name, i) => ({
      ...textOf($(name), $(i % 2 === 0 ? 'cy' : 'bob'), 6 * DAY - (1 + i * 12) * HOUR, `Yes, ${i}.`),
      postId: $('slugs'),
    })),
  ],
  relationships: [
    { agentId: $('bob'), otherAgentId: $('cy'), type: 'friend', affinity: 0.6, trust: 0.6, familiarity: 0.5 },
    { agentId: $('cy'), otherAgentId: $('bob'), type: 'friend', affinity: 0.5, trust: 0.6, familiarity: 0.5 },
    { agentId: $('ada'), otherAgentId: $('bob'), type: 'rival', affinity: -0.4, trust: 0.1, familiarity: 0.5 },
    { agentId: $('bob'), otherAgentId: $('ada'), type: 'rival', affinity: -0.2, trust: 0.2, familiarity: 0.5 },
  ],
})

/** What the residents of the world did, apart from its texts. */
export async function addStoryRows(server: TestServer, worldId: string, $: (name: string) => string): Promise<void> {
  const plan = (id: string, agent: string, ago: number, more: Row): Row => ({
    ...{ world_id: worldId, id: $(id), root_id: '', agent_id: $(agent), issue: '', move: 'tell', side: '' },
    ...{ reason: '', addressee_id: '', answers_id: '', created_at: NOW - ago, ...more },
  })
  const affair = (id: string, kind: string, stage: string, more: Row): Row => ({
    ...{ world_id: worldId, id: $(id), kind, stage, thing: '', root_id: '', status: 'running', facts: '' },
    ...{ parties: JSON.stringify({ owner: $('ada'), other: $('bob'), third: $('cy') }) },
    ...{ created_at: NOW - 5 * DAY, updated_at: NOW - 4 * DAY, ...more },
  })
  const promise = (id: string, maker: string, other: string, more: Row): Row => ({
    ...{ world_id: worldId, id: $(id), maker_id: $(maker), other_id: $(other), place_id: $('pier') },
    ...{ kind: 'meeting', root_id: '', created_at: NOW - 2 * DAY, ...more },
  })
  await insertRows(server, 'affairs', [
    affair('aff_gift', 'courtship', 'noticed', {
      thing: 'a jar of honey',
      parties: JSON.stringify({ owner: $('cy'), other: $('ada'), third: $('bob') }),
      created_at: NOW - 7 * DAY,
      updated_at: NOW - 7 * DAY,
    }),
    affair('aff_missing', 'missing', 'thanked', { thing: 'soup ladle' }),
    affair('aff_petition', 'petition', 'signed', {
      ...{
        thing: LAMP,
        parties: JSON.stringify({ owner: $('cy'), other: $('ada'), third: $('bob') }),
      },
      ...{ created_at: NOW - 3 * DAY - HOUR, updated_at: NOW - 3 * DAY },
    }),
    affair('aff_match', 'match', 'arranging', {
      thing: '3 games',
      parties: JSON.stringify({ owner: $('bob'), other: $('cy'), third: '' }),
      facts: JSON.stringify({
        of: 3,
        played: 1,
        owner: 1,
        other: 0,
        missed: 0,
        placeId: $('pier'),
        gameId: '',
        last: 'won',
      }),
      created_at: NOW - 2 * DAY,
      updated_at: NOW - DAY + 5 * HOUR,
    }),
  ])
  const move = (id: string, agent: string, to: string, ago: number, what: string, issue: string, root: string) =>
    plan(id, agent, ago, { root_id: $(root), move: what, issue, addressee_id: $(to) })
  await insertRows(server, 'plans', [
    plan('gift', 'cy', 7 * DAY, { root_id: $('aff_gift') }),
    plan('lost', 'ada', 5 * DAY, { root_id: $('aff_missing') }),
    plan('sighted', 'cy', 5 * DAY - HOUR, { root_id: $('aff_missing') }),
    plan('found', 'ada', 4 * DAY, { root_id: $('aff_missing') }),
    plan('petition', 'cy', 3 * DAY, { root_id: $('aff_petition') }),
    plan('game', 'bob', DAY - 5 * HOUR, { root_id: $('aff_match') }),
    plan('gale', 'cy', 2 * DAY - HOUR, { root_id: $('gale'), move: 'report', issue: 'city:storm-1' }),
    ...['n1', 'n2', 'n3', 'n4'].map((name, i) =>
      i % 2 === 0
        ? move(name, 'bob', 'ada', 3 * DAY - (1 + i * 6) * HOUR, 'counter', 'clocks', 'clocks')
        : move(name, 'ada', 'bob', 3 * DAY - (1 + i * 6) * HOUR, 'counter', 'clocks', 'clocks'),
    ),
    ...['s1', 's2', 's3', 's4', 's5'].map((name, i) =>
      i % 2 === 0
        ? move(name, 'cy', 'bob', 6 * DAY - (1 + i * 12) * HOUR, 'support', 'slugs', 'slugs')
        : move(name, 'bob', 'cy', 6 * DAY - (1 + i * 12) * HOUR, 'support', 'slugs', 'slugs'),
    ),
    // A letter: its subject is in no story.
    plan('letter', 'ada', DAY, { move: 'counter', issue: 'SECRET-SUBJECT', addressee_id: $('cy') }),
  ])
  await insertRows(server, 'promises', [
    promise('prm_broken', 'ada', 'cy', { at: NOW - DAY, status: 'broken_by_other' }),
    promise('prm_game', 'bob', 'cy', { at: NOW - DAY, status: 'kept', kind: 'game', root_id: $('aff_match') }),
  ])
  await insertRows(server, 'games', [
    {
      ...{ world_id: worldId, id: $('game_1'), destination_id: $('pier'), white_agent_id: $('bob') },
      ...{ black_agent_id: $('cy'), start_fen: null, moves: '[]', due_at: null, status: 'finished' },
      ...{ created_at: NOW - DAY + MINUTE, fen: '', ply: 4, last_san: null, to_move: '', result: 'white_won' },
      ...{ end_reason: 'resignation', updated_at: NOW - DAY + HOUR },
    },
  ])
  await insertRows(server, 'happenings', [
    {
      ...{ world_id: worldId, id: 'storm-1', kind: 'storm', name: 'the storm Abel', place_id: '', thing_id: '' },
      ...{ stage: 'over', figure: 0, outcome: '', root_id: $('gale'), starts_at: NOW - 2 * DAY },
      ...{ ends_at: NOW - 2 * DAY + 6 * HOUR },
    },
  ])
  await insertRows(server, 'grudges', [
    {
      world_id: worldId,
      agent_id: $('ada'),
      other_id: $('cy'),
      reason: 'not coming to the pier',
      created_at: NOW - DAY + 22 * MINUTE,
    },
    {
      world_id: worldId,
      agent_id: $('bob'),
      other_id: $('ada'),
      reason: 'the insult in a reply',
      created_at: NOW - HOUR,
    },
  ])
  // Last: from now on the job reads the rows above.
  await insertRows(server, 'life_worlds', [
    { world_id: worldId, holder: '', fence: 0, lease_until: 0, lived_to: NOW, last_turn_at: NOW, turns: 1 },
  ])
}
