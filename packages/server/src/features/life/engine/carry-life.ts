// Copies the running state of residents from a world to its fork.
import type { IdKind } from '../../../platform/core/ambient.ts'
import { DAY_MS, HOUR_MS } from '../../../platform/core/time.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/tables/tables.ts'
import { compareText, datedRows, rowsOf } from '../../../platform/db/world-rows.ts'
import { putDue } from '../../../platform/jobs/due.ts'
import { type Happening, planHappening } from '../../../stores/town/happenings.ts'
import { ANSWER } from '../../actions/attention.ts'
import { AFFAIR, type AffairRow, insertAffair, MATCH, VERDICT } from '../affairs/store.ts'
import { RETORT, TRIAL } from '../argue/arguments.ts'
import { NEWS_ASKED } from '../gossip/news.ts'
import { IDEA_NEWS } from '../ideas/thinking.ts'
import { putDepartedLife, toTick } from '../mind/habits.ts'
import { putGrudge } from '../mind/people.ts'
import type { MatchFacts } from '../play/matches.ts'
import { SPOKEN_OF } from '../promise/meetings.ts'
import { MEETING, SETTING_OUT } from '../promise/promises.ts'
import { AMENDS, putPromise } from '../promise/store.ts'
import { putPlan } from '../speak/plans.ts'
import { putWant } from '../strive/wants.ts'
import { HAPPENING, THING } from '../town/happenings.ts'
import { ERRAND, SEPARATOR } from '../walk/obstacles.ts'
import { IN_THE_WAY } from '../walk/walking.ts'

/** New ids of copied rows; undefined for a row that was not copied. */
interface NewIdMap {
  of(id: string): string | undefined
}

interface ForkCopy {
  readonly from: string
  readonly to: string
  readonly ids: Readonly<Record<'agents' | 'ideas' | 'challenges' | 'posts' | 'replies' | 'places', NewIdMap>> & {
    mint(kind: IdKind): string
  }
}

/** Happenings that ended longer ago are not copied. */
const REMEMBERED_MS = 28 * DAY_MS

const newIdOrEmpty = ({ of }: NewIdMap, id: string): string => of(id) ?? ''

/** State of a match in the fork. Games are not copied, so a game in progress is played again. */
function copiedMatch(row: AffairRow, places: NewIdMap): Pick<AffairRow, 'stage' | 'facts'> {
  const facts = JSON.parse(row.facts) as MatchFacts
  const carried: MatchFacts = { ...facts, gameId: '', placeId: newIdOrEmpty(places, facts.placeId) }
  return { stage: row.stage === 'playing' ? 'arranging' : row.stage, facts: JSON.stringify(carried) }
}

/** Parties of an affair by their new ids; null if one of them was not copied. */
function copiedParties({ parties }: AffairRow, agents: NewIdMap): string | null {
  const carried = Object.entries(JSON.parse(parties) as Record<string, string>).map(
    ([role, id]) => [role, id === '' ? '' : agents.of(id)] as const,
  )
  return carried.some(([, id]) => id === undefined) ? null : JSON.stringify(Object.fromEntries(carried))
}

/** Copies running affairs at their current stage. */
async function copyAffairs(tx: Tx, { from, to, ids }: ForkCopy, at: number): Promise<Map<string, string>> {
  const carried = new Map<string, string>()
  for (const row of await datedRows(tx, 'affairs', from)) {
    const parties = row.status === 'running' ? copiedParties(row, ids.agents) : null
    if (parties === null) continue
    const id = ids.mint('affair')
    carried.set(row.id, id)
    const match = row.kind === MATCH ? copiedMatch(row, ids.places) : {}
    const root_id = newIdOrEmpty(ids.posts, row.root_id)
    await insertAffair(tx, { ...row, world_id: to, id, parties, root_id, ...match })
    if (row.kind === MATCH && row.stage === 'playing')
      await putDue(tx, { worldId: to, kind: AFFAIR, subjectId: id }, toTick(at + HOUR_MS))
  }
  return carried
}

/** Copies promises whose maker, other party and place were copied. */
async function copyPromises(tx: Tx, { from, to, ids }: ForkCopy, roots: NewIdMap): Promise<Map<string, string>> {
  const carried = new Map<string, string>()
  for (const row of await datedRows(tx, 'promises', from)) {
    const [maker_id, other_id] = [ids.agents.of(row.maker_id), ids.agents.of(row.other_id)]
    const place_id = ids.places.of(row.place_id)
    if (maker_id === undefined || other_id === undefined || place_id === undefined) continue
    const id = ids.mint('promise')
    carried.set(row.id, id)
    await putPromise(tx, {
      ...row,
      world_id: to,
      id,
      maker_id,
      other_id,
      place_id,
      root_id: newIdOrEmpty(roots, row.root_id),
    })
  }
  return carried
}

/** Copies the plans of copied texts. */
async function copyPlans(tx: Tx, { from, to, ids }: ForkCopy, texts: NewIdMap, roots: NewIdMap): Promise<void> {
  for (const row of await datedRows(tx, 'plans', from)) {
    const [id, agent_id] = [texts.of(row.id), ids.agents.of(row.agent_id)]
    const root_id = roots.of(row.root_id)
    const addressee_id = row.addressee_id === '' ? '' : ids.agents.of(row.addressee_id)
    if (id === undefined || agent_id === undefined || addressee_id === undefined) continue
    if (root_id === undefined && row.root_id !== '') continue
    const answers_id = newIdOrEmpty(texts, row.answers_id)
    await putPlan(tx, { ...row, world_id: to, id, agent_id, root_id: root_id ?? '', addressee_id, answers_id })
  }
}

/** Copies wants and grudges. */
async function copyWants(tx: Tx, { from, to, ids }: ForkCopy): Promise<void> {
  for (const row of await datedRows(tx, 'wants', from)) {
    const about = row.kind === 'idea' ? ids.ideas : ids.agents
    const [agent_id, other_id] = [ids.agents.of(row.agent_id), row.other_id === '' ? '' : about.of(row.other_id)]
    if (agent_id === undefined || other_id === undefined) continue
    await putWant(tx, { ...row, world_id: to, id: ids.mint('want'), agent_id, other_id })
  }
  for (const row of await rowsOf(tx, 'grudges', from)) {
    const [agent_id, other_id] = [ids.agents.of(row.agent_id), ids.agents.of(row.other_id)]
    if (agent_id !== undefined && other_id !== undefined)
      await putGrudge(tx, { ...row, world_id: to, agent_id, other_id })
  }
}

/** Copies the life rows of residents who left the city. The others begin a new one in the fork. */
async function copyDepartures(tx: Tx, { from, to, ids }: ForkCopy): Promise<void> {
  for (const row of await rowsOf(tx, 'lives', from)) {
    const agent_id = ids.agents.of(row.agent_id)
    if (row.departed_at !== null && agent_id !== undefined)
      await putDepartedLife(tx, { ...row, world_id: to, agent_id })
  }
}

/** Copies happenings that have started. The fork plans its own future happenings. */
async function copyHappenings(tx: Tx, { from, to, ids }: ForkCopy, at: number): Promise<ReadonlySet<string>> {
  const carried = new Set<string>()
  for (const row of await rowsOf(tx, 'happenings', from)) {
    const place_id = row.place_id === '' ? '' : ids.places.of(row.place_id)
    if (row.stage === 'planned' || row.ends_at < at - REMEMBERED_MS || place_id === undefined) continue
    carried.add(row.id)
    await planHappening(tx, {
      ...row,
      world_id: to,
      place_id,
      root_id: newIdOrEmpty(ids.posts, row.root_id),
    } as Happening)
  }
  return carried
}

type RewriteParts = (...parts: string[]) => (string | undefined)[]

interface SubjectRewrite {
  readonly by: string
  readonly parts: RewriteParts
}

/** How the subject of a due row is rewritten, by kind. Rows of other kinds are not copied. */
function subjectRewrites({
  ids,
  affairs,
  promises,
  texts,
  happenings,
}: Pick<ForkCopy, 'ids'> & {
  readonly affairs: NewIdMap
  readonly promises: NewIdMap
  readonly texts: NewIdMap
  readonly happenings: ReadonlySet<string>
}): ReadonlyMap<string, SubjectRewrite> {
  const whole = ({ of }: NewIdMap): SubjectRewrite => ({ by: '', parts: (id) => [of(id!)] })
  const same: NewIdMap = { of: (id) => id }
  const copiedHappenings: NewIdMap = { of: (id) => (happenings.has(id) ? id : undefined) }
  return new Map<string, SubjectRewrite>([
    [AFFAIR, whole(affairs)],
    [SETTING_OUT, whole(promises)],
    [MEETING, whole(promises)],
    [SPOKEN_OF, whole(promises)],
    [RETORT, whole(texts)],
    [TRIAL, whole(texts)],
    [NEWS_ASKED, whole(texts)],
    [ANSWER, whole(ids.replies)],
    [IDEA_NEWS, whole(ids.ideas)],
    [VERDICT, whole(ids.challenges)],
    [HAPPENING, whole(copiedHappenings)],
    [THING, whole(same)],
    [AMENDS, { by: ' ', parts: (...both) => both.map(ids.agents.of) }],
    [ERRAND, { by: SEPARATOR, parts: (who, place, ...why) => [ids.agents.of(who!), ids.places.of(place!), ...why] }],
    [
      IN_THE_WAY,
      {
        by: SEPARATOR,
        parts: (who, what, place, ...way) => [
          ids.agents.of(who!),
          copiedHappenings.of(what!),
          ids.places.of(place!),
          ...way,
        ],
      },
    ],
  ])
}

async function copyDueRows(tx: Tx, { from, to }: ForkCopy, anew: ReadonlyMap<string, SubjectRewrite>): Promise<void> {
  const rows: Tables['due'][] = await rowsOf(tx, 'due', from)
  for (const { kind, subject_id, at } of rows.sort((a, b) => compareText(a.subject_id, b.subject_id))) {
    const { by, parts } = anew.get(kind) ?? { by: '', parts: () => [undefined] }
    const carried = parts(...(by === '' ? [subject_id] : subject_id.split(by)))
    if (carried.some((part) => part === undefined)) continue
    await putDue(tx, { worldId: to, kind, subjectId: carried.join(by) }, at)
  }
}

const eitherOf = (...all: readonly NewIdMap[]): NewIdMap => ({
  of: (id) => all.map(({ of }) => of(id)).find((found) => found !== undefined),
})
const asNewIds = (map: ReadonlyMap<string, string>): NewIdMap => ({ of: (id) => map.get(id) })

/**
 * Copies affairs, promises, plans, wants, grudges and happenings of copied agents, and their due rows. Conversations,
 * games and direct messages are not copied, nor are their due rows.
 */
export async function copyLife(tx: Tx, carrying: ForkCopy, at: number): Promise<void> {
  const { ids } = carrying
  const affairs = asNewIds(await copyAffairs(tx, carrying, at))
  const texts = eitherOf(ids.posts, ids.replies)
  const promises = asNewIds(await copyPromises(tx, carrying, eitherOf(affairs, texts)))
  await copyPlans(tx, carrying, texts, eitherOf(texts, affairs, promises))
  await copyWants(tx, carrying)
  await copyDepartures(tx, carrying)
  const happenings = await copyHappenings(tx, carrying, at)
  await copyDueRows(tx, carrying, subjectRewrites({ ids, affairs, promises, texts, happenings }))
}
