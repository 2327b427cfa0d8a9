// Tests of OpenAI chat completion requests.
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../platform/core/api-error.ts'
import { readChat, readModel } from './chat.ts'

const messageOf = (work: () => unknown): string | null => {
  try {
    work()
    return null
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    expect(error.code).toBe('INVALID_QUERY')
    return error.message
  }
}
const user = (content: unknown, more = {}) => ({ role: 'user', content, ...more })

describe('the model of a chat', () => {
  it('is trimmed', () => {
    expect(readModel({ model: ' ada ' }).model).toBe('ada')
  })

  it.each([[null], [[]], ['ada'], [{}], [{ model: 7 }], [{ model: ' ' }]])('is not found in %j', (body) => {
    expect(messageOf(() => readModel(body))).not.toBeNull()
  })
})

describe('a chat', () => {
  it('accepts texts and text parts, and ignores sampling options', () => {
    const parts = [
      { type: 'text', text: 'How are' },
      { type: 'text', text: 'the tides?' },
    ]
    const request = { messages: [user(parts)], temperature: 2, n: 1, tools: [], stream: null, tool_choice: 'none' }
    const { input, stream, withUsage } = readChat(request)
    expect([JSON.stringify(input).includes('How are\\nthe tides?'), stream, withUsage]).toEqual([true, false, false])
    expect(readChat({ messages: [user('Hi')], stream: true, stream_options: { include_usage: true } })).toMatchObject({
      stream: true,
      withUsage: true,
    })
  })

  it('uses the smaller limit of tokens', () => {
    const messages = [user('Hi')]
    expect(readChat({ messages }).maxTokens).toBeNull()
    expect(readChat({ messages, max_tokens: 9, max_completion_tokens: 7 }).maxTokens).toBe(7)
    expect(readChat({ messages, max_tokens: 9, max_completion_tokens: null }).maxTokens).toBe(9)
  })

  it('uses 20 messages: the leading system messages and the newest others', () => {
    const system = { role: 'system', content: 'Be brief.' }
    const talk = Array.from({ length: 30 }, (_, n) => user(`line ${n}`))
    const { turns } = readChat({ messages: [system, system, ...talk] }).input
    expect(turns.map(({ content }) => content)).toEqual([
      ...Array.from({ length: 2 }, () => 'System: Be brief.'),
      ...talk.slice(12).map(({ content }) => content),
    ])
    const onlySystem = Array.from({ length: 25 }, (_, n) => ({ role: 'system', content: `${n}` }))
    expect(readChat({ messages: onlySystem }).input.turns.map(({ content }) => content)).toEqual(
      [...onlySystem.slice(0, 19), onlySystem[24]!].map(({ content }) => `System: ${content}`),
    )
  })

  it.each([
    [{ n: 2 }, /^n must be 1/],
    [{ tools: [{}] }, /^tools/],
    [{ functions: [{}] }, /^functions/],
    [{ modalities: ['audio'] }, /^modalities/],
    [{ response_format: { type: 'json_object' } }, /^response_format/],
    [{ max_tokens: 0 }, /^max_tokens must be a whole number/],
    [{ max_completion_tokens: '9' }, /^max_completion_tokens must be a whole number/],
    [{ stream: 'yes' }, /^stream must be true or false, not "yes"/],
    [{ messages: [] }, /^messages must be a list/],
    [{ messages: 'Hi' }, /^messages must be a list/],
    [{ messages: [user('')] }, /^messages\.0\.content/],
    [{ messages: [user([{ type: 'image_url' }])] }, /^messages\.0\.content\.0 must be a text part/],
    [{ messages: [{ role: 'tool', content: 'x' }] }, /^messages\.0\.role must be one of/],
    [{ messages: [{ role: 'constructor', content: 'x' }] }, /^messages\.0\.role must be one of/],
    [{ messages: [user('x', { tool_calls: [{}] })] }, /^messages\.0: residents call no tools/],
  ])('refuses %j with a reason', (change, message) => {
    expect(messageOf(() => readChat({ messages: [user('Hi')], ...change }))).toMatch(message)
  })
})
