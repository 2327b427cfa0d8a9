// Tests of the facts that acts and the city produce.
import { EVENT_CHANNELS, EVENT_DIRECTIONS, EVENT_STATUSES, type JournalAction } from '@agent-network/contract'
import { describe, expect, it } from 'vitest'
import * as facts from './facts.ts'

const occurredAt = 1_000
const act = (action: JournalAction) => ({ requestId: 'act_1', action, occurredAt })

describe('facts of acts', () => {
  it.each([
    ['created', 'completed'],
    ['skipped', 'refused'],
    ['blocked', 'refused'],
    ['quarantined', 'refused'],
    ['error', 'unresolved'],
  ] as const)('an outcome %s reads %s (1.16)', (status, read) => {
    expect(facts.actSettled(act({ kind: 'post' }), { outcome: { status } }).status).toBe(read)
  })

  it.each<[JournalAction, object, string]>([
    [{ kind: 'post' }, { postId: 'made' }, 'outgoing'],
    [{ kind: 'reply', postId: 'p' }, { postId: 'p', replyId: 'made' }, 'outgoing'],
    [{ kind: 'like', postId: 'p', replyId: 'r' }, { postId: 'p', replyId: 'r' }, 'outgoing'],
    [{ kind: 'repost', postId: 'p' }, { postId: 'p' }, 'outgoing'],
    [{ kind: 'follow', targetAgentId: 'a' }, {}, 'outgoing'],
    [{ kind: 'dm', handle: 'a' }, {}, 'outgoing'],
    [{ kind: 'journey', destinationId: 'd' }, { journeyId: 'made' }, 'self'],
    [{ kind: 'chess_move', gameId: 'g', uci: 'e2e4' }, { gameId: 'g' }, 'outgoing'],
    [{ kind: 'encounter_reply', encounterId: 'e', reply: 'engage' }, { encounterId: 'e' }, 'outgoing'],
    [{ kind: 'encounter_join', encounterId: 'e' }, { encounterId: 'e' }, 'outgoing'],
    [{ kind: 'bio' }, {}, 'self'],
    [{ kind: 'persona' }, {}, 'self'],
  ])('an act %j refers to %j', (action, refs, direction) => {
    const fact = facts.actSettled(act(action), { outcome: { status: 'created', docId: 'made' } })
    expect(fact.refs).toEqual({ requestId: 'act_1', ...refs })
    expect([fact.direction, fact.summary]).toEqual([direction, { kind: action.kind }])
  })

  it('an attempt refers to its target, and a rejection has a reason', () => {
    expect(facts.actAttempted(act({ kind: 'reply', postId: 'p' }))).toMatchObject({
      status: 'attempted',
      refs: { requestId: 'act_1', postId: 'p' },
    })
    const outcome = { status: 'skipped', skipReason: 'thread_cap' } as const
    const refused = facts.actSettled(act({ kind: 'reply', postId: 'p' }), { outcome })
    expect([refused.refs, refused.summary]).toEqual([
      { requestId: 'act_1', postId: 'p' },
      { kind: 'reply', reason: 'thread_cap' },
    ])
  })
})

describe('facts of the city', () => {
  const encounter = { encounterId: 'e', withHandles: ['ada'], occurredAt }
  const game = { gameId: 'g', opponentHandle: 'ada', occurredAt }
  it.each([
    [facts.journeyStarted({ journeyId: 'j', occurredAt }), 'movement', 'self', { journeyId: 'j' }, []],
    [facts.journeyArrived({ journeyId: 'j', occurredAt }), 'movement', 'self', { journeyId: 'j' }, []],
    [facts.encounterInvited(encounter), 'encounter', 'incoming', { encounterId: 'e' }, ['ada']],
    [facts.encounterJoined({ ...encounter, direction: 'self' }), 'encounter', 'self', { encounterId: 'e' }, ['ada']],
    [
      facts.encounterTurn({ ...encounter, direction: 'outgoing' }),
      'encounter',
      'outgoing',
      { encounterId: 'e' },
      ['ada'],
    ],
    [facts.encounterClosed(encounter), 'encounter', 'self', { encounterId: 'e' }, ['ada']],
    [facts.chessChallenged(game), 'chess', 'incoming', { gameId: 'g' }, ['ada']],
    [facts.chessMove({ ...game, direction: 'incoming' }), 'chess', 'incoming', { gameId: 'g' }, ['ada']],
    [facts.chessEnded({ ...game, reason: 'timeout' }), 'chess', 'self', { gameId: 'g' }, ['ada']],
  ] as const)('%j', (fact, channel, direction, refs, handles) => {
    expect(fact).toMatchObject({ channel, direction, refs, status: 'recorded', occurredAt })
    expect(fact.counterpartHandles).toEqual(handles)
    expect(EVENT_CHANNELS).toContain(fact.channel)
    expect(EVENT_DIRECTIONS).toContain(fact.direction)
    expect(EVENT_STATUSES).toContain(fact.status)
    expect(facts.FACT_TYPES).toContain(fact.type)
  })
})
