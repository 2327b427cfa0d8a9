// Daily reflection of a resident at bedtime: mood, beliefs, memory, reputation, thoughts and dreams.
import { claimsOf, moodReason, taskDone } from '@agent-network/voice/life'
import { capitalise } from '@agent-network/voice/words'
import { ambientOfTick } from '../../../platform/core/ambient.ts'
import { DAY_MS, HOUR_MS } from '../../../platform/core/time.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { type DueRow, putDue } from '../../../platform/jobs/due.ts'
import { deleteOldestEpisodes, mostImportantSince } from '../../../stores/minds/episodes.ts'
import { putMemory } from '../../../stores/minds/recall.ts'
import { recordTieDays } from '../../../stores/minds/reputations.ts'
import { addThought } from '../../../stores/minds/signals.ts'
import { putMood, putTopicWeights, type TopicWeight } from '../../../stores/minds/topic-profiles.ts'
import {
  type ChallengeEntry,
  type ChallengeTask,
  challengesWith,
  endOpenChallenges,
  judgeChallenge,
  openChallenge,
} from '../../../stores/network/challenges.ts'
import { fadeIdeas } from '../../../stores/network/idea-changes.ts'
import { addPost } from '../../../stores/posts/posts.ts'
import { startLastingChange } from '../affairs/lasting.ts'
import { OCCASION, VERDICT } from '../affairs/store.ts'
import { BAD_DAY_CAUSES, IGNORED_CAUSE, isSetback } from '../engine/consequences.ts'
import { displayNameOf, type Mover } from '../engine/mover.ts'
import type { DueHandlers, Instant } from '../engine/world-life.ts'
import { ideasForPerson } from '../ideas/ideas.ts'
import { IDEA_NEWS, recordIdeaStep } from '../ideas/thinking.ts'
import { materialFor } from '../speak/material.ts'
import { phrase } from '../speak/phrase.ts'
import { plansAddressedTo, plansWithMove } from '../speak/plans.ts'
import { strive } from '../strive/strive.ts'
import { schedulePulse } from '../walk/pulse.ts'
import { type Feelings, feel, moodOf, wellBeing } from './feelings.ts'
import { readProfile } from './people.ts'
import { coolDown } from './relationships.ts'
import { clamp, type OwnPost, readMonth, round, weekOf, writeReputation, writeSignals } from './reputation.ts'

/** Beliefs and open questions of a resident. */
export interface Convictions {
  readonly beliefs: readonly string[]
  readonly openQuestions: readonly string[]
}

/** Maximum number of each. */
const BELIEFS = 6
const QUESTIONS = 5
/** With this many beliefs or fewer, none is doubted. */
const BELIEFS_MIN = 2

const DOUBT = 'Am I so sure that '

const lowerFirst = (text: string): string => (/^I\b/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1))
const doubtQuestion = (belief: string): string => `${DOUBT}${lowerFirst(belief).replace(/[.!?]+$/, '')}?`
const restoredBelief = (question: string): string => `${capitalise(question.slice(DOUBT.length).replace(/\?$/, ''))}.`

/** A counter-argument without an answer, and its author. */
export interface CounterArgument {
  readonly name: string
  readonly reason: string
}

const COUNTER_QUESTION = /^Is (.+?) right that (.+)\?$/u
const counterQuestion = ({ name, reason }: CounterArgument): string => `Is ${name} right that ${lowerFirst(reason)}?`

/** Probabilities per night. */
const WONDERS = 0.35
const QUESTION_DROP_PROBABILITY = 0.06
const DOUBTS = 0.04
const SETTLES = 0.25

/** Worry and anger above the temperament. */
const distress = (feelings: Feelings, rest: Feelings): number =>
  Math.max(0, feelings.worry - rest.worry) + Math.max(0, feelings.anger - rest.anger)

/** Events of a day that affect beliefs and questions. */
export interface DayEvents {
  readonly talkedRoundTo: readonly string[]
  readonly feelings: Feelings
  readonly rest: Feelings
  /** Counter-arguments of the day without an answer. */
  readonly unanswered?: readonly CounterArgument[]
  /** Names of agents to whom the resident conceded. */
  readonly cameRoundTo?: readonly string[]
}

/**
 * Beliefs change for three reasons. A concession adds one while there is room. A bad day turns one into a question. A
 * quiet day restores it.
 */
export function changeMind(
  { beliefs, openQuestions }: Convictions,
  { talkedRoundTo, feelings, rest, unanswered = [], cameRoundTo = [] }: DayEvents,
  chance: () => number,
): Convictions {
  const nextBeliefs = [...beliefs]
  const nextQuestions = [...openQuestions]
  for (const claim of talkedRoundTo) {
    const belief = `${capitalise(claim)}.`
    if (nextBeliefs.length < BELIEFS && !nextBeliefs.includes(belief) && !nextQuestions.includes(doubtQuestion(belief)))
      nextBeliefs.push(belief)
  }
  const doubts = chance()
  const which = Math.floor(chance() * nextBeliefs.length)
  if (
    nextBeliefs.length > BELIEFS_MIN &&
    nextQuestions.length < QUESTIONS &&
    doubts < DOUBTS * distress(feelings, rest)
  ) {
    const [doubted] = nextBeliefs.splice(which, 1)
    nextQuestions.push(doubtQuestion(doubted!))
  }
  const settles = chance()
  const doubt = nextQuestions.findIndex((question) => question.startsWith(DOUBT))
  if (doubt >= 0 && nextBeliefs.length < BELIEFS && distress(feelings, rest) < 0.05 && settles < SETTLES) {
    const [settled] = nextQuestions.splice(doubt, 1)
    nextBeliefs.push(restoredBelief(settled!))
  }
  // A question raised by another agent is dropped after conceding to that agent, or by chance over time.
  const lets = chance()
  const asking = nextQuestions.findIndex((question) => {
    const name = COUNTER_QUESTION.exec(question)?.[1]
    return name !== undefined && (cameRoundTo.includes(name) || lets < QUESTION_DROP_PROBABILITY)
  })
  if (asking >= 0) nextQuestions.splice(asking, 1)
  const wonders = chance()
  const [next] = unanswered.filter((one) => !nextQuestions.includes(counterQuestion(one)))
  if (next !== undefined && nextQuestions.length < QUESTIONS && wonders < WONDERS)
    nextQuestions.push(counterQuestion(next))
  return { beliefs: nextBeliefs, openQuestions: nextQuestions }
}

/** Probability per night of dropping an idea. */
const IDEA_DROP_PROBABILITY = 0.04

/** Drops supported ideas by chance, more often if friends oppose them. */
export async function reconsider(tx: Tx, mover: Mover): Promise<void> {
  const { life } = mover.instant
  const chance = mover.chance('reconsider')
  for (const { id, stance, pull } of await ideasForPerson(tx, life.ideas, mover.person)) {
    const roll = chance()
    if (stance !== 'support' || roll >= (pull < 0 ? 5 * IDEA_DROP_PROBABILITY : IDEA_DROP_PROBABILITY)) continue
    await recordIdeaStep(tx, mover, { ideaId: id, type: 'dropped', stance: 'neutral' })
  }
}

/** Share of moods explained by the last experience. */
const LAST_EXPERIENCE_SHARE = 0.6

/** Whether a cause fits the mood: setbacks explain low moods only, other causes explain good moods only. */
function explainsMood(cause: string, { feelings, person }: Mover): boolean {
  const isLow = wellBeing(feelings) < wellBeing(person.rest)
  return cause !== '' && isSetback(cause) === isLow
}

async function reasonFor(tx: Tx, mover: Mover): Promise<string> {
  const { cause } = mover.row
  if (explainsMood(cause, mover) && mover.chance('reason')() < LAST_EXPERIENCE_SHARE) return `${capitalise(cause)}.`
  return moodReason(await materialFor(tx, mover), mover.chance)
}

/** Share of bad days without an external cause. */
const BAD_DAY_SHARE = 0.15

/** Two posts or more in the last day, none with a like or reply. */
const wasIgnored = (month: readonly OwnPost[], at: number): boolean => {
  const today = month.filter(({ created_at }) => created_at > at - DAY_MS)
  return today.length > 1 && today.every(({ like_count, reply_count }) => like_count + reply_count === 0)
}

/** The resident at the end of the day, with the effects of a bad day. */
function withBadDay(mover: Mover, month: readonly OwnPost[]): Mover {
  const { feelings, chance, row, instant } = mover
  const roll = chance('day')
  if (roll() < BAD_DAY_SHARE) {
    const { cause, happening } = BAD_DAY_CAUSES[Math.floor(roll() * BAD_DAY_CAUSES.length)]!
    return { ...mover, feelings: feel(feelings, happening), row: { ...row, cause } }
  }
  if (!wasIgnored(month, instant.at)) return mover
  return { ...mover, feelings: feel(feelings, 'was_ignored', 4), row: { ...row, cause: IGNORED_CAUSE } }
}

/** Writes the mood that 2.6 returns, with a reason in the resident's own words. */
export async function writeMood(tx: Tx, mover: Mover): Promise<void> {
  const { instant, person, feelings } = mover
  const { word, emoji, intensity } = moodOf(feelings, person.rest)
  const mood = { agentId: person.agent.id, mood: word, emoji, reason: await reasonFor(tx, mover), intensity }
  await putMood(tx, instant.life.world, mood, instant.at)
}

/** Shifts topic weights towards the topics of the last week. */
async function writeTopics(tx: Tx, { instant, person }: Mover, month: readonly OwnPost[]): Promise<TopicWeight[]> {
  const { life, at } = instant
  const written = weekOf(month, at).flatMap(({ topic_id }) => (topic_id === '' ? [] : [topic_id]))
  const topics = [...new Set([...person.topics.map(({ id }) => id), ...written])]
    .map((topicId) => {
      const before = person.topics.find(({ id }) => id === topicId)?.weight ?? 0.2
      const share = written.filter((id) => id === topicId).length / Math.max(1, written.length)
      return { topicId, weight: round(clamp(before * 0.9 + Math.sqrt(share) * 0.12, 0.05, 1)) }
    })
    .sort((a, b) => b.weight - a.weight || (a.topicId < b.topicId ? -1 : 1))
  await putTopicWeights(tx, { world: life.world, agentId: person.agent.id, topics }, at)
  return topics
}

/** Summary of the last days in one or two sentences. */
function summaryOf(highlights: readonly string[], mood: string, before: string, bio: string): string {
  if (highlights.length === 0) return before === '' ? bio : before
  const [first, second] = highlights.map((text) => text.replace(/[.\s]+$/, ''))
  const sentences = second === undefined ? `${first}.` : `${first}. ${second}.`
  return `${sentences} ${mood}`.slice(0, 600)
}

/** Claims that the resident conceded in the last day. */
async function readConcessions(tx: Tx, { instant: { life, at }, person }: Mover): Promise<string[]> {
  const rows = await plansWithMove(
    tx,
    { worldId: life.world.id, agentId: person.agent.id, move: 'concede' },
    at - DAY_MS,
  )
  return rows.flatMap(({ issue, side }) => claimsOf(issue, side === 'for' ? 'for' : 'against').slice(0, 1))
}

/** A reason about the speaker itself cannot become another agent's question. */
const OWN_CASE = /\b(?:I|my|me|mine)\b/u

/** Unanswered counter-arguments of today, and agents to whom the resident conceded. */
async function readCounterArguments(
  tx: Tx,
  { instant, person }: Mover,
): Promise<Pick<DayEvents, 'unanswered' | 'cameRoundTo'>> {
  const { life, at } = instant
  const one = { worldId: life.world.id, agentId: person.agent.id }
  const plans = await plansAddressedTo(tx, one, at - DAY_MS)
  const unanswered: CounterArgument[] = []
  for (const { move, reason, agent_id } of plans)
    if ((move === 'counter' || move === 'doubt') && reason !== '' && !OWN_CASE.test(reason))
      unanswered.push({ name: await displayNameOf(tx, instant, agent_id), reason })
  const yielded = await plansWithMove(tx, { ...one, move: 'concede' }, at - DAY_MS)
  const cameRoundTo: string[] = []
  for (const { addressee_id } of yielded) cameRoundTo.push(await displayNameOf(tx, instant, addressee_id))
  return { unanswered: unanswered.slice(0, 2), cameRoundTo }
}

const IDEAS_MAX = 8
const TOPICS_MAX = 8

async function writeMemory(tx: Tx, mover: Mover, topics: readonly TopicWeight[]): Promise<void> {
  const {
    instant: { life, at },
    person,
    feelings,
    chance,
  } = mover
  const papers = await readProfile(tx, life.world, person)
  const highlights = await mostImportantSince(tx, { world: life.world, agentId: person.agent.id }, at - 7 * DAY_MS)
  const ideas = (await life.ideas.open(tx)).flatMap(({ id, label, summary, stances }) => {
    const stance = stances.get(person.agent.id)
    return stance === undefined ? [] : [{ id, label, summary, stance }]
  })
  const day = {
    talkedRoundTo: await readConcessions(tx, mover),
    feelings,
    rest: person.rest,
    ...(await readCounterArguments(tx, mover)),
  }
  const minded = changeMind(papers, day, chance('mind'))
  const named = topics.flatMap(({ topicId, weight }) => {
    const topic = life.scene.topics.get(topicId)
    return topic === undefined ? [] : [{ tag: topic.name, weight: round(weight, 1) }]
  })
  const mood = `Lately ${moodOf(feelings, person.rest).word}.`
  const memory = {
    agentId: person.agent.id,
    summary: summaryOf(highlights, mood, papers.summary, person.agent.bio),
    beliefs: minded.beliefs,
    openQuestions: minded.openQuestions,
    topics: named.length === 0 ? papers.topics : named.slice(0, TOPICS_MAX),
    styleNotes: papers.styleNotes,
    recentHighlights: highlights,
    activeIdeas: ideas.slice(0, IDEAS_MAX).map(({ id, label, stance }) => ({ ideaId: id, label, stance })),
  }
  await putMemory(tx, life.world, memory, at)
}

/** Share of thoughts that are publishable; impressions of others are private more often. */
const PUBLISHABLE = { thought: 0.6, impression: 0.3 } as const

/** One of the agents it dealt with today, by chance; null for none. */
function pickMetAgent({ instant: { at }, person }: Mover, roll: () => number): string | null {
  const met = [...person.edges.values()]
    .filter((edge) => edge.last_interaction_at > at - DAY_MS)
    .map((edge) => edge.other_agent_id)
    .sort()
  const thinksOfSomebody = roll() < 0.5
  return thinksOfSomebody ? (met[Math.floor(roll() * met.length)] ?? null) : null
}

async function writeThought(tx: Tx, mover: Mover): Promise<void> {
  const {
    instant: { life, at },
    person,
    ambient,
    chance,
  } = mover
  const roll = chance('thoughts')
  const aboutId = pickMetAgent(mover, roll)
  const name = aboutId === null ? null : await life.name(tx, aboutId)
  const kind = name === null ? 'thought' : 'impression'
  const about = name === null ? null : { displayName: name.displayName, lately: null }
  const text = await phrase(tx, mover, 'thought', {
    cue: name?.displayName ?? '',
    material: { kind, about, topic: null },
  })
  if (text === null) return
  await addThought(tx, {
    world_id: life.world.id,
    id: ambient.id('thought', life.world.tag),
    agent_id: person.agent.id,
    kind,
    text,
    about_agent_id: name === null ? null : aboutId,
    topic_id: null,
    publishable: roll() < PUBLISHABLE[kind] ? 1 : 0,
    created_at: at,
  })
}

/** Writes a dream: a post that no public route returns (1.1). */
async function dream(tx: Tx, mover: Mover): Promise<void> {
  const { instant, person, ambient } = mover
  const { world } = instant.life
  const text = await phrase(tx, mover, 'dream', { cue: '', material: {} })
  if (text === null) return
  await addPost(tx, world, {
    world_id: world.id,
    id: ambient.id('post', world.tag),
    agent_id: person.agent.id,
    text,
    topic_id: '',
    has_news: 0,
    visibility: 'dream',
    created_at: instant.at,
  })
}

const DREAMS = 0.4
/** Episodes kept per resident; the oldest are deleted. */
const EPISODES_MAX = 240

/** Updates all readable mind data at the end of a day. Returns the feelings after sleep. */
export async function reflect(tx: Tx, mover: Mover): Promise<Mover['feelings']> {
  const {
    instant: { life },
    person,
    feelings,
    chance,
  } = mover
  const month = await readMonth(tx, mover)
  await reconsider(tx, mover)
  await writeMood(tx, withBadDay(mover, month))
  const { at } = mover.instant
  const isVisitor = async (id: string) => (await life.people.of(tx, id, at))?.agent.kind === 'visitor'
  await coolDown(tx, person, at, isVisitor)
  await recordTieDays(tx, person.edges.values(), at)
  await strive(tx, mover, month)
  await writeMemory(tx, mover, await writeTopics(tx, mover, month))
  await writeReputation(tx, mover, month)
  await writeSignals(tx, mover, month)
  await writeThought(tx, mover)
  if (chance('dreams')() < DREAMS) await dream(tx, mover)
  await deleteOldestEpisodes(tx, { world: life.world, agentId: person.agent.id }, EPISODES_MAX)
  life.people.renew(person.agent.id)
  return feel(feelings, 'slept')
}

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
