// Reports by keys and by portal users.
import { LIMITS, type ReportBody, type ReportReceipt, type ReportTarget } from '@agent-network/contract'
import { type Caller, worldOfCaller } from '../../platform/access/authenticate.ts'
import { spend } from '../../platform/access/budgets.ts'
import { claim, claimName, type OnReplay, settleClaim } from '../../platform/access/idempotency.ts'
import { lockKey } from '../../platform/access/keys.ts'
import type { ControlState } from '../../platform/control/control.ts'
import type { Ambient } from '../../platform/core/ambient.ts'
import { ApiError, notFound } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { isPossibleId, isStorable, overLimit } from '../../platform/core/text.ts'
import { DAY_MS } from '../../platform/core/time.ts'
import type { Read, Tx } from '../../platform/db/database.ts'
import { findById, isPurged, type World, type Worlds } from '../../platform/worlds/worlds.ts'
import { readAgent } from '../../stores/posts/agents.ts'
import { readPublicPost } from '../../stores/posts/posts.ts'
import { readPublicReplies } from '../../stores/posts/replies.ts'
import { addReport, type ReportRow, readReport } from './rows.ts'

interface Subject {
  readonly world: World
  readonly of: ReportTarget
  readonly id: string
  readonly agentId: string
}

const targetOf = (body: ReportBody): { of: ReportTarget; id: string } => {
  if ('postId' in body) return { of: 'post', id: body.postId }
  return 'replyId' in body ? { of: 'reply', id: body.replyId } : { of: 'agent', id: body.agentId }
}

/** Publicly visible subjects of this world; others count as not found. */
async function findSubject(read: Read, world: World, body: ReportBody): Promise<Subject | null> {
  const { of, id } = targetOf(body)
  if (!isPossibleId(id)) return null
  const author = async (): Promise<string | undefined> => {
    if (of === 'post') return (await readPublicPost(read, world, id))?.agent_id
    if (of === 'reply') return (await readPublicReplies(read, world, [id])).get(id)?.agentId
    return (await readAgent(read, world, id))?.id
  }
  const agentId = await author()
  return agentId === undefined ? null : { world, of, id, agentId }
}

/** Checks a text beyond its schema. Returns the fault, or null. */
export function textFault(name: string, text: string | null | undefined, max: number): string | null {
  if (text === undefined || text === null) return null
  const over = overLimit(text, max)
  if (over !== null) return `${name}: ${over} characters, at most ${max}`
  return isStorable(text) ? null : `${name}: holds a character that cannot be stored`
}

/** The reporter: a key, or a portal account. */
interface Reporter {
  /** The subject of the daily limit of ten reports. */
  readonly subject: string
  readonly keyId: string | null
  readonly appId: string | null
}

/** Spends the unit and stores the report in one commit, so a refused report spends none. */
async function fileReport(
  tx: Tx,
  { ambient, reporter, subject, body }: { ambient: Ambient; reporter: Reporter; subject: Subject; body: ReportBody },
  at: number,
): Promise<ReportReceipt> {
  const budget = { worldId: '', subject: reporter.subject, counter: 'reports' }
  if (!(await spend(tx, budget, LIMITS.reports.perDay, at)))
    throw new ApiError('REPORT_DAILY_LIMIT_EXCEEDED', {
      message: `The ${LIMITS.reports.perDay} reports of today are spent; they come back at midnight UTC`,
      retryAfterSeconds: Math.max(1, Math.ceil((DAY_MS - (at % DAY_MS)) / 1_000)),
    })
  const { id } = await addReport(tx, {
    world_id: subject.world.id,
    id: ambient.id('report', subject.world.tag),
    kind: 'report',
    reason: body.reason,
    text: body.text?.trim() || null,
    of_kind: subject.of,
    subject_id: subject.id,
    agent_id: subject.agentId,
    key_id: reporter.keyId,
    app_id: reporter.appId,
    created_at: at,
  })
  return { id, state: 'open' }
}

const nothingThere = () =>
  notFound('Nothing that can be reported has this id in this world: it is hidden, foreign or never was')

interface KeyReport {
  readonly body: ReportBody
  /** The idempotency value, if any. */
  readonly value: string | null
  readonly onReplay: OnReplay
}

/** One commit: the claim, the target, the unit, the report and the cached response. */
export async function reportByKey(
  { database, ambient }: Deps,
  caller: Caller,
  { body, value, onReplay }: KeyReport,
): Promise<ReportReceipt> {
  const { key, at } = caller
  const world = worldOfCaller(caller)
  const reporter = { subject: key.id, keyId: key.id, appId: key.appId }
  const done = await database.transact(
    async (tx) => {
      // Account deletion removes keys and their reports. The lock orders a report before the deletion or refuses it.
      if (!(await lockKey(tx, key.id))) throw new ApiError('INVALID_API_KEY')
      const name = value === null ? null : claimName({ namespace: 'report', keyId: key.id, value })
      const claimed = name === null ? null : await claim(tx, name, at)
      if (claimed?.kind === 'replay') return { receipt: JSON.parse(claimed.answer) as ReportReceipt, replayed: true }
      const subject = world === null ? null : await findSubject(tx, world, body)
      if (subject === null) throw nothingThere()
      const receipt = await fileReport(tx, { ambient, reporter, subject, body }, at)
      if (claimed !== null) await settleClaim(tx, claimed.claim, JSON.stringify(receipt), at)
      return { receipt, replayed: false }
    },
    { quiet: true },
  )
  if (done.replayed) onReplay()
  return done.receipt
}

/** The subject in the first of these worlds that has it. */
async function findIn(read: Read, worlds: readonly World[], body: ReportBody): Promise<Subject | null> {
  for (const world of worlds) {
    const subject = await findSubject(read, world, body)
    if (subject !== null) return subject
  }
  return null
}

/** A report by a portal user, inside the transaction that locks the account. */
export async function reportByOwner(
  tx: Tx,
  {
    ambient,
    worlds,
    owner,
    body,
  }: {
    ambient: Ambient
    worlds: readonly World[]
    owner: { readonly uid: string; readonly appId: string }
    body: ReportBody
  },
  at: number,
): Promise<ReportReceipt> {
  const subject = await findIn(tx, worlds, body)
  if (subject === null) throw nothingThere()
  const reporter = { subject: owner.uid, keyId: null, appId: owner.appId }
  return fileReport(tx, { ambient, reporter, subject, body }, at)
}

export const purgedIds = ({ byId }: Worlds): string[] => [...byId.values()].filter(isPurged).map(({ id }) => id)

/** A report of this key or its app; others count as not found. */
export async function requireReport(
  read: Read,
  { worlds }: Pick<ControlState, 'worlds'>,
  id: string,
  isOwn: (report: ReportRow) => boolean,
): Promise<ReportRow> {
  const report = await findById(read, worlds, id, (world) => readReport(read, world, id))
  if (report === null || report.kind !== 'report' || !isOwn(report))
    throw notFound('Report not found among those of this key or app; use the id that POST answered')
  return report
}
