// Chaos test driver: kills the server under load again and again and checks what it recovers.
import type { EngineName } from '../../test/harness.ts'
import { checkAsFound, checkSettled, type Faults, isDone, readJournals, unresolvedOf } from './crash-checks.ts'
import { type Fixture, isInProgress, loadUntilKilled, type Op, openFixture, send } from './crash-fixture.ts'
import type { PowerDisk } from './power-disk.ts'

const LEASE_MS = 300_000
/** From one crash to the next, so that budgets last and every eighth load meets midnight. */
const STEP_MS = 3 * 3_600_000
const DAY_MS = 86_400_000

export interface CrashPlan {
  readonly engine: EngineName
  readonly crashes: number
  /** Repeats the same acts and delays; where the kills hit is up to the machine. */
  readonly seed: number
  /** Another build than the ordinary one. */
  readonly main?: string | undefined
  /** A disk that loses its power at each crash. */
  readonly disk?: PowerDisk
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

const advance = (fixture: Fixture, advanceMs: number) =>
  fixture.site().operator('PUT', '/_operator/clock', { advanceMs })

/** Any other answer to a well-formed act is a fault: nothing but the server's life was in danger. */
function checkAnswer(op: Op, faults: Faults): void {
  const { answer, key, value, verb } = op
  if (answer === null || answer.status === 200) return
  const isSpent = answer.code === 'DRIVE_DAILY_BUDGET_EXCEEDED' && key.cap < 100
  if (!isSpent) faults.push(`${value} (${verb}) was answered ${answer.status} ${answer.code}`)
}

async function checkReplays(fixture: Fixture, ops: readonly Op[], report: Report, faults: Faults): Promise<void> {
  await inBatches(ops.filter(isDone), async (op) => {
    const { text } = await send(fixture, op)
    report.replays += 1
    if (text !== op.answer!.text) faults.push(`${op.value} was answered ${op.answer!.text}, and now ${text}`)
  })
}

/** Asks again under the same values; what is in progress stays open. */
async function askAgain(fixture: Fixture, ops: readonly Op[], faults: Faults): Promise<Op[]> {
  const open: Op[] = []
  await inBatches(ops, async (op) => {
    const answer = await send(fixture, op)
    if (isInProgress(answer)) open.push(op)
    else op.answer = answer
    checkAnswer(op, faults)
  })
  return open
}

const unresolvedIn = (fixture: Fixture): string[] => fixture.crew.flatMap(unresolvedOf)

/** The server is back within five minutes: what was admitted is in progress, and is given up when they are over. */
async function recoverInTime(
  fixture: Fixture,
  ops: readonly Op[],
  unheard: readonly Op[],
  report: Report,
): Promise<void> {
  await readJournals(fixture)
  failOn(await checkAsFound(fixture, ops), 'as found')
  const unresolved = unresolvedIn(fixture)
  const completedActionIds = new Set(ops.filter(isDone).map((op) => op.answer!.data.actionId))
  const unknown = new Set(
    fixture.crew.flatMap(({ journal }) => journal.map((e) => e.requestId)).filter((id) => !completedActionIds.has(id)),
  )
  const faults: Faults = []
  const open = await askAgain(fixture, unheard, faults)
  report.settled += unheard.filter((op) => isDone(op) && unknown.has(op.answer!.data.actionId)).length
  report.abandoned += unresolved.length
  if (open.length < unresolved.length) faults.push(`${unresolved.length} are unresolved and ${open.length} in progress`)
  failOn(faults, 'asked within five minutes')
  await advance(fixture, LEASE_MS - 1)
  const early = await askAgain(fixture, open, faults)
  if (early.length !== open.length) faults.push('a claim was given up before its five minutes were over')
  await advance(fixture, 1)
  await readJournals(fixture)
  const errors = new Set(
    fixture.crew.flatMap(({ journal }) => journal.filter((e) => e.outcome?.status === 'error').map((e) => e.requestId)),
  )
  for (const id of unresolved) if (!errors.has(id)) faults.push(`${id} was abandoned and has no outcome`)
  failOn([...faults, ...(await checkAsFound(fixture, ops))], 'given up')
  const never = await askAgain(fixture, open, faults)
  if (never.length > 0) faults.push(`${never.length} are in progress for ever`)
  failOn(faults, 'asked after five minutes')
}

/** The server is back late, and the same values are the first thing it hears: they give up what was left, and run. */
async function recoverLate(fixture: Fixture, unheard: readonly Op[]): Promise<void> {
  const faults: Faults = []
  let open = await askAgain(fixture, unheard, faults)
  // The sweep may hold the very claim for a moment.
  for (let n = 0; n < 20 && open.length > 0; n++) {
    await new Promise((resume) => setTimeout(resume, 50))
    open = await askAgain(fixture, open, faults)
  }
  if (open.length > 0) faults.push(`${open.length} are in progress for ever`)
  failOn(faults, 'asked first after five minutes')
}

async function crash(fixture: Fixture, ops: Op[], n: number, report: Report): Promise<void> {
  const load = { workers: 12, answers: Math.ceil(fixture.random() * 60), momentMs: 1 + fixture.random() * 20 }
  const latest = await loadUntilKilled(fixture, n, load)
  ops.push(...latest)
  const unheard = latest.filter(({ answer }) => answer === null)
  report.acts += latest.length
  report.answered += latest.length - unheard.length
  report.unheard += unheard.length
  const faults: Faults = []
  for (const op of latest) checkAnswer(op, faults)
  failOn(faults, 'under load')
  const isLate = n % 2 === 1
  if (isLate) await fixture.sleep(LEASE_MS)
  await fixture.start()
  await (isLate ? recoverLate(fixture, unheard) : recoverInTime(fixture, ops, unheard, report))
  await readJournals(fixture)
  failOn(await checkSettled(fixture, ops, latest), 'settled')
  await checkReplays(fixture, latest, report, faults)
  // Older answers are kept for a day, over any number of crashes.
  const replayableOps = ops.filter(({ crash }) => crash < n && (n - crash) * STEP_MS < DAY_MS)
  await checkReplays(
    fixture,
    replayableOps.filter(() => fixture.random() < 0.05),
    report,
    faults,
  )
  failOn(faults, 'replayed')
  await advance(fixture, STEP_MS - LEASE_MS)
}

/** Acts under way, a kill at any moment, a start on what is left: whatever was answered holds, and nothing else does. */
export async function describeCrashes(plan: CrashPlan): Promise<Report> {
  const report: Report = { acts: 0, answered: 0, unheard: 0, settled: 0, abandoned: 0, replays: 0 }
  const { engine, crashes, seed, say = () => {} } = plan
  const fixture = await openFixture(plan)
  const ops: Op[] = []
  try {
    for (let n = 0; n < crashes; n++) {
      await crash(fixture, ops, n, report).catch((error: Error) => {
        error.message = `crash ${n + 1} on ${engine}, seed ${seed}: ${error.message}`
        throw error
      })
      if ((n + 1) % 5 === 0) say(`${engine}: ${n + 1} of ${crashes} crashes, ${JSON.stringify(report)}`)
    }
  } finally {
    await fixture.close()
  }
  return report
}
