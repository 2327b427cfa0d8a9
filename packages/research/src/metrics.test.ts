// Tests of the metrics with known values.
import { describe, expect, it } from 'vitest'
import { metricOf, parseMetric, type RunData } from './metrics.ts'

const EMPTY: RunData = {
  agentIds: ['a', 'b', 'c', 'd'],
  ties: [],
  postAuthors: [],
  replies: [],
  knowers: new Map(),
  stances: [],
  promises: [],
  likes: new Map(),
}
const value = (text: string, data: Partial<RunData>): number | null =>
  metricOf(parseMetric(text)!, { ...EMPTY, ...data })
const both = (...pairs: readonly string[]): RunData['ties'] =>
  pairs.flatMap((pair) => {
    const [from, to] = [pair[0]!, pair[1]!]
    return [
      [from, to],
      [to, from],
    ] as const
  })

describe('metrics', () => {
  it.each(['gini', 'gini(likes)', 'density(a)', 'diffusion', 'diffusion()', 'diffusion(a b)', 'size', 'toString', ''])(
    'refuse %s',
    (text) => {
      expect(parseMetric(text)).toBeNull()
    },
  )

  it('read names and arguments', () => {
    expect(parseMetric(' diffusion(party) ')).toEqual({ name: 'diffusion', of: 'party', text: 'diffusion(party)' })
    expect(parseMetric('density')).toEqual({ name: 'density', of: null, text: 'density' })
  })

  it('measure density as the share of pairs who know each other', () => {
    expect(value('density', { ties: both('ab', 'bc') })).toBeCloseTo(2 / 6)
    // One direction alone is no acquaintance; ties to others and to oneself do not count.
    expect(
      value('density', {
        ties: [
          ['a', 'b'],
          ['a', 'a'],
          ['a', 'z'],
          ['z', 'a'],
        ],
      }),
    ).toBe(0)
    expect(value('density', { ties: both('ab', 'ac', 'ad', 'bc', 'bd', 'cd') })).toBe(1)
    expect(value('density', { agentIds: ['a'] })).toBeNull()
  })

  it('measure clustering as closed triangles', () => {
    expect(value('clustering', { ties: both('ab', 'bc', 'ca') })).toBe(1)
    expect(value('clustering', { ties: both('ab', 'bc', 'cd', 'da') })).toBe(0)
    // a: 1 of 3 pairs; b and c: 1 of 1; d has one acquaintance.
    expect(value('clustering', { ties: both('ab', 'ac', 'ad', 'bc') })).toBeCloseTo((1 / 3 + 1 + 1) / 3)
    expect(value('clustering', { ties: both('ab') })).toBeNull()
  })

  it('measure reciprocity as the share of returned ties', () => {
    expect(value('reciprocity', { ties: [...both('ab'), ['a', 'c'], ['d', 'a']] })).toBe(0.5)
    expect(value('reciprocity', {})).toBeNull()
  })

  it('measure inequality of posts', () => {
    expect(value('gini(posts)', { postAuthors: ['a', 'b', 'c', 'd'] })).toBe(0)
    expect(value('gini(posts)', { postAuthors: ['a', 'a', 'z'] })).toBe(0.75)
    expect(value('gini(posts)', { postAuthors: ['a', 'b', 'b', 'c', 'c', 'c'] })).toBeCloseTo(10 / 24)
    expect(value('gini(posts)', {})).toBeNull()
  })

  it('measure the longest chain under each answered post', () => {
    const reply = (id: string, postId: string, parentId: string | null = null) => ({ id, postId, parentId })
    const replies = [
      reply('1', 'p'),
      reply('3', 'p', '2'),
      reply('2', 'p', '1'),
      reply('4', 'q'),
      reply('5', 'q', 'erased'),
    ]
    expect(value('depth', { replies })).toBe(2)
    expect(value('depth', {})).toBeNull()
  })

  it('measure polarisation as variance', () => {
    const stance = (agentId: string, value: number, issue = 'bells') => ({ agentId, issue, value })
    expect(value('polarisation(bells)', { stances: [stance('a', 1), stance('b', -1), stance('c', 1, 'quiet')] })).toBe(
      1,
    )
    expect(value('polarisation(bells)', { stances: [stance('a', 1), stance('b', 1)] })).toBe(0)
    expect(value('polarisation(bells)', { stances: [stance('z', 1)] })).toBeNull()
  })

  it('measure diffusion, kept promises and likes', () => {
    expect(value('diffusion(party)', { knowers: new Map([['party', ['a', 'b', 'b', 'z']]]) })).toBe(0.5)
    expect(value('diffusion(party)', {})).toBe(0)
    expect(value('promises_kept', { promises: [true, true, false, true] })).toBe(0.75)
    expect(value('promises_kept', {})).toBeNull()
    expect(value('likes(up)', { likes: new Map([['up', { count: 3, possible: 12 }]]) })).toBe(0.25)
    expect(value('likes(up)', {})).toBeNull()
  })
})
