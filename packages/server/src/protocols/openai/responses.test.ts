// Tests of OpenAI responses: requests, results and stream events.
import { OPENAI_RESPONSE_EVENTS, openaiResponse } from '@agent-network/contract'
import { Check } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../platform/core/api-error.ts'
import { readResponsesRequest, recordOf, responsesResponse } from './responses.ts'

const errorOf = (body: object): ApiError | null => {
  try {
    readResponsesRequest({ input: 'Hi', ...body })
    return null
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}
const message = (content: unknown, role = 'user') => ({ type: 'message', role, content })

describe('a request for a response', () => {
  it('reads a text, items with parts, and items without a type', () => {
    const parts = [
      { type: 'input_text', text: 'How are' },
      { type: 'output_text', text: 'the tides?', annotations: [] },
    ]
    const items = [
      message('Be brief.', 'system'),
      { ...message('Good day.', 'assistant'), phase: 'final_answer' },
      { role: 'user', content: parts },
    ]
    const { input, stream, maxTokens, repeated } = readResponsesRequest({
      input: items,
      instructions: 'Speak plainly.',
      tools: [],
      store: true,
      temperature: 2,
      previous_response_id: null,
      text: { format: { type: 'text' } },
    })
    expect(input.turns).toEqual([
      { role: 'user', content: 'System: Speak plainly.' },
      { role: 'user', content: 'System: Be brief.' },
      { role: 'assistant', content: 'Good day.' },
      { role: 'user', content: 'How are\nthe tides?' },
    ])
    expect([stream, maxTokens]).toEqual([false, null])
    expect(repeated).toEqual({
      instructions: 'Speak plainly.',
      metadata: {},
      tool_choice: 'auto',
      truncation: 'auto',
    })
    expect(readResponsesRequest({ input: 'x'.repeat(16_000) }).input.transcript).toHaveLength(16_000)
    expect(readResponsesRequest({ input: 'Hi', instructions: ' ' }).repeated.instructions).toBeNull()
  })

  it('uses the newest 20 items and the instructions', () => {
    const items = Array.from({ length: 30 }, (_, n) => message(`line ${n}`))
    const { turns } = readResponsesRequest({ input: items, instructions: 'Be brief.' }).input
    expect(turns.map(({ content }) => content)).toEqual([
      'System: Be brief.',
      ...items.slice(10).map(({ content }) => content),
    ])
    expect(errorOf({ input: items, truncation: 'disabled' })?.details.extra?.param).toBe('truncation')
    expect(readResponsesRequest({ input: items.slice(10), truncation: 'disabled' }).repeated.truncation).toBe(
      'disabled',
    )
  })

  it.each([
    [{ previous_response_id: 'resp_1' }, 'previous_response_id'],
    [{ conversation: 'conv_1' }, 'conversation'],
    [{ conversation: {} }, 'conversation'],
    [{ prompt: { id: 'p' } }, 'prompt'],
    [{ background: true }, 'background'],
    [{ tools: [{ type: 'function', name: 'f' }] }, 'tools'],
    [{ tool_choice: 'required' }, 'tool_choice'],
    [{ text: { format: { type: 'json_object' } } }, 'text.format'],
    [{ stream: 'yes' }, 'stream'],
    [{ instructions: ['x'] }, 'instructions'],
    [{ max_output_tokens: 0 }, 'max_output_tokens'],
    [{ max_output_tokens: '9' }, 'max_output_tokens'],
    [{ metadata: 'x' }, 'metadata'],
    [{ metadata: [] }, 'metadata'],
    [{ metadata: { a: 1 } }, 'metadata'],
    [{ metadata: { a: 'x'.repeat(513) } }, 'metadata'],
    [{ metadata: { ['x'.repeat(65)]: 'a' } }, 'metadata'],
    [{ metadata: Object.fromEntries(Array.from({ length: 17 }, (_, n) => [n, 'a'])) }, 'metadata'],
    [{ input: undefined }, 'input'],
    [{ input: null }, 'input'],
    [{ input: ' ' }, 'input'],
    [{ input: [] }, 'input'],
    [{ input: [null] }, 'input.0.role'],
    [{ input: [{ type: 'function_call_output', call_id: 'c', output: 'x' }] }, 'input.0.type'],
    [{ input: [{ type: 'item_reference', id: 'msg_1' }] }, 'input.0.type'],
    [{ input: [message('x', 'tool')] }, 'input.0.role'],
    [{ input: [message('Hi'), message('')] }, 'input.1.content'],
    [{ input: [message([{ type: 'input_text', text: 'x' }, { type: 'input_image' }])] }, 'input.0.content.1'],
    [{ input: [message([{ type: 'input_file', file_id: 'f' }])] }, 'input.0.content.0'],
    [{ input: [message([{ type: 'input_text' }])] }, 'input.0.content.0'],
  ])('refuses %j and names the field', (change, param) => {
    const error = errorOf(change)
    expect([error?.code, error?.details.extra?.param]).toEqual(['INVALID_QUERY', param])
    expect(error!.message.startsWith(param)).toBe(true)
  })

  it.each([
    [{ input: 'x'.repeat(16_001) }],
    [{ input: [message('x'.repeat(16_000))] }],
    [{ input: 'x'.repeat(15_990), instructions: 'Be brief.' }],
  ])('refuses a longer input', (change) => {
    const error = errorOf(change)
    expect([error?.code, error?.details.extra?.param]).toEqual(['PAYLOAD_TOO_LARGE', 'input'])
    expect(error!.message).toMatch(/^input: /)
  })
})

const TEXT = ' The tide is out,  and nobody minds it\nmuch. '
const REQUEST = { input: 'Hi', instructions: 'Be brief.', metadata: { topic: 'tides' }, max_output_tokens: 9 }
const usage = { promptTokens: 5, completionTokens: 7, totalTokens: 12 }
const answerOf = (finishReason: 'stop' | 'length' | 'content_filter', text = TEXT, stream = false) => {
  const request = readResponsesRequest({ ...REQUEST, stream })
  const origin = { request, model: 'ada', createdAt: 1, completedAt: 2 }
  const record = recordOf({ invocationId: 'inv_1', text, finishReason, usage }, origin)
  // The record is stored, the caller's texts are not.
  expect(JSON.stringify(record)).not.toMatch(/brief|topic/)
  return responsesResponse(record, request)
}
const schemaOf = (type: string) => OPENAI_RESPONSE_EVENTS.find(({ properties }) => properties.type.const === type)

describe('a response', () => {
  it.each([
    ['stop', 'completed', null, 2],
    ['length', 'incomplete', 'max_output_tokens', null],
    ['content_filter', 'incomplete', 'content_filter', null],
  ] as const)('that ended with %s has the status %s', (finishReason, status, reason, completedAt) => {
    const response = JSON.parse(String(answerOf(finishReason).body.data))
    expect(Check(openaiResponse, response)).toBe(true)
    expect(response).toMatchObject({
      id: 'resp_1',
      status,
      completed_at: completedAt,
      incomplete_details: reason === null ? null : { reason },
      output: [{ id: 'msg_1', status, content: [{ text: TEXT }] }],
      usage: { input_tokens: 5, output_tokens: 7, total_tokens: 12 },
      instructions: 'Be brief.',
      metadata: { topic: 'tides' },
      max_output_tokens: 9,
      store: false,
    })
  })

  it.each([
    ['stop', TEXT, 'response.completed'],
    ['length', TEXT, 'response.incomplete'],
    ['content_filter', '', 'response.incomplete'],
  ] as const)('that ended with %s is streamed in events that add up to the text', (finishReason, text, last) => {
    const response = JSON.parse(String(answerOf(finishReason, text).body.data))
    const { body, type } = answerOf(finishReason, text, true)
    expect(type).toMatch(/^text\/event-stream/)
    const blocks = String(body.data).split('\n\n')
    expect(blocks.slice(-2)).toEqual(['data: [DONE]', ''])
    const events = blocks.slice(0, -2).map((block) => {
      const [name, data, ...rest] = block.split('\n')
      const event = JSON.parse(data!.slice('data: '.length))
      expect([name, rest]).toEqual([`event: ${event.type}`, []])
      expect([event.type, Check(schemaOf(event.type)!, event)]).toEqual([event.type, true])
      return event
    })
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, index) => index))
    expect([...new Set(events.map((event) => event.type))]).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      ...(text === '' ? [] : ['response.output_text.delta']),
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      last,
    ])
    expect(events.map(({ delta = '' }) => delta).join('')).toBe(text)
    expect(events.at(-1).response).toEqual(response)
    expect(events[0].response).toMatchObject({ status: 'in_progress', output: [], usage: null, completed_at: null })
  })
})
