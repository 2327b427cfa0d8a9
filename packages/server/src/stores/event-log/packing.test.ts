// Tests of the packed format of stored facts.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { actAttempted, actSettled, chessEnded, type Fact, journeyArrived, messageSent } from './facts.ts'
import { pack, packedWithout, unpack } from './packing.ts'

const AT = 1_000_000
const act = { requestId: 'act_1', action: { kind: 'reply', postId: 'p1' }, occurredAt: AT } as const

describe('packed facts', () => {
  const facts: Fact[] = [
    actAttempted(act),
    actSettled(act, { outcome: { status: 'created', docId: 'r1' }, handles: ['ada'] }),
    messageSent({ threadId: 't1', withHandle: 'ada', occurredAt: AT - 7 }),
    journeyArrived({ journeyId: 'j1', occurredAt: AT - 60_000 }),
    chessEnded({ gameId: 'g1', opponentHandle: 'ada', reason: 'timeout', occurredAt: AT }),
  ]

  it('are unpacked unchanged', () => {
    expect(unpack(pack(facts, AT), AT)).toEqual(facts)
  })

  it('lose the handle of an erased agent and nothing else', () => {
    const packed = packedWithout(pack(facts, AT), 'ada')!
    expect(packed).not.toContain('ada')
    expect(unpack(packed, AT)).toEqual(facts.map((fact) => ({ ...fact, counterpartHandles: [] })))
    expect(packedWithout(pack(facts, AT), 'ad')).toBeNull()
  })

  it('are readable in the stored format, because codes never change', () => {
    const stored =
      '[["aaao",0,{"q":"act_1","p":"p1"},"reply",[]],["aoco",0,{"r":"r1"},"reply",["ada"]],["mrri",7,{"q":"","p":"","r":"","t":"t1"},"dm",["ada"]],["aofo",0,{"t":"","q":"act_2"},"like",[],"already_liked"]]'
    expect(unpack(stored, AT)).toEqual([
      facts[0],
      facts[1],
      {
        channel: 'private',
        type: 'message_received',
        status: 'recorded',
        direction: 'incoming',
        occurredAt: AT - 7,
        counterpartHandles: ['ada'],
        refs: { threadId: 't1' },
        summary: { kind: 'dm' },
      },
      {
        channel: 'action',
        type: 'act_outcome',
        status: 'refused',
        direction: 'outgoing',
        occurredAt: AT,
        counterpartHandles: [],
        refs: { requestId: 'act_2' },
        summary: { kind: 'like', reason: 'already_liked' },
      },
    ])
  })

  it('are unpacked unchanged for any references in any order', () => {
    const ref = fc.option(fc.string({ minLength: 1 }), { nil: undefined })
    const pointed = fc.record({
      requestId: ref,
      postId: ref,
      replyId: ref,
      threadId: ref,
      encounterId: ref,
      gameId: ref,
      journeyId: ref,
    })
    const one = fc.tuple(fc.constantFrom(...facts), pointed).map(([fact, refs]): Fact => {
      const definedRefs = Object.entries(refs).filter(([, value]) => value !== undefined)
      return { ...fact, refs: Object.fromEntries(definedRefs) }
    })
    fc.assert(
      fc.property(fc.array(one, { maxLength: 6 }), (some) => {
        expect(unpack(pack(some, AT), AT)).toEqual(some)
      }),
    )
  })

  it('never have a time after their ingestion', () => {
    const [fact] = unpack(pack([journeyArrived({ journeyId: 'j', occurredAt: AT + 5 })], AT), AT)
    expect(fact!.occurredAt).toBe(AT)
  })
})
