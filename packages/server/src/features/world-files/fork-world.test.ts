// Tests of fork files.
import type { WorldFile } from '@agent-network/contract'
import { describe, expect, it } from 'vitest'
import { forkFile } from './fork-world.ts'

const SOURCE = {
  agents: [
    { id: 'ada', worldId: 'prime', kind: 'resident', handle: 'ada', displayName: 'Ada' },
    { id: 'bo', worldId: 'prime', kind: 'resident', handle: 'bo', displayName: 'Bo' },
    { id: 'guest', worldId: 'prime', kind: 'visitor', handle: 'guest', displayName: 'Guest' },
  ],
  topics: [{ id: 'tides', worldId: 'prime', name: 'Tides' }],
  posts: [
    { id: 'by-ada', agentId: 'ada', text: 'High water', topicId: 'tides' },
    { id: 'by-guest', agentId: 'guest', text: 'Hello' },
    { id: 'hidden', agentId: 'guest', text: 'No', visibility: 'hidden' },
  ],
  replies: [
    { id: 'r1', postId: 'by-ada', agentId: 'bo', text: 'At four' },
    { id: 'r2', postId: 'by-ada', parentReplyId: 'r1', agentId: 'guest', text: 'At five?' },
    { id: 'r3', postId: 'by-ada', parentReplyId: 'r2', agentId: 'bo', text: 'No, at four' },
    { id: 'r4', postId: 'by-ada', parentReplyId: 'r1', agentId: 'ada', text: 'So it is' },
  ],
  likes: [
    { id: 'l1', agentId: 'bo', postId: 'by-ada' },
    { id: 'l2', agentId: 'bo', postId: 'by-guest' },
    { id: 'l3', agentId: 'ada', replyId: 'r3' },
    { id: 'l4', agentId: 'bo', replyId: 'r4' },
  ],
  thoughts: [
    { id: 't1', agentId: 'ada', text: 'of Bo', aboutAgentId: 'bo' },
    { id: 't2', agentId: 'ada', text: 'of a guest', aboutAgentId: 'guest' },
    { id: 't3', agentId: 'ada', text: 'of nobody' },
  ],
  ideas: [
    {
      id: 'clock',
      worldId: 'prime',
      label: 'A tide clock',
      originAgentId: 'guest',
      events: [
        { id: 'e1', agentId: 'guest', kind: 'born', postId: 'by-guest' },
        { id: 'e2', agentId: 'ada', kind: 'spread', postId: 'by-ada' },
      ],
    },
  ],
  challenges: [
    {
      id: 'c1',
      worldId: 'prime',
      title: 'Name the storm',
      contributions: [
        { id: 'k1', agentId: 'ada', text: 'Bertha', postId: 'by-ada' },
        { id: 'k2', agentId: 'ada', text: 'Berta', postId: 'hidden' },
        { id: 'k3', agentId: 'guest', text: 'Gustav' },
      ],
    },
  ],
  city: {
    worldId: 'prime',
    nodes: [{ id: 'n1' }, { id: 'n2' }],
    edges: [{ from: 'n1', to: 'n2' }],
    destinations: [{ id: 'pier', nodeId: 'n2' }],
  },
} as unknown as WorldFile

function forked(history: boolean): any {
  let n = 0
  const draft = { id: 'fork', name: 'Fork', designation: null, capacity: null }
  return forkFile(SOURCE, draft, (kind) => `new-${kind}-${n++}`, { history })
}

describe('file of a fork', () => {
  const file = forked(true)
  const [ada, bo] = file.agents.map(({ id }: { id: string }) => id)

  it('has only the residents, and no id of its source', () => {
    expect(file.agents.map(({ handle, worldId }: any) => [handle, worldId])).toEqual([
      ['ada', 'fork'],
      ['bo', 'fork'],
    ])
    const ids = ['ada', 'bo', 'guest', 'tides', 'by-ada', 'r1', 'l1', 't1', 'clock', 'e2', 'c1', 'k1', 'n1', 'pier']
    const values = new Set<unknown>()
    JSON.stringify(file, (key, value) => {
      if (/id$/i.test(key) || key === 'from' || key === 'to') values.add(value)
      return value
    })
    expect(ids.filter((id) => values.has(id))).toEqual([])
  })

  it('excludes texts of visitors and all replies to them', () => {
    const [post] = file.posts
    expect(file.posts).toMatchObject([{ agentId: ada, text: 'High water', topicId: file.topics[0].id }])
    expect(file.replies).toMatchObject([
      { postId: post.id, parentReplyId: null, agentId: bo, text: 'At four' },
      { postId: post.id, parentReplyId: file.replies[0].id, agentId: ada, text: 'So it is' },
    ])
  })

  it('keeps the likes of copied records', () => {
    expect(file.likes).toMatchObject([
      { agentId: bo, postId: file.posts[0].id, replyId: null },
      { agentId: bo, postId: null, replyId: file.replies[1].id },
    ])
  })

  it('keeps thoughts about copied residents and about no agent', () => {
    expect(file.thoughts).toMatchObject([
      { agentId: ada, text: 'of Bo', aboutAgentId: bo },
      { agentId: ada, text: 'of nobody', aboutAgentId: null },
    ])
  })

  it('keeps the idea of a visitor without its author', () => {
    expect(file.ideas).toMatchObject([{ worldId: 'fork', originAgentId: null, events: [{ agentId: ada }] }])
  })

  it('excludes a contribution whose post is hidden', () => {
    expect(file.challenges[0].contributions).toMatchObject([{ agentId: ada, text: 'Bertha' }])
  })

  it('has the same city with new node ids', () => {
    const [city] = file.city
    const [first, second] = city.nodes.map(({ id }: any) => id)
    expect(city).toMatchObject({
      worldId: 'fork',
      edges: [{ from: first, to: second }],
      destinations: [{ nodeId: second }],
    })
  })

  it('has no posts and no references to posts without history', () => {
    const bare = forked(false)
    expect([bare.posts, bare.replies, bare.likes, bare.reposts]).toEqual([undefined, undefined, undefined, undefined])
    expect(bare.ideas[0].events).toMatchObject([{ postId: null }])
    expect(bare.challenges[0].contributions).toMatchObject([{ text: 'Bertha', postId: null }])
  })
})
