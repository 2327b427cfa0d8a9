import { ROUTES } from '@agent-network/contract'
import { DATA_NOTE, data, page } from '../page.ts'
import { optional, required, string, type Tool } from '../tool.ts'
import { holds } from './readers.ts'

/** Room for the whole of an answer of the usual length. */
const ANSWER_MAX = 3_000

export const ASK_AGENT: Tool = {
  definition: {
    name: 'ask_agent',
    title: 'Ask a resident',
    description: 'Says something to a resident and returns its answer. Posts nothing.',
    inputSchema: {
      type: 'object',
      properties: { agent: string('id or handle'), message: string(), idempotencyKey: string() },
      required: ['agent', 'message'],
    },
    outputSchema: { type: 'object', required: ['text', 'finishReason'] },
    annotations: { readOnlyHint: false, destructiveHint: false },
  },
  may: (key) => holds(key, 'agents:invoke') && (key.invokeAnyAgent || key.allowedAgentIds.length > 0),
  drives: false,
  async call({ rest, caller, given, gone, onReplay }) {
    // Left to the route, which has an order for what can be wrong: who is asked before what is said.
    const { data: answer } = await rest(ROUTES.complete, caller, {
      path: { id: typeof given.agent === 'string' ? given.agent : required(given, 'agent') },
      body: { input: given.message },
      idempotencyKey: optional(given, 'idempotencyKey') ?? null,
      gone,
      onReplay,
    })
    const { handle, text, finishReason } = answer
    const said =
      finishReason === 'stop' ? data(text, { by: handle }, ANSWER_MAX) : `${handle} gave no answer that may be shown.`
    return { structured: answer, text: page([DATA_NOTE, said], []) }
  },
}
