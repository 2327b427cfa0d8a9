// Research commands: interviews of residents and experiments.
import { readFileSync, writeFileSync } from 'node:fs'
import { OPERATOR_ROUTES as ROUTES } from '@agent-network/contract'
import { type Command, InvalidArgumentError } from 'commander'
import { CliError } from './client.ts'
import { addExamples, type SharedOptions, summaryOf } from './commands.ts'
import { printMessage } from './output.ts'

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value]

/** `choice:a|b|c`, `scale:1-5` or `text`; without a form the answer is a text. */
function formOf(text: string): unknown {
  const [, min, max] = /^scale:(-?\d+)-(-?\d+)$/.exec(text) ?? []
  if (min !== undefined) return { scale: [Number(min), Number(max)] }
  if (text.startsWith('choice:')) return { choice: text.slice(7).split('|') }
  if (text === 'text') return 'text'
  throw new InvalidArgumentError('Use text, scale:1-5 or "choice:yes|no".')
}

interface InterviewOptions {
  readonly agent?: readonly string[]
  readonly questions?: string
  readonly question?: readonly string[]
  readonly answer: unknown
  readonly out?: string
}

/** Questions of a JSON file: a list, or an object with `questions`. */
function questionsIn(file: string): unknown {
  let text: string
  try {
    text = readFileSync(file === '-' ? 0 : file, 'utf8')
  } catch (error) {
    throw new CliError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}); name a JSON file`)
  }
  try {
    const value = JSON.parse(text) as { questions?: unknown }
    return Array.isArray(value) ? value : (value.questions ?? value)
  } catch (error) {
    throw new CliError(`${file} is no JSON: ${(error as Error).message}`)
  }
}

async function interview(world: string, options: InterviewOptions, { client }: SharedOptions): Promise<void> {
  const { agent, questions: file, question = [], answer, out } = options
  if ((file === undefined) === (question.length === 0))
    throw new CliError('name the questions with --questions <file> or --question <text>')
  const questions =
    file === undefined ? question.map((text, i) => ({ id: `q${i + 1}`, text, answer })) : questionsIn(file)
  const body = { agentIds: agent ?? 'all', questions }
  const answers = await client().send(ROUTES.interviewResidents, { path: { id: world }, body })
  if (out === undefined) process.stdout.write(answers)
  else {
    writeFileSync(out, answers)
    printMessage(`wrote ${out}: ${answers.toString().split('\n').length - 1} answers`)
  }
}

/** Adds `interview`. */
export function addResearch(program: Command, shared: SharedOptions): void {
  const interviewing = program
    .command('interview <world>')
    .description(summaryOf(ROUTES.interviewResidents))
    .option('--agent <id>', 'a resident, repeatable; default: all residents', collect)
    .option('--questions <file>', 'JSON file with a list of {id, text, answer}; - for standard input')
    .option('--question <text>', 'a question, repeatable', collect)
    .option('--answer <form>', 'form of the answers to --question: text, scale:1-5 or "choice:yes|no"', formOf, 'text')
    .option('--out <file>', 'output file, one line of JSON for each answer; default: standard output')
    .action((world: string, options: InterviewOptions) => interview(world, options, shared))
  addExamples(interviewing, [
    'interview prime --question "How content are you?" --answer scale:1-5',
    'interview prime --agent agt_… --questions survey.json --out answers.ndjson',
  ])
}
