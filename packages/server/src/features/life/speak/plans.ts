// Plans: the intended meaning of texts (issue, move, side, reason), and marks of published texts.
import { LIKENESS, likenessOf, marksOf } from '@agent-network/voice/life'
import { literal, prepare, type Read, type Tx } from '../../../platform/db/database.ts'
import { insertOf } from '../../../platform/db/statements.ts'
import type { Tables } from '../../../platform/db/tables/tables.ts'
import type { WorldLife } from '../engine/world-life.ts'

export type PlanRow = Tables['plans']

const COLUMNS = [
  'world_id',
  'id',
  'root_id',
  'agent_id',
  'issue',
  'move',
  'side',
  'reason',
  'addressee_id',
  'answers_id',
  'created_at',
] as const
const insert = insertOf('plans', COLUMNS, { orNothing: true })

const planById = prepare<{ world: string; id: string }, PlanRow>((sql, param) =>
  sql.selectFrom('plans').selectAll().where('world_id', '=', param('world')).where('id', '=', param('id')),
)
/** Above the maximum number of texts in a talk. */
const PLANS_MAX = 24
const ofRoot = prepare<{ world: string; root: string }, PlanRow>((sql, param) =>
  sql
    .selectFrom('plans')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('root_id', '=', param('root'))
    .orderBy('created_at')
    .orderBy('id')
    .limit(literal(PLANS_MAX)),
)
const latest = prepare<{ world: string; agent: string; issue: string }, PlanRow>((sql, param) =>
  sql
    .selectFrom('plans')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('issue', '=', param('issue'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(literal(1)),
)

const latestTo = prepare<{ world: string; agent: string; issue: string; to: string }, PlanRow>((sql, param) =>
  sql
    .selectFrom('plans')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('issue', '=', param('issue'))
    .where('addressee_id', '=', param('to'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(literal(1)),
)

const plansOnIssue = prepare<{ world: string; agent: string; issue: string }, PlanRow>((sql, param) =>
  sql
    .selectFrom('plans')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('issue', '=', param('issue'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(literal(12)),
)

const plansByMove = prepare<{ world: string; agent: string; move: string; since: number }, PlanRow>((sql, param) =>
  sql
    .selectFrom('plans')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('move', '=', param('move'))
    .where('created_at', '>', param('since'))
    .orderBy('created_at')
    .orderBy('id')
    .limit(literal(4)),
)

const plansToAgent = prepare<{ world: string; agent: string; since: number }, PlanRow>((sql, param) =>
  sql
    .selectFrom('plans')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('addressee_id', '=', param('agent'))
    .where('created_at', '>', param('since'))
    .orderBy('created_at')
    .orderBy('id')
    .limit(literal(16)),
)

const recounts = prepare<{ world: string; agent: string; move: string; since: number }, PlanRow>((sql, param) =>
  sql
    .selectFrom('plans')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('move', '=', param('move'))
    .where('created_at', '>', param('since'))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(literal(64)),
)

/** Plans of the latest texts of an agent with this move, newest first; more of them than `plansWithMove` reads. */
export const latestPlansWithMove = (
  read: Read,
  { worldId, agentId, move }: { worldId: string; agentId: string; move: string },
  after: number,
): Promise<PlanRow[]> => read.all(recounts, { world: worldId, agent: agentId, move, since: after })

/** Plans of recent texts addressed to an agent. */
export const plansAddressedTo = (
  read: Read,
  { worldId, agentId }: { worldId: string; agentId: string },
  after: number,
): Promise<PlanRow[]> => read.all(plansToAgent, { world: worldId, agent: agentId, since: after })

/** Plans of recent texts of an agent with this move. */
export const plansWithMove = (
  read: Read,
  { worldId, agentId, move }: { worldId: string; agentId: string; move: string },
  after: number,
): Promise<PlanRow[]> => read.all(plansByMove, { world: worldId, agent: agentId, move, since: after })

/** Plan of a text without an issue: its root, move and addressee. */
export const plainPlan = (
  { worldId, agentId, at }: { worldId: string; agentId: string; at: number },
  { id, rootId, move, to = '' }: { id: string; rootId: string; move: string; to?: string },
): PlanRow => ({
  world_id: worldId,
  id,
  root_id: rootId,
  agent_id: agentId,
  issue: '',
  move,
  side: '',
  reason: '',
  addressee_id: to,
  answers_id: '',
  created_at: at,
})

export const putPlan = (tx: Tx, row: PlanRow): Promise<number> => tx.run(insert, row)

export const planOf = (read: Read, worldId: string, id: string): Promise<PlanRow | undefined> =>
  read.first(planById, { world: worldId, id })

/** Plans of all texts under one root, oldest first. */
export const plansUnder = (read: Read, worldId: string, rootId: string): Promise<PlanRow[]> =>
  read.all(ofRoot, { world: worldId, root: rootId })

/** Plan of an agent's latest text on an issue. */
export const lastPlanOn = (
  read: Read,
  { worldId, agentId, issue }: { worldId: string; agentId: string; issue: string },
): Promise<PlanRow | undefined> => read.first(latest, { world: worldId, agent: agentId, issue })

/** Plan of an agent's latest text on an issue to another agent. */
export const lastPlanTo = (
  read: Read,
  { worldId, agentId, issue }: { worldId: string; agentId: string; issue: string },
  to: string,
): Promise<PlanRow | undefined> => read.first(latestTo, { world: worldId, agent: agentId, issue, to })

/** Plans of an agent's latest texts on an issue, latest first. */
export const plansOn = (
  read: Read,
  { worldId, agentId, issue }: { worldId: string; agentId: string; issue: string },
): Promise<PlanRow[]> => read.all(plansOnIssue, { world: worldId, agent: agentId, issue })

/** Above the number of replies on one page. */
const STANCES_MAX = 200
const standings = prepare<{ world: string; root: string }, PlanStance>((sql, param) =>
  sql
    .selectFrom('plans')
    .select(['id', 'agent_id', 'move', 'side', 'answers_id'])
    .where('world_id', '=', param('world'))
    .where('root_id', '=', param('root'))
    .orderBy('created_at')
    .orderBy('id')
    .limit(literal(STANCES_MAX)),
)

/** The part of a plan that a page may show with the text: where its author stands. */
export type PlanStance = Pick<PlanRow, 'id' | 'agent_id' | 'move' | 'side' | 'answers_id'>

/** Stances of the texts under one post, oldest first, including texts that are not public. */
export const stancesUnder = (read: Read, worldId: string, rootId: string): Promise<PlanStance[]> =>
  read.all(standings, { world: worldId, root: rootId })

/** Slots of the query: two marks of the whole text, then its likeness marks. */
const slots = Array.from({ length: 2 + LIKENESS }, (_, i) => `m${i}`)

const existingMarks = prepare<Record<string, string | number>, { mark: number }>((sql, param) => {
  const marked = (slot: string) =>
    sql.selectFrom('said_marks').select('mark').where('world_id', '=', param('world')).where('mark', '=', param(slot))
  const [first, ...others] = slots
  return others.reduce((query, slot) => query.unionAll(marked(slot)), marked(first!))
})

/** Whether a world has published a text: never, something similar, or the same text apart from names. */
export type Likeness = 'never' | 'nearly' | 'same'

async function readMarks(
  read: Read,
  worldId: string,
  whole: readonly number[],
  like: readonly number[],
): Promise<number[]> {
  const all = [...whole, ...like]
  const params: Record<string, string | number> = { world: worldId }
  for (const [i, slot] of slots.entries()) params[slot] = all[i] ?? whole[0]!
  return (await read.all(existingMarks, params)).map(({ mark }) => mark)
}

export async function findLikeness(read: Read, { world, publishedTexts }: WorldLife, text: string): Promise<Likeness> {
  const whole = marksOf(text)
  const like = likenessOf(text)
  const found = new Set(await readMarks(read, world.id, whole, like))
  for (const mark of [...whole, ...like]) if (publishedTexts.hasMark(mark)) found.add(mark)
  if (found.size === 0) return 'never'
  return whole.some((mark) => found.has(mark)) || like.every((mark) => found.has(mark)) ? 'same' : 'nearly'
}

/** Whether neither the text nor a similar one was published. Known drafts are rejected without a query. */
export async function isNewText(read: Read, { world, publishedTexts }: WorldLife, text: string): Promise<boolean> {
  if (publishedTexts.hasText(text)) return false
  const whole = marksOf(text)
  const like = likenessOf(text)
  const isKnown = whole.some(publishedTexts.hasMark) || like.some(publishedTexts.hasMark)
  const found = isKnown || publishedTexts.isWhole() ? [] : await readMarks(read, world.id, whole, like)
  publishedTexts.addMarks(found)
  const isNew = !isKnown && found.length === 0
  if (!isNew) publishedTexts.addText(text)
  return isNew
}

/** Whether a text was published before with the same names. Numbers are not compared. */
export async function isRepeated(read: Read, { world, publishedTexts }: WorldLife, text: string): Promise<boolean> {
  const [, every] = marksOf(text)
  if (publishedTexts.hasMark(every)) return true
  return !publishedTexts.isWhole() && (await readMarks(read, world.id, [every], [])).includes(every)
}

/** Records a text as published. */
export function markAsPublished({ publishedTexts }: WorldLife, text: string): void {
  const [plain, every] = marksOf(text)
  const like = likenessOf(text)
  // With likeness marks, the mark of the text without names is not needed: all likeness marks together identify it.
  publishedTexts.say(like.length > 0 ? [every, ...like] : [plain, every])
}
