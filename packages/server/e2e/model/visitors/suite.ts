// Search for failing sequences, and their reduction to a small example.
import fc from 'fast-check'
import type { EngineName } from '../../../test/harness.ts'
import { type Sequence, sequence } from './commands.ts'
import { type Coverage, makeCoverage } from './coverage.ts'
import { type Lane, makeLane } from './lane.ts'
import { playSequence } from './runner.ts'

export interface Failure {
  readonly seed: number
  readonly path: string
  /** How many sequences it took. */
  readonly after: number
  readonly sequence: Sequence
  readonly error: unknown
}

const property = (lane: Lane, coverage: Coverage) =>
  fc.asyncProperty(sequence, (one) => playSequence(lane, one, coverage))

/** How long a failure may be made smaller before it is told as it is. */
const SHRINK_MS = 120_000

function failureOf(result: fc.RunDetails<[Sequence]>, after: number): Failure {
  const { seed, counterexamplePath, counterexample, errorInstance } = result
  return { seed, path: counterexamplePath ?? '', after, sequence: counterexample![0], error: errorInstance }
}

/** Plays until something is wrong or `sequences` have been played. Chance is even: its edge cases are in the weights. */
export async function search(
  lane: Lane,
  coverage: Coverage,
  { sequences, seed, path = '' }: { sequences: number; seed: number; path?: string },
): Promise<Failure | null> {
  const how = { numRuns: sequences, seed, path, unbiased: true, endOnFailure: true }
  const result = await fc.check(property(lane, coverage), how)
  return result.failed ? failureOf(result, result.numRuns) : null
}

/** The shortest sequence with the same end that can be found in the time. */
export async function shrink(lane: Lane, failure: Failure): Promise<Failure> {
  const result = await fc.check(property(lane, makeCoverage()), {
    seed: failure.seed,
    path: failure.path,
    unbiased: true,
    interruptAfterTimeLimit: SHRINK_MS,
  })
  return result.failed && result.counterexample !== null ? failureOf(result, failure.after) : failure
}

export function tell({ seed, path, after, sequence: { commands, ...rest }, error }: Failure): string {
  const steps = commands.map((command) => `    ${JSON.stringify(command)}`)
  return [
    `after ${after} sequences: ${error instanceof Error ? error.message : String(error)}`,
    `  shrunk sequence, ${JSON.stringify(rest)}:`,
    ...steps,
    `  again with VISITOR_SEED=${seed} VISITOR_PATH=${path}`,
  ].join('\n')
}

export interface Plan {
  readonly engine: EngineName
  readonly sequences: number
  /** Servers beside each other; of use where a server spends its time waiting for another process. */
  readonly lanes: number
  readonly seed: number
  readonly path: string
}

const SEEDS_APART = 1_000_003

/** Fewer than this cannot be asked to have met everything. */
const ENOUGH = 300
/** The rarest things are met a few times in so many, so a run now and then has to go on for the last of them. */
const MORE = 50
/** An outcome that was not reached in this multiple of the planned number is missing for another reason. */
const PATIENCE = 4

/** Plays all sequences; throws with the log of the first failure. */
export async function playAll({ engine, sequences, lanes, seed, path }: Plan): Promise<Coverage> {
  const coverage = makeCoverage()
  const share = Math.ceil(sequences / lanes)
  const isDone = () => sequences < ENOUGH || path !== '' || coverage.missing().length === 0
  await Promise.all(
    Array.from({ length: lanes }, async (_, n) => {
      const lane = await makeLane(engine, share)
      const play = async (count: number, from: number, at: string) => {
        const failure = await search(lane, coverage, { sequences: count, seed: from | 0, path: at })
        if (failure !== null) throw new Error(tell(await shrink(lane, failure)))
      }
      try {
        const own = seed + n * SEEDS_APART
        await play(share, own, path)
        for (let played = share; !isDone() && played < share * PATIENCE; played += MORE)
          await play(MORE, own + played, '')
      } finally {
        await lane.close()
      }
    }),
  )
  return coverage
}

/** Plan of a run from the environment. */
export function planFromEnvironment(engine: EngineName, sequences: number, lanes: number, share: number): Plan {
  const { VISITOR_SEQUENCES, VISITOR_SEED, VISITOR_PATH } = process.env
  const seed = VISITOR_SEED === undefined ? Date.now() & 0x7fffffff : Number(VISITOR_SEED)
  return {
    engine,
    sequences: VISITOR_SEQUENCES === undefined ? sequences : Math.ceil(Number(VISITOR_SEQUENCES) * share),
    // A seed names one lane's sequences.
    lanes: VISITOR_SEED === undefined ? lanes : 1,
    seed,
    path: VISITOR_PATH ?? '',
  }
}

/** Plays and prints what was met; throws if that leaves out anything that could have been met. */
export async function playAndReport(plan: Plan): Promise<void> {
  const started = performance.now()
  const coverage = await playAll(plan)
  const seconds = ((performance.now() - started) / 1_000).toFixed(0)
  process.stderr.write(`\nvisitor rules on ${plan.engine}, seed ${plan.seed}, ${seconds} s: ${coverage.table()}\n`)
  const missing = coverage.missing()
  if (plan.sequences >= ENOUGH && missing.length > 0)
    throw new Error(`never met in ${plan.sequences} sequences: ${missing.join('; ')}`)
}
