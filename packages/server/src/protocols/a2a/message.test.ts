// Tests of the checks on A2A messages.
import { describe, expect, it } from 'vitest'
import { A2aError } from './envelope.ts'
import { readMessage } from './message.ts'

const message = (members: object = {}) => ({
  messageId: 'm1',
  role: 'ROLE_USER',
  parts: [{ text: 'hello' }],
  ...members,
})
const params = (members: object = {}) => ({ message: message(members) })
const faultOf = (params: unknown) => {
  try {
    readMessage(params)
    return null
  } catch (error) {
    if (!(error instanceof A2aError)) throw error
    const { code, data } = error.error
    const [detail] = data ?? []
    return [code, detail && ('reason' in detail ? detail.reason : detail.fieldViolations[0]?.field)]
  }
}
const parts = (n: number, text = 'x') => Array.from({ length: n }, () => ({ text }))

describe('a message that is accepted', () => {
  it('returns its id and its text', () => {
    expect(readMessage(params())).toEqual({ messageId: 'm1', contextId: null, text: 'hello', target: null })
  })

  it('joins its parts with line breaks', () => {
    expect(readMessage(params({ parts: [{ text: 'a' }, { text: ' ' }, { text: 'b' }] })).text).toBe('a\n \nb')
  })

  it('accepts proto spellings and ignores unknown members', () => {
    const input = {
      message: {
        message_id: 'm2',
        context_id: 'c',
        task_id: '',
        role: 'ROLE_USER',
        parts: [{ text: 'a', media_type: '' }],
        kind: 'message',
      },
      configuration: { accepted_output_modes: ['text/plain'], task_push_notification_config: null },
      metadata: { agentId: 'agt_1', other: 1 },
      tenant: '',
    }
    expect(readMessage(input)).toEqual({ messageId: 'm2', contextId: 'c', text: 'a', target: 'agt_1' })
  })

  it('trims the message id and counts its first 256 characters (AMB-44)', () => {
    expect(readMessage(params({ messageId: `  ${'😀'.repeat(300)} ` })).messageId).toBe('😀'.repeat(256))
  })

  it.each(['', null, 7, undefined])('gets a new context for %j', (contextId) => {
    expect(readMessage(params({ contextId })).contextId).toBeNull()
  })

  it.each([
    ['20 parts', { parts: parts(20) }],
    ['16,000 characters', { parts: parts(1, 'x'.repeat(16_000)) }],
    ['16,000 characters of two units each', { parts: parts(2, '😀'.repeat(8_000)) }],
    ['text/plain', { parts: [{ text: 'a', mediaType: 'text/plain' }] }],
    ['text/plain with a charset', { parts: [{ text: 'a', mediaType: 'Text/Plain; charset=utf-8' }] }],
    ['members that are null', { taskId: null, parts: [{ text: 'a', data: null, mediaType: null }] }],
  ])('may have %s', (_, members) => {
    expect(faultOf(params(members))).toBeNull()
  })
})

describe('a message that is refused', () => {
  it.each<[string, unknown, [number, string]]>([
    ['params that are a list', [], [-32602, 'params']],
    ['params that are a text', 'hello', [-32602, 'params']],
    ['no params', undefined, [-32602, 'message']],
    ['no message', {}, [-32602, 'message']],
    ['a list as message', { message: [] }, [-32602, 'message']],
    ['no message id', params({ messageId: undefined }), [-32602, 'message.messageId']],
    ['a blank message id', params({ messageId: ' \t ' }), [-32602, 'message.messageId']],
    ['a number as message id', params({ messageId: 7 }), [-32602, 'message.messageId']],
    ['no role', params({ role: undefined }), [-32602, 'message.role']],
    ['the role of an agent', params({ role: 'ROLE_AGENT' }), [-32602, 'message.role']],
    ['the role of an earlier version', params({ role: 'user' }), [-32602, 'message.role']],
    ['a task', params({ taskId: 'task-1' }), [-32001, 'TASK_NOT_FOUND']],
    ['a task in proto spelling', params({ task_id: 'task-1' }), [-32001, 'TASK_NOT_FOUND']],
    ['a context of 257 characters', params({ contextId: 'c'.repeat(257) }), [-32602, 'message.contextId']],
    ['no parts', params({ parts: undefined }), [-32602, 'message.parts']],
    ['an empty list of parts', params({ parts: [] }), [-32602, 'message.parts']],
    ['21 parts', params({ parts: parts(21) }), [-32602, 'message.parts']],
    ['21 parts, one of them a file', params({ parts: [{ url: 'x' }, ...parts(20)] }), [-32602, 'message.parts']],
    [
      '16,001 characters',
      params({ parts: [...parts(1, 'x'.repeat(16_000)), { text: 'y' }] }),
      [-32602, 'message.parts'],
    ],
    ['white space', params({ parts: parts(2, ' \n') }), [-32602, 'message.parts']],
    ['a part that is a text', params({ parts: ['hello'] }), [-32602, 'message.parts[0]']],
    ['a part without content', params({ parts: [{ text: 'a' }, {}] }), [-32602, 'message.parts[1]']],
    ['a part with two contents', params({ parts: [{ text: 'a', url: 'b' }] }), [-32602, 'message.parts[0]']],
    ['an empty text', params({ parts: [{ text: '' }] }), [-32602, 'message.parts[0].text']],
    ['a number as text', params({ parts: [{ text: 7 }] }), [-32602, 'message.parts[0].text']],
    [
      'a number as media type',
      params({ parts: [{ text: 'a', mediaType: 7 }] }),
      [-32602, 'message.parts[0].mediaType'],
    ],
    ['bytes', params({ parts: [{ raw: 'aGk=' }] }), [-32005, 'CONTENT_TYPE_NOT_SUPPORTED']],
    ['a link', params({ parts: [{ url: 'https://example.com/a.png' }] }), [-32005, 'CONTENT_TYPE_NOT_SUPPORTED']],
    ['data after text', params({ parts: [{ text: 'a' }, { data: { a: 1 } }] }), [-32005, 'CONTENT_TYPE_NOT_SUPPORTED']],
    ['HTML', params({ parts: [{ text: 'a', mediaType: 'text/html' }] }), [-32005, 'CONTENT_TYPE_NOT_SUPPORTED']],
    ['a number as target', { ...params(), metadata: { agentId: 7 } }, [-32602, 'metadata.agentId']],
    ['an empty target', { ...params(), metadata: { agentId: '' } }, [-32602, 'metadata.agentId']],
    [
      'a wish for push notifications, before the message is looked at',
      { configuration: { taskPushNotificationConfig: { url: 'https://example.com' } } },
      [-32003, 'PUSH_NOTIFICATION_NOT_SUPPORTED'],
    ],
  ])('%s', (_, invalidParams, expected) => {
    expect(faultOf(invalidParams)).toEqual(expected)
  })

  it('reports its first error: id, role, task, parts', () => {
    const worst = { messageId: '', role: 'x', taskId: 't', parts: [] }
    expect(faultOf(params(worst))).toEqual([-32602, 'message.messageId'])
    expect(faultOf(params({ ...worst, messageId: 'm' }))).toEqual([-32602, 'message.role'])
    expect(faultOf(params({ ...worst, messageId: 'm', role: 'ROLE_USER' }))).toEqual([-32001, 'TASK_NOT_FOUND'])
    expect(faultOf(params({ parts: [] }))).toEqual([-32602, 'message.parts'])
  })
})
