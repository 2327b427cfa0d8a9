// Provider with the OpenAI chat completions protocol.
import { clipToTokens, countTokens } from '@agent-network/voice/tokens'
import {
  type Attempt,
  type Generation,
  type Model,
  ModelAborted,
  ModelFailed,
  ModelMisconfigured,
  type ModelRequest,
  type Usage,
} from './model.ts'
import { type PostResponse, postJson, RequestAborted, RequestInterrupted, ServerUnreachable } from './post-json.ts'

export interface ProviderSettings {
  readonly url: string
  readonly name: string
  readonly key: string | null
}

const ANSWER_MAX_BYTES = 1_024 * 1_024
/** Only for calls that never reached the provider, so nothing is paid twice. */
const CONNECT_ATTEMPTS = 2

const endpoint = (url: string): string =>
  url.endsWith('/chat/completions') ? url : `${url.replace(/\/+$/, '')}/chat/completions`

/** Why a provider cannot be called, or null. */
export function providerFault({ url, name }: Pick<ProviderSettings, 'url' | 'name'>): string | null {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    return 'AGENT_NETWORK_MODEL_URL is not an http URL'
  return name === '' ? 'AGENT_NETWORK_MODEL_NAME is missing' : null
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const tokens = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.floor(value) : null

const RETRY_AFTER_MAX_SECONDS = 3_600

/** Seconds only: a date would depend on the provider's clock. */
const retryAfterMs = (header: string | null): number =>
  header !== null && /^\d{1,9}$/.test(header.trim()) ? Math.min(RETRY_AFTER_MAX_SECONDS, Number(header)) * 1_000 : 0

/** Parameter differences of a provider, learned from its error responses. */
interface Dialect {
  limit: 'max_tokens' | 'max_completion_tokens'
  temperature: boolean
}

/** Reasoning models count their reasoning against the newer limit, so the response needs extra room. */
const REASONING_TOKENS = 2_048

function bodyOf({ name }: ProviderSettings, request: ModelRequest, { limit, temperature }: Dialect): unknown {
  const { messages, maxOutputTokens } = request
  return {
    model: name,
    messages,
    [limit]: maxOutputTokens + (limit === 'max_tokens' ? 0 : REASONING_TOKENS),
    ...(temperature && request.temperature !== undefined ? { temperature: request.temperature } : {}),
  }
}

/** Adapts to an error that names a parameter. Such a request was not processed, so nothing is paid twice. */
function adaptDialect(dialect: Dialect, { status, text }: PostResponse): boolean {
  if (status !== 400) return false
  if (dialect.limit === 'max_tokens' && text.includes('max_completion_tokens')) {
    dialect.limit = 'max_completion_tokens'
    return true
  }
  if (dialect.temperature && /temperature/i.test(text)) {
    dialect.temperature = false
    return true
  }
  return false
}

/** Tokens of the response without reasoning. */
function responseTokens(usage: Record<string, unknown>): number | null {
  const all = tokens(usage.completion_tokens)
  const thought = tokens(record(usage.completion_tokens_details).reasoning_tokens) ?? 0
  return all === null ? null : Math.max(0, all - thought)
}

function usageOf(reported: unknown, request: ModelRequest, text: string): Usage {
  const usage = record(reported)
  return {
    promptTokens:
      tokens(usage.prompt_tokens) ?? request.messages.reduce((sum, { content }) => sum + countTokens(content), 0),
    completionTokens: responseTokens(usage) ?? countTokens(text),
  }
}

/** A provider may count tokens differently, so the cap is also enforced here. */
function generationOf({ status, text, retryAfter }: PostResponse, request: ModelRequest): Generation {
  if (status !== 200)
    throw new ModelFailed(`the provider answered ${status}`, { retryAfterMs: retryAfterMs(retryAfter) })
  let body: Record<string, unknown>
  try {
    body = record(JSON.parse(text))
  } catch {
    throw new ModelFailed('the provider sent something that is not JSON', { isChargeable: true })
  }
  const choices = Array.isArray(body.choices) ? body.choices : []
  const { content } = record(record(choices[0]).message)
  if (typeof content !== 'string' || content.trim() === '')
    throw new ModelFailed('the provider sent an empty answer', { isChargeable: true })
  const usage = usageOf(body.usage, request, content)
  const within = usage.completionTokens <= request.maxOutputTokens
  const clippedText = (within ? content : clipToTokens(content, request.maxOutputTokens))
    .toWellFormed()
    .replaceAll('\0', '')
  return {
    text: clippedText,
    usage: { ...usage, completionTokens: Math.min(usage.completionTokens, request.maxOutputTokens) },
    charged: {
      ...usage,
      completionTokens: tokens(record(body.usage).completion_tokens) ?? usage.completionTokens,
    },
  }
}

async function ask(settings: ProviderSettings, body: unknown, attempt: Attempt): Promise<PostResponse> {
  for (let n = 1; ; n++)
    try {
      return await postJson({
        url: endpoint(settings.url),
        key: settings.key,
        body,
        timeoutMs: attempt.timeoutMs,
        maxBytes: ANSWER_MAX_BYTES,
        signal: attempt.signal,
        traceparent: attempt.traceparent,
      })
    } catch (error) {
      if (error instanceof RequestAborted) throw new ModelAborted(error.message)
      if (error instanceof ServerUnreachable && n < CONNECT_ATTEMPTS) continue
      throw new ModelFailed((error as Error).message, { isChargeable: error instanceof RequestInterrupted })
    }
}

export function openaiCompatible(settings: ProviderSettings): Model {
  const dialect: Dialect = { limit: 'max_tokens', temperature: true }
  return {
    kind: 'openai-compatible',
    async generate(request, attempt) {
      const fault = providerFault(settings)
      if (fault !== null) throw new ModelMisconfigured(fault)
      let answer = await ask(settings, bodyOf(settings, request, dialect), attempt)
      while (adaptDialect(dialect, answer)) answer = await ask(settings, bodyOf(settings, request, dialect), attempt)
      return generationOf(answer, request)
    },
  }
}
