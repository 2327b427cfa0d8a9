import type { CompletionResult, OpenaiChunk, OpenaiCompletion, OpenaiUsage } from '@agent-network/contract'
import { type Answer, jsonAnswer, textBody } from '../../http/answer.ts'

/** What is kept for replays: both forms of the answer can be made of it. */
export interface ChatRecord {
  readonly result: Pick<CompletionResult, 'invocationId' | 'text' | 'finishReason' | 'usage'>
  /** As it is listed. */
  readonly model: string
  /** Seconds since 1970. */
  readonly created: number
}

const usageOf = ({ usage }: ChatRecord['result']): OpenaiUsage => ({
  prompt_tokens: usage.promptTokens,
  completion_tokens: usage.completionTokens,
  total_tokens: usage.totalTokens,
})

const completionOf = ({ result, model, created }: ChatRecord): OpenaiCompletion => ({
  id: result.invocationId,
  object: 'chat.completion',
  created,
  model,
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: result.text, refusal: null },
      logprobs: null,
      finish_reason: result.finishReason,
    },
  ],
  usage: usageOf(result),
})

/** A few words each, with the space that follows them. */
const piecesOf = (text: string): readonly string[] => text.match(/(?:\S+\s*|\s+){1,6}/gu) ?? []

function chunksOf({ result, model, created }: ChatRecord, withUsage: boolean): OpenaiChunk[] {
  const chunk = (choices: OpenaiChunk['choices'], usage: OpenaiUsage | null = null): OpenaiChunk => ({
    id: result.invocationId,
    object: 'chat.completion.chunk',
    created,
    model,
    choices,
    ...(withUsage ? { usage } : {}),
  })
  const said = (
    delta: OpenaiChunk['choices'][number]['delta'],
    finish: OpenaiChunk['choices'][number]['finish_reason'] = null,
  ) => chunk([{ index: 0, delta, logprobs: null, finish_reason: finish }])
  return [
    said({ role: 'assistant', content: '' }),
    ...piecesOf(result.text).map((content) => said({ content })),
    said({}, result.finishReason),
    ...(withUsage ? [chunk([], usageOf(result))] : []),
  ]
}

const EVENT_STREAM = 'text/event-stream; charset=utf-8'

/** The answer has been moderated as a whole, so a stream of it is whole as well when it begins. */
export function chatAnswer(spoken: ChatRecord, { stream, withUsage }: { stream: boolean; withUsage: boolean }): Answer {
  if (!stream) return jsonAnswer(200, completionOf(spoken))
  const events = [...chunksOf(spoken, withUsage).map((chunk) => JSON.stringify(chunk)), '[DONE]']
  return {
    status: 200,
    body: textBody(events.map((event) => `data: ${event}\n\n`).join('')),
    type: EVENT_STREAM,
  }
}
