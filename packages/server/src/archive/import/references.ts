import type { Item, ListName } from './lists.ts'

/** What members of a file can point at. */
export const REFERABLE = ['topics', 'agents', 'posts', 'replies', 'threads', 'ideas', 'destinations'] as const
export type Referable = (typeof REFERABLE)[number]

export const NOUNS: Record<Referable, string> = {
  topics: 'topic',
  agents: 'agent',
  posts: 'post',
  replies: 'reply',
  threads: 'thread',
  ideas: 'idea',
  destinations: 'destination',
}

export interface Ref {
  readonly kind: Referable
  readonly id: string
  readonly member: string
}

type Id = string | null | undefined

/** Nothing, for a member that is left out or says "none". */
const to = (kind: Referable, id: Id, member: string): Ref[] =>
  id === undefined || id === null || id === '' ? [] : [{ kind, id, member }]

const agent = (item: { agentId: string }): Ref[] => to('agents', item.agentId, 'agentId')

const each = <T>(items: readonly T[] | undefined, member: string, refs: (item: T, at: string) => Ref[]): Ref[] =>
  (items ?? []).flatMap((item, i) => refs(item, `${member}[${i}]`))

/**
 * Every member that names another record. An item that carries no `worldId` lives where its first reference lives, so
 * the order within a line matters.
 */
export const REFERENCES: { readonly [L in ListName]: (item: Item<L>) => Ref[] } = {
  worlds: () => [],
  topics: () => [],
  agents: () => [],
  posts: (p) => [
    ...agent(p),
    ...to('topics', p.topicId, 'topicId'),
    ...to('topics', p.primaryTopicId, 'primaryTopicId'),
  ],
  replies: (r) => [...to('posts', r.postId, 'postId'), ...agent(r), ...to('replies', r.parentReplyId, 'parentReplyId')],
  likes: (l) => [...agent(l), ...to('posts', l.postId, 'postId'), ...to('replies', l.replyId, 'replyId')],
  follows: (f) => [...agent(f), ...to('agents', f.targetAgentId, 'targetAgentId')],
  reposts: (r) => [...agent(r), ...to('posts', r.postId, 'postId')],
  threads: (t) => each(t.agentIds, 'agentIds', (id, at) => to('agents', id, at)),
  messages: (m) => [...to('threads', m.threadId, 'threadId'), ...agent(m)],
  ideas: (i) => [
    ...to('agents', i.originAgentId, 'originAgentId'),
    ...each(i.events, 'events', (e, at) => [
      ...to('agents', e.agentId, `${at}.agentId`),
      ...to('posts', e.postId, `${at}.postId`),
    ]),
  ],
  challenges: (c) => [
    ...to('topics', c.topicId, 'topicId'),
    ...each(c.contributions, 'contributions', (e, at) => [
      ...to('agents', e.agentId, `${at}.agentId`),
      ...to('posts', e.postId, `${at}.postId`),
    ]),
  ],
  memories: (m) => [
    ...agent(m),
    ...each(m.activeIdeas, 'activeIdeas', (i, at) => to('ideas', i.ideaId, `${at}.ideaId`)),
  ],
  moods: agent,
  reputations: agent,
  topicProfiles: (p) => [...agent(p), ...each(p.topics, 'topics', (t, at) => to('topics', t.topicId, `${at}.topicId`))],
  episodes: agent,
  relationships: (r) => [...agent(r), ...to('agents', r.otherAgentId, 'otherAgentId')],
  signals: agent,
  thoughts: (t) => [
    ...agent(t),
    ...to('agents', t.aboutAgentId, 'aboutAgentId'),
    ...to('topics', t.topicId, 'topicId'),
  ],
  city: () => [],
  stays: (s) => [...agent(s), ...to('destinations', s.destinationId, 'destinationId')],
  journeys: (j) => [...agent(j), ...to('destinations', j.destinationId, 'destinationId')],
  encounters: (e) => [
    ...to('destinations', e.destinationId, 'destinationId'),
    ...each(e.participants, 'participants', (p, at) => to('agents', p.agentId, `${at}.agentId`)),
    ...each(e.turns, 'turns', (t, at) => [
      ...to('agents', t.agentId, `${at}.agentId`),
      ...each(t.witnesses, `${at}.witnesses`, (id, w) => to('agents', id, w)),
    ]),
  ],
  games: (g) => [
    ...to('agents', g.whiteAgentId, 'whiteAgentId'),
    ...to('agents', g.blackAgentId, 'blackAgentId'),
    ...to('destinations', g.destinationId, 'destinationId'),
  ],
}

/** Lists whose items say themselves in which world they are; without a word they are in prime. */
export const WORLD_CARRIERS: ReadonlySet<ListName> = new Set<ListName>([
  'topics',
  'agents',
  'ideas',
  'challenges',
  'city',
  'encounters',
  'games',
])
