// Tests of the progress of wants.
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../platform/core/time.ts'
import { newsOf, outcomeOf, progressOf, toldValueAfter, type WantMeasures, type WantRow } from './wants.ts'

const NOW: WantMeasures = {
  edge: undefined,
  bearsGrudge: false,
  followers: 3,
  carriers: 0,
  posts: 1,
  wasPoor: false,
  randomShare: 0.5,
}
const edge = (affinity: number, trust = 0.3, interaction_count = 0) => ({ affinity, trust, interaction_count })
const want = (over: Partial<WantRow>): WantRow => ({
  world_id: 'w',
  id: 'x',
  agent_id: 'a',
  kind: 'make',
  goal: 'finish it',
  other_id: '',
  target: 0,
  progress: 0,
  told: -1,
  status: 'open',
  created_at: 0,
  updated_at: 0,
  ...over,
})

describe('a want', () => {
  it('to make something grows daily and shrinks on a bad day', () => {
    const dailyProgress = progressOf(want({ progress: 0.4 }), NOW)
    expect(dailyProgress).toBeCloseTo(0.46, 3)
    expect(progressOf(want({ progress: 0.4 }), { ...NOW, wasPoor: true })).toBeCloseTo(0.34, 3)
  })

  it('to reconcile follows affinity, and a grudge limits it', () => {
    const row = want({ kind: 'reconcile', target: -0.45 })
    expect(progressOf(row, { ...NOW, edge: edge(-0.2) })).toBeCloseTo(0.5, 3)
    expect(progressOf(row, { ...NOW, edge: edge(0.1) })).toBe(1)
    expect(progressOf(row, { ...NOW, edge: edge(0.1), bearsGrudge: true })).toBe(0.8)
  })

  it.each([
    ['befriend', { edge: edge(0.35, 0.45) }, 1],
    ['befriend', { edge: edge(0.7, 0.225) }, 0.5],
    ['learn', { edge: edge(0, 0, 12) }, 0.5],
    ['heard', { followers: 2 }, 0.5],
    ['idea', { carriers: 6 }, 1],
    ['beat', {}, 0],
  ] as const)('to %s is measured by events', (kind, now, progress) => {
    expect(progressOf(want({ kind }), { ...NOW, ...now })).toBe(progress)
  })

  it('is reached, or given up after five weeks or two weeks without progress', () => {
    expect(outcomeOf(want({ progress: 1 }), DAY_MS)).toBe('reached')
    expect(outcomeOf(want({ progress: 0.9, updated_at: 30 * DAY_MS }), 34 * DAY_MS)).toBe('open')
    expect(outcomeOf(want({ progress: 0.9, updated_at: 30 * DAY_MS }), 36 * DAY_MS)).toBe('given_up')
    expect(outcomeOf(want({ progress: 0.1 }), 15 * DAY_MS)).toBe('given_up')
  })

  it('is announced at its start, after a change of nearly half and at its end, each once', () => {
    expect(newsOf(want({}))).toBe('begun')
    expect(newsOf(want({ told: 0.1, progress: 0.4 }))).toBeNull()
    expect(newsOf(want({ told: 0.1, progress: 0.6 }))).toBe('nearer')
    expect(newsOf(want({ told: 0.6, progress: 0.1 }))).toBe('set_back')
    const reached = want({ told: 0.6, progress: 1, status: 'reached' })
    expect(newsOf(reached)).toBe('reached')
    expect(newsOf({ ...reached, told: toldValueAfter(reached) })).toBeNull()
  })
})
