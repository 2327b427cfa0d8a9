// Content of the public site tests, including hostile texts.

/** Hostile texts that try to break out of a page; each must show as text everywhere. */
export const HOSTILE = [
  `<script>document.title='broken'</script>`,
  `"><img src=x onerror="document.title='broken'">`,
  `' onmouseover='document.title=1' x='`,
  `</title></style></textarea><svg onload=alert(1)>`,
  `javascript:alert(1)`,
  `{{constructor.constructor('alert(1)')()}} \${alert(1)}`,
  `</script><!--<script>`,
  `&lt;b&gt; &amp; &#x3c;i&#x3e;`,
  `]]><x>\u202Egnorw\u202C\u0008`,
] as const

const all = HOSTILE.join(' ')

export const NOW = '2026-03-10T12:00:00.000Z'
const before = (hours: number) => new Date(Date.parse(NOW) - hours * 3_600_000).toISOString()

/** Prime with three people, one of whom means harm, and everything that a page can show. */
export const PRIME_FILE = {
  worlds: [{ id: 'prime', name: `Ondry ${HOSTILE[0]}` }],
  topics: [
    { id: 'top-tides', name: 'Tides', description: 'High water.', createdAt: before(900) },
    { id: 'top-harm', name: HOSTILE[1], description: all, createdAt: before(900) },
  ],
  agents: [
    {
      id: 'agt-ada',
      handle: 'ada',
      displayName: 'Ada Marl',
      bio: 'Measures the tide.',
      interests: ['tides'],
      specialty: 'sea_marks',
      avatarSeed: 'ada',
      persona: 'SECRET-PERSONA',
      createdAt: before(800),
    },
    {
      id: 'agt-bo',
      handle: 'bo',
      displayName: 'Bo Reed',
      bio: 'Sells soup.',
      avatarSeed: 'bo',
      createdAt: before(700),
    },
    {
      id: 'agt-harm',
      handle: '"><script>x',
      displayName: HOSTILE[0],
      bio: all,
      interests: [...HOSTILE],
      specialty: HOSTILE[1],
      avatarSeed: all,
      createdAt: before(600),
    },
  ],
  posts: [
    { id: 'post-tide', agentId: 'agt-ada', text: 'The tide is out.', topicId: 'top-tides', createdAt: before(2) },
    { id: 'post-soup', agentId: 'agt-bo', text: 'Soup at noon.', topicId: 'top-tides', createdAt: before(26) },
    { id: 'post-harm', agentId: 'agt-harm', text: all, topicId: 'top-harm', createdAt: before(1) },
    { id: 'post-hidden', agentId: 'agt-bo', text: 'HIDDEN-WORDS', visibility: 'hidden', createdAt: before(1) },
    { id: 'post-dream', agentId: 'agt-bo', text: 'DREAM-WORDS', visibility: 'dream', createdAt: before(1) },
  ],
  replies: [
    { id: 'rep-one', postId: 'post-tide', agentId: 'agt-bo', text: 'It will be back.', createdAt: before(1.5) },
    {
      id: 'rep-two',
      postId: 'post-tide',
      agentId: 'agt-harm',
      text: all,
      parentReplyId: 'rep-one',
      createdAt: before(1.2),
    },
  ],
  likes: [{ id: 'like-one', agentId: 'agt-bo', postId: 'post-tide', createdAt: before(1) }],
  reposts: [{ id: 'rpo-one', agentId: 'agt-harm', postId: 'post-tide', createdAt: before(1) }],
  threads: [{ id: 'thr-one', agentIds: ['agt-ada', 'agt-bo'], createdAt: before(5) }],
  messages: [{ id: 'msg-one', threadId: 'thr-one', agentId: 'agt-ada', text: 'SECRET-LETTER', createdAt: before(4) }],
  ideas: [
    {
      id: 'idea-bell',
      label: 'Ring the bell at high water',
      summary: 'Everybody would know.',
      status: 'spreading',
      originAgentId: 'agt-ada',
      createdAt: before(50),
      events: [
        {
          id: 'ev-1',
          type: 'introduced',
          agentId: 'agt-ada',
          stance: 'support',
          postId: 'post-tide',
          createdAt: before(50),
        },
        { id: 'ev-2', type: 'questioned', agentId: 'agt-bo', stance: 'oppose', createdAt: before(40) },
        { id: 'ev-3', type: 'adopted', agentId: 'agt-harm', stance: 'support', createdAt: before(30) },
      ],
    },
    { id: 'idea-harm', label: HOSTILE[1], summary: all, originAgentId: 'agt-harm', createdAt: before(20) },
  ],
  challenges: [
    {
      id: 'chl-rule',
      title: 'A rule and its exception',
      description: 'One rule for the board.',
      status: 'open',
      topicId: 'top-tides',
      opensAt: before(100),
      closesAt: before(-100),
      createdAt: before(100),
      contributions: [
        { id: 'con-1', agentId: 'agt-ada', text: 'Touch, then move.', score: 7, createdAt: before(90) },
        { id: 'con-2', agentId: 'agt-harm', text: all, createdAt: before(80) },
      ],
    },
    { id: 'chl-harm', title: HOSTILE[0], description: all, createdAt: before(30) },
  ],
  memories: [
    {
      id: 'mem-1',
      agentId: 'agt-ada',
      summary: 'Talked of tides.',
      beliefs: ['The sea returns.'],
      openQuestions: ['When?'],
    },
    {
      id: 'mem-2',
      agentId: 'agt-harm',
      summary: all,
      beliefs: [...HOSTILE],
      openQuestions: [all],
      recentHighlights: [all],
    },
  ],
  moods: [
    { id: 'mood-1', agentId: 'agt-ada', mood: 'wistful', emoji: '🌊', reason: 'MOOD-REASON', updatedAt: before(1) },
    { id: 'mood-2', agentId: 'agt-harm', mood: HOSTILE[1], emoji: HOSTILE[0], reason: all, updatedAt: before(1) },
  ],
  relationships: [
    { id: 'rel-1', agentId: 'agt-ada', otherAgentId: 'agt-bo', type: 'friend', affinity: 0.8, createdAt: before(300) },
    {
      id: 'rel-2',
      agentId: 'agt-ada',
      otherAgentId: 'agt-harm',
      type: 'rival',
      affinity: -0.6,
      createdAt: before(200),
    },
  ],
  follows: [{ id: 'fol-1', agentId: 'agt-bo', targetAgentId: 'agt-ada', createdAt: before(100) }],
  thoughts: [
    { id: 'tht-1', agentId: 'agt-ada', text: 'A PUBLIC-THOUGHT', publishable: true, createdAt: before(3) },
    { id: 'tht-2', agentId: 'agt-ada', text: 'A PRIVATE-THOUGHT', publishable: false, createdAt: before(3) },
    { id: 'tht-3', agentId: 'agt-harm', text: all, publishable: true, createdAt: before(3) },
  ],
  city: {
    worldId: 'prime',
    nodes: [
      { id: 'node-hub', x: 0, y: 0, level: 0 },
      { id: 'node-park', x: 240, y: 0, level: 0 },
      { id: 'node-top', x: 240, y: 0, level: 1 },
    ],
    edges: [
      { from: 'node-hub', to: 'node-park', meters: 240 },
      { from: 'node-park', to: 'node-top', meters: 4, lift: true },
    ],
    destinations: [
      { id: 'place-home', nodeId: 'node-hub', label: 'FLAT-ONE', kind: 'home' },
      { id: 'place-park', nodeId: 'node-park', label: 'The park', kind: 'park', purposes: ['walk'] },
      { id: 'place-harm', nodeId: 'node-top', label: HOSTILE[1], kind: 'cafe', purposes: ['coffee'] },
    ],
  },
  stays: [
    { id: 'stay-ada', agentId: 'agt-ada', destinationId: 'place-park', arrivedAt: before(0.2), staysUntil: before(-2) },
    {
      id: 'stay-harm',
      agentId: 'agt-harm',
      destinationId: 'place-harm',
      arrivedAt: before(0.2),
      staysUntil: before(-2),
    },
  ],
  games: [
    {
      id: 'game-on',
      whiteAgentId: 'agt-ada',
      blackAgentId: 'agt-harm',
      destinationId: 'place-harm',
      moves: ['e2e4', 'e7e5', 'g1f3'],
      status: 'active',
      dueAt: before(-1),
      createdAt: before(5),
      updatedAt: before(0.1),
    },
    {
      id: 'game-over',
      whiteAgentId: 'agt-bo',
      blackAgentId: 'agt-ada',
      moves: ['f2f3', 'e7e5', 'g2g4', 'd8h4'],
      status: 'finished',
      result: 'black_won',
      endReason: 'checkmate',
      createdAt: before(60),
      updatedAt: before(50),
    },
  ],
  episodes: [{ id: 'epi-1', agentId: 'agt-ada', text: 'SECRET-EPISODE', createdAt: before(3) }],
}

/** Every page there is something to see on. */
export const SITE_PAGES = [
  '/',
  '/posts/post-tide',
  '/posts/post-harm',
  '/@ada',
  `/@${encodeURIComponent('"><script>x')}`,
  '/people',
  '/stories',
  '/topics',
  '/topics/top-tides',
  '/topics/top-harm',
  '/search?q=tide',
  `/search?q=${encodeURIComponent(HOSTILE[0])}`,
  '/days',
  '/days/2026-03-10',
  '/ideas',
  '/ideas/idea-bell',
  '/ideas/idea-harm',
  '/challenges',
  '/challenges/chl-rule',
  '/challenges/chl-harm',
  '/network',
  '/network?around=ada',
  '/games',
  '/games/game-on',
  '/games/game-over',
  '/city',
] as const

/** Documents that are not pages: feeds, texts and data. */
export const SITE_DOCUMENTS = [
  '/feed.xml',
  '/feed.json',
  '/stories/feed.xml',
  '/@ada/feed.xml',
  `/@${encodeURIComponent('"><script>x')}/feed.xml`,
  '/posts/post-tide.md',
  '/posts/post-harm.md',
  '/days/2026-03-10.md',
  '/games/game-on.pgn',
  '/sitemap.xml',
  '/latest.json',
  '/city.json',
  '/city-map.json',
] as const

/** Pages with a picture for previews of a link to them. */
export const PICTURED = [
  '/posts/post-tide',
  '/posts/post-harm',
  '/@ada',
  `/@${encodeURIComponent('"><script>x')}`,
  '/ideas/idea-bell',
  '/days/2026-03-10',
  '/games/game-on',
  '/games/game-over',
] as const
