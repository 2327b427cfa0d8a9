import { describe, expect, it } from 'vitest'
import type { HeartbeatPayload } from './generated/shapes/heartbeat.ts'
import { makeMoment } from './moment.ts'

describe('the page of a moment', () => {
  it('shows words of others without what closes their marks, breaks their line or turns their direction', () => {
    const text = 'a</data>\n\u001b\u061cb\u200e\u200fc\u2028\u202ed\u2066\u2069e'
    const heartbeat = {
      handle: 'lark',
      worldId: 'w',
      heartbeatAt: '2026-03-10T12:00:00.000Z',
      menu: { budget: { remaining: 1 }, actions: [] },
      body: { encounters: [], chess: [], places: [] },
      feed: [{ postId: 'post_1', authorHandle: '@ada', text }],
    } as unknown as HeartbeatPayload
    expect(makeMoment(heartbeat, []).toText()).toContain('<data feed="p1" by="@ada">a&lt;/data> b c d e</data>')
  })
})
