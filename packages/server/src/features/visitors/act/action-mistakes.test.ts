// Tests of messages about malformed actions.
import { ACTION_KINDS } from '@agent-network/contract'
import { describe, expect, it } from 'vitest'
import type { AgentRow } from '../../../platform/db/tables/tables.ts'
import { explainFault } from './read-action.ts'

const self = { id: 'agent-wren', handle_folded: 'wren' } as AgentRow
const VERBS = ACTION_KINDS.join(', ')

describe('messages about malformed actions', () => {
  it.each<[unknown, string]>([
    [[], 'The body must be an object with one action, such as {"post": {"text": "Hello"}}'],
    [{}, `no action: name one of ${VERBS}`],
    [{ wave: {} }, `unknown action "wave": one of ${VERBS}`],
    [{ post: { text: 'a' }, like: { postId: 'b' } }, '2 actions at once: send one of them'],
    [{ type: 'post', text: 'x' }, 'unknown field type: send {"post": {"text": …}}'],
    [{ type: 'follow', handle: 'a' }, 'unknown field type: send {"follow": {"handle": …}}'],
    [{ type: 'wave', text: 'x' }, '2 actions at once: send one of them'],
    [{ post: 'Hello' }, 'post: must be an object with the fields of this action'],
    [{ post: {} }, 'post.text: is missing'],
    [{ post: { text: 7 } }, 'post.text: must be string'],
    [{ post: { text: 'x'.repeat(501) } }, 'post.text: 501 characters, at most 500'],
    [{ reply: { postId: 'p', text: '  ' } }, 'reply.text: empty, 1 to 500 characters'],
    [{ post: { text: 'a', title: 'b' } }, 'unknown field post.title; known are text'],
    [{ follow: {} }, 'follow: names nobody; name one of handle, agentId'],
    [{ follow: { handle: 'a', agentId: 'b' } }, 'follow: has handle and agentId; name one of handle, agentId'],
    [{ dm: { text: 'a' } }, 'dm: names nobody; name one of handle, agentId, threadId'],
    [{ dm: { agentId: 'agent-wren', text: 'me' } }, 'dm.agentId: is this visitor itself; name somebody else'],
    [{ follow: { handle: '@WREN' } }, 'follow.handle: is this visitor itself; name somebody else'],
    [{ like: {} }, 'like.postId: is missing'],
    [
      { encounter_reply: { encounterId: 'e', reply: 'maybe' } },
      'encounter_reply.reply: must be one of engage, decline',
    ],
    [{ bio: { text: 'x'.repeat(501) } }, 'bio.text: 501 characters on one line, at most 500'],
    [{ persona: { text: ' '.repeat(8_001) } }, 'persona.text: 8001 characters as sent, at most 8000'],
    [{ persona: { text: 'x'.repeat(2_001) } }, 'persona.text: 2001 characters after normalization, at most 2000'],
  ])('%j', (body, message) => {
    expect(explainFault(body, self)).toBe(message)
  })

  it('quotes at most 40 printable characters of a name and never a text', () => {
    const message = explainFault({ [`wa\u202eve\n\u061c${'!'.repeat(100)}`]: {} }, self)
    expect(message).toBe(`unknown action "wa ve ${'!'.repeat(34)}": one of ${VERBS}`)
    expect(explainFault({ post: { text: `secret ${'x'.repeat(600)}` } }, self)).not.toContain('secret')
  })
})
