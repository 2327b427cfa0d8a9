// Facts that residents know and pass on: storage, audience, wording, and lookup by agent, subject and fact.
//
// Interface for other modules:
//   putFact, learnFact        add a fact, and add an agent to its knowers
//   knownFacts                latest facts an agent knows; without facts whose source is hidden
//   knownFactsAbout           facts an agent knows about given agents, places or happenings
//   ownDeedsOf                what an agent did to others
//   knowledgeOf               one fact as one agent knows it, with the teller
//   knownAmong                which of several facts an agent knows
//   knowersOf, factOf         a fact and its knowers, for operators
//   tellableFacts             latest facts an agent knows that a listener may hear
//   mayHear                   whether an agent belongs to the audience; null stands for a completion caller
//   wordingOf                 the text as this agent heard it
// `prepareNews` of features/life/gossip/facts.ts chooses a fact and records its telling.
import type { ExpressionBuilder } from 'kysely'
import { literal, prepare, type Read, type Tx } from '../../platform/db/database.ts'
import { insertOf } from '../../platform/db/statements.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'

/** Who may hear a fact: anybody, those who were present, or those it concerns. */
export type Audience = 'public' | 'witnesses' | 'parties'

/** Origin of a fact. */
export type FactKind = 'operator' | 'happening' | 'affair' | 'words' | 'deed'

type Stored = Tables['facts']
export interface FactRow extends Stored {
  readonly kind: FactKind
  readonly audience: Audience
}

/** A fact as one agent knows it. */
export interface KnownFact extends FactRow {
  /** The agent who told it; empty if known first hand. */
  readonly heard_from: string
  readonly learned_at: number
  readonly belief: number
  readonly variant: string
}

type KnowledgeRow = Tables['knowledge']
export type Knower = Pick<KnowledgeRow, 'agent_id' | 'heard_from' | 'at' | 'belief'>

const FACT_COLUMNS = [
  'world_id',
  'id',
  'kind',
  'subject_id',
  'about',
  'text',
  'audience',
  'audience_ids',
  'interest',
  'is_true',
  'author_id',
  'source_kind',
  'source_id',
  'created_at',
] as const
const insertFact = insertOf('facts', FACT_COLUMNS)
const insertKnowledge = insertOf(
  'knowledge',
  ['world_id', 'agent_id', 'fact_id', 'heard_from', 'at', 'belief', 'variant'],
  { orNothing: true },
)

export const putFact = (tx: Tx, row: FactRow): Promise<number> => tx.run(insertFact, { ...row })

/** Adds an agent to the knowers of a fact. Returns false if it knew the fact already. */
export const learnFact = async (tx: Tx, row: KnowledgeRow): Promise<boolean> =>
  (await tx.run(insertKnowledge, { ...row })) === 1

/** The text of a fact as this agent heard it. */
export const wordingOf = ({ variant, text }: Pick<KnownFact, 'variant' | 'text'>): string =>
  variant === '' ? text : variant

/** Whether an agent belongs to the audience of a fact. A completion caller, null, hears public facts only. */
export function mayHear(
  { audience, audience_ids }: Pick<FactRow, 'audience' | 'audience_ids'>,
  agentId: string | null,
): boolean {
  if (audience === 'public') return true
  return agentId !== null && (JSON.parse(audience_ids) as string[]).includes(agentId)
}

type Slots = Record<string, string>

/** Facts of an agent, joined with what it knows of each. A fact whose source text is not public is left out. */
const KNOWN_COLUMNS = [
  ...FACT_COLUMNS.map((column) => `f.${column}` as const),
  'k.heard_from',
  'k.at as learned_at',
  'k.belief',
  'k.variant',
] as const

/** Tables of texts that a fact may come from; hiding such a text stops its retelling. */
const SOURCES = ['posts', 'replies', 'messages'] as const
const hasPublicSource = (eb: ExpressionBuilder<Tables & { f: Tables['facts'] }, 'f'>) =>
  eb.and(
    SOURCES.map((table) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom(table)
            .select(literal(1).as('one'))
            .whereRef(`${table}.world_id`, '=', 'f.world_id')
            .whereRef(`${table}.id`, '=', 'f.source_id')
            .where(`${table}.visibility`, '<>', literal('public')),
        ),
      ),
    ),
  )

const latestKnown = prepare<{ world: string; agent: string; since: number; limit: number }, KnownFact>((sql, param) =>
  sql
    .selectFrom('knowledge as k')
    .innerJoin('facts as f', (j) => j.onRef('f.world_id', '=', 'k.world_id').onRef('f.id', '=', 'k.fact_id'))
    .select(KNOWN_COLUMNS)
    .where('k.world_id', '=', param('world'))
    .where('k.agent_id', '=', param('agent'))
    .where('k.at', '>', param('since'))
    .where(hasPublicSource)
    .orderBy('k.at', 'desc')
    .orderBy('k.fact_id', 'desc')
    .limit(param('limit')),
)

interface Knowing {
  readonly worldId: string
  readonly agentId: string
}

/** Facts an agent learned since a time, latest first. */
export const knownFacts = (
  read: Read,
  { worldId, agentId }: Knowing,
  { since, limit }: { readonly since: number; readonly limit: number },
): Promise<KnownFact[]> => read.all(latestKnown, { world: worldId, agent: agentId, since, limit })

/** Facts that one question considers. */
const TELLABLE_MAX = 40

/** Facts of an agent that a listener may be told, latest first. Null stands for a completion caller. */
export const tellableFacts = async (
  read: Read,
  { worldId, agentId, listenerId }: Knowing & { readonly listenerId: string | null },
  since: number,
): Promise<KnownFact[]> =>
  (await knownFacts(read, { worldId, agentId }, { since, limit: TELLABLE_MAX })).filter((fact) =>
    mayHear(fact, listenerId),
  )

/** Subjects of one lookup, and facts of each. */
const SUBJECTS_MAX = 4
const FACTS_PER_LOOKUP = 24
const subjectSlots = Array.from({ length: SUBJECTS_MAX }, (_, i) => `s${i}`)
const knownAbout = prepare<Slots, KnownFact>((sql, param) =>
  sql
    .selectFrom('facts as f')
    .innerJoin('knowledge as k', (j) => j.onRef('k.world_id', '=', 'f.world_id').onRef('k.fact_id', '=', 'f.id'))
    .select(KNOWN_COLUMNS)
    .where('f.world_id', '=', param('world'))
    .where('f.subject_id', '<>', literal(''))
    .where(
      'f.subject_id',
      'in',
      subjectSlots.map((slot) => param(slot)),
    )
    .where('k.agent_id', '=', param('agent'))
    .where(hasPublicSource)
    .orderBy('f.created_at', 'desc')
    .orderBy('f.id')
    .limit(literal(FACTS_PER_LOOKUP)),
)

/** Facts an agent knows about these agents, places or happenings (at most four), newest first. */
export function knownFactsAbout(
  read: Read,
  { worldId, agentId }: Knowing,
  subjectIds: readonly string[],
): Promise<KnownFact[]> {
  const slots = Object.fromEntries(subjectSlots.map((slot, i) => [slot, subjectIds[i] ?? '']))
  return read.all(knownAbout, { ...slots, world: worldId, agent: agentId })
}

const deedsOf = prepare<{ world: string; agent: string }, Pick<FactRow, 'text' | 'audience' | 'created_at'>>(
  (sql, param) =>
    sql
      .selectFrom('facts')
      .select(['text', 'audience', 'created_at'])
      .where('world_id', '=', param('world'))
      .where('subject_id', '=', param('agent'))
      .where('subject_id', '<>', literal(''))
      .where('kind', '=', literal('deed'))
      .orderBy('created_at', 'desc')
      .limit(literal(FACTS_PER_LOOKUP)) as never,
)

/** What an agent did to others, newest first. The agent itself needs nobody to tell it. */
export const ownDeedsOf = (read: Read, { worldId, agentId }: Knowing) =>
  read.all(deedsOf, { world: worldId, agent: agentId })

const byId = prepare<{ world: string; id: string }, FactRow>(
  (sql, param) =>
    sql.selectFrom('facts').selectAll().where('world_id', '=', param('world')).where('id', '=', param('id')) as never,
)
export const factOf = (read: Read, worldId: string, id: string): Promise<FactRow | undefined> =>
  read.first(byId, { world: worldId, id })

const knowledgeById = prepare<{ world: string; agent: string; fact: string }, KnowledgeRow>((sql, param) =>
  sql
    .selectFrom('knowledge')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('fact_id', '=', param('fact')),
)

/** What one agent knows of one fact; undefined if it does not know it. */
export const knowledgeOf = (
  read: Read,
  { worldId, agentId }: Knowing,
  factId: string,
): Promise<KnowledgeRow | undefined> => read.first(knowledgeById, { world: worldId, agent: agentId, fact: factId })

/** Facts of one lookup. */
const AMONG_MAX = 12
const factSlots = Array.from({ length: AMONG_MAX }, (_, i) => `f${i}`)
const knowledgeAmong = prepare<Slots, { fact_id: string }>((sql, param) =>
  sql
    .selectFrom('knowledge')
    .select('fact_id')
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where(
      'fact_id',
      'in',
      factSlots.map((slot) => param(slot)),
    ),
)

/** Which of these facts (at most twelve) an agent knows. */
export async function knownAmong(
  read: Read,
  { worldId, agentId }: Knowing,
  factIds: readonly string[],
): Promise<Set<string>> {
  const slots = Object.fromEntries(factSlots.map((slot, i) => [slot, factIds[i] ?? '']))
  const rows = await read.all(knowledgeAmong, { ...slots, world: worldId, agent: agentId })
  return new Set(rows.map(({ fact_id }) => fact_id))
}

/** Knowers returned to an operator. */
const KNOWERS_MAX = 10_000

/** Agents who know a fact, first knowers first. */
export const knowersOf = (read: Read, worldId: string, factId: string): Promise<Knower[]> =>
  read.sql
    .selectFrom('knowledge')
    .select(['agent_id', 'heard_from', 'at', 'belief'])
    .where('world_id', '=', worldId)
    .where('fact_id', '=', factId)
    .orderBy('at')
    .orderBy('agent_id')
    .limit(KNOWERS_MAX)
    .execute()

/** Deletes facts, with all wordings, that record the words or deeds of an agent or are about it. Returns their number. */
export async function eraseFactsOf(tx: Tx, worldId: string, agentId: string, limit: number): Promise<number> {
  const facts = await tx.sql
    .selectFrom('facts')
    .select('id')
    .where('world_id', '=', worldId)
    .where((eb) =>
      eb.or([
        eb.and([eb('author_id', '=', agentId), eb('author_id', '<>', literal(''))]),
        eb.and([eb('subject_id', '=', agentId), eb('subject_id', '<>', literal(''))]),
      ]),
    )
    .orderBy('id')
    .limit(limit)
    .execute()
  const ids = facts.map(({ id }) => id)
  if (ids.length === 0) return 0
  await tx.sql.deleteFrom('knowledge').where('world_id', '=', worldId).where('fact_id', 'in', ids).execute()
  await tx.sql.deleteFrom('facts').where('world_id', '=', worldId).where('id', 'in', ids).execute()
  return ids.length
}
