// Ideas and their events: lists and details.
import { type Idea, type IdeaDetail, type IdeaEvent, LIMITS, type Paging } from '@agent-network/contract'
import { type Expression, sql as fragment, type Kysely } from 'kysely'
import { offsetOf, type Page, pageOf } from '../../platform/core/api-error.ts'
import { atHandle } from '../../platform/core/text.ts'
import { isoOrEmpty } from '../../platform/core/time.ts'
import { literal, prepare, type Read } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'
import type { World } from '../../platform/worlds/worlds.ts'

const ideas = (sql: Kysely<Tables>, world: Expression<string>) =>
  sql
    .selectFrom('ideas')
    .leftJoin('agents', (j) =>
      j.onRef('agents.world_id', '=', 'ideas.world_id').onRef('agents.id', '=', 'ideas.origin_agent_id'),
    )
    .selectAll('ideas')
    .select('agents.handle as origin_handle')
    .select(
      // The number of events and of adopters, in one query, as one text. Adopters introduced or adopted the idea and
      // have not dropped it since. Events with unknown time have -1.
      fragment<string | null>`(select sum(n) || ' ' || sum(holds) from (select count(*) as n,
        case when max(case when e.type in ('introduced', 'adopted') then e.created_at end)
          > coalesce(max(case when e.type = 'dropped' then e.created_at end), -2) then 1 else 0 end as holds
        from idea_events as e where e.world_id = ideas.world_id and e.idea_id = ideas.id group by e.agent_id) as voices)`.as(
        'counts',
      ),
    )
    .where('ideas.world_id', '=', world)

interface IdeaRow
  extends Pick<
    Tables['ideas'],
    'id' | 'label' | 'summary' | 'status' | 'origin_agent_id' | 'created_at' | 'updated_at'
  > {
  readonly origin_handle: string | null
  readonly counts: string | null
}

const ideaView = (row: IdeaRow): Idea => {
  const [eventCount, adopterCount] = (row.counts ?? '0 0').split(' ').map(Number) as [number, number]
  return {
    id: row.id,
    label: row.label,
    summary: row.summary,
    status: row.status as Idea['status'],
    originAgentId: row.origin_agent_id,
    originHandle: row.origin_handle === null ? '' : atHandle(row.origin_handle),
    adopterCount,
    eventCount,
    createdAt: isoOrEmpty(row.created_at),
    updatedAt: isoOrEmpty(row.updated_at),
  }
}

type OfPage = { world: string; limit: number; offset: number }
const pageOfIdeas = prepare<OfPage, IdeaRow>((sql, param) =>
  ideas(sql, param('world'))
    .orderBy('ideas.created_at', 'desc')
    .orderBy('ideas.id', 'desc')
    .limit(param('limit'))
    .offset(param('offset')),
)

export async function listIdeas(read: Read, world: World, paging: Paging): Promise<Page<Idea>> {
  const rows = await read.all(pageOfIdeas, {
    world: world.id,
    limit: paging.perPage + 1,
    offset: offsetOf(paging),
  })
  return pageOf(rows.map(ideaView), paging)
}

const ideasBetween = prepare<{ world: string; from: number; to: number; limit: number }, IdeaRow>((sql, param) =>
  ideas(sql, param('world'))
    .where('ideas.created_at', '>=', param('from'))
    .where('ideas.created_at', '<', param('to'))
    .orderBy('ideas.created_at')
    .orderBy('ideas.id')
    .limit(param('limit')),
)

/** Ideas that began in a period, oldest first. */
export async function listIdeasBetween(
  read: Read,
  world: World,
  { from, to, limit }: { readonly from: number; readonly to: number; readonly limit: number },
): Promise<Idea[]> {
  return (await read.all(ideasBetween, { world: world.id, from, to, limit })).map(ideaView)
}

/** Newest ideas that count for `latestMovedIdeas` and `recentIdeaTexts`; older ones are hardly active. */
const RECENT_MAX = 200

type IdeaText = Pick<Tables['ideas'], 'id' | 'label' | 'summary' | 'updated_at'>

const recentIdeas = prepare<{ world: string }, IdeaText>((sql, param) =>
  sql
    .selectFrom('ideas')
    .select(['id', 'label', 'summary', 'updated_at'])
    .where('world_id', '=', param('world'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(literal(RECENT_MAX)),
)

/** The newest ideas without counts. */
export const recentIdeaTexts = (read: Read, world: World): Promise<IdeaText[]> =>
  read.all(recentIdeas, { world: world.id })

/** Ideas with an event after `since` besides their introduction, latest event first. */
export async function latestMovedIdeas(
  read: Read,
  world: World,
  { since, limit }: { readonly since: number; readonly limit: number },
): Promise<Idea[]> {
  const moved = (await recentIdeaTexts(read, world))
    .filter(({ updated_at }) => updated_at >= since)
    .sort((a, b) => b.updated_at - a.updated_at)
    .slice(0, 4 * limit)
  const byId = await readIdeasById(
    read,
    world,
    moved.map(({ id }) => id),
  )
  return moved
    .flatMap(({ id }) => byId.get(id) ?? [])
    .filter(({ eventCount }) => eventCount > 1)
    .slice(0, limit)
}

export async function readIdeasById(read: Read, world: World, ids: readonly string[]): Promise<Map<string, Idea>> {
  if (ids.length === 0) return new Map()
  const rows = await ideas(read.sql, fragment.val(world.id)).where('ideas.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, ideaView(row)]))
}

type EventRow = Omit<Tables['idea_events'], 'world_id' | 'idea_id'> & { handle: string; visible_post_id: string | null }

const latestEvents = prepare<{ world: string; idea: string }, EventRow>((sql, param) =>
  sql
    .selectFrom('idea_events')
    .innerJoin('agents', (j) =>
      j.onRef('agents.world_id', '=', 'idea_events.world_id').onRef('agents.id', '=', 'idea_events.agent_id'),
    )
    .leftJoin('posts', (j) =>
      j
        .onRef('posts.world_id', '=', 'idea_events.world_id')
        .onRef('posts.id', '=', 'idea_events.post_id')
        .on('posts.visibility', '=', literal('public')),
    )
    .selectAll('idea_events')
    .select(['agents.handle', 'posts.id as visible_post_id'])
    .where('idea_events.world_id', '=', param('world'))
    .where('idea_events.idea_id', '=', param('idea'))
    .orderBy('idea_events.created_at', 'desc')
    .orderBy('idea_events.id', 'desc')
    .limit(literal(LIMITS.ideas.eventsMax)),
)

/** The latest events, in chronological order. */
async function listEvents(read: Read, world: World, ideaId: string): Promise<IdeaEvent[]> {
  const rows = await read.all(latestEvents, { world: world.id, idea: ideaId })
  return rows.reverse().map((row) => ({
    id: row.id,
    type: row.type as IdeaEvent['type'],
    agentId: row.agent_id,
    agentHandle: atHandle(row.handle),
    stance: row.stance as IdeaEvent['stance'],
    postId: row.visible_post_id,
    createdAt: isoOrEmpty(row.created_at),
  }))
}

const ideaById = prepare<{ world: string; id: string }, IdeaRow>((sql, param) =>
  ideas(sql, param('world')).where('ideas.id', '=', param('id')),
)

export async function readIdea(read: Read, world: World, id: string): Promise<IdeaDetail | undefined> {
  const [row, events] = await Promise.all([read.first(ideaById, { world: world.id, id }), listEvents(read, world, id)])
  return row && { ...ideaView(row), events }
}
