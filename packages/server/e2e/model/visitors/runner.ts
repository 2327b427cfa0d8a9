// Runner of the model-based test: plays one sequence of commands.
import type { ActionKind } from '@agent-network/contract'
import { LIMITS } from '@agent-network/contract'
import {
  type ActCall,
  actAtOnce,
  admit,
  advance,
  begin as beginAct,
  type Event,
  lose,
  settle,
  strandedIn,
} from './acting.ts'
import { postFor } from './acts.ts'
import { compareAll } from './closing.ts'
import type { ClockMove, Command, Sequence, Simple } from './commands.ts'
import type { Coverage, Happening } from './coverage.ts'
import { HAPPENINGS } from './coverage.ts'
import { type Expected, inProbation } from './expected.ts'
import type { Answer, Lane } from './lane.ts'
import {
  actCall,
  address,
  agentIdOf,
  begin,
  check,
  deedCall,
  keyOf,
  Mismatch,
  nextSerial,
  openGates,
  type Play,
  remember,
  sendAct,
  sendHeartbeat,
} from './play.ts'
import { heartbeat, journalPage } from './seeing.ts'
import { DAY_MS, dayOf, settingsIn } from './state.ts'
import { speech } from './texts.ts'

const CHAIN = /^(VISITOR_DRIVE_DISABLED|VISITORS_PAUSED|DRIVE_AGENT_)/
const CODES: Readonly<Record<string, string>> = {
  INPUT_MODERATION_BLOCKED: 'blocked',
  DRIVE_DAILY_BUDGET_EXCEEDED: 'over budget',
  IDEMPOTENCY_IN_PROGRESS: 'in progress',
  VISITOR_ACTION_OUTCOME_UNRESOLVED: 'unresolved',
}

function noteRefusal({ coverage }: Play, code: string): void {
  if ((HAPPENINGS as readonly string[]).includes(code)) coverage.happened(code as Happening)
  if (code === 'RATE_LIMIT_EXCEEDED') coverage.happened('rate limited')
}

function noteAct(play: Play, verb: ActionKind, call: ActCall, event: Event, { status, body }: Answer): void {
  const { coverage } = play
  const code: string | undefined = body.error?.code
  if (event === 'reclaimed before admission' || event === 'reclaimed after admission') coverage.happened(event)
  if (event === 'replay') {
    coverage.verb(verb, 'replayed')
    const first = play.sent.find((sent) => sent.route === 'act' && sent.value === call.value?.trim())
    if (first !== undefined && first.body !== call.body) coverage.happened('replayed with another body')
    return
  }
  if (code !== undefined) {
    noteRefusal(play, code)
    coverage.verb(verb, CHAIN.test(code) ? 'refused by the chain' : (CODES[code] ?? code))
    return
  }
  if (status !== 200) return
  coverage.verb(verb, body.data.skipReason ?? body.data.status)
  const shared = play.sent.some(
    (sent) => sent.value === call.value && sent.key !== call.key && sent.agentId === call.agentId,
  )
  if (shared) coverage.happened('same value under another key')
}

async function act(play: Play, verb: ActionKind, call: ActCall): Promise<void> {
  const { expected, event } = actAtOnce(play.state, call)
  const answer = await sendAct(play, call)
  check(play, `act ${call.value} ${call.body.slice(0, 120)}`, expected, answer)
  noteAct(play, verb, call, event, answer)
  remember(play, 'act', call)
}

async function beat(
  play: Play,
  by: { visitor: number; key: number },
  ref: Parameters<typeof address>[2],
): Promise<Answer> {
  const { coverage, state } = play
  const call = address(play, by, ref, 'heartbeat')
  const { expected, event } = heartbeat(state, call.key, call.agentId, call.value)
  const answer = await sendHeartbeat(play, call)
  check(play, `heartbeat ${call.value ?? ''} of ${call.agentId}`, expected, answer)
  remember(play, 'heartbeat', call)
  const { data, error } = answer.body
  if (error !== undefined) {
    noteRefusal(play, error.code)
    if (error.code === 'HEARTBEAT_DAILY_BUDGET_EXCEEDED') coverage.happened('heartbeat over budget')
    return answer
  }
  coverage.happened(event === 'replay' ? 'heartbeat replayed' : 'heartbeat')
  coverage.happened(data.feed === null ? 'heartbeat without feed' : 'heartbeat with feed')
  if (data.replies.length > 0) coverage.happened('heartbeat with replies')
  if (data.threads?.some(({ unread }: { unread: boolean }) => unread))
    coverage.happened('heartbeat with unread threads')
  return answer
}

const MINUTE = 60_000
const MOVES: Readonly<Record<ClockMove, (now: number) => number>> = {
  '1ms': () => 1,
  '1min': () => MINUTE,
  '5min-1': () => 5 * MINUTE - 1,
  '5min': () => 5 * MINUTE,
  '1h': () => 60 * MINUTE,
  '5h': () => 300 * MINUTE,
  'midnight-1': (now) => Math.max(0, DAY_MS - (now % DAY_MS) - 1),
  midnight: (now) => DAY_MS - (now % DAY_MS),
  '24h': () => DAY_MS,
  '24h+6min': () => DAY_MS + 6 * MINUTE,
  '31d': () => 31 * DAY_MS,
}

async function moveClock(play: Play, ms: number): Promise<void> {
  const { state, coverage, lane, log } = play
  const today = dayOf(state.now)
  const young = state.keys.filter((key) => inProbation(state, key)).length
  const stranded = strandedIn(state)
  const settled = advance(state, ms)
  await lane.operate('PUT', '/_operator/clock', { advanceMs: ms })
  log.push(`clock +${ms}`)
  if (dayOf(state.now) !== today) coverage.happened('midnight passed')
  if (settled > 0) coverage.happened('refunded by the sweep')
  if (settled > 0 && stranded.some(([, { admission }]) => admission!.day !== dayOf(state.now)))
    coverage.happened('refunded to an earlier day')
  if (state.keys.filter((key) => inProbation(state, key)).length < young) coverage.happened('out of probation')
}

async function setSwitches(play: Play, change: Record<string, unknown>): Promise<void> {
  await play.lane.operate('PATCH', '/_operator/config', change)
  Object.assign(play.state.switches, change)
  play.log.push(`switches ${JSON.stringify(change)}`)
}

async function setOverlay(play: Play, overlay: Record<string, unknown>): Promise<void> {
  await play.lane.operate('PATCH', `/_operator/worlds/${play.state.worldId}`, { overlay })
  play.state.overlay = overlay
  play.log.push(`overlay ${JSON.stringify(overlay)}`)
}

async function simple(play: Play, command: Simple): Promise<void> {
  const { state, lane } = play
  switch (command.do) {
    case 'act':
      return act(play, command.deed.verb, actCall(play, command.by, command.value, command.deed))
    case 'beat':
      await beat(play, command.by, command.value)
      return
    case 'journal':
      return readJournal(play, command)
    case 'switch': {
      const { name, value, overlay } = command
      if (!overlay) return setSwitches(play, { [name]: value })
      const { [name]: _, ...rest } = state.overlay
      return setOverlay(play, value === null ? rest : { ...rest, [name]: value })
    }
    default: {
      const post = postFor(state, state.visitors[0]!.agent, command.post)
      if (post === undefined) return
      await lane.operate('PATCH', `/_operator/posts/${post.id}`, { visibility: command.visibility })
      post.visibility = command.visibility
      play.log.push(`post ${post.id} ${command.visibility}`)
    }
  }
}

type Waiting = Extract<Command, { do: 'wait' }>

/** An act kept waiting at one of its looks, with other things happening meanwhile, and then one of three ends. */
async function wait(play: Play, { by, value, deed, look, twin, during, end: plannedRequest }: Waiting): Promise<void> {
  const { state, lane } = play
  const spokenText = speech(look === 1 ? 'waitFirst' : 'waitSecond', nextSerial())
  const call = actCall(play, by, value, deed, spokenText)
  const actStart = beginAct(state, call)
  const refused = actStart.kind === 'waits' && look === 2 ? admit(state, actStart.act, true) : null
  if (actStart.kind === 'answered' || refused !== null) {
    const answer = await sendAct(play, call)
    check(play, `act ${call.value} ${call.body}`, actStart.kind === 'answered' ? actStart.expected : refused!, answer)
    noteAct(play, deed.verb, call, actStart.event, answer)
    return remember(play, 'act', call)
  }
  // One stranded act at a time, so that nobody has to guess in which order several are settled.
  const end = plannedRequest === 'lose' && look === 2 && strandedIn(state).length > 1 ? 'allow' : plannedRequest
  const parked = lane.stub.parked(spokenText)
  const pending = sendAct(play, call)
  const early = await Promise.race([parked.then(() => null), pending])
  if (early !== null)
    throw new Mismatch(`${call.body}: expected to wait for its look, got ${JSON.stringify(early.body)}`)
  play.log.push(`act ${call.value} ${call.body.slice(0, 120)} waits at look ${look}`)
  remember(play, 'act', call)
  await act(play, twin.verb, deedCall(play, call, twin))
  for (const command of during) await simple(play, command)
  let expected: Expected
  if (end === 'lose') {
    expected = lose(state, actStart.act)
    await lane.cutOff(state.worldId)
  } else if (look === 1) {
    expected = admit(state, actStart.act, end === 'allow') ?? settle(state, actStart.act, true)
  } else {
    expected = settle(state, actStart.act, end === 'allow')
  }
  lane.stub.letGo(spokenText, end === 'flag' ? 'flag' : 'allow')
  const answer = await pending
  check(play, `act ${call.value} goes on (${end})`, expected, answer)
  noteAct(play, deed.verb, call, actStart.event, answer)
}

type Restart = Extract<Command, { do: 'restart' }>

/** Acts stranded for five minutes are repeated at once; the others are left to the periodic job. */
async function restart(play: Play, { downMs, cut, by, deed }: Restart): Promise<void> {
  const { state, lane, coverage } = play
  if (cut && strandedIn(state).length === 0) {
    const pendingDeed = { ...deed, verb: 'post' as const }
    await wait(play, {
      do: 'wait',
      by,
      value: { use: 'fresh' },
      deed: pendingDeed,
      look: 2,
      twin: deed,
      during: [],
      end: 'lose',
    })
  }
  const today = dayOf(state.now)
  const young = state.keys.filter((key) => inProbation(state, key)).length
  await lane.restart(downMs)
  coverage.happened('restarted')
  play.log.push(`restart, ${downMs} ms later`)
  state.now += downMs
  if (dayOf(state.now) !== today) coverage.happened('midnight passed')
  if (state.keys.filter((key) => inProbation(state, key)).length < young) coverage.happened('out of probation')
  // Windows live in the process where there is no Redis to keep them.
  if (lane.engine === 'sqlite') for (const key of state.keys) key.window = { minute: 0, used: 0 }
  const overdue = strandedIn(state).filter(([, { claimedAt }]) => state.now - claimedAt >= LIMITS.idempotency.leaseMs)
  for (const [name] of overdue) {
    const [, keyId, agentId, value] = JSON.parse(name) as string[]
    const key = state.keys.find(({ id }) => id === keyId)!
    const to = { key, agentId: agentId!, value: value! }
    await act(play, deed.verb, deedCall(play, to, { ...deed, spoil: null }))
  }
  if (overdue.length > 0) await moveClock(play, 0)
}

type Shut = Extract<Command, { do: 'shut' }>

async function shut(play: Play, { what, during }: Shut): Promise<void> {
  const { state, lane } = play
  const gates = openGates(state.worldId)
  const closed = nextSerial() % 2 === 0 ? false : 'true'
  const reopen = async (name: string, value: unknown): Promise<void> => {
    await setSwitches(play, { [name]: value })
    for (const command of during) await simple(play, command)
    await setSwitches(play, { [name]: gates[name] })
  }
  if (what === 'drive') return reopen('visitorDriveEnabled', closed)
  if (what === 'journal') return reopen('visitorJournalEnabled', closed)
  if (what === 'canary') return reopen('visitorJournalCanaryWorldIds', closed === false ? [] : [state.worldId, 1])
  if (what === 'world') {
    const pause = async (visitorsPaused: boolean): Promise<void> => {
      await lane.operate('PATCH', `/_operator/worlds/${state.worldId}`, { visitorsPaused })
      state.paused = visitorsPaused
      play.log.push(`paused ${visitorsPaused}`)
    }
    await pause(true)
    for (const command of during) await simple(play, command)
    return pause(false)
  }
  const agent = what === 'visitor' ? state.visitors[0]!.agent : state.agents[0]!
  const enable = async (enabled: boolean): Promise<void> => {
    await lane.operate('PATCH', `/_operator/agents/${agent.id}`, { enabled })
    agent.enabled = enabled
    play.log.push(`${agent.handle} enabled ${enabled}`)
  }
  await enable(false)
  for (const command of during) await simple(play, command)
  return enable(true)
}

async function release(play: Play): Promise<void> {
  const { state, lane } = play
  const post = state.posts.find(({ id, visibility }) => id === null && visibility === 'quarantined')
  const reply = state.replies.find(({ id, visibility }) => id === null && visibility === 'quarantined')
  const [table, heldText] = post === undefined ? (['replies', reply] as const) : (['posts', post] as const)
  if (heldText === undefined) return
  const [row] = await lane.rows(`select id from ${table} where world_id = ? and text = ?`, state.worldId, heldText.text)
  if (row === undefined) throw new Mismatch(`what was held back is not stored: ${heldText.text}`)
  await lane.operate('PATCH', `/_operator/${table}/${row.id}`, { visibility: 'public' })
  heldText.id = row.id
  heldText.visibility = 'public'
  play.coverage.happened('released from review')
  play.log.push(`released ${row.id}`)
}

async function readJournal(play: Play, command: Extract<Simple, { do: 'journal' }>): Promise<void> {
  const key = keyOf(play, command.by)
  const agentId = agentIdOf(play, command.by)
  const cursor = command.cursor === null ? null : (play.cursors.at(-1 - command.cursor) ?? null)
  const { limit, view } = command
  const expected = journalPage(play.state, { key, agentId, limit, view, cursor }, (next) => play.cursors.push(next))
  const query = [`limit=${limit ?? 0}`, ...(view === null ? [] : [`view=${view}`])]
  if (cursor !== null) query.push(`cursor=${cursor.token}`)
  const path = `/v1/visitors/${agentId}/journal?${query.join('&')}`
  const answer = await play.lane.request('GET', path, { 'x-api-key': key.raw })
  check(play, `journal ${query.join(' ')}`, expected, answer)
  if (answer.status === 200) play.coverage.happened('journal page')
  else noteRefusal(play, answer.body.error.code)
}

/** Many of one kind, waiting for the next minute whenever the key has used up this one. */
async function burst(play: Play, { by, what, n }: Extract<Command, { do: 'burst' }>): Promise<void> {
  const { state } = play
  const key = keyOf(play, by)
  for (let i = 0; i < n; i++) {
    const minute = Math.floor(state.now / MINUTE)
    const limit = inProbation(state, key) ? LIMITS.rate.perMinuteInProbation : key.rateLimit
    if (i % 11 !== 10 && key.window.minute === minute && key.window.used >= limit) await moveClock(play, MINUTE)
    const deed = { verb: 'like', post: { of: 'first', n: 0 }, reply: 'none', spoil: null } as never
    if (what === 'beat') await beat(play, by, { use: 'none' })
    else await act(play, 'like', actCall(play, by, { use: 'fresh' }, deed))
    if (!settingsIn(state).gate('visitorDriveEnabled') || !key.agentIds.includes(agentIdOf(play, by))) return
  }
}

async function run(play: Play, command: Command, start: number): Promise<void> {
  switch (command.do) {
    case 'clock': {
      const ms = MOVES[command.move](play.state.now)
      // Sequences must not grow into each other's days.
      return play.state.now + ms - start > 100 * DAY_MS ? undefined : moveClock(play, ms)
    }
    case 'vigil':
      for (const pause of command.pauses) {
        await beat(play, command.by, { use: 'none' })
        await moveClock(play, MOVES[pause](play.state.now))
      }
      return
    case 'wait':
      return wait(play, command)
    case 'restart':
      return restart(play, command)
    case 'shut':
      return shut(play, command)
    case 'release':
      return release(play)
    case 'burst':
      return burst(play, command)
    case 'reset':
      await setSwitches(play, openGates(play.state.worldId))
      return setOverlay(play, {})
    default:
      return simple(play, command)
  }
}

/** Plays one sequence on the server and in the model; throws where they part. */
export async function playSequence(lane: Lane, sequence: Sequence, coverage: Coverage): Promise<void> {
  const play = await begin(lane, sequence, coverage)
  const start = play.state.now
  try {
    for (const command of sequence.commands) await run(play, command, start)
    await compareAll(play)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw new Mismatch(`${error.message}\n  what happened:\n    ${play.log.slice(-40).join('\n    ')}`, {
      cause: error,
    })
  }
  coverage.played(sequence.commands.length)
}
