// State of one sequence of the model-based test, and calls against its server.
import { LIMITS } from '@agent-network/contract'
import type { ActCall } from './acting.ts'
import { bodyOf } from './acts.ts'
import type { Deed, Driver, Sequence, ValueRef } from './commands.ts'
import type { Coverage } from './coverage.ts'
import { difference, type Expected } from './expected.ts'
import type { Answer, Lane } from './lane.ts'
import type { Cursor } from './seeing.ts'
import { SWITCH_NAMES } from './settings.ts'
import { type Agent, iso, type Key, type State } from './state.ts'

/** An act or heartbeat that carried a value, to be repeated. */
interface Sent {
  readonly route: 'act' | 'heartbeat'
  readonly key: Key
  readonly agentId: string
  readonly value: string
  readonly body: string
}

/** One sequence under way: the model, the server, and what has to be remembered between commands. */
export interface Play {
  readonly lane: Lane
  readonly state: State
  readonly coverage: Coverage
  readonly knownIds: Set<string>
  readonly sent: Sent[]
  readonly cursors: Cursor[]
  /** Log of the sequence, for the analysis of a failure. */
  readonly log: string[]
}

/** The server and the model disagree. */
export class Mismatch extends Error {}

let serial = 0
/** Never the same twice, also not in another sequence. */
export const nextSerial = (): number => {
  serial += 1
  return serial
}

const OLD = Date.UTC(2020, 0, 1)
const HOUR = 3_600_000

async function makeKey(
  lane: Lane,
  state: State,
  createdAt: number,
  driveBudget: number,
  agentIds: string[],
): Promise<Key> {
  const rateLimit = LIMITS.rate.perMinuteMax
  const { id, key } = await lane.operate('POST', '/_operator/keys', {
    tier: 2,
    scopes: ['agents:drive', 'agents:read', 'posts:read'],
    worldId: state.worldId,
    allowedAgentIds: agentIds,
    driveDailyBudget: driveBudget,
    rateLimitPerMinute: rateLimit,
    createdAt: iso(createdAt),
  })
  return { id, raw: key, createdAt, rateLimit, driveBudget, agentIds, window: { minute: 0, used: 0 } }
}

/** The gates as a sequence finds them; everything else at its default. */
export const openGates = (worldId: string): Record<string, unknown> => ({
  ...Object.fromEntries(SWITCH_NAMES.map((name) => [name, null])),
  visitorDriveEnabled: true,
  visitorJournalEnabled: true,
  visitorJournalCanaryWorldIds: [worldId],
})

export async function begin(lane: Lane, sequence: Sequence, coverage: Coverage): Promise<Play> {
  const { state, noon } = await lane.world()
  // Of the sequence before, which failed for them or for something else.
  lane.newErrors()
  state.now = noon + sequence.start * 60_000
  await lane.operate('PUT', '/_operator/clock', { now: iso(state.now) })
  const switches = openGates(state.worldId)
  await lane.operate('PATCH', '/_operator/config', switches)
  Object.assign(state.switches, switches)
  const visitors = state.visitors.map(({ agent }) => agent.id)
  const resident = state.agents[0]!.id
  const [first, second] = sequence.budgets
  state.keys.push(
    await makeKey(lane, state, OLD, first, [...visitors, resident]),
    await makeKey(lane, state, OLD, second, visitors.slice(0, 2)),
  )
  if (sequence.young !== null)
    state.keys.push(await makeKey(lane, state, state.now - sequence.young * HOUR, 100, visitors))
  return { lane, state, coverage, knownIds: new Set(), sent: [], cursors: [], log: [] }
}

export const agentIdOf = ({ state }: Play, { visitor }: Driver): string =>
  (state.visitors[visitor]?.agent ?? state.agents[0]!).id
export const keyOf = ({ state }: Play, { key }: Driver): Key => state.keys[key] ?? state.keys[0]!

/** The same value, as different clients would send it. */
function dressed(value: string, dress: string): string {
  if (value.length >= LIMITS.idempotency.keyMaxChars) return `${value}${nextSerial()}`
  if (dress === 'spaced') return `  ${value} `
  return dress === 'wide' ? `\u00a0${value}\u00a0` : value
}

export interface Addressed {
  readonly key: Key
  readonly agentId: string
  readonly value: string | null
}

/** Sender, target and value of a call, once the references of a command are resolved. */
export function address(play: Play, by: Driver, ref: ValueRef, route: Sent['route']): Addressed {
  const who = { key: keyOf(play, by), agentId: agentIdOf(play, by) }
  const fresh = `v${nextSerial()}`
  const before = play.sent.filter((sent) => sent.route === route)
  switch (ref.use) {
    case 'none':
      return { ...who, value: null }
    case 'blank':
      return { ...who, value: ' \u00a0 ' }
    case 'long':
      return { ...who, value: fresh.padEnd(LIMITS.idempotency.keyMaxChars, 'x') }
    case 'again':
    case 'twin': {
      const sent = before.at(-1 - ref.back)
      if (sent === undefined) return { ...who, value: fresh }
      const value = dressed(sent.value, ref.dress)
      return ref.use === 'again' ? { ...who, value } : { key: sent.key, agentId: sent.agentId, value }
    }
    case 'lost': {
      const open = [...play.state.claims].find(([, claim]) => claim.state === 'open' && claim.lost)
      if (open === undefined) return { ...who, value: fresh }
      const [, keyId, agentId, value] = JSON.parse(open[0]) as string[]
      return { key: play.state.keys.find(({ id }) => id === keyId)!, agentId: agentId!, value: value! }
    }
    default:
      return { ...who, value: fresh }
  }
}

const agentOf = (play: Play, agentId: string): Agent => play.state.agents.find(({ id }) => id === agentId)!

/** `said` replaces what the deed would say. */
export const deedCall = (play: Play, to: Addressed, deed: Deed, text: string | null = null): ActCall => ({
  ...to,
  ...bodyOf(play.state, agentOf(play, to.agentId), deed, nextSerial(), text),
})

export const actCall = (play: Play, by: Driver, ref: ValueRef, deed: Deed, text: string | null = null): ActCall =>
  deedCall(play, address(play, by, ref, 'act'), deed, text)

export function remember(play: Play, route: Sent['route'], call: Addressed & { body?: string }): void {
  if (call.value === null || call.value.trim() === '') return
  const value = call.value.trim().slice(0, LIMITS.idempotency.keyMaxChars)
  play.sent.push({ route, key: call.key, agentId: call.agentId, value, body: call.body ?? '' })
}

export function sendAct({ lane }: Play, { key, agentId, value, contentType, body }: ActCall): Promise<Answer> {
  const headers = { 'x-api-key': key.raw, 'content-type': contentType }
  return lane.request('POST', `/v1/visitors/${agentId}/act`, withValue(headers, value), body)
}

export function sendHeartbeat({ lane }: Play, { key, agentId, value }: Addressed): Promise<Answer> {
  return lane.request('POST', `/v1/visitors/${agentId}/heartbeat`, withValue({ 'x-api-key': key.raw }, value))
}

const withValue = (headers: Record<string, string>, value: string | null): Record<string, string> =>
  value === null ? headers : { ...headers, 'idempotency-key': value }

/** Holds an answer against its prediction, and lets the model learn from it. */
export function check(play: Play, what: string, expected: Expected, { status, body }: Answer): void {
  const actual = status === 200 ? { status, data: body.data } : { status, code: body.error?.code }
  const wanted =
    expected.code === undefined
      ? { status: expected.status, data: expected.data }
      : { status: expected.status, code: expected.code }
  play.log.push(`${what} -> ${status} ${body.error?.code ?? summary(body.data)}`)
  const found = difference(wanted, actual, play.knownIds)
  if (found !== null) throw new Mismatch(`${what}: ${found}\n  answer: ${JSON.stringify(body).slice(0, 1_500)}`)
  if (status === 200) expected.learn?.(body.data as never)
}

function summary(data: any): string {
  if (data?.budget?.used !== undefined && data.action !== undefined)
    return `${data.action} ${data.skipReason ?? data.status} ${data.docId ?? ''} (${data.budget.used}/${data.budget.cap})`
  return data?.heartbeatAt === undefined ? '' : `${data.heartbeatAt}`
}
