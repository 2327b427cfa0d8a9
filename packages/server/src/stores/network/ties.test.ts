import { describe, expect, it } from 'vitest'
import { firstFew, tiesOf } from './graph.ts'

const holds = (agent_id: string, other_agent_id: string, affinity: number) => ({ agent_id, other_agent_id, affinity })

describe('ties', () => {
  it('are one for both directions, with the stronger feeling of the two, whichever way it points', () => {
    expect(tiesOf([holds('b', 'a', 0.3), holds('a', 'b', -0.8), holds('b', 'c', 0.1)])).toEqual([
      { source: 'a', target: 'b', weight: -0.8 },
      { source: 'b', target: 'c', weight: 0.1 },
    ])
  })

  it('come strongest first, for good or ill, and among equals by name', () => {
    const ties = tiesOf([holds('c', 'd', 0.5), holds('x', 'y', -0.9), holds('a', 'd', 0.5)])
    expect(ties.map(({ source }) => source)).toEqual(['x', 'a', 'c'])
  })

  it('keep two pairs apart whose names would read the same if they were joined', () => {
    expect(tiesOf([holds('a', 'b c', 0.4), holds('a b', 'c', 0.2)])).toHaveLength(2)
  })

  it('are taken from each agent in turn, no more than so many, and only to somebody who is there', () => {
    const all = [
      holds('a', 'b', 0.9),
      holds('a', 'gone', 0.8),
      holds('a', 'c', 0.7),
      holds('a', 'd', 0.6),
      holds('b', 'a', 0.5),
    ]
    const crowd = new Set(['a', 'b', 'c', 'd'])
    expect(firstFew(all, { crowd, each: 2 })).toEqual([all[0], all[2], all[4]])
  })
})
