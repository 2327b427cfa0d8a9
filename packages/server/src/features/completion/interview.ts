// Interviews of residents: one generation for each question, without memory of it, as lines of JSON.
import type { InterviewAnswer, InterviewPlan, InterviewQuestion } from '@agent-network/contract'
import type { Switches } from '../../platform/control/switches.ts'
import { invalidInput, notFound } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { isStorable, quoteSafely } from '../../platform/core/text.ts'
import type { AgentRow } from '../../platform/db/tables/tables.ts'
import { modelTimeoutMs } from '../../platform/llm/speech.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { readAgent, residentsByHandle } from '../../stores/posts/agents.ts'
import { estimateTokens, maxOutputTokens, newCanary } from './generate.ts'
import { errorOf, type GenerationJob, type GenerationOutcome, type TypedText } from './thinking.ts'
import type { AnswerGenerator } from './worker-thread.ts'

/** Residents interviewed by `all`, and answers of one interview, at most. */
const RESIDENTS_MAX = 1_000
const ANSWERS_MAX = 20_000
/** Answers in progress. More would only wait in the queue of the worker thread. */
const WINDOW = 8
const PARTY = 'operator interview'

const repeated = (items: readonly string[]): string | undefined => items.find((item, i) => items.indexOf(item) !== i)

/** Rules that the schema does not state. */
function checkQuestions(questions: readonly InterviewQuestion[]): void {
  const id = repeated(questions.map((question) => question.id))
  if (id !== undefined)
    throw invalidInput(`questions: the id ${quoteSafely(id)} occurs twice; each answer names its id`)
  for (const [i, { text, answer }] of questions.entries()) {
    if (!isStorable(text)) throw invalidInput(`questions.${i}.text: holds NUL or half a surrogate pair`)
    if (text.trim() === '') throw invalidInput(`questions.${i}.text: must not be blank`)
    if (answer === 'text') continue
    if ('scale' in answer) {
      const [min = 0, max = 0] = answer.scale
      if (min >= max) throw invalidInput(`questions.${i}.answer.scale: ${min} is not below ${max}`)
      continue
    }
    if (answer.choice.some((option) => option.trim() === ''))
      throw invalidInput(`questions.${i}.answer.choice: must not have a blank option`)
    const option = repeated(answer.choice)
    if (option !== undefined)
      throw invalidInput(`questions.${i}.answer.choice: the option ${quoteSafely(option)} occurs twice`)
  }
}

/** The residents of an interview; throws if an id is not that of an enabled resident of the world. */
async function intervieweesOf({ database: { read } }: Deps, world: World, ids: InterviewPlan['agentIds']) {
  if (ids === 'all') return residentsByHandle(read, world, RESIDENTS_MAX)
  const twice = repeated(ids)
  if (twice !== undefined) throw invalidInput(`agentIds: ${quoteSafely(twice)} occurs twice`)
  const found: AgentRow[] = []
  for (const id of ids) {
    const agent = isStorable(id) ? await readAgent(read, world, id) : undefined
    if (agent === undefined || agent.kind !== 'resident' || agent.enabled !== 1)
      throw notFound(`agentIds: ${quoteSafely(id)} is no enabled resident of this world`)
    found.push(agent)
  }
  return found
}

export interface Interview {
  readonly world: World
  readonly residents: readonly AgentRow[]
  readonly questions: readonly InterviewQuestion[]
  readonly switches: Switches
  readonly at: number
}

/** Checks an interview before anything is answered. */
export async function planInterview(
  deps: Deps,
  world: World,
  { agentIds, questions }: InterviewPlan,
): Promise<Pick<Interview, 'world' | 'residents' | 'questions'>> {
  checkQuestions(questions)
  const residents = await intervieweesOf(deps, world, agentIds)
  const answers = residents.length * questions.length
  if (answers > ANSWERS_MAX)
    throw invalidInput(`agentIds, questions: ${answers} answers, at most ${ANSWERS_MAX}; split the interview`)
  return { world, residents, questions }
}

const DECLINED: TypedText = { answer: null, text: 'I would rather keep that to myself.' }

/** The text of an outcome; a text with private or malformed parts is replaced. */
function typedTextOf(outcome: GenerationOutcome): TypedText | null {
  if (outcome.kind !== 'spoken' || outcome.typed === undefined) return null
  const { typed, echo, shows, form } = outcome
  if ('fault' in form) return null
  return echo === null && shows.leak === null ? typed : { ...DECLINED, answer: typed.answer }
}

/** Asks the model within its budgets, if there is one; otherwise the built-in voice. */
async function askOnce(
  deps: Deps,
  thinking: AnswerGenerator,
  interview: Interview,
  { job, signal }: { readonly job: GenerationJob; readonly signal: AbortSignal },
): Promise<TypedText | null> {
  const { switches } = interview
  const estimate = estimateTokens(job.agent, job.input.transcript, switches)
  const admission = await deps.speech.admit({ traceparent: undefined, switches, estimate })
  if (typeof admission === 'string') return null
  const { timeoutMs, traceparent } = admission
  let outcome: GenerationOutcome
  try {
    outcome = await thinking.thinkOnWorker({ ...job, call: { timeoutMs, traceparent } }, PARTY, signal)
  } catch (error) {
    await admission.unasked()
    throw error
  }
  if (outcome.kind === 'failed') await admission.failed(errorOf(outcome.fault), outcome.ms)
  else if (outcome.kind === 'spoken') await admission.answered(outcome.generation, outcome.ms)
  else await admission.unasked()
  return typedTextOf(outcome)
}

async function answerOf(
  deps: Deps,
  thinking: AnswerGenerator,
  interview: Interview,
  { agent, question, signal }: { agent: AgentRow; question: InterviewQuestion; signal: AbortSignal },
): Promise<InterviewAnswer> {
  const { world, switches, at } = interview
  const { text } = question
  const job: GenerationJob = {
    ...{ world, agent, keyId: '', pending: [], at, bannedTerms: null, isLocal: false },
    input: { turns: [{ role: 'user', content: text }], transcript: text, reviewed: text },
    canary: newCanary(deps),
    seed: `interview ${question.id}`,
    maxOutputTokens: maxOutputTokens(switches),
    call: { timeoutMs: modelTimeoutMs(switches), traceparent: undefined },
    answerForm: question.answer,
  }
  const modelAnswer = deps.speech.kind === 'local' ? null : await askOnce(deps, thinking, interview, { job, signal })
  const typed =
    modelAnswer ?? typedTextOf(await thinking.thinkOnWorker({ ...job, isLocal: true }, PARTY, signal)) ?? DECLINED
  return { agentId: agent.id, questionId: question.id, answer: typed.answer ?? typed.text, text: typed.text }
}

/** The answers as lines of JSON, by resident and question. Ends when the reader leaves. */
export async function* interviewLines(
  deps: Deps,
  thinking: AnswerGenerator,
  interview: Interview,
): AsyncGenerator<string> {
  const abort = new AbortController()
  const { signal } = abort
  const pending: Promise<InterviewAnswer>[] = []
  const next = async () => `${JSON.stringify(await pending.shift()!)}\n`
  try {
    for (const agent of interview.residents)
      for (const question of interview.questions) {
        const answer = answerOf(deps, thinking, interview, { agent, question, signal })
        // A failure is thrown when its turn comes; until then it is not unhandled.
        answer.catch(() => {})
        pending.push(answer)
        if (pending.length >= WINDOW) yield await next()
      }
    while (pending.length > 0) yield await next()
  } finally {
    abort.abort()
  }
}
