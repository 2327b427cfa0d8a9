// Tests of replay and backlog.
import { LIMITS } from '@agent-network/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Outlet, StreamEvent } from './outlet.ts'
import { slicesOf, waitForReader } from './outlet.ts'

const { backlogBytes } = LIMITS.streams

describe('a replay', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** A reader with the given backlog. */
  function reader(backlog: number) {
    const state = { open: true, backlog }
    const outlet: Outlet = {
      get open() {
        return state.open
      },
      get backlog() {
        return state.backlog
      },
      send: () => {},
      comment: () => {},
      end: () => {},
      cut: () => {
        state.open = false
      },
    }
    let isOver = false
    const waiting = waitForReader(outlet).then(() => {
      isOver = true
    })
    return { state, waiting, isOver: () => isOver }
  }

  it('continues when the reader has taken most of the backlog', async () => {
    const { state, waiting, isOver } = reader(backlogBytes)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(isOver()).toBe(false)
    state.backlog = 0
    await vi.advanceTimersByTimeAsync(100)
    await waiting
    expect(state.open).toBe(true)
  })

  it('waits for a slow reader and disconnects one that takes nothing for five seconds', async () => {
    const { state, waiting, isOver } = reader(backlogBytes)
    for (let n = 0; n < 10; n++) {
      await vi.advanceTimersByTimeAsync(4_000)
      state.backlog -= 1
    }
    expect([state.open, isOver()]).toEqual([true, false])
    await vi.advanceTimersByTimeAsync(5_100)
    await waiting
    expect(state.open).toBe(false)
  })

  it('is sent in non-empty slices that fit the backlog', () => {
    const of = (length: number): { event: StreamEvent } => ({
      event: { cursor: '', kind: 'post', json: 'x'.repeat(length) },
    })
    const events = [of(backlogBytes), of(10), of(10), of(backlogBytes / 8), of(10)]
    expect(slicesOf(events).map((slice) => slice.length)).toEqual([1, 2, 1, 1])
    expect(slicesOf(events).flat()).toEqual(events)
    expect(slicesOf([])).toEqual([])
  })
})
