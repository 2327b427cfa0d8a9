// Tests of OpenAI chat completion responses.
import { describe, expect, it } from 'vitest'
import { chatResponse, cutToTokens } from './chat.ts'

const TEXT = ' The tide is out,  and nobody minds it\nmuch. '
const RECORD = {
  result: {
    invocationId: 'inv_1',
    text: TEXT,
    finishReason: 'stop' as const,
    usage: { promptTokens: 5, completionTokens: 7, totalTokens: 12 },
  },
  model: 'ada',
  created: 1,
}
const bodyOf = (manner: Parameters<typeof chatResponse>[1]) => String(chatResponse(RECORD, manner).body?.data)
const eventsOf = (body: string) => body.split('\n\n').slice(0, -1)

describe('a chat completion', () => {
  it('is streamed in pieces that add up to the text, and ends with [DONE]', () => {
    const events = eventsOf(bodyOf({ stream: true, withUsage: false, fingerprint: 'stub' }))
    expect(events.at(-1)).toBe('data: [DONE]')
    const chunks = events.slice(0, -1).map((event) => JSON.parse(event.slice('data: '.length)))
    expect(chunks.map(({ choices }) => choices[0].delta.content ?? '').join('')).toBe(TEXT)
    expect(chunks.at(-1).choices[0].finish_reason).toBe('stop')
    for (const chunk of chunks) expect(chunk).not.toHaveProperty('usage')
  })

  it('ends with a usage chunk, if requested', () => {
    const events = eventsOf(bodyOf({ stream: true, withUsage: true, fingerprint: 'stub' }))
    const last = JSON.parse(events.at(-2)!.slice('data: '.length))
    expect([last.choices, last.usage]).toEqual([[], { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 }])
    expect(JSON.parse(events[0]!.slice('data: '.length)).usage).toBeNull()
  })

  it('is one object without streaming', () => {
    expect(
      JSON.parse(bodyOf({ stream: false, withUsage: false, fingerprint: 'stub' })).choices[0].message.content,
    ).toBe(TEXT)
  })
})

describe('a limit of tokens', () => {
  const result = {
    ...RECORD.result,
    text: 'The tide is out. It comes back at 3.5 o’clock! Bring boots.',
    usage: { promptTokens: 5, completionTokens: 20, totalTokens: 25 },
  }

  it.each([
    [null, result.text, 'stop'],
    [20, result.text, 'stop'],
    [17, 'The tide is out. It comes back at 3.5 o’clock!', 'length'],
    [8, 'The tide is out.', 'length'],
    [1, 'The tide is out.', 'length'],
  ])('of %s cuts at the end of a sentence', (maxTokens, text, finishReason) => {
    expect(cutToTokens(result, maxTokens)).toMatchObject({ text, finishReason })
  })

  it('counts the tokens that are left', () => {
    const { usage } = cutToTokens(result, 8)
    expect([usage.completionTokens <= 8, usage.totalTokens]).toEqual([true, 5 + usage.completionTokens])
  })
})
