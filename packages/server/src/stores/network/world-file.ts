// Ideas and challenges in world files: import and export.
import type { WorldFile } from '@agent-network/contract'
import { UNKNOWN_TIME } from '../../platform/core/time.ts'
import { deleteRows, upsertRows } from '../../platform/db/statements.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'
import { datedRows } from '../../platform/db/world-rows.ts'
import { type FileList, type Item, refsOfEach, refTo, rowList } from '../../platform/worlds/file-list.ts'
import {
  type FilePart,
  type PartTable,
  partsBy,
  replaceParts,
  resolveTime,
  resolveValue,
  stamp,
} from '../../platform/worlds/file-parts.ts'

type Event = NonNullable<Item<'ideas'>['events']>[number]
type Contribution = NonNullable<Item<'challenges'>['contributions']>[number]

const EVENTS: PartTable<'idea_events'> = {
  table: 'idea_events',
  kind: 'ideaEvent',
  parent: 'idea_id',
  put: (tx, rows) => upsertRows(tx, 'idea_events', rows),
  remove: (tx, worldId, ids) => deleteRows(tx, 'idea_events', { worldId, column: 'id' }, ids),
}

const CONTRIBUTIONS: PartTable<'contributions'> = {
  table: 'contributions',
  kind: 'contribution',
  parent: 'challenge_id',
  put: (tx, rows) => upsertRows(tx, 'contributions', rows),
  remove: (tx, worldId, ids) => deleteRows(tx, 'contributions', { worldId, column: 'id' }, ids),
}

const eventRow = (ideaId: string, event: Event): FilePart<'idea_events'> => ({
  id: event.id,
  createdAt: event.createdAt,
  row: {
    idea_id: ideaId,
    type: event.type,
    agent_id: event.agentId,
    stance: event.stance ?? 'neutral',
    post_id: event.postId ?? null,
  },
})

/** An event stays when the post it names is deleted. */
const eventView = (row: Tables['idea_events'], posts: ReadonlySet<string | undefined>): Event => ({
  id: row.id,
  type: row.type as Event['type'],
  agentId: row.agent_id,
  stance: row.stance as NonNullable<Event['stance']>,
  postId: row.post_id !== null && posts.has(row.post_id) ? row.post_id : null,
  createdAt: stamp(row.created_at),
})

const contributionRow = (challengeId: string, contribution: Contribution): FilePart<'contributions'> => ({
  id: contribution.id,
  createdAt: contribution.createdAt,
  row: {
    challenge_id: challengeId,
    agent_id: contribution.agentId,
    post_id: contribution.postId ?? null,
    text: contribution.text ?? '',
    score: contribution.score ?? null,
  },
})

const contributionView = (row: Tables['contributions']): Contribution => ({
  id: row.id,
  agentId: row.agent_id,
  postId: row.post_id,
  text: row.text,
  score: row.score,
  createdAt: stamp(row.created_at),
})

/** References of an event or a contribution. */
const refsOfPart = (part: Event | Contribution, path: string) => [
  ...refTo('agents', part.agentId, `${path}.agentId`),
  ...refTo('posts', part.postId, `${path}.postId`),
]

const idsOf = (posts: WorldFile['posts']): ReadonlySet<string | undefined> => new Set(posts?.map(({ id }) => id))

const ideas = rowList({
  list: 'ideas',
  table: 'ideas',
  kind: 'idea',
  references: (item) => [
    ...refTo('agents', item.originAgentId, 'originAgentId'),
    ...refsOfEach(item.events, 'events', refsOfPart),
  ],
  rowOf(item, stored, key, { at }) {
    const created_at = resolveTime(item.createdAt, stored?.created_at, at)
    return {
      ...key,
      label: item.label,
      summary: resolveValue(item.summary, stored?.summary, ''),
      status: resolveValue(item.status, stored?.status, 'emerging'),
      origin_agent_id: resolveValue(item.originAgentId, stored?.origin_agent_id, '') ?? '',
      updated_at: resolveTime(item.updatedAt, stored?.updated_at, created_at),
      created_at,
    }
  },
  viewOf: (row) => ({
    id: row.id,
    worldId: row.world_id,
    label: row.label,
    summary: row.summary,
    status: row.status as NonNullable<Item<'ideas'>['status']>,
    originAgentId: row.origin_agent_id === '' ? null : row.origin_agent_id,
    createdAt: stamp(row.created_at),
    updatedAt: stamp(row.updated_at),
  }),
  freshOf: (row) => ({ kind: 'idea', row }),
  put: ({ tx }, rows) => upsertRows(tx, 'ideas', rows),
  parts: {
    async write(writer, { world, item: { events }, row: { id } }) {
      if (events === undefined) return
      const parts = events.map((event) => eventRow(id, event))
      await replaceParts(writer, EVENTS, { world, id, parts })
    },
    async read(read, worldId, { posts }) {
      const rows = await datedRows(read, 'idea_events', worldId)
      const exportedPostIds = idsOf(posts)
      const events = partsBy(
        rows,
        (row) => row.idea_id,
        (row) => eventView(row, exportedPostIds),
      )
      return ({ id }) => ({ events: events.get(id) ?? [] })
    },
  },
})

const challenges = rowList({
  list: 'challenges',
  table: 'challenges',
  kind: 'challenge',
  references: (item) => [
    ...refTo('topics', item.topicId, 'topicId'),
    ...refsOfEach(item.contributions, 'contributions', refsOfPart),
  ],
  rowOf: (item, stored, key, { at }) => ({
    ...key,
    title: item.title,
    description: resolveValue(item.description, stored?.description, ''),
    status: resolveValue(item.status, stored?.status, 'open'),
    topic_id: resolveValue(item.topicId, stored?.topic_id, null),
    opens_at: resolveTime(item.opensAt, stored?.opens_at, UNKNOWN_TIME),
    closes_at: resolveTime(item.closesAt, stored?.closes_at, UNKNOWN_TIME),
    created_at: resolveTime(item.createdAt, stored?.created_at, at),
  }),
  viewOf: (row) => ({
    id: row.id,
    worldId: row.world_id,
    title: row.title,
    description: row.description,
    status: row.status as NonNullable<Item<'challenges'>['status']>,
    topicId: row.topic_id,
    opensAt: stamp(row.opens_at),
    closesAt: stamp(row.closes_at),
    createdAt: stamp(row.created_at),
  }),
  freshOf: (row) => ({ kind: 'challenge', row }),
  put: ({ tx }, rows) => upsertRows(tx, 'challenges', rows),
  parts: {
    async write(writer, { world, item: { contributions }, row: { id } }) {
      if (contributions === undefined) return
      const parts = contributions.map((contribution) => contributionRow(id, contribution))
      await replaceParts(writer, CONTRIBUTIONS, { world, id, parts })
    },
    async read(read, worldId, { posts }) {
      const exportedPostIds = idsOf(posts)
      const rows = await datedRows(read, 'contributions', worldId)
      const contributions = partsBy(
        // A contribution is deleted with its post.
        rows.filter(({ post_id }) => post_id === null || exportedPostIds.has(post_id)),
        (row) => row.challenge_id,
        contributionView,
      )
      return ({ id }) => ({ contributions: contributions.get(id) ?? [] })
    },
  },
})

/** The network lists of a world file, in the order in which they are written. */
export const NETWORK_LISTS = [ideas, challenges] as const satisfies readonly FileList[]
