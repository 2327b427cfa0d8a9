// Daily job of a world at midnight: fading ideas, judging and opening challenges, scheduling occasions.
import { taskDone } from '@agent-network/voice/life'
import { ambientOfTick } from '../../../platform/core/ambient.ts'
import { DAY_MS, HOUR_MS } from '../../../platform/core/time.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { type DueRow, putDue } from '../../../platform/jobs/due.ts'
import {
  type ChallengeEntry,
  type ChallengeTask,
  challengesWith,
  endOpenChallenges,
  judgeChallenge,
  openChallenge,
} from '../../../stores/network/challenges.ts'
import { fadeIdeas } from '../../../stores/network/idea-changes.ts'
import { startLastingChange } from '../affairs/lasting.ts'
import { OCCASION, VERDICT } from '../affairs/store.ts'
import type { DueHandlers, Instant } from '../engine/world-life.ts'
import { IDEA_NEWS } from '../ideas/thinking.ts'
import { schedulePulse } from '../walk/pulse.ts'

/** Kind of the due row of midnight. */
const DAY = 'day'

/** Time without activity after which an idea fades. */
const FADES_AFTER_MS = 10 * DAY_MS
const OPEN_CHALLENGES_MAX = 2
const CHALLENGE_DAYS = 6

/** Titles and descriptions of challenges, for any topic. */
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

async function openNewChallenge(tx: Tx, { life, at }: Instant): Promise<void> {
  const topics = [...life.scene.topics.entries()]
  if (topics.length === 0) return
  if ((await challengesWith(tx, life.world.id, 'open')).length >= OPEN_CHALLENGES_MAX) return
  const chance = life.base.random('challenge', life.world.id, at)
  const [topicId, topic] = topics[Math.floor(chance() * topics.length)]!
  const [title, description] = TASKS[Math.floor(chance() * TASKS.length)]!
  const ambient = ambientOfTick(life.base, at, `${life.world.id} challenge`)
  await openChallenge(tx, {
    world_id: life.world.id,
    id: ambient.id('challenge', life.world.tag),
    title: `${title}: ${topic.name}`,
    description: description.replace('{topic}', topic.name.toLowerCase()),
    topic_id: topicId,
    opens_at: at,
    closes_at: at + CHALLENGE_DAYS * DAY_MS,
    created_at: at,
  })
}

/** Score from 0 to 100: task done 35, care 20, reputation of the author 15, chance 30. */
function scoreOf({ life }: Instant, challenge: ChallengeTask, { id, text, authorScore }: ChallengeEntry): number {
  const care = Math.min(1, new Set(text.toLowerCase().split(/\s+/)).size / 40)
  const taste = life.base.random('judge', challenge.id, id)()
  const isDone = taskDone(challenge, text)?.done ?? true
  const score = (isDone ? 35 : 0) + care * 20 + ((authorScore ?? 50) / 100) * 15 + taste * 30
  return Math.round(10 * score) / 10
}

/** Delay of announcements, because residents sleep at midnight. */
const NEWS_DELAY_MS = 10 * HOUR_MS

/** Scores the entries of challenges that closed on the previous day. */
async function judgeChallenges(tx: Tx, instant: Instant): Promise<void> {
  const worldId = instant.life.world.id
  for (const challenge of await challengesWith(tx, worldId, 'judging')) {
    const { id } = challenge
    await judgeChallenge(tx, { worldId, id }, (entry) => scoreOf(instant, challenge, entry))
    await putDue(tx, { worldId, kind: VERDICT, subjectId: id }, instant.at + NEWS_DELAY_MS)
  }
  await endOpenChallenges(tx, worldId, instant.at)
}

/** Hours of the day at which an affair may begin. */
const OCCASION_HOURS = [9, 15] as const

/** Handles midnight: everything that concerns the world as a whole. */
async function runMidnight(tx: Tx, instant: Instant, due: DueRow): Promise<number> {
  for (const id of await fadeIdeas(tx, due.world_id, instant.at - FADES_AFTER_MS))
    await putDue(tx, { worldId: due.world_id, kind: IDEA_NEWS, subjectId: id }, instant.at + NEWS_DELAY_MS)
  await judgeChallenges(tx, instant)
  await openNewChallenge(tx, instant)
  instant.life.ideas.clear()
  for (const hours of OCCASION_HOURS)
    await putDue(tx, { worldId: due.world_id, kind: OCCASION, subjectId: `${hours}` }, instant.at + hours * HOUR_MS)
  await startLastingChange(tx, instant)
  // Worlds of earlier versions have no such row yet.
  await schedulePulse(tx, instant)
  await putDue(tx, { worldId: due.world_id, kind: DAY, subjectId: due.subject_id }, instant.at + DAY_MS)
  return 0
}

/** Handlers of the due rows of midnight. */
export const NIGHT_HANDLERS: DueHandlers = { [DAY]: runMidnight }
