// Chaos test driver: kills the server under load again and again and checks what it recovers.
import type { EngineName } from '../../test/harness.ts'
import { checkAsFound, checkSettled, type Faults, isDone, readJournals, unresolvedOf } from './crash-checks.ts'
import { isInProgress, loadUntilKilled, type Op, openYard, send, type Yard } from './crash-fixture.ts'

const LEASE_MS = 300_000
/** From one crash to the next, so that budgets last and every eighth load meets midnight. */
const STEP_MS = 3 * 3_600_000
const DAY_MS = 86_400_000

export interface Campaign {
  readonly engine: EngineName
  readonly crashes: number
  /** Repeats the same acts and delays; where the kills hit is up to the machine. */
  readonly seed: number
  /** Another build than the ordinary one. */
  readonly main?: string | undefined
  readonly say?: (line: string) => void
}

/** Counts of the states that the crashes interrupted; a run that interrupts no act proves nothing. */
export interface Report {
  acts: number
  answered: number
  /** Sent, and nothing heard. */
  unheard: number
  /** Of those, when asked in time: settled before the kill, so that only the answer was lost. */
  settled: number
  /** Of those, when asked in time: admitted and paid for, and then abandoned. */
  abandoned: number
  replays: number
}

const failOn = (faults: Faults, when: string): void => {
  if (faults.length === 0) return
  throw new Error([`${when}: ${faults.length} faults`, ...faults.slice(0, 12)].join('\n  '))
}

/** In small batches, because a frozen clock never opens the next rate window. */
async function inBatches<T>(items: readonly T[], work: (item: T) => Promise<void>, size = 16): Promise<void> {
  for (let i = 0; i < items.length; i += size) await Promise.all(items.slice(i, i + size).map(work))
}

const advance = (yard: Yard, advanceMs: number) => yard.site().operator('PUT', '/_operator/clock', { advanceMs })

/** Any other answer to a well-formed act is a fault: nothing but the server's life was in danger. */
function checkAnswer(op: Op, faults: Faults): void {
  const { answer, key, value, verb } = op
  if (answer === null || answer.status === 200) return
  const isSpent = answer.code === 'DRIVE_DAILY_BUDGET_EXCEEDED' && key.cap < 100
  if (!isSpent) faults.push(`${value} (${verb}) was answered ${answer.status} ${answer.code}`)
}

async function checkReplays(yard: Yard, ops: readonly Op[], report: Report, faults: Faults): Promise<void> {
  await inBatches(ops.filter(isDone), async (op) => {
    const { text } = await send(yard, op)
    report.replays += 1
    if (text !== op.answer!.text) faults.push(`${op.value} was answered ${op.answer!.text}, and now ${text}`)
  })
}

/** Asks again under the same values; what is in progress stays open. */
async function askAgain(yard: Yard, ops: readonly Op[], faults: Faults): Promise<Op[]> {
  const open: Op[] = []
  await inBatches(ops, async (op) => {
    const answer = await send(yard, op)
    if (isInProgress(answer)) open.push(op)
    else op.answer = answer
    checkAnswer(op, faults)
  })
  return open
}

const unresolvedIn = (yard: Yard): string[] => yard.crew.flatMap(unresolvedOf)

/** The server is back within five minutes: what was admitted is in progress, and is given up when they are over. */
async function recoverInTime(yard: Yard, ops: readonly Op[], unheard: readonly Op[], report: Report): Promise<void> {
  await readJournals(yard)
  failOn(await checkAsFound(yard, ops), 'as found')
  const unresolved = unresolvedIn(yard)
  const completedActionIds = new Set(ops.filter(isDone).map((op) => op.answer!.data.actionId))
  const unknown = new Set(
    yard.crew.flatMap(({ journal }) => journal.map((e) => e.requestId)).filter((id) => !completedActionIds.has(id)),
  )
  const faults: Faults = []
  const open = await askAgain(yard, unheard, faults)
  report.settled += unheard.filter((op) => isDone(op) && unknown.has(op.answer!.data.actionId)).length
  report.abandoned += unresolved.length
  if (open.length < unresolved.length) faults.push(`${unresolved.length} are unresolved and ${open.length} in progress`)
  failOn(faults, 'asked within five minutes')
  await advance(yard, LEASE_MS - 1)
  const early = await askAgain(yard, open, faults)
  if (early.length !== open.length) faults.push('a claim was given up before its five minutes were over')
  await advance(yard, 1)
  await readJournals(yard)
  const errors = new Set(
    yard.crew.flatMap(({ journal }) => journal.filter((e) => e.outcome?.status === 'error').map((e) => e.requestId)),
  )
  for (const id of unresolved) if (!errors.has(id)) faults.push(`${id} was abandoned and has no outcome`)
  failOn([...faults, ...(await checkAsFound(yard, ops))], 'given up')
  const never = await askAgain(yard, open, faults)
  if (never.length > 0) faults.push(`${never.length} are in progress for ever`)
  failOn(faults, 'asked after five minutes')
}

/** The server is back late, and the same values are the first thing it hears: they give up what was left, and run. */
async function recoverLate(yard: Yard, unheard: readonly Op[]): Promise<void> {
  const faults: Faults = []
  let open = await askAgain(yard, unheard, faults)
  // The sweep may hold the very claim for a moment.
  for (let n = 0; n < 20 && open.length > 0; n++) {
    await new Promise((resume) => setTimeout(resume, 50))
    open = await askAgain(yard, open, faults)
  }
  if (open.length > 0) faults.push(`${open.length} are in progress for ever`)
  failOn(faults, 'asked first after five minutes')
}

async function crash(yard: Yard, ops: Op[], n: number, report: Report): Promise<void> {
  const load = { workers: 12, answers: Math.ceil(yard.random() * 60), momentMs: 1 + yard.random() * 20 }
  const latest = await loadUntilKilled(yard, n, load)
  ops.push(...latest)
  const unheard = latest.filter(({ answer }) => answer === null)
  report.acts += latest.length
  report.answered += latest.length - unheard.length
  report.unheard += unheard.length
  const faults: Faults = []
  for (const op of latest) checkAnswer(op, faults)
  failOn(faults, 'under load')
  const isLate = n % 2 === 1
  if (isLate) await yard.sleep(LEASE_MS)
  await yard.start()
  await (isLate ? recoverLate(yard, unheard) : recoverInTime(yard, ops, unheard, report))
  await readJournals(yard)
  failOn(await checkSettled(yard, ops, latest), 'settled')
  await checkReplays(yard, latest, report, faults)
  // Older answers are kept for a day, over any number of crashes.
  const replayableOps = ops.filter(({ crash }) => crash < n && (n - crash) * STEP_MS < DAY_MS)
  await checkReplays(
    yard,
    replayableOps.filter(() => yard.random() < 0.05),
    report,
    faults,
  )
  failOn(faults, 'replayed')
  await advance(yard, STEP_MS - LEASE_MS)
}

/** Acts under way, a kill at any moment, a start on what is left: whatever was answered holds, and nothing else does. */
export async function crashCampaign({ engine, crashes, seed, main, say = () => {} }: Campaign): Promise<Report> {
  const report: Report = { acts: 0, answered: 0, unheard: 0, settled: 0, abandoned: 0, replays: 0 }
  const yard = await openYard(engine, seed, main)
  const ops: Op[] = []
  try {
    for (let n = 0; n < crashes; n++) {
      await crash(yard, ops, n, report).catch((error: Error) => {
        error.message = `crash ${n + 1} on ${engine}, seed ${seed}: ${error.message}`
        throw error
      })
      if ((n + 1) % 5 === 0) say(`${engine}: ${n + 1} of ${crashes} crashes, ${JSON.stringify(report)}`)
    }
  } finally {
    await yard.close()
  }
  return report
}
