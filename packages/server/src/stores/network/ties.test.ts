// Tests of ties between agents.
import { describe, expect, it } from 'vitest'
import { limitPerAgent, tiesOf } from './graph.ts'

const holds = (agent_id: string, other_agent_id: string, affinity: number) => ({ agent_id, other_agent_id, affinity })

describe('ties', () => {
  it('merge both directions and keep the stronger weight', () => {
    expect(tiesOf([holds('b', 'a', 0.3), holds('a', 'b', -0.8), holds('b', 'c', 0.1)])).toEqual([
      { source: 'a', target: 'b', weight: -0.8 },
      { source: 'b', target: 'c', weight: 0.1 },
    ])
  })

  it('are ordered by absolute weight, then by id', () => {
    const ties = tiesOf([holds('c', 'd', 0.5), holds('x', 'y', -0.9), holds('a', 'd', 0.5)])
    expect(ties.map(({ source }) => source)).toEqual(['x', 'a', 'c'])
  })

  it('distinguish pairs whose joined ids would be equal', () => {
    expect(tiesOf([holds('a', 'b c', 0.4), holds('a b', 'c', 0.2)])).toHaveLength(2)
  })

  it('are limited per agent and include only agents in the crowd', () => {
    const all = [
      holds('a', 'b', 0.9),
      holds('a', 'gone', 0.8),
      holds('a', 'c', 0.7),
      holds('a', 'd', 0.6),
      holds('b', 'a', 0.5),
    ]
    const crowd = new Set(['a', 'b', 'c', 'd'])
    expect(limitPerAgent(all, { crowd, each: 2 })).toEqual([all[0], all[2], all[4]])
  })
})
