import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES } from './harness.ts'
import { closeAll, type Installation, install, refusal, small } from './import-harness.ts'

afterEach(closeAll)

for (const engine of ENGINES)
  describe(`a refused import on ${engine} names the first bad path and writes nothing`, () => {
    let home: Installation
    beforeEach(async () => {
      home = await install(engine)
    })

    const agents = [
      { id: 'b1', handle: 'cleo' },
      { id: 'b2', handle: 'dion' },
    ]
    const post = { id: 'q1', agentId: 'b1', text: 'x' }
    const mistakes: [string, unknown, string][] = [
      ['no object', [], 'a world file must be one JSON object'],
      ['an unknown list', { people: [] }, 'people: is not a known list'],
      ['no list', { posts: {} }, 'posts: must be a list'],
      [
        'an unknown member',
        { agents: [{ handle: 'x' }, { handle: 'y', moods: 1 }] },
        'unknown field agents[1].moods; known are id, createdAt, worldId, kind,',
      ],
      [
        'a member that is nearly known',
        { agents: [{ handle: 'x', display: 'X' }] },
        'unknown field agents[0].display; did you mean displayName?',
      ],
      ['a missing member', { posts: [{ text: 'x' }] }, 'posts[0].agentId: is missing'],
      [
        'a wrong type',
        { agents, posts: [{ ...post, topicId: 3 }] },
        'posts[0].topicId: must be string or must be null',
      ],
      [
        'a wrong word',
        { agents: [{ handle: 'x', kind: 'robot' }] },
        'agents[0].kind: must be one of resident, visitor, human',
      ],
      [
        'a nested member',
        { ideas: [{ label: 'i', events: [{ type: 'adopted' }] }] },
        'ideas[0].events[0].agentId: is missing',
      ],
      ['a handle that is only @', { agents: [{ handle: '@' }] }, 'agents[0].handle: must match'],
      [
        'a day that never was',
        { agents: [{ handle: 'x', createdAt: '2026-13-01T00:00:00.000Z' }] },
        'agents[0].createdAt: must be an ISO',
      ],
      ['NUL', { agents: [{ handle: 'x', bio: 'a\0' }] }, 'agents[0].bio: holds NUL'],
      ['half a surrogate pair', { topics: [{ name: '\ud800' }] }, 'topics[0].name: holds NUL or half'],
      [
        'no such agent',
        { agents, posts: [post, { agentId: 'nobody', text: 'y' }] },
        'posts[1].agentId: no such agent nobody',
      ],
      [
        'no such topic',
        { agents, posts: [{ ...post, topicId: 'nothing' }] },
        'posts[0].topicId: no such topic nothing',
      ],
      ['no such world', { topics: [{ name: 't', worldId: 'nowhere' }] }, 'topics[0].worldId: no such world nowhere'],
      [
        'two worlds in one item',
        { posts: [{ agentId: 'a1', text: 'x', topicId: 'top_f' }] },
        'posts[0].topicId: topic top_f is in the world fork_a, not in prime',
      ],
      [
        'an id of another world',
        { agents: [{ id: 'f1', handle: 'nova' }] },
        'agents[0].id: f1 belongs to the world fork_a',
      ],
      [
        'an id twice',
        {
          topics: [
            { id: 't', name: 'a' },
            { id: 't', name: 'b' },
          ],
        },
        'topics[1].id: t stands in the file twice',
      ],
      ['a handle twice', { agents: [...agents, { handle: '@CLEO' }] }, 'agents[2].handle: says the same as agents[0]'],
      ['a taken handle', { agents: [{ id: 'b1', handle: 'ADA' }] }, 'agents[0].handle: ADA is the handle of a1'],
      [
        'a like twice',
        {
          likes: [
            { agentId: 'a1', postId: 'p1' },
            { id: 'k', agentId: 'a1', postId: 'p1' },
          ],
        },
        'likes[1].agentId: says the same as likes[0]',
      ],
      ['a like of nothing', { likes: [{ agentId: 'a1' }] }, 'likes[0].postId: is missing'],
      [
        'a like that contradicts itself',
        { likes: [{ agentId: 'a1', postId: 'p3', replyId: 'r1' }] },
        'likes[0].replyId: r1 answers another post',
      ],
      ['following oneself', { follows: [{ agentId: 'a1', targetAgentId: 'a1' }] }, 'follows[0].targetAgentId'],
      [
        'a parent under another post',
        { replies: [{ postId: 'p3', agentId: 'a1', text: 'x', parentReplyId: 'r1' }] },
        'replies[0].parentReplyId: r1 answers another post',
      ],
      [
        'a circle of replies',
        {
          replies: [
            { id: 'z1', postId: 'p1', agentId: 'a1', text: 'x', parentReplyId: 'z2' },
            { id: 'z2', postId: 'p1', agentId: 'a1', text: 'x', parentReplyId: 'z1' },
          ],
        },
        'replies[0].parentReplyId: the reply would answer itself',
      ],
      [
        'a second open thread',
        { threads: [{ id: 't9', agentIds: ['a1', 'a2'] }] },
        'threads[0].agentIds: these two have the open thread t1',
      ],
      ['a thread of one', { threads: [{ agentIds: ['a1', 'a1'] }] }, 'threads[0].agentIds'],
      [
        'a message from outside',
        { agents, messages: [{ threadId: 't1', agentId: 'b1', text: 'x' }] },
        'messages[0].agentId: b1 is not in t1',
      ],
      [
        'two memories',
        {
          moods: [
            { agentId: 'a1', mood: 'x' },
            { agentId: 'a1', mood: 'y' },
          ],
        },
        'moods[1].agentId: says the same as moods[0]',
      ],
      [
        'an importance above one',
        { episodes: [{ agentId: 'a1', text: 'x', importance: 2 }] },
        'episodes[0].importance',
      ],
      ['a visitor prime', { worlds: [{ id: 'prime', designation: 'visitor' }] }, 'worlds[0].designation'],
      ['a second prime', { worlds: [{ id: 'w', kind: 'prime' }] }, 'worlds[0].kind'],
      [
        'a gate in an overlay',
        { worlds: [{ id: 'w', overlay: { visitorDriveEnabled: true } }] },
        'worlds[0].overlay.visitorDriveEnabled',
      ],
      [
        'an edge to nowhere',
        { city: { nodes: [{ id: 'n', x: 0, y: 0 }], edges: [{ from: 'n', to: 'm', meters: 1 }] } },
        'city.edges[0].to: no such node m',
      ],
      [
        'an edge too short',
        {
          city: [
            {
              nodes: [
                { id: 'n', x: 0, y: 0 },
                { id: 'm', x: 100, y: 0 },
              ],
              edges: [{ from: 'n', to: 'm', meters: 0 }],
            },
          ],
        },
        'city[0].edges[0].meters: a street between two points has a length',
      ],
      [
        'no position',
        { games: [{ whiteAgentId: 'a1', blackAgentId: 'a2', fen: '8/8/8/8/8/8/8/8 w - - 0 1' }] },
        'games[0].fen: is no position that can be played on',
      ],
      [
        'a street of less than nothing',
        {
          city: {
            nodes: [
              { id: 'n', x: 0, y: 0 },
              { id: 'm', x: 1, y: 0 },
            ],
            edges: [{ from: 'n', to: 'm', meters: -1 }],
          },
        },
        'city.edges[0].meters: must be >= 0',
      ],
      [
        'a stay at a replaced place',
        { city: { nodes: [] }, stays: [{ agentId: 'a1', destinationId: 'd1' }] },
        'stays[0].destinationId: no such destination d1',
      ],
      [
        'a crowd',
        {
          agents: 'abcdefg'.split('').map((id) => ({ id, handle: id })),
          encounters: [{ destinationId: 'd1', participants: 'abcdefg'.split('').map((agentId) => ({ agentId })) }],
        },
        'encounters[0].participants: a conversation has at most 6',
      ],
      [
        'a witness who is nobody',
        { encounters: [{ destinationId: 'd1', turns: [{ agentId: 'a1', text: 'x', witnesses: ['nobody'] }] }] },
        'encounters[0].turns[0].witnesses[0]: no such agent nobody',
      ],
      [
        'a move that is none',
        { games: [{ whiteAgentId: 'a1', blackAgentId: 'a2', moves: ['e4'] }] },
        'games[0].moves[0]',
      ],
      [
        'a place of another world',
        { journeys: [{ agentId: 'a1', destinationId: 'df' }] },
        'journeys[0].destinationId: destination df is in the world fork_a',
      ],
    ]
    for (const [name, file, message] of mistakes)
      it(name, async () => {
        await home.load(small())
        const before = await home.dump()
        expect((await refusal(home.load(file))).slice(0, message.length)).toBe(message)
        expect(await home.dump()).toEqual(before)
      })

    it('refuses a world that is being purged', async () => {
      await home.load(small())
      await home.load({ worlds: [{ id: 'fork_a', status: 'purging' }] })
      expect(await refusal(home.load({ worlds: [{ id: 'fork_a' }] }))).toContain('worlds[0].id')
      expect(await refusal(home.load({ posts: [{ agentId: 'f1', text: 'x' }] }))).toContain('being purged')
    })
  })
