// Affairs: stories between three residents that proceed in stages.
import {
  type Affair,
  affairDrafts,
  affairName,
  affairOf,
  affairs,
  type Chance,
  isLasting,
  type LifeMaterial,
  ROLES,
  type Role,
  type Stage,
} from '@agent-network/voice/life'
import { ambientOfTick } from '../../../platform/core/ambient.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/core/time.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { type DueRow, putDue } from '../../../platform/jobs/due.ts'
import type { ActionOutcome } from '../../actions/action.ts'
import { ACTIONS } from '../../actions/catalog.ts'
import { pick } from '../decide/decide.ts'
import { recordAct } from '../engine/consequences.ts'
import { actContextOf, actorOf, displayNameOf, type Mover, moverOf } from '../engine/mover.ts'
import type { Instant } from '../engine/world-life.ts'
import { recordFact } from '../gossip/facts.ts'
import { hoursUp, nextMorning } from '../mind/habits.ts'
import type { Person } from '../mind/people.ts'
import { forgive } from '../mind/relationships.ts'
import { beginMatch, newMatch, stepMatch } from '../play/matches.ts'
import { holdGrudge } from '../promise/store.ts'
import { phrase } from '../speak/phrase.ts'
import { plainPlan, putPlan } from '../speak/plans.ts'
import { applyLastingChange, CHANGE_STAGE, readinessOf } from './lasting.ts'
import {
  AFFAIR,
  type AffairRow,
  insertAffair,
  MATCH,
  partiesOf,
  putAffair,
  recentAffairs,
  runningAffairs,
  affairOf as storedAffair,
} from './store.ts'

/** Maximum number of running affairs in a world. */
const RUNNING_MAX = 4
const AFFAIR_PROBABILITY = 0.55

/** Time after an affair during which no other of its kind starts. */
const REPEAT_MS = 30 * DAY_MS

/** Who must know the trade in an affair, and the words of a profile that show it, by a word of the thing. */
const SKILLS: Readonly<
  Record<string, { readonly role: Role; readonly trades: readonly (readonly [RegExp, RegExp])[] }>
> = {
  repair: { role: 'third', trades: [[/./, /repair|mend|mechanic|machine|lift|clock|carpent|tool|engine/i]] },
  apprentice: {
    role: 'owner',
    trades: [
      [/clock/, /clock|watch|escapement|repair/i],
      [/tide/, /tide|ferry|boat|harbour|water level/i],
      [/crust/, /bread|bak|oven|dough/i],
      [/splice/, /rope|lift|boat|ferry|sail/i],
      [/old hands/, /archiv|librar|paper|manuscript|letter|translat/i],
    ],
  },
}

/** Residents who know the trade that an affair needs; null if it needs none. */
async function skilledFor(
  tx: Tx,
  { life, at }: Instant,
  { kind, thing }: { kind: string; thing: string },
  ids: readonly string[],
): Promise<{ role: Role; ids: string[] } | null> {
  const skill = SKILLS[kind]
  const words = skill?.trades.find(([of]) => of.test(thing))?.[1]
  if (skill === undefined || words === undefined) return null
  const found: string[] = []
  for (const id of ids) {
    const agent = (await life.people.of(tx, id, at))?.agent
    if (agent?.kind === 'resident' && words.test(`${agent.bio} ${agent.specialty ?? ''} ${agent.interests}`))
      found.push(id)
  }
  return { role: skill.role, ids: found }
}

/** Starts an affair by chance, such as a lost thing or an old debt. */
export async function startAffairByChance(tx: Tx, { life, map, at }: Instant): Promise<number> {
  const chance = life.base.random('occasion', life.world.id, at)
  if (chance() >= AFFAIR_PROBABILITY) return 0
  const running = await runningAffairs(tx, life.world.id)
  // After a pause, both occasions of a day run at the same time.
  if (running.some(({ kind, created_at }) => kind !== MATCH && created_at === at)) return 0
  if (running.filter(({ kind }) => affairs().has(kind)).length >= RUNNING_MAX) return 0
  if (!running.some(({ kind }) => kind === MATCH) && chance() < MATCH_SHARE)
    return startMatchByChance(tx, { life, map, at })
  // The sentences of a kind are used once in this time, and a mended thing does not break again.
  const used = new Set((await recentAffairs(tx, life.world.id, at - REPEAT_MS)).map(({ kind }) => kind))
  const free = [...affairs().values()].filter(({ kind }) => !used.has(kind))
  const recent = [...new Set(life.scene.recent.filter(({ visitor }) => !visitor).map(({ agentId }) => agentId))].sort()
  if (free.length === 0 || recent.length < ROLES.length) return 0
  const affair = pick(free, () => 1, chance)
  const thing = pick(affair.things, () => 1, chance)
  const skilled = await skilledFor(tx, { life, map, at }, { kind: affair.kind, thing }, recent)
  if (skilled !== null && skilled.ids.length === 0) return 0
  const expert = skilled === null ? null : pick(skilled.ids, () => 1, chance)
  const isOwnerSkilled = expert !== null && skilled!.role === 'owner'
  const owner = isOwnerSkilled
    ? expert
    : pick(
        recent.filter((id) => id !== expert),
        () => 1,
        chance,
      )
  const person = await life.people.of(tx, owner, at)
  if (person === null || person.agent.kind !== 'resident') return 0
  const others = recent.filter((id) => id !== owner && id !== expert)
  const other = pick(others, (id) => 0.1 + Math.abs(person.edges.get(id)?.affinity ?? 0), chance)
  const third =
    expert !== null && !isOwnerSkilled
      ? expert
      : pick(
          others.filter((id) => id !== other),
          () => 1,
          chance,
        )
  const ambient = ambientOfTick(life.base, at, `${life.world.id} occasion`)
  const id = ambient.id('affair', life.world.tag)
  await insertAffair(tx, {
    world_id: life.world.id,
    id,
    kind: affair.kind,
    stage: affair.first,
    parties: JSON.stringify({ owner, other, third }),
    thing,
    root_id: '',
    status: 'running',
    created_at: at,
    updated_at: at,
    facts: '',
  })
  await putDue(tx, { worldId: life.world.id, kind: AFFAIR, subjectId: id }, at + HOUR_MS)
  return 0
}

/** Share of affairs that are matches, the minimum tendency to play, and the numbers of games. */
const MATCH_SHARE = 0.1
const PLAYING_MIN = 0.9
const GAMES = [3, 5, 7] as const

/** Starts a match between two residents who like to play. */
async function startMatchByChance(tx: Tx, instant: Instant): Promise<number> {
  const { life, at } = instant
  const chance = life.base.random('match', life.world.id, at)
  const players: string[] = []
  for (const { agentId, visitor } of life.scene.recent) {
    if (visitor || players.includes(agentId)) continue
    const person = await life.people.of(tx, agentId, at)
    if (person?.agent.kind === 'resident' && person.habits.plays > PLAYING_MIN) players.push(agentId)
    if (players.length >= 8) break
  }
  if (players.length < 2) return 0
  const owner = pick(players.toSorted(), () => 1, chance)
  const other = pick(players.filter((id) => id !== owner).toSorted(), () => 1, chance)
  const facts = newMatch(
    pick(GAMES, () => 1, chance),
    '',
  )
  await beginMatch(tx, instant, { owner, other, third: '', facts })
  return 0
}

/** Publishes the text of a stage; null if there is none. */
async function publishStage(tx: Tx, mover: Mover, row: AffairRow, stage: Stage): Promise<ActionOutcome | null> {
  const { instant } = mover
  const parties = partiesOf(row)
  const names = {
    owner: await displayNameOf(tx, instant, parties.owner),
    other: await displayNameOf(tx, instant, parties.other),
    third: await displayNameOf(tx, instant, parties.third),
  }
  const affairMaterial = { kind: row.kind, stage: row.stage, thing: row.thing, names }
  const drafts = (life: LifeMaterial, chance: Chance) => affairDrafts(life, affairMaterial, chance)
  const about = affairName(row.kind, row.thing)
  const intent = `about ${about}, between ${names.owner} and ${names.other}; it has come to this: ${row.stage}`
  if (stage.as === 'reply' && row.root_id !== '') {
    const target = instant.life.scene.find(row.root_id)
    const to = { name: names.owner, text: target?.text ?? row.thing }
    const text = await phrase(tx, mover, 'reply', { cue: '', material: { to, earlier: [], intent }, drafts })
    if (text === null) return null
    return ACTIONS.reply.perform(tx, actorOf(mover), { postId: row.root_id, text }, actContextOf(mover))
  }
  const text = await phrase(tx, mover, 'post', { cue: '', material: { topic: null, intent }, drafts })
  if (text === null) return null
  const done = await ACTIONS.post.perform(tx, actorOf(mover), { text }, actContextOf(mover))
  if (done.status === 'created') await instant.life.scene.refresh(tx, instant.at)
  return done
}

const ACT_BY_EFFECT = { warms: 'back', cools: 'differ', nothing: null } as const

/** Ends the grudges of both against each other. */
async function forgiveEachOther(tx: Tx, { life, at }: Instant, person: Person, otherId: string): Promise<void> {
  await forgive(tx, person, otherId)
  const other = await life.people.of(tx, otherId, at)
  if (other !== null) await forgive(tx, other, person.agent.id)
}

/** The next stage by weighted chance; affinity favours friendly stages. */
function nextStage({ stages }: Affair, stage: Stage, affinity: number, chance: () => number): string | null {
  if (stage.next.length === 0) return null
  return pick(
    stage.next,
    ({ stage: name, weight }) => {
      const does = stages.get(name)?.does ?? 'nothing'
      const bent = does === 'warms' ? 1 + affinity : does === 'cools' ? 1 - affinity : 1
      return weight * Math.max(0.1, bent)
    },
    chance,
  ).stage
}

/** Handles one step of an affair: publishes the text, applies the effects, and schedules the next step. */
export async function advanceAffair(tx: Tx, instant: Instant, due: DueRow): Promise<number> {
  const { life, at } = instant
  const row = await storedAffair(tx, life.world.id, due.subject_id)
  if (row?.kind === MATCH && row.status === 'running') return stepMatch(tx, instant, row)
  const kind = row === undefined ? undefined : affairOf(row.kind)
  const stage = kind?.stages.get(row!.stage)
  if (row === undefined || kind === undefined || stage === undefined || row.status !== 'running') return 0
  const parties = partiesOf(row)
  const by = parties[stage.by]
  const mover = await moverOf(tx, instant, { agentId: by, seedOf: () => `affair ${row.id} ${row.stage}` })
  if (mover === null) {
    await putAffair(tx, { ...row, status: 'dropped', updated_at: at })
    return 0
  }
  if (hoursUp(mover.person.habits, at) === null) {
    const later = nextMorning(mover.person.habits, at)
    await putDue(tx, { worldId: life.world.id, kind: AFFAIR, subjectId: row.id }, later)
    return 0
  }
  const isChange = row.stage === CHANGE_STAGE && isLasting(row.kind)
  const readiness = isChange ? await readinessOf(tx, mover, row) : 'ready'
  if (readiness === 'later') {
    await putDue(tx, { worldId: life.world.id, kind: AFFAIR, subjectId: row.id }, at + HOUR_MS)
    return 0
  }
  if (readiness === 'never') {
    await putAffair(tx, { ...row, status: 'dropped', updated_at: at })
    return 0
  }
  const done = await publishStage(tx, mover, row, stage)
  const acted = done?.status === 'created'
  if (acted) {
    const plan = { id: done.docId!, rootId: row.id, move: 'tell' }
    await putPlan(tx, plainPlan({ worldId: life.world.id, agentId: by, at }, plan))
  }
  const act = ACT_BY_EFFECT[stage.does]
  const facing = by === parties.other ? parties.owner : parties.other
  if (acted && act !== null && isLasting(row.kind)) await recordAct(tx, mover, { act, otherId: facing })
  else if (acted && act !== null) {
    const name = await displayNameOf(tx, instant, facing)
    const text = `${act === 'back' ? 'Made it up with' : 'Fell out with'} ${name} over ${affairName(row.kind, row.thing)}`
    await recordAct(tx, mover, { act, otherId: facing, episode: { text, importance: 0.5 } })
    const draft = {
      kind: 'affair' as const,
      text: `${mover.person.agent.display_name} ${text.charAt(0).toLowerCase()}${text.slice(1)}.`,
      subjectId: by,
      about: mover.person.agent.display_name,
      interest: act === 'back' ? 0.44 : 0.5,
      source: { kind: 'post', id: done.docId! },
    }
    const { ambient } = mover
    await recordFact(tx, { ambient, world: life.world }, { draft, knowerIds: Object.values(parties) }, at)
    if (act === 'back') await forgiveEachOther(tx, instant, mover.person, facing)
    else if (stage.next.length === 0)
      await holdGrudge(tx, instant, {
        person: mover.person,
        otherId: facing,
        reason: affairName(row.kind, row.thing),
        seed: row.id,
      })
  }
  const changed = isChange ? await applyLastingChange(tx, mover, row) : row
  const affinity = mover.person.edges.get(facing)?.affinity ?? 0
  const next = nextStage(kind, stage, affinity, mover.chance('next stage'))
  const root_id = acted && (stage.as === 'post' || row.root_id === '') ? done.docId! : row.root_id
  await putAffair(tx, {
    ...changed,
    root_id,
    stage: next ?? row.stage,
    status: next !== null ? 'running' : isLasting(row.kind) ? 'lasting' : 'ended',
    updated_at: at,
  })
  if (next !== null) {
    const wait = Math.max(1, stage.hours) * (0.6 + mover.chance('hours')() * 0.8)
    await putDue(
      tx,
      { worldId: life.world.id, kind: AFFAIR, subjectId: row.id },
      at + Math.round(wait * 60) * MINUTE_MS,
    )
  }
  return acted ? 1 : 0
}
