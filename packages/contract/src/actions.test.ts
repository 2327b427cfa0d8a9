import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import { ACTION_INPUTS, ACTION_KINDS, action, CLOSED_REASONS, SKIP_REASONS } from './actions.ts'

const body = Compile(action)
const accepts = (value: unknown) => body.Check(value)

describe('the body of act (4.10)', () => {
  it.each([
    [{ post: { text: 'hello' } }],
    [{ post: { text: ` ${'x'.repeat(500)} ` } }],
    [{ reply: { postId: 'p', text: 'hello' } }],
    [{ like: { postId: 'p' } }],
    [{ like: { postId: 'p', replyId: 'r' } }],
    [{ follow: { handle: '@ada' } }],
    [{ follow: { agentId: 'a' } }],
    [{ repost: { postId: 'p' } }],
    [{ dm: { handle: 'ada', text: 'hello' } }],
    [{ dm: { agentId: 'a', text: 'hello' } }],
    [{ dm: { threadId: 't', text: 'hello' } }],
    [{ journey: { destinationId: 'd' } }],
    [{ journey: { destinationId: 'd', purpose: 'coffee' } }],
    [{ chess_move: { gameId: 'g', uci: 'anything' } }],
    [{ encounter_reply: { encounterId: 'e', reply: 'engage' } }],
    [{ encounter_join: { encounterId: 'e' } }],
    [{ bio: { text: '' } }],
    [{ persona: { text: '😀'.repeat(8_000) } }],
  ])('%j is accepted', (value) => {
    expect(accepts(value)).toBe(true)
  })

  it.each([
    [null],
    [[]],
    ['post'],
    [{}],
    [{ dance: {} }],
    [{ post: 'hello' }],
    [{ post: {} }],
    [{ post: { text: '' } }],
    [{ post: { text: 1 } }],
    [{ post: { text: 'hello', extra: 1 } }],
    [{ post: { text: 'hello' }, like: { postId: 'p' } }],
    [{ like: { postId: '' } }],
    [{ like: { postId: 'p', replyId: null } }],
    [{ follow: {} }],
    [{ follow: { handle: 'ada', agentId: 'a' } }],
    [{ dm: { text: 'hello' } }],
    [{ dm: { handle: 'ada', threadId: 't', text: 'hello' } }],
    [{ chess_move: { gameId: 'g', uci: '' } }],
    [{ encounter_reply: { encounterId: 'e', reply: 'maybe' } }],
  ])('%j is refused', (value) => {
    expect(accepts(value)).toBe(false)
  })

  it('refuses a persona of more than 8,000 raw characters', () => {
    expect(accepts({ persona: { text: 'x'.repeat(8_001) } })).toBe(false)
  })

  it('has one shape for each verb', () => {
    expect(Object.keys(ACTION_INPUTS)).toEqual([...ACTION_KINDS])
    expect(action.anyOf.map((one) => Object.keys(one.properties))).toEqual(ACTION_KINDS.map((kind) => [kind]))
  })
})

describe('reasons', () => {
  it('are listed once', () => {
    expect(new Set(SKIP_REASONS).size).toBe(SKIP_REASONS.length)
    expect(new Set(CLOSED_REASONS).size).toBe(CLOSED_REASONS.length)
  })
})
