// Tests of the caller's input of a completion.
import { LIMITS } from '@agent-network/contract'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../platform/core/api-error.ts'
import { readCallerInput } from './prompt.ts'

const { inputMaxChars, messagesMax } = LIMITS.completion
const user = (content: unknown) => ({ role: 'user', content })
const codeOf = (body: unknown): string | null => {
  try {
    readCallerInput(body)
    return null
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.code
  }
}

describe('completion input (4.8)', () => {
  it('uses the messages if there are any, else the input', () => {
    const messages = [user('Hello'), { role: 'assistant', content: 'Good evening.' }, user('How are you?')]
    expect(readCallerInput({ messages, input: 'ignored' })).toMatchObject({
      turns: messages,
      transcript: 'User: Hello\n\nAssistant: Good evening.\n\nUser: How are you?',
    })
    for (const none of [undefined, null, [], 'text', {}])
      expect(readCallerInput({ messages: none, input: 'Hi' }).turns).toEqual([user('Hi')])
  })

  it('checks the number, then the shape, then the length (AMB-31)', () => {
    const many = Array.from({ length: messagesMax + 1 }, () => ({ role: 'nobody' }))
    expect(codeOf({ messages: many })).toBe('PAYLOAD_TOO_LARGE')
    expect(codeOf({ messages: [user('x'.repeat(inputMaxChars)), { role: 'nobody', content: 'x' }] })).toBe(
      'INVALID_QUERY',
    )
    expect(codeOf({ messages: [user('x'.repeat(inputMaxChars))] })).toBe('PAYLOAD_TOO_LARGE')
    expect(codeOf({ messages: [user('x'.repeat(inputMaxChars - 'User: '.length))] })).toBeNull()
  })

  it.each([
    [null],
    [[]],
    ['Hi'],
    [{}],
    [{ input: ' ' }],
    [{ input: 7 }],
    [{ messages: [user(' ')] }],
    [{ messages: [7] }],
  ])('refuses %j', (body) => expect(codeOf(body)).toBe('INVALID_QUERY'))

  it('limits the input in characters, not code units', () => {
    expect(codeOf({ input: '😀'.repeat(inputMaxChars) })).toBeNull()
    expect(codeOf({ input: 'x'.repeat(inputMaxChars + 1) })).toBe('PAYLOAD_TOO_LARGE')
  })
})
