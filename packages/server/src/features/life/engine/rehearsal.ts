// Dry run of the next instant: collects the prompts it needs, and asks the model before the transaction.
import { LONGEST } from '@agent-network/voice/life'
import type { Material } from '@agent-network/voice/material'
import { countTokens } from '@agent-network/voice/tokens'
import { listSwitch } from '../../../platform/control/switches.ts'
import type { Deps } from '../../../platform/core/deps.ts'
import { guardPublication, type OutputExpectation } from '../../../platform/llm/form-guard.ts'
import { ModelAborted, ModelFailed, ModelMisconfigured } from '../../../platform/llm/model.ts'
import { BreakerOpen, ModelBudgetSpent, type ModelGateway, modelTimeoutMs } from '../../../platform/llm/speech.ts'
import { ModerationUnavailable } from '../../../platform/moderation/moderation.ts'
import { LIFE_RULES, withTokens } from '../speak/prompt.ts'
import { runNext } from './engine.ts'
import type { TextRequest, WorldLife } from './world-life.ts'

/** Thrown to roll back a dry run. */
class DryRunRollback extends Error {}

/** Concurrent model requests. More of them would all be too slow. */
const CONCURRENT_REQUESTS = 4
const REQUESTS_MAX = 24

/** Runs the next instant and rolls it back, to learn which prompts it needs. */
async function dryRun({ database }: Deps, life: WorldLife, until: number): Promise<Map<string, TextRequest>> {
  const requests = new Map<string, TextRequest>()
  life.foresight.requests = requests
  try {
    await database.transact(
      async (tx) => {
        // The store may retry this after a conflict.
        requests.clear()
        life.rewind()
        await runNext(tx, life, until)
        throw new DryRunRollback()
      },
      { quiet: true },
    )
  } catch (error) {
    if (!(error instanceof DryRunRollback)) throw error
  } finally {
    life.foresight.requests = null
    life.rewind()
  }
  return requests
}

const SENTENCE = /^[\s\S]*[.!?…](?=\s|$)/u

/** The text without surrounding quotation marks, cut at a sentence to the maximum length; null if unusable. */
function usableText(answer: string, longest: number): string | null {
  const bare = answer.replace(/[\p{Cc}\p{Z}\s]+/gu, ' ').replace(/^["“”'‘’ ]+|["“”'‘’ ]+$/gu, '')
  if (bare === '' || /\p{Cs}/u.test(bare)) return null
  if (bare.length <= longest) return bare
  return SENTENCE.exec(bare.slice(0, longest))?.[0] ?? null
}

/** Whether the model provider caused an error. The local model then supplies the text. */
const isProviderError = (error: unknown): boolean =>
  [ModelFailed, BreakerOpen, ModelBudgetSpent, ModelMisconfigured, ModelAborted, ModerationUnavailable].some(
    (kind) => error instanceof kind,
  )

/** Texts between tags of a prompt, which the model must not repeat word for word. */
const dataIn = (messages: TextRequest['messages']): string[] =>
  messages.flatMap(({ content }) => [...content.matchAll(/<([a-z-]+)>([\s\S]*?)<\/\1>/g)].map(([, , text]) => text!))

const formOf = ({ messages, material }: TextRequest): OutputExpectation => ({
  rules: [LIFE_RULES, messages.at(-1)!.content.split('\n')[0]!].join('\n'),
  data: dataIn(messages).map((text) => text.replaceAll('&lt;', '<')),
  speaker: material.speaker.displayName,
  others: material.ties.map(({ displayName }) => displayName),
  languageSamples: [material.speaker.bio, material.speaker.persona, ...material.ownWords],
})

/** High, so that texts of one model differ between residents. */
const TEMPERATURE = 0.9
/** One retry that names the fault, then the local model. */
const REQUEST_ATTEMPTS = 2

const RETRY_PROMPT =
  'That was not usable. Write only the words themselves: plain text, nothing before and nothing after them.'

async function findText(
  deps: Deps,
  life: WorldLife,
  { key, request }: { key: string; request: TextRequest },
  at: number,
): Promise<string | null> {
  const form = formOf(request)
  let messages = request.messages
  for (let n = 1; n <= REQUEST_ATTEMPTS; n++) {
    if (deps.speech.isSpared()) return null
    const text = await requestText(deps, life, { ...request, messages, seed: `${key} ${n}` }, at)
    if (text === null) return null
    const judged = guardPublication(text, form)
    const words = 'text' in judged ? usableText(judged.text, LONGEST[request.kind]) : null
    if (words !== null) return (await isAllowed(deps, life, words)) ? words : null
    deps.log.debug(
      { event: 'life.words_out_of_form', fault: 'fault' in judged ? judged.fault : 'length', attempt: n },
      'model output not usable',
    )
    messages = [...request.messages, { role: 'user', content: RETRY_PROMPT }]
  }
  return null
}

async function isAllowed({ moderation, log }: Deps, { city }: WorldLife, text: string): Promise<boolean> {
  const bannedTerms = listSwitch(city, 'bannedTerms')
  try {
    const review = { text, policy: 'speech', bannedTerms, timeoutMs: modelTimeoutMs(city) } as const
    return (await moderation.review(review)).action === 'allow'
  } catch (error) {
    if (!isProviderError(error)) throw error
    log.debug({ event: 'life.model_unavailable', err: error }, 'model request failed, using the local model')
    return false
  }
}

const LOG_INTERVAL_MS = 60_000
const failureCounters = new WeakMap<ModelGateway, { at: number; failures: number }>()

/** Logs model failures at most once a minute, because every prompt fails while a provider is down. */
function logFailure({ speech, ambient, log }: Deps, error: unknown): void {
  const counter = failureCounters.get(speech) ?? { at: Number.NEGATIVE_INFINITY, failures: 0 }
  failureCounters.set(speech, counter)
  counter.failures += 1
  if (ambient.elapsed() - counter.at < LOG_INTERVAL_MS) return
  const { failures } = counter
  log.warn(
    { event: 'life.model_failed', err: error, failures },
    'model requests of residents failed, using the local model',
  )
  Object.assign(counter, { at: ambient.elapsed(), failures: 0 })
}

/** The raw output of the model; null if it is unavailable or the daily token budget is used up. */
async function requestText(
  deps: Deps,
  life: WorldLife,
  { kind, messages, material, seed }: TextRequest & { readonly seed: string },
  at: number,
): Promise<string | null> {
  const { speech, database } = deps
  const { city, world } = life
  const maxOutputTokens = Math.ceil(LONGEST[kind] / 3)
  const most = messages.reduce((sum, { content }) => sum + countTokens(content), maxOutputTokens)
  const whole: Material = { ...material, summary: '', continuity: [], turns: [] }
  try {
    return await withTokens(database, { worldId: world.id, city, at, most }, async () => {
      const request = { messages, material: whole, maxOutputTokens, seed, temperature: TEMPERATURE }
      const { text: value, usage } = await speech.generate(request, city, new AbortController().signal)
      return { value, tokens: usage.promptTokens + usage.completionTokens }
    })
  } catch (error) {
    if (!isProviderError(error)) throw error
    if (!(error instanceof BreakerOpen || error instanceof ModelBudgetSpent)) logFailure(deps, error)
    deps.log.debug({ event: 'life.model_unavailable', err: error }, 'model request failed, using the local model')
    return null
  }
}

/**
 * Asks the model, outside any transaction, for the texts of the next instant. The instant then runs for real. Texts
 * whose prompt has changed by then are not used.
 */
export async function prefetchTexts(deps: Deps, life: WorldLife, until: number, at: number): Promise<void> {
  const requests = [...(await dryRun(deps, life, until))].slice(0, REQUESTS_MAX)
  const found = new Map<string, string>()
  for (let start = 0; start < requests.length; start += CONCURRENT_REQUESTS)
    await Promise.all(
      requests.slice(start, start + CONCURRENT_REQUESTS).map(async ([key, ask]) => {
        const words = await findText(deps, life, { key, request: ask }, at)
        if (words !== null) found.set(key, words)
      }),
    )
  life.foresight.found = found
}
