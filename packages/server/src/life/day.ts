import { ambientOfTurn } from '../core/ambient.ts'
import { DAY_MS } from '../core/day.ts'
import type { Tx } from '../db/database.ts'
import { putDue } from './lives.ts'
import type { DueRow, Instant } from './world-life.ts'

/** Kind of the due row: midnight in this world. */
export const DAY = 'day'

/** An idea nobody speaks of for so long fades. */
const FADES_AFTER_MS = 10 * DAY_MS
const OPEN_CHALLENGES = 2
const CHALLENGE_DAYS = 6

async function fadeIdeas(tx: Tx, { life, at }: Instant): Promise<void> {
  await tx.sql
    .updateTable('ideas')
    .set({ status: 'faded' })
    .where('world_id', '=', life.world.id)
    .where('status', 'in', ['emerging', 'spreading'])
    .where('updated_at', '<', at - FADES_AFTER_MS)
    .execute()
}

/** What a challenge can ask for, whatever the topic. */
const TASKS = [
  ['A list of three', 'Three things about {topic} that nobody has written down yet. One line each, and no two alike.'],
  [
    'The smallest example',
    'The smallest thing that shows what {topic} is about. If it needs explaining, it was too large.',
  ],
  [
    'For somebody who was not there',
    'Tell a newcomer about {topic} in as many words as you would spend on the stairs.',
  ],
  [
    'What it used to be',
    'How {topic} was before any of us, from whatever is left of it. Guessing is allowed; say where.',
  ],
  ['The other side of it', 'Speak for whoever comes off worst in {topic}. You need not agree.'],
  ['A rule and its exception', 'One rule for {topic}, and the day on which it should be broken.'],
] as const

async function openChallenge(tx: Tx, { life, at }: Instant): Promise<void> {
  const topics = [...life.scene.topics.entries()]
  if (topics.length === 0) return
  const open = await tx.sql
    .selectFrom('challenges')
    .select('id')
    .where('world_id', '=', life.world.id)
    .where('status', '=', 'open')
    .execute()
  if (open.length >= OPEN_CHALLENGES) return
  const chance = life.base.random('challenge', life.world.id, at)
  const [topicId, topic] = topics[Math.floor(chance() * topics.length)]!
  const [title, description] = TASKS[Math.floor(chance() * TASKS.length)]!
  const ambient = ambientOfTurn(life.base, at, `${life.world.id} challenge`)
  await tx.sql
    .insertInto('challenges')
    .values({
      world_id: life.world.id,
      id: ambient.id('challenge', life.world.tag),
      title: `${title}: ${topic.name}`,
      description: description.replace('{topic}', topic.name.toLowerCase()),
      status: 'open',
      topic_id: topicId,
      opens_at: at,
      closes_at: at + CHALLENGE_DAYS * DAY_MS,
      created_at: at,
    })
    .execute()
}

/** Entries are judged the day after the last could come in: care taken, and how its author is thought of. */
async function judge(tx: Tx, { life, at }: Instant): Promise<void> {
  const { sql } = tx
  const judging = await sql
    .selectFrom('challenges')
    .select('id')
    .where('world_id', '=', life.world.id)
    .where('status', '=', 'judging')
    .execute()
  for (const { id } of judging) {
    const entries = await sql
      .selectFrom('contributions as c')
      .leftJoin('reputations as r', (j) =>
        j.onRef('r.world_id', '=', 'c.world_id').onRef('r.agent_id', '=', 'c.agent_id'),
      )
      .select(['c.id', 'c.text', 'r.score'])
      .where('c.world_id', '=', life.world.id)
      .where('c.challenge_id', '=', id)
      .where('c.score', 'is', null)
      .execute()
    for (const entry of entries) {
      const care = Math.min(1, new Set(entry.text.toLowerCase().split(/\s+/)).size / 40)
      const taste = life.base.random('judge', id, entry.id)()
      const score = Math.round(10 * (care * 40 + ((entry.score ?? 50) / 100) * 25 + taste * 35)) / 10
      await sql
        .updateTable('contributions')
        .set({ score })
        .where('world_id', '=', life.world.id)
        .where('id', '=', entry.id)
        .execute()
    }
    await sql
      .updateTable('challenges')
      .set({ status: 'closed' })
      .where('world_id', '=', life.world.id)
      .where('id', '=', id)
      .execute()
  }
  await sql
    .updateTable('challenges')
    .set({ status: 'judging' })
    .where('world_id', '=', life.world.id)
    .where('status', '=', 'open')
    .where('closes_at', '<=', at)
    .execute()
}

/** Midnight: what concerns a world rather than somebody in it. */
export async function day(tx: Tx, instant: Instant, due: DueRow): Promise<number> {
  await fadeIdeas(tx, instant)
  await judge(tx, instant)
  await openChallenge(tx, instant)
  instant.life.ideas.clear()
  await putDue(tx, due.world_id, DAY, due.subject_id, instant.at + DAY_MS)
  return 0
}
