// Tests of validation messages.
import { OPERATOR_ROUTES, WORLD_FILE } from '@agent-network/contract'
import type { TSchema } from 'typebox'
import { describe, expect, it } from 'vitest'
import { schemaCheckerOf } from './api-error.ts'

const { changeKey, createApp, moveClock, changeConfig, createVisitor, interviewResidents } = OPERATOR_ROUTES

const faults: readonly (readonly [what: string, schema: TSchema, value: unknown, fault: string])[] = [
  [
    'an unknown field like a known one',
    changeKey.body,
    { tier: 2, rateLimit: 5 },
    'unknown field rateLimit; did you mean rateLimitPerMinute?',
  ],
  [
    'an unknown field like none',
    createVisitor.body,
    { worldId: 'w', slug: 'ada', colour: 1 },
    'unknown field colour; known are worldId, slug',
  ],
  [
    'an unknown field inside a field that may be null',
    createApp.body,
    { ownerUid: 'u', name: 'n', machineClient: { service: [] } },
    'unknown field machineClient.service; did you mean services?',
  ],
  [
    'a name made to steer a terminal',
    createVisitor.body,
    { '\u001b[2J': 1 },
    'unknown field  [2J; known are worldId, slug',
  ],
  ['a field that no form has', moveClock.body, { advance: 5 }, 'unknown field advance; did you mean advanceMs?'],
  [
    'fields of two forms',
    moveClock.body,
    { now: '2026-01-01T00:00:00Z', advanceMs: 1 },
    'body: now and advanceMs exclude each other, give one of them',
  ],
  ['a bad value in one form', moveClock.body, { advanceMs: -1 }, 'advanceMs: must be >= 0'],
  ['a field missing from every form', moveClock.body, {}, 'now or advanceMs or mode: is missing'],
  ['a missing field', createApp.body, { ownerUid: 'u' }, 'name: is missing'],
  [
    'a word that is none of several',
    changeKey.body,
    { scopes: ['posts:read', 'posts:write'] },
    'scopes[1]: must be one of ',
  ],
  ['a wrong type where null is allowed', changeKey.body, { appId: 5 }, 'appId: must be string or must be null'],
  [
    'a bad part of one form of a value',
    interviewResidents.body,
    { agentIds: 'all', questions: [{ id: 'q', text: 'Well?', answer: { choice: ['yes'] } }] },
    'questions[0].answer.choice: must not have fewer than 2 items',
  ],
  ['no object', changeKey.body, [], 'body: must be object'],
]

describe('messages for an invalid value', () => {
  for (const [what, schema, value, fault] of faults)
    it(`names ${what}`, () => {
      const shape = schemaCheckerOf(schema)
      expect(shape.fits(value)).toBe(false)
      expect(shape.explain(value).slice(0, fault.endsWith(' ') ? fault.length : undefined)).toBe(fault)
    })

  it("use the caller's path", () => {
    const shape = schemaCheckerOf(WORLD_FILE.ideas)
    const idea = (event: object) => ({ label: 'i', events: [event] })
    expect(shape.explain(idea({ type: 'adopted' }), 'ideas[0]')).toBe('ideas[0].events[0].agentId: is missing')
    expect(shape.explain(idea({ type: 'adopted', agentID: 'a' }), 'ideas[0]')).toBe(
      'unknown field ideas[0].events[0].agentID; did you mean agentId?',
    )
  })

  it('are absent for open objects', () => {
    expect(schemaCheckerOf(changeConfig.body).fits({ anything: [1] })).toBe(true)
  })
})
