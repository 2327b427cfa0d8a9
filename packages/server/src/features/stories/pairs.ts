// Stories of pairs: quarrels, friendships, broken promises and grudges.
import type { StoryKind } from '@agent-network/contract'
import { plainSubject } from '@agent-network/voice/life'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/core/time.ts'
import type { Read } from '../../platform/db/database.ts'
import {
  about,
  areResidents,
  byTime,
  type GrudgeSource,
  grudgeOf,
  idOf,
  latestStory,
  type PromiseSource,
  planById,
  promiseById,
  putStory,
  type Run,
  readEpisodes,
  refsOf,
  type StoryDraft,
  type StoryRow,
  type StoryStep,
  sentence,
  type TextSource,
  textsUnder,
  tieOf,
} from './store.ts'

// ── Disputes and friendships ──

const AGAINST: ReadonlySet<string> = new Set(['counter', 'doubt', 'differ'])
const DISPUTE: ReadonlySet<string> = new Set([
  ...AGAINST,
  ...['distinguish', 'test', 'promise', 'report', 'concede', 'settle'],
])
const LAST_WORDS: ReadonlySet<string> = new Set(['concede', 'settle', 'differ'])

/** A quarrel is shown from this number of objections by both sides, over this time. */
const OBJECTIONS = 3
const QUARREL_MS = 12 * HOUR_MS
/** A friendship is shown from this number of texts for each other by both sides, over this time. */
const SUPPORTS = 5
const FRIENDSHIP_MS = 2 * DAY_MS

/** Stories without news end after this time, and those that are not shown yet are deleted. */
export const QUIET_MS: Readonly<Record<string, number>> = {
  quarrel: 4 * DAY_MS,
  friendship: 10 * DAY_MS,
  promise: 21 * DAY_MS,
}
/** After a longer pause a new story begins. */
const PAUSE_MS = 10 * DAY_MS
export const FORMING_MS = 14 * DAY_MS

const pairOf = (one: string, two: string): readonly [string, string] => (one < two ? [one, two] : [two, one])

interface PairEvent {
  readonly kind: 'quarrel' | 'friendship'
  readonly pair: readonly [string, string]
  readonly issue: string
  readonly episode: StoryStep
}

/** The text that an episode of a pair gets from its place among the others. */
function worded(kind: PairEvent['kind'], episodes: readonly StoryStep[]): StoryStep[] {
  const keys = new Set<string>()
  return episodes.map((one) => {
    if (one.basis === 'ties') return one
    const [a = '', b = ''] = one.agents
    const key = `${one.step} ${a}`
    const again = keys.has(key) && (one.step === 'counter' || one.step === 'support')
    keys.add(key)
    return { ...one, ...about(`${kind} ${again ? 'again' : one.step}`, a, b) }
  })
}

const spanOf = (episodes: readonly StoryStep[]): number => episodes.at(-1)!.at - episodes[0]!.at

function stateOfQuarrel(episodes: readonly StoryStep[]): Pick<StoryDraft, 'state' | 'endedAt'> {
  const objections = episodes.filter(({ step }) => AGAINST.has(step))
  const sides = new Set(objections.map(({ agents }) => agents[0]))
  const isTested = episodes.some(({ step }) => step === 'report')
  const isShown =
    sides.size === 2 &&
    ((objections.length >= OBJECTIONS && spanOf(episodes) >= QUARREL_MS) || (isTested && objections.length >= 2))
  if (!isShown) return { state: 'forming', endedAt: null }
  const last = episodes.at(-1)!
  return LAST_WORDS.has(last.step) ? { state: 'ended', endedAt: last.at } : { state: 'open', endedAt: null }
}

function stateOfFriendship(episodes: readonly StoryStep[]): Pick<StoryDraft, 'state' | 'endedAt'> {
  const texts = episodes.filter(({ basis }) => basis === 'post')
  const sides = new Set(texts.map(({ agents }) => agents[0]))
  const isShown = sides.size === 2 && texts.length >= SUPPORTS && spanOf(texts) >= FRIENDSHIP_MS
  return { state: isShown ? 'open' : 'forming', endedAt: null }
}

/** Adds an episode to the story of a pair, and begins a new one if the last has ended. */
export async function addPairEvent(run: Run, { kind, pair, issue, episode }: PairEvent): Promise<void> {
  const { tx, world } = run
  const [a, b] = pair
  const source = `${kind} ${a} ${b} ${issue}`.trim()
  const last = await latestStory(tx, world.id, source)
  const isRecent = last !== undefined && last.state !== 'ended' && episode.at - last.updated_at < PAUSE_MS
  const goesOn = last !== undefined && (isRecent || isIn(await readEpisodes(tx, world.id, last.id), episode))
  const before = goesOn ? await readEpisodes(tx, world.id, last.id) : []
  const all = byTime([...before.filter(({ id }) => id !== episode.id), episode])
  const episodes = worded(kind, all)
  const state = kind === 'quarrel' ? stateOfQuarrel(episodes) : stateOfFriendship(episodes)
  const role = sentence(`role ${kind}`, {}).text
  const draft: StoryDraft = {
    id: goesOn ? last.id : idOf(run, `${source} ${episode.id}`, episode.at),
    kind,
    ...state,
    title: about(`${kind} title`, a, b, { subject: plainSubject(issue) }).text,
    roles: { [a]: role, [b]: role },
    source,
    episodes: kind === 'friendship' && state.state === 'open' ? await withTie(run, pair, episodes) : episodes,
  }
  await putStory(tx, world.id, draft)
}

const isIn = (episodes: readonly StoryStep[], { id }: StoryStep): boolean => episodes.some((one) => one.id === id)

/** Adds an episode once both are friends by their ties. */
async function withTie(
  { tx, world }: Run,
  [a, b]: readonly [string, string],
  episodes: StoryStep[],
): Promise<StoryStep[]> {
  if (episodes.some(({ basis }) => basis === 'ties')) return episodes
  for (const [agent, other] of [
    [a, b],
    [b, a],
  ] as const)
    if ((await tx.first(tieOf, { world: world.id, agent, other }))?.type !== 'friend') return episodes
  const at = episodes.at(-1)!.at
  const friends = about('friendship friends', a, b)
  return [...episodes, { id: `${a} ${b}`, at, basis: 'ties', step: 'friends', ...friends, agents: [a, b] }]
}

/** What a text adds to the stories of pairs; null for most texts. */
export async function pairEventOf(run: Run, plan: TextSource): Promise<PairEvent | null> {
  const { id, agent_id: by, addressee_id: to, move, issue, created_at: at } = plan
  const base = { id, at, basis: 'post', step: move, text: '', open: '', ...refsOf(plan) } as const
  if (move === 'kept') {
    const promise = await run.tx.first(promiseById, { world: run.world.id, id: plan.root_id })
    const other = promise === undefined ? '' : promise.maker_id === by ? promise.other_id : promise.maker_id
    if (other === '' || !(await areResidents(run, [by, other]))) return null
    const met = { ...base, step: 'met', agents: [by, other] }
    return { kind: 'friendship', pair: pairOf(by, other), issue: '', episode: met }
  }
  const isDispute = DISPUTE.has(move)
  if (to === '' || to === by || issue === '' || issue.includes(':') || (!isDispute && move !== 'support')) return null
  if (!(await areResidents(run, [by, to]))) return null
  const episode: StoryStep = { ...base, agents: [by, to] }
  return isDispute
    ? { kind: 'quarrel', pair: pairOf(by, to), issue, episode }
    : { kind: 'friendship', pair: pairOf(by, to), issue: '', episode }
}

// ── Promises and grudges ──

/** How long somebody waits. */
export const WAITED_MS = 20 * MINUTE_MS

interface Sides {
  readonly waiter: string
  readonly absent: string
}

async function putBroken(run: Run, row: PromiseSource, broken: readonly StoryStep[]): Promise<void> {
  const { tx, world } = run
  const { waiter, absent } = sidesOf(row)
  const source = `promise ${row.id}`
  const before = await latestStory(tx, world.id, source)
  const grudge = await tx.first(grudgeOf, { world: world.id, agent: waiter, other: absent })
  const added: StoryStep[] = []
  if (grudge !== undefined && Math.abs(grudge.created_at - row.at) < 2 * HOUR_MS) {
    const wording = about('promise grudge', waiter, absent)
    const at = Math.max(grudge.created_at, row.at + WAITED_MS) + 1
    added.push({ id: 'grudge', at, basis: 'ties', step: 'grudge', ...wording, agents: [waiter, absent] })
  }
  // What came later, such as forgiveness, stays.
  const ids = new Set([...broken, ...added].map(({ id }) => id))
  const later =
    before === undefined ? [] : (await readEpisodes(tx, world.id, before.id)).filter(({ id }) => !ids.has(id))
  const episodes = byTime([...broken, ...added, ...later])
  const isOpen = before === undefined ? added.length > 0 : before.state === 'open'
  await putStory(tx, world.id, {
    id: idOf(run, source, row.at),
    kind: 'promise',
    state: isOpen ? 'open' : 'ended',
    title: about(row.kind === 'game' ? 'promise title game' : 'promise title', waiter, absent).text,
    roles: { [waiter]: sentence('role waited', {}).text, [absent]: sentence('role absent', {}).text },
    source,
    episodes,
    endedAt: isOpen ? null : episodes.at(-1)!.at,
  })
}

/** A broken promise. Games are told by their match. */
export async function promiseStoryOf(run: Run, row: PromiseSource): Promise<void> {
  if (!row.status.startsWith('broken') || row.kind === 'game') return
  const { waiter, absent } = sidesOf(row)
  if (!(await areResidents(run, [waiter, absent]))) return
  const { tx, world } = run
  const episodes: StoryStep[] = []
  const proposed = row.kind === 'trial' ? await tx.first(planById, { world: world.id, id: row.root_id }) : undefined
  if (proposed !== undefined) {
    const thread = await textsUnder(run, proposed.root_id)
    const agreed = thread.find(({ answers_id, move }) => answers_id === proposed.id && move === 'promise')
    const words = { subject: plainSubject(proposed.issue) }
    if (agreed !== undefined)
      episodes.push({
        id: agreed.id,
        at: agreed.created_at,
        basis: 'post',
        step: 'agreed',
        ...about('promise agreed', row.maker_id, row.other_id, words),
        agents: [row.maker_id, row.other_id],
        ...refsOf(agreed),
      })
  }
  const waited = about('promise waited', waiter, absent)
  episodes.push({
    id: row.id,
    at: row.at + WAITED_MS,
    basis: 'ties',
    step: 'absent',
    ...waited,
    agents: [waiter, absent],
    placeId: row.place_id,
  })
  await putBroken(run, row, episodes)
}

const GRUDGE_REASONS: readonly (readonly [RegExp, string])[] = [
  [/^not coming to /u, 'grudge absent'],
  [/^the insult/u, 'grudge insult'],
]

/** A grudge that belongs to no broken promise: a quarrel of its own, which rests on ties alone. */
export async function grudgeStoryOf(run: Run, row: GrudgeSource): Promise<void> {
  const { tx, world } = run
  const { agent_id: holder, other_id: offender, created_at: at, reason } = row
  if (reason.startsWith('not coming to ') || !(await areResidents(run, [holder, offender]))) return
  const head = GRUDGE_REASONS.find(([pattern]) => pattern.test(reason))?.[1] ?? 'grudge other'
  const wording = about(head, holder, offender, { subject: reason })
  const source = `grudge ${holder} ${offender} ${at}`
  if ((await latestStory(tx, world.id, source)) !== undefined) return
  await putStory(tx, world.id, {
    id: idOf(run, source, at),
    kind: 'quarrel',
    state: 'open',
    title: about('grudge title', holder, offender).text,
    roles: { [holder]: sentence('role holder', {}).text, [offender]: sentence('role offender', {}).text },
    source,
    episodes: [{ id: 'grudge', at, basis: 'ties', step: 'grudge', ...wording, agents: [holder, offender] }],
    endedAt: null,
  })
}

/** The grudge of a story, if it has been forgiven. */
export async function forgivenGrudge(read: Read, row: StoryRow): Promise<StoryStep | null> {
  const grudge = (await readEpisodes(read, row.world_id, row.id)).findLast(({ step }) => step === 'grudge')
  const [agent, other] = grudge?.agents ?? []
  if (grudge === undefined || agent === undefined || other === undefined) return null
  const grudgeRow = await read.first(grudgeOf, { world: row.world_id, agent, other })
  return grudgeRow === undefined ? grudge : null
}

/** Ends a story whose grudge has been forgiven. */
export async function endForgiven({ tx, world, until }: Run, row: StoryRow, { agents }: StoryStep): Promise<void> {
  const wording = about('promise forgiven', agents[0]!, agents[1])
  const forgiven: StoryStep = { id: 'forgiven', at: until, basis: 'ties', step: 'forgiven', ...wording, agents }
  await putStory(tx, world.id, {
    id: row.id,
    kind: row.kind as StoryKind,
    state: 'ended',
    title: row.title,
    roles: JSON.parse(row.roles) as Record<string, string>,
    source: row.source,
    episodes: [...(await readEpisodes(tx, world.id, row.id)), forgiven],
    endedAt: until,
  })
}

/** Who came and who did not. */
export const sidesOf = ({ status, maker_id, other_id }: PromiseSource): Sides =>
  status === 'broken_by_maker' ? { waiter: other_id, absent: maker_id } : { waiter: maker_id, absent: other_id }

/** A missed game is a broken promise. The post about it comes later, if there is one. */
export async function missedGame(run: Run, promise: PromiseSource, text: TextSource | undefined): Promise<void> {
  const { waiter, absent } = sidesOf(promise)
  const refs = text === undefined ? {} : { publicText: about('promise wrote', waiter, absent).text, ...refsOf(text) }
  const common = { id: promise.id, at: promise.at + WAITED_MS, basis: 'game', step: 'absent' } as const
  const missed = { ...common, ...about('promise game', waiter, absent), agents: [waiter, absent], ...refs }
  await putBroken(run, promise, [{ ...missed, placeId: promise.place_id }])
}
