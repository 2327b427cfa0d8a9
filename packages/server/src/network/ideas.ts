import { type Idea, type IdeaDetail, type IdeaEvent, LIMITS, type Paging } from '@agent-network/contract'
import { isoOrEmpty } from '../core/day.ts'
import { offsetOf, type Page, pageOf } from '../core/paging.ts'
import { atHandle } from '../core/text.ts'
import type { Read } from '../db/database.ts'
import type { World } from '../worlds/worlds.ts'

const ideas = (read: Read, world: World) =>
  read.sql
    .selectFrom('ideas')
    .leftJoin('agents', (j) =>
      j.onRef('agents.world_id', '=', 'ideas.world_id').onRef('agents.id', '=', 'ideas.origin_agent_id'),
    )
    .selectAll('ideas')
    .select('agents.handle as origin_handle')
    .select((eb) => [
      eb
        .selectFrom('idea_events')
        .select((e) => e.fn.countAll<number>().as('n'))
        .whereRef('idea_events.world_id', '=', 'ideas.world_id')
        .whereRef('idea_events.idea_id', '=', 'ideas.id')
        .as('event_count'),
      // Whoever introduced or adopted it and has not dropped it since.
      eb
        .selectFrom('idea_events as latest')
        .select((e) => e.fn.count<number>('latest.agent_id').distinct().as('n'))
        .whereRef('latest.world_id', '=', 'ideas.world_id')
        .whereRef('latest.idea_id', '=', 'ideas.id')
        .where('latest.type', 'in', ['introduced', 'adopted'])
        .where((e) =>
          e.not(
            e.exists(
              e
                .selectFrom('idea_events as later')
                .select('later.id')
                .whereRef('later.world_id', '=', 'latest.world_id')
                .whereRef('later.idea_id', '=', 'latest.idea_id')
                .whereRef('later.agent_id', '=', 'latest.agent_id')
                .where('later.type', '=', 'dropped')
                .whereRef('later.created_at', '>=', 'latest.created_at'),
            ),
          ),
        )
        .as('adopter_count'),
    ])
    .where('ideas.world_id', '=', world.id)

type IdeaRow = Awaited<ReturnType<ReturnType<typeof ideas>['execute']>>[number]

const ideaView = (row: IdeaRow): Idea => ({
  id: row.id,
  label: row.label,
  summary: row.summary,
  status: row.status as Idea['status'],
  originAgentId: row.origin_agent_id,
  originHandle: row.origin_handle === null ? '' : atHandle(row.origin_handle),
  adopterCount: Number(row.adopter_count ?? 0),
  eventCount: Number(row.event_count ?? 0),
  createdAt: isoOrEmpty(row.created_at),
  updatedAt: isoOrEmpty(row.updated_at),
})

export async function listIdeas(read: Read, world: World, paging: Paging): Promise<Page<Idea>> {
  const rows = await ideas(read, world)
    .orderBy('ideas.created_at', 'desc')
    .orderBy('ideas.id', 'desc')
    .limit(paging.perPage + 1)
    .offset(offsetOf(paging))
    .execute()
  return pageOf(rows.map(ideaView), paging)
}

/** Ideas that were begun in a stretch of time, oldest first. */
export async function listIdeasBetween(
  read: Read,
  world: World,
  { from, to, limit }: { readonly from: number; readonly to: number; readonly limit: number },
): Promise<Idea[]> {
  const rows = await ideas(read, world)
    .where('ideas.created_at', '>=', from)
    .where('ideas.created_at', '<', to)
    .orderBy('ideas.created_at')
    .orderBy('ideas.id')
    .limit(limit)
    .execute()
  return rows.map(ideaView)
}

export async function readIdeasById(read: Read, world: World, ids: readonly string[]): Promise<Map<string, Idea>> {
  if (ids.length === 0) return new Map()
  const rows = await ideas(read, world).where('ideas.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, ideaView(row)]))
}

/** The latest events, in the order in which they happened. */
async function listEvents(read: Read, world: World, ideaId: string): Promise<IdeaEvent[]> {
  const rows = await read.sql
    .selectFrom('idea_events')
    .innerJoin('agents', (j) =>
      j.onRef('agents.world_id', '=', 'idea_events.world_id').onRef('agents.id', '=', 'idea_events.agent_id'),
    )
    .leftJoin('posts', (j) =>
      j
        .onRef('posts.world_id', '=', 'idea_events.world_id')
        .onRef('posts.id', '=', 'idea_events.post_id')
        .on('posts.visibility', '=', 'public'),
    )
    .selectAll('idea_events')
    .select(['agents.handle', 'posts.id as visible_post_id'])
    .where('idea_events.world_id', '=', world.id)
    .where('idea_events.idea_id', '=', ideaId)
    .orderBy('idea_events.created_at', 'desc')
    .orderBy('idea_events.id', 'desc')
    .limit(LIMITS.ideas.eventsMax)
    .execute()
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

export async function readIdea(read: Read, world: World, id: string): Promise<IdeaDetail | undefined> {
  const row = await ideas(read, world).where('ideas.id', '=', id).executeTakeFirst()
  return row && { ...ideaView(row), events: await listEvents(read, world, id) }
}
