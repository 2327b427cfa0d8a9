// Commands for studies: interviews of residents and experiments.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { OPERATOR_ROUTES as ROUTES } from '@agent-network/contract'
import { type Command, InvalidArgumentError } from 'commander'
import { VERSION } from '../../platform/config/config.ts'
import { systemAmbient } from '../../platform/core/ambient.ts'
import { iso } from '../../platform/core/time.ts'
import { progressBar } from '../first-start.ts'
import { CliError } from './client.ts'
import { addExamples, type SharedOptions, summaryOf } from './commands.ts'
import type { ExperimentPlan } from './experiment-file.ts'
import type { RunFile, RunJob, WorkerMessage } from './experiment-worker.ts'
import { printMessage, writeJson } from './output.ts'

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

// ── Experiments ──

const MARK = 'experiment.json'

/** Claims the output folder for an experiment; throws if it holds anything else. */
function claimFolder(out: string, { digest }: ExperimentPlan): void {
  mkdirSync(out, { recursive: true })
  const mark = join(out, MARK)
  if (!existsSync(mark)) {
    if (readdirSync(out).length > 0)
      throw new CliError(`${out} is not empty and holds no experiment; name an empty folder`)
    writeFileSync(mark, `${JSON.stringify({ format: 1, digest })}\n`)
    return
  }
  const stored = JSON.parse(readFileSync(mark, 'utf8')) as { digest?: unknown }
  if (stored.digest !== digest) throw new CliError(`${out} holds runs of another file or version; name an empty folder`)
}

/** The runs of an experiment, replicate by replicate, so that an interrupted one has whole pairs. */
const jobsOf = (plan: ExperimentPlan, out: string): RunJob[] =>
  Array.from({ length: plan.replicates }, (_, i) => i + 1).flatMap((replicate) =>
    plan.arms.map(({ name: arm, interventions, switches }) => ({
      ...{ arm, replicate, interventions, switches },
      ...{ startedAt: plan.startedAt, days: plan.days, historyDays: plan.historyDays },
      randomSeed: `${plan.seed}/${replicate}`,
      metrics: plan.metrics.map(({ text }) => text),
      folder: join(out, 'runs', arm, String(replicate)),
    })),
  )

const isFinished = ({ folder }: RunJob): boolean => existsSync(join(folder, 'run.json'))

interface Runner {
  /** Runs a job; throws if it fails or the thread ends. */
  run(job: RunJob, onDay: () => void): Promise<void>
  /** Ends the thread between two jobs: a thread that is cut off inside the store would end the process. */
  stop(): Promise<unknown>
}

/** A worker thread that runs one job at a time. */
function startRunner(): Runner {
  const worker = new Worker(new URL('./experiment-worker.js', import.meta.url))
  let current: { readonly onDay: () => void; readonly settle: (error: unknown) => void } | null = null
  const settle = (error: unknown): void => {
    const settled = current
    current = null
    settled?.settle(error)
  }
  worker.on('message', (message: WorkerMessage) => {
    if (message.kind === 'day') current?.onDay()
    else settle(message.kind === 'done' ? null : new CliError(message.message))
  })
  worker.on('error', settle)
  let hasEnded = false
  worker.on('exit', (code) => {
    hasEnded = true
    settle(new CliError(`the worker thread ended with code ${code}`))
  })
  return {
    run: (job, onDay) =>
      new Promise((resolve, reject) => {
        current = { onDay, settle: (error) => (error === null ? resolve() : reject(error)) }
        worker.postMessage(job)
      }),
    stop: () =>
      new Promise((resolve) => {
        if (hasEnded) return resolve(null)
        worker.once('exit', resolve)
        worker.postMessage(null)
      }),
  }
}

/** The same error with the run that it stopped. */
const failureOf = ({ arm, replicate }: RunJob, error: unknown): unknown =>
  error instanceof CliError ? new CliError(`arm ${arm}, replicate ${replicate}: ${error.message}`) : error

/** Runs all jobs on worker threads. After a failure no job starts; those that run are finished and kept. */
async function runAll(jobs: readonly RunJob[], threads: number, onDay: () => void): Promise<void> {
  const waiting = [...jobs]
  const lane = async () => {
    const runner = startRunner()
    try {
      for (let job = waiting.shift(); job !== undefined; job = waiting.shift())
        await runner.run(job, onDay).catch((error: unknown) => {
          waiting.length = 0
          throw failureOf(job, error)
        })
    } finally {
      await runner.stop()
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: Math.min(threads, jobs.length) }, lane))
  for (const ended of lanes) if (ended.status === 'rejected') throw ended.reason
}

async function writeResults(plan: ExperimentPlan, jobs: readonly RunJob[], out: string): Promise<void> {
  const { reportPage, summariesOf, summaryCsv } = await import('@agent-network/research')
  const { armText } = await import('./experiment-file.ts')
  const runs = jobs.map(({ folder }) => JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as RunFile)
  const { title, description, seed, days, replicates, reported, digest } = plan
  const experiment = {
    ...{ title, description, seed, days, replicates, reported, version: VERSION, startedAt: iso(plan.startedAt) },
    metrics: plan.metrics.map(({ text }) => text),
    arms: plan.arms.map((arm) => ({ name: arm.name, text: armText(arm) })),
  }
  writeFileSync(join(out, 'summary.csv'), summaryCsv(summariesOf(experiment, runs)))
  writeFileSync(join(out, 'report.html'), reportPage(experiment, runs))
  const reproduction = {
    ...{ format: 1, version: VERSION, digest, seed, startedAt: experiment.startedAt, days, replicates },
    historyDays: plan.historyDays,
    metrics: experiment.metrics,
    arms: plan.arms,
    runs: runs.map(({ arm, replicate, randomSeed, digest: world }) => ({ arm, replicate, randomSeed, digest: world })),
  }
  writeJson(join(out, 'reproduce.json'), reproduction)
}

interface ExperimentOptions {
  readonly out: string
  readonly threads?: number
}

async function experiment(file: string, { out, threads = availableParallelism() }: ExperimentOptions): Promise<void> {
  const { readExperiment } = await import('./experiment-file.ts')
  const plan = readExperiment(file)
  claimFolder(out, plan)
  const jobs = jobsOf(plan, out)
  const pending = jobs.filter((job) => !isFinished(job))
  for (const { folder } of pending) rmSync(`${folder}.partial`, { recursive: true, force: true })
  if (pending.length < jobs.length)
    printMessage(`${jobs.length - pending.length} of ${jobs.length} runs are finished already`)
  const total = jobs.length * plan.days
  const doneBefore = (jobs.length - pending.length) * plan.days
  let done = doneBefore
  const { elapsed } = systemAmbient()
  const began = elapsed()
  const bar = progressBar('experiment')
  const showProgress = (): void => {
    const ended = done === total ? jobs.length : jobs.filter(isFinished).length
    const minutes = ((elapsed() - began) * (total - done)) / (done - doneBefore) / 60_000
    const rest = done === total || done === doneBefore ? '' : `, about ${Math.ceil(minutes)} min left`
    bar.update(done, total, `days, ${ended} of ${jobs.length} runs${rest}`)
  }
  try {
    showProgress()
    await runAll(pending, threads, () => {
      done += 1
      showProgress()
    })
  } finally {
    bar.stop()
  }
  await writeResults(plan, jobs, out)
  printMessage(
    `wrote ${join(out, 'report.html')}, summary.csv and reproduce.json; ${jobs.length} runs in ${join(out, 'runs')}`,
  )
}

function threadCount(text: string): number {
  const threads = Number(text)
  if (!Number.isInteger(threads) || threads < 1 || threads > 64)
    throw new InvalidArgumentError('Use a number from 1 to 64.')
  return threads
}

/** Adds `interview` and `experiment`. */
export function addExperiments(program: Command, shared: SharedOptions): void {
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

  const experimenting = program
    .command('experiment <file>')
    .description('Run an experiment: each arm and replicate in a world of its own. An interrupted one continues')
    .requiredOption('--out <folder>', 'folder for runs, summary and report; empty, or of the same experiment')
    .option('--threads <n>', 'worker threads; default: one for each core', threadCount)
    .action((file: string, options: ExperimentOptions) => experiment(file, options))
  addExamples(experimenting, ['experiment examples/experiments/diffusion.yaml --out results/diffusion'])
}
