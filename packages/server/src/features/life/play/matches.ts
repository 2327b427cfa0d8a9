// Chess matches of several games between two residents, stored as affairs.
import { type MatchMaterial, type MatchNews, matchDrafts } from '@agent-network/voice/life'
import { ambientOfTick } from '../../../platform/core/ambient.ts'
import { HOUR_MS, MINUTE_MS } from '../../../platform/core/time.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { putDue } from '../../../platform/jobs/due.ts'
import { type GameRow, startResidentGame } from '../../../stores/city/games/games.ts'
import { extendStays } from '../../../stores/city/gathering.ts'
import { ACTIONS } from '../../actions/catalog.ts'
import { AFFAIR, type AffairRow, affairOf, insertAffair, MATCH, putAffair, runningAffairs } from '../affairs/store.ts'
import { applyExperience, recordAct } from '../engine/consequences.ts'
import { actContextOf, actorOf, displayNameOf, type Mover, moverOf } from '../engine/mover.ts'
import type { Instant } from '../engine/world-life.ts'
import { hoursUp, nextMorning, toTick } from '../mind/habits.ts'
import { remember } from '../mind/people.ts'
import { makePromise, placeToMeet } from '../promise/promises.ts'
import { hourForBoth, type PromiseRow } from '../promise/store.ts'
import { phrase } from '../speak/phrase.ts'
import { plainPlan, putPlan } from '../speak/plans.ts'

/** Kind of the due row: the next move of a game at a table. */
export const TABLE = 'table'

/** Kind of the due row: the next check of what can be watched in a world. */
export const PULSE = 'pulse'

/** Maximum time at a table. */
export const SIT_MS = 3 * HOUR_MS

/** State of a match, stored in its affair. */
export interface MatchFacts {
  readonly of: number
  readonly played: number
  /** Points of owner and other; a draw is half a point for both. */
  readonly owner: number
  readonly other: number
  /** Games missed because a player did not come. */
  readonly missed: number
  /** Place of the games; empty for any. */
  readonly placeId: string
  /** Current game; empty for none. */
  readonly gameId: string
  /** Who did not come to the last missed game; absent before the first. */
  readonly absentId?: string
  /** Result of the last game for the owner. */
  readonly last: 'won' | 'lost' | 'drew' | 'not_played'
}

export const newMatch = (of: number, placeId: string): MatchFacts => ({
  of,
  played: 0,
  owner: 0,
  other: 0,
  missed: 0,
  placeId,
  gameId: '',
  last: 'drew',
})

/** State after a game, with the result for the owner. */
export function afterGame(facts: MatchFacts, last: 'won' | 'lost' | 'drew'): MatchFacts {
  const points = last === 'won' ? 1 : last === 'lost' ? 0 : 0.5
  return {
    ...facts,
    played: facts.played + 1,
    owner: facts.owner + points,
    other: facts.other + 1 - points,
    gameId: '',
    last,
  }
}

/** Missed games after which a match is abandoned. */
const MISSED_MAX = 3

/** Outcome of a match. All games are played, even if the result is already decided. */
export function matchOutcome({ of, played, owner, other, missed }: MatchFacts) {
  if (missed >= MISSED_MAX) return 'abandoned'
  if (played < of) return 'open'
  return owner === other ? 'drawn' : owner > other ? 'owner' : 'other'
}

/** The owner has White in odd games. */
export const ownerIsWhite = ({ played }: MatchFacts): boolean => played % 2 === 0

type Parties = { readonly owner: string; readonly other: string }

const partiesOf = ({ parties }: AffairRow): Parties => JSON.parse(parties) as Parties
const factsOf = ({ facts }: AffairRow): MatchFacts => JSON.parse(facts) as MatchFacts

/** Starts a match as an affair; its next step is due in an hour. */
export async function beginMatch(
  tx: Tx,
  instant: Instant,
  { owner, other, third, facts }: Parties & { readonly third: string; readonly facts: MatchFacts },
): Promise<void> {
  const { life, at } = instant
  const ambient = ambientOfTick(life.base, at, `${life.world.id} match ${owner} ${other}`)
  const id = ambient.id('affair', life.world.tag)
  await insertAffair(tx, {
    world_id: life.world.id,
    id,
    kind: MATCH,
    stage: 'arranging',
    parties: JSON.stringify({ owner, other, third }),
    thing: `${facts.of} games`,
    root_id: '',
    status: 'running',
    created_at: at,
    updated_at: at,
    facts: JSON.stringify(facts),
  })
  await putDue(tx, { worldId: life.world.id, kind: AFFAIR, subjectId: id }, at + HOUR_MS)
}

const scheduleStep = (tx: Tx, { life }: Instant, row: AffairRow, at: number): Promise<void> =>
  putDue(tx, { worldId: life.world.id, kind: AFFAIR, subjectId: row.id }, toTick(at))

const updateAffair = (tx: Tx, { at }: Instant, row: AffairRow, over: Partial<AffairRow>): Promise<number> =>
  putAffair(tx, { ...row, ...over, updated_at: at })

/** Arranges the next game: both promise to come to the table. */
async function arrangeGame(tx: Tx, mover: Mover, row: AffairRow, facts: MatchFacts): Promise<void> {
  const { instant, person, chance } = mover
  const { owner, other } = partiesOf(row)
  const opponent = await instant.life.people.of(tx, other, instant.at)
  const placeId = facts.placeId !== '' ? facts.placeId : placeToMeet(mover)?.id
  const at =
    opponent === null ? null : hourForBoth(person.habits, opponent.habits, instant.at + 6 * HOUR_MS, chance('game')())
  const isPlace = placeId !== undefined && instant.map?.destination(placeId) !== undefined
  if (opponent?.agent.enabled !== 1 || !isPlace || at === null) {
    await updateAffair(tx, instant, row, { status: 'dropped' })
    return
  }
  await makePromise(tx, mover, { placeId, at, makerId: owner, otherId: other, kind: 'game', rootId: row.id })
  await updateAffair(tx, instant, row, { stage: 'waiting' })
}

const SITS_AFTER_MS = 2 * MINUTE_MS

/** Starts the next game after both came. */
export async function playMatchGame(tx: Tx, instant: Instant, agreed: PromiseRow): Promise<void> {
  const { life, at } = instant
  const row = await affairOf(tx, life.world.id, agreed.root_id)
  if (row?.status !== 'running') return
  const { owner, other } = partiesOf(row)
  const facts = factsOf(row)
  const [whiteId, blackId] = ownerIsWhite(facts) ? [owner, other] : [other, owner]
  const cause = { kind: 'promise', id: agreed.id } as const
  const ambient = life.acts.recording(ambientOfTick(life.base, at, `${life.world.id} ${row.id} game ${facts.played}`), {
    worldId: life.world.id,
    agentId: whiteId,
    at,
    cause,
  })
  const game = await startResidentGame(
    tx,
    { ambient, world: life.world, destinationId: agreed.place_id, whiteId, blackId },
    at,
  )
  await extendStays(tx, life.world.id, [owner, other], at + SIT_MS)
  await putDue(tx, { worldId: life.world.id, kind: TABLE, subjectId: game.id }, at + SITS_AFTER_MS)
  await updateAffair(tx, instant, row, { stage: 'playing', facts: JSON.stringify({ ...facts, gameId: game.id }) })
}

/** Records a missed game. The player who came posts about it; `absentId` is null if neither came. */
export async function recordMissedGame(
  tx: Tx,
  instant: Instant,
  agreed: PromiseRow,
  absentId: string | null,
): Promise<void> {
  const row = await affairOf(tx, instant.life.world.id, agreed.root_id)
  if (row?.status !== 'running') return
  const isPosted = absentId !== null
  const facts = { ...factsOf(row), last: 'not_played' as const }
  const next = { ...facts, missed: facts.missed + 1, ...(isPosted ? { absentId } : {}) }
  await updateAffair(tx, instant, row, { stage: isPosted ? 'told' : 'arranging', facts: JSON.stringify(next) })
  await scheduleStep(tx, instant, row, instant.at + (isPosted ? HOUR_MS : 12 * HOUR_MS))
}

/** Records the result of a game, if it belongs to a match. */
export async function recordMatchGame(tx: Tx, instant: Instant, game: GameRow): Promise<void> {
  const running = await runningAffairs(tx, instant.life.world.id)
  const row = running.find((one) => one.kind === MATCH && factsOf(one).gameId === game.id)
  if (row === undefined) return
  const { owner } = partiesOf(row)
  const own = game.white_agent_id === owner ? 'white_won' : 'black_won'
  const facts = afterGame(factsOf(row), game.result === 'draw' ? 'drew' : game.result === own ? 'won' : 'lost')
  await updateAffair(tx, instant, row, { stage: 'told', facts: JSON.stringify(facts) })
  await scheduleStep(tx, instant, row, instant.at + HOUR_MS / 2)
}

const MIRRORED = { won: 'lost', lost: 'won', drew: 'drew', not_played: 'drew' } as const

/** News of the last game or of the match for one player. */
function matchNewsFor(facts: MatchFacts, isOwner: boolean, other: string): MatchMaterial {
  const outcome = matchOutcome(facts)
  const own = isOwner ? facts.last : MIRRORED[facts.last]
  const ended: MatchNews =
    outcome === 'drawn' ? 'match_drawn' : (outcome === 'owner') === isOwner ? 'match_won' : 'match_lost'
  const isOver = outcome !== 'open' && outcome !== 'abandoned'
  const missed = facts.last === 'not_played'
  return {
    news: isOver ? ended : missed ? 'not_played' : 'game',
    other,
    result: own === 'not_played' ? 'drew' : own,
    score: isOwner ? [facts.owner, facts.other] : [facts.other, facts.owner],
    game: missed ? facts.played + 1 : facts.played,
    of: facts.of,
  }
}

/** Posts the result of a game or match. */
async function postResult(tx: Tx, mover: Mover, row: AffairRow, facts: MatchFacts): Promise<number> {
  const { instant, person } = mover
  const { owner, other } = partiesOf(row)
  const isOwner = person.agent.id === owner
  const matchMaterial = matchNewsFor(facts, isOwner, await displayNameOf(tx, instant, isOwner ? other : owner))
  const intent = `${matchMaterial.news.replace('_', ' ')}: game ${matchMaterial.game} of ${matchMaterial.of}, you have ${matchMaterial.score[0]}, ${matchMaterial.other} has ${matchMaterial.score[1]}`
  const text = await phrase(tx, mover, 'post', {
    cue: '',
    material: { topic: null, intent },
    drafts: (material, chance) => matchDrafts(material, matchMaterial, chance),
  })
  if (text === null) return 0
  const done = await ACTIONS.post.perform(tx, actorOf(mover), { text }, actContextOf(mover))
  if (done.status !== 'created') return 0
  const by = { worldId: instant.life.world.id, agentId: person.agent.id, at: instant.at }
  await putPlan(tx, plainPlan(by, { id: done.docId!, rootId: row.id, move: 'tell' }))
  await instant.life.scene.refresh(tx, instant.at)
  return 1
}

/** Games of a return match, and its probability. */
const RETURN_GAMES = 10
const RETURN_PROBABILITY = 0.6

async function conclude(tx: Tx, mover: Mover, row: AffairRow, facts: MatchFacts): Promise<void> {
  const { instant, ambient, chance } = mover
  const { life, at } = instant
  const { owner, other } = partiesOf(row)
  const outcome = matchOutcome(facts)
  await updateAffair(tx, instant, row, { status: 'ended', stage: outcome })
  if (outcome === 'abandoned') return
  for (const [agentId, otherId] of [
    [owner, other],
    [other, owner],
  ] as const) {
    const name = await displayNameOf(tx, instant, otherId)
    const isWinner = outcome === (agentId === owner ? 'owner' : 'other')
    const result = outcome === 'drawn' ? 'Drew' : isWinner ? 'Won' : 'Lost'
    const happening = isWinner ? 'was_honoured' : 'was_outdone'
    if (outcome !== 'drawn')
      await applyExperience(tx, life, agentId, { happening, name: isWinner ? 'the match' : name })
    const episode = { text: `${result} a match of ${facts.of} games against ${name}`, importance: 0.8 }
    await remember(tx, { ambient, world: life.world, agentId, episode }, at)
  }
  await recordAct(tx, mover, { act: 'back', otherId: mover.person.agent.id === owner ? other : owner })
  if (chance('return')() < RETURN_PROBABILITY)
    await beginMatch(tx, instant, {
      owner: other,
      other: owner,
      third: '',
      facts: newMatch(RETURN_GAMES, facts.placeId),
    })
}

/** Who posts: after a missed game the player who came, otherwise both by turns. */
export function tellerOf({ last, absentId, played }: MatchFacts, { owner, other }: Parties): string {
  if (last === 'not_played') return absentId === owner ? other : owner
  return played % 2 === 1 ? other : owner
}

/** One step of a match: arranges the next game, or posts about the last one. */
export async function stepMatch(tx: Tx, instant: Instant, row: AffairRow): Promise<number> {
  const { at } = instant
  const facts = factsOf(row)
  const { owner, other } = partiesOf(row)
  const by = row.stage === 'told' ? tellerOf(facts, { owner, other }) : owner
  const seed = `match ${row.id} ${row.stage} ${facts.played} ${facts.missed}`
  const mover = await moverOf(tx, instant, { agentId: by, seedOf: () => seed })
  if (mover === null) {
    await updateAffair(tx, instant, row, { status: 'dropped' })
    return 0
  }
  if (hoursUp(mover.person.habits, at) === null) {
    await scheduleStep(tx, instant, row, nextMorning(mover.person.habits, at))
    return 0
  }
  if (row.stage === 'arranging') {
    await arrangeGame(tx, mover, row, facts)
    return 0
  }
  if (row.stage !== 'told') return 0
  const acts = await postResult(tx, mover, row, facts)
  if (matchOutcome(facts) !== 'open') await conclude(tx, mover, row, facts)
  else {
    await updateAffair(tx, instant, row, { stage: 'arranging' })
    await scheduleStep(tx, instant, row, at + (10 + mover.chance('pause')() * 30) * HOUR_MS)
  }
  return acts
}
