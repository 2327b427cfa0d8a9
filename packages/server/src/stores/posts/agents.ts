// Agents: profiles, lists, counters and storage.
import { type AgentProfile, LIMITS, type Paging } from '@agent-network/contract'
import { offsetOf, type Page, pageOf } from '../../platform/core/api-error.ts'
import { atHandle, foldHandle, isPossibleId, tokenize } from '../../platform/core/text.ts'
import { isoOrEmpty } from '../../platform/core/time.ts'
import { batches } from '../../platform/db/bulk.ts'
import { prepare, type Read, type Tx } from '../../platform/db/database.ts'
import { indexWords, nextPosition, unindexWords } from '../../platform/db/search.ts'
import { type SlotParams, slots } from '../../platform/db/statements.ts'
import type { AgentRow } from '../../platform/db/tables/tables.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { type AgentCounter, deferredCountsOf } from './counters.ts'
import { agentsIn, NO_DAY, readTally, tally } from './tallies.ts'

export const agentView = (row: AgentRow): AgentProfile => ({
  id: row.id,
  displayName: row.display_name,
  handle: atHandle(row.handle),
  bio: row.bio,
  interests: JSON.parse(row.interests) as string[],
  specialty: row.specialty,
  avatarSeed: row.avatar_seed,
  postCount: row.post_count,
  replyCount: row.reply_count,
  followersCount: row.followers_count,
  followingCount: row.following_count,
  createdAt: isoOrEmpty(row.created_at),
})

const agentById = prepare<{ world: string; id: string }, AgentRow>((sql, param) =>
  sql.selectFrom('agents').selectAll().where('world_id', '=', param('world')).where('id', '=', param('id')),
)

export const readAgent = (read: Read, world: World, id: string): Promise<AgentRow | undefined> =>
  read.first(agentById, { world: world.id, id })

/** Number of agents on a page of default size. */
const LIST = slots(LIMITS.page.perPageDefault)

const agentsAt = prepare<SlotParams, AgentRow>((sql, param) =>
  sql
    .selectFrom('agents')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('position', 'in', LIST.names.map(param))
    .orderBy('position', 'desc'),
)

/** Positions are ordered from high to low, and so are the agents. */
export async function readAgentsAt(read: Read, world: World, positions: readonly number[]): Promise<AgentProfile[]> {
  const found: AgentProfile[] = []
  for (const some of batches(positions, LIST.size))
    found.push(...(await read.all(agentsAt, { world: world.id, ...LIST.filled(some) })).map(agentView))
  return found
}

const agentByHandle = prepare<{ world: string; handle: string }, AgentRow>((sql, param) =>
  sql
    .selectFrom('agents')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('handle_folded', '=', param('handle')),
)

/** With or without `@`, in any case. */
export async function readAgentByHandle(read: Read, world: World, handle: string): Promise<AgentRow | undefined> {
  const folded = foldHandle(handle)
  return isPossibleId(folded) ? read.first(agentByHandle, { world: world.id, handle: folded }) : undefined
}

const residents = prepare<{ world: string; limit: number }, AgentRow>((sql, param) =>
  sql
    .selectFrom('agents')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('enabled', '=', 1)
    .where('kind', '=', 'resident')
    .orderBy('handle_folded')
    .limit(param('limit')),
)

/** The residents of a world, without its visitors. */
export const residentsByHandle = (read: Read, world: World, limit: number): Promise<AgentRow[]> =>
  read.all(residents, { world: world.id, limit })

/** Ids of the visitors among these agents. */
export async function visitorsAmong(read: Read, world: World, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await read.sql
    .selectFrom('agents')
    .select('id')
    .where('world_id', '=', world.id)
    .where('id', 'in', ids)
    .where('kind', '=', 'visitor')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

const newestAgents = prepare<{ world: string; limit: number; offset: number }, AgentRow>((sql, param) =>
  sql
    .selectFrom('agents')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('enabled', '=', 1)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(param('limit'))
    .offset(param('offset')),
)

const newestOfSpecialty = prepare<{ world: string; specialty: string; limit: number; offset: number }, AgentRow>(
  (sql, param) =>
    sql
      .selectFrom('agents')
      .selectAll()
      .where('world_id', '=', param('world'))
      .where('specialty', '=', param('specialty'))
      .where('enabled', '=', 1)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(param('limit'))
      .offset(param('offset')),
)

/** 4.4. Disabled agents can be read by id but are not listed. */
export async function listAgents(
  read: Read,
  world: World,
  specialty: string,
  paging: Paging,
): Promise<Page<AgentProfile> & { total: number }> {
  const window = { world: world.id, limit: paging.perPage + 1, offset: offsetOf(paging) }
  const rows =
    specialty === ''
      ? await read.all(newestAgents, window)
      : await read.all(newestOfSpecialty, { ...window, specialty })
  const total = await readTally(read, world.id, agentsIn(specialty === '' ? null : specialty))
  return { ...pageOf(rows.map(agentView), paging), total }
}

/** The one enabled agent with this handle, as a list; an empty `specialty` matches every agent. */
export async function listAgentsByHandle(
  read: Read,
  world: World,
  { handle, specialty, ...paging }: Paging & { readonly handle: string; readonly specialty: string },
): Promise<Page<AgentProfile> & { total: number }> {
  const agent = await readAgentByHandle(read, world, handle)
  const isMatch = agent?.enabled === 1 && (specialty === '' || agent.specialty === specialty)
  const matches = isMatch ? [agentView(agent)] : []
  return { ...pageOf(matches.slice(offsetOf(paging)), paging), total: matches.length }
}

export type AgentDraft = Omit<
  AgentRow,
  'position' | 'post_count' | 'reply_count' | 'followers_count' | 'following_count' | 'last_post_at'
>

export const wordsOf = (agent: Pick<AgentDraft, 'display_name' | 'handle' | 'bio' | 'interests'>): string[] =>
  tokenize([agent.display_name, agent.handle, agent.bio, ...(JSON.parse(agent.interests) as string[])].join(' '))

/** Adds an agent to the lists and the search index, or removes it. */
async function updateLists(tx: Tx, world: World, agent: AgentDraft & { position: number }, n: 1 | -1): Promise<void> {
  if (agent.enabled !== 1) return
  await tally(tx, world.id, { scope: agentsIn(null), day: NO_DAY, n })
  if (agent.specialty !== null) await tally(tx, world.id, { scope: agentsIn(agent.specialty), day: NO_DAY, n })
  const indexed = { position: agent.position, words: wordsOf(agent) }
  if (n === 1) await indexWords(tx, 'agent_search', world, indexed)
  else await unindexWords(tx, 'agent_search', world, indexed)
}

/**
 * Adds an agent or replaces its own fields; its counters are not changed. Returns its position. A caller that adds many
 * agents of one moment passes `from`, so that the search for a free position does not restart each time.
 */
export async function putAgent(tx: Tx, world: World, draft: AgentDraft, from = draft.created_at): Promise<number> {
  const stored = await readAgent(tx, world, draft.id)
  if (stored !== undefined) {
    await updateLists(tx, world, stored, -1)
    const position =
      stored.created_at === draft.created_at
        ? stored.position
        : await nextPosition(tx, 'agents', world.id, draft.created_at)
    await tx.sql
      .updateTable('agents')
      .set({ ...draft, position })
      .where('world_id', '=', world.id)
      .where('id', '=', draft.id)
      .execute()
    await updateLists(tx, world, { ...draft, position }, 1)
    return position
  }
  const position = await nextPosition(tx, 'agents', world.id, from)
  const counters = { post_count: 0, reply_count: 0, followers_count: 0, following_count: 0, last_post_at: 0 }
  await tx.sql
    .insertInto('agents')
    .values({ ...draft, ...counters, position })
    .execute()
  await updateLists(tx, world, { ...draft, position }, 1)
  return position
}

const counterUpdate = (column: AgentCounter) =>
  prepare<{ world: string; id: string; n: number }, unknown>((sql, param) =>
    sql
      .updateTable('agents')
      .set((eb) => ({ [column]: eb(column, '+', param('n')) }))
      .where('world_id', '=', param('world'))
      .where('id', '=', param('id')),
  )
const COUNTER_UPDATES = {
  post_count: counterUpdate('post_count'),
  reply_count: counterUpdate('reply_count'),
  followers_count: counterUpdate('followers_count'),
  following_count: counterUpdate('following_count'),
} as const

export async function countOnAgent(
  tx: Tx,
  world: World,
  { id, counter, n }: { id: string; counter: AgentCounter; n: 1 | -1 },
): Promise<void> {
  const later = deferredCountsOf(tx, world.id)
  if (later !== null) later.agent(id, counter, n)
  else await tx.run(COUNTER_UPDATES[counter], { world: world.id, id, n })
}

const agentColumn = (column: 'persona' | 'last_post_at') =>
  prepare<{ world: string; id: string; value: string | number }, unknown>((sql, param) =>
    sql
      .updateTable('agents')
      .set({ [column]: param('value') })
      .where('world_id', '=', param('world'))
      .where('id', '=', param('id')),
  )
const setPersona = agentColumn('persona')
const setLastPost = agentColumn('last_post_at')

/** A persona is in no list and no index, so no index is updated. */
export async function writePersona(tx: Tx, world: World, id: string, persona: string): Promise<void> {
  await tx.run(setPersona, { world: world.id, id, value: persona })
}

/** Starts the cooldown of posts. */
export async function writeLastPostTime(tx: Tx, world: World, id: string, at: number): Promise<void> {
  await tx.run(setLastPost, { world: world.id, id, value: at })
}
