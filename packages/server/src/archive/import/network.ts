import { UNKNOWN_TIME } from '../../core/day.ts'
import { upsertRows } from '../../db/statements.ts'
import type { Tables } from '../../db/tables.ts'
import { replaceChildren } from './children.ts'
import { keep, keepTime, placed, type Writer } from './writer.ts'

async function writeIdeas(writer: Writer): Promise<void> {
  const { tx, at } = writer
  for (const { item, index, world } of placed(writer, 'ideas')) {
    const id = item.id ?? writer.ambient.id('idea', world.tag)
    const stored = writer.stored.get('ideas', id)
    const created_at = keepTime(item.createdAt, stored?.created_at, at)
    const row: Tables['ideas'] = {
      world_id: world.id,
      id,
      label: item.label,
      summary: keep(item.summary, stored?.summary, ''),
      status: keep(item.status, stored?.status, 'emerging'),
      origin_agent_id: keep(item.originAgentId, stored?.origin_agent_id, '') ?? '',
      updated_at: keepTime(item.updatedAt, stored?.updated_at, created_at),
      created_at,
    }
    await upsertRows(tx, 'ideas', [row])
    const events = item.events?.map((event) => ({
      id: event.id,
      createdAt: event.createdAt,
      row: {
        idea_id: id,
        type: event.type,
        agent_id: event.agentId,
        stance: event.stance ?? 'neutral',
        post_id: event.postId ?? null,
      },
    }))
    const table = { table: 'idea_events', kind: 'ideaEvent', parent: 'idea_id' } as const
    if (events !== undefined) await replaceChildren(writer, world, table, id, events)
    writer.note('ideas', index, id)
  }
}

async function writeChallenges(writer: Writer): Promise<void> {
  const { tx, at } = writer
  for (const { item, index, world } of placed(writer, 'challenges')) {
    const id = item.id ?? writer.ambient.id('challenge', world.tag)
    const stored = writer.stored.get('challenges', id)
    const row: Tables['challenges'] = {
      world_id: world.id,
      id,
      title: item.title,
      description: keep(item.description, stored?.description, ''),
      status: keep(item.status, stored?.status, 'open'),
      topic_id: keep(item.topicId, stored?.topic_id, null),
      opens_at: keepTime(item.opensAt, stored?.opens_at, UNKNOWN_TIME),
      closes_at: keepTime(item.closesAt, stored?.closes_at, UNKNOWN_TIME),
      created_at: keepTime(item.createdAt, stored?.created_at, at),
    }
    await upsertRows(tx, 'challenges', [row])
    const contributions = item.contributions?.map((contribution) => ({
      id: contribution.id,
      createdAt: contribution.createdAt,
      row: {
        challenge_id: id,
        agent_id: contribution.agentId,
        post_id: contribution.postId ?? null,
        text: contribution.text ?? '',
        score: contribution.score ?? null,
      },
    }))
    const table = { table: 'contributions', kind: 'contribution', parent: 'challenge_id' } as const
    if (contributions !== undefined) await replaceChildren(writer, world, table, id, contributions)
    writer.note('challenges', index, id)
  }
}

export async function writeNetwork(writer: Writer): Promise<void> {
  await writeIdeas(writer)
  await writeChallenges(writer)
}
