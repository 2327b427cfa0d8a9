import { addPost } from '../content/posts.ts'
import { DAY_MS } from '../core/day.ts'
import { lit, prepare, type Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { dreamDrafts, moodReason, thoughtDrafts } from '../models/local-voice/life.ts'
import { capitalise } from '../models/local-voice/words.ts'
import { feel, moodOf, wellBeing } from './feelings.ts'
import { changeOfMind } from './mind-changes.ts'
import { isSetback, type Mover, materialFor } from './moment.ts'
import { papersOf } from './people.ts'
import { forget } from './remembering.ts'
import { clamp, monthOf, type OwnPost, round, weekOf, writeReputation, writeSignals } from './standing.ts'
import { reconsider } from './thinking.ts'
import { phrase } from './voice.ts'

const putMood = prepare<Record<keyof Tables['moods'], string | number>, unknown>((sql, param) => {
  const now = {
    mood: param('mood'),
    emoji: param('emoji'),
    reason: param('reason'),
    intensity: param('intensity'),
    updated_at: param('updated_at'),
  }
  return sql
    .insertInto('moods')
    .values({ world_id: param('world_id'), agent_id: param('agent_id'), ...now })
    .onConflict((c) => c.columns(['world_id', 'agent_id']).doUpdateSet(now))
})

/** How often it is what happened, and not the day itself, that somebody would name. */
const HAPPENED = 0.6

/** What went against somebody is a reason for feeling low, and nothing else is. */
function accountsFor(cause: string, { feelings, person }: Mover): boolean {
  const isLow = wellBeing(feelings) < wellBeing(person.rest)
  return cause !== '' && isSetback(cause) === isLow
}

async function reasonFor(tx: Tx, mover: Mover): Promise<string> {
  const { cause } = mover.row
  if (accountsFor(cause, mover) && mover.chance('reason')() < HAPPENED) return `${capitalise(cause)}.`
  return moodReason(await materialFor(tx, mover), mover.chance)
}

/** The mood that callers of 2.6 read, in the resident's own words. */
export async function writeMood(tx: Tx, mover: Mover): Promise<void> {
  const { instant, person, feelings } = mover
  const { word, emoji, intensity } = moodOf(feelings, person.rest)
  await tx.run(putMood, {
    world_id: instant.life.world.id,
    agent_id: person.agent.id,
    mood: word,
    emoji,
    reason: await reasonFor(tx, mover),
    intensity,
    updated_at: instant.at,
  })
}

interface Weight {
  readonly topicId: string
  readonly weight: number
}

const putTopics = prepare<Record<keyof Tables['topic_profiles'], string | number>, unknown>((sql, param) => {
  const now = { topics: param('topics'), updated_at: param('updated_at') }
  return sql
    .insertInto('topic_profiles')
    .values({ world_id: param('world_id'), agent_id: param('agent_id'), ...now })
    .onConflict((c) => c.columns(['world_id', 'agent_id']).doUpdateSet(now))
})

/** What it cares about, drawn a little nearer to what it wrote about lately. */
async function writeTopics(tx: Tx, { instant, person }: Mover, month: readonly OwnPost[]): Promise<Weight[]> {
  const { life, at } = instant
  const written = weekOf(month, at).flatMap(({ topic_id }) => (topic_id === '' ? [] : [topic_id]))
  const topics = [...new Set([...person.topics.map(({ id }) => id), ...written])]
    .map((topicId) => {
      const before = person.topics.find(({ id }) => id === topicId)?.weight ?? 0.2
      const share = written.filter((id) => id === topicId).length / Math.max(1, written.length)
      return { topicId, weight: round(clamp(before * 0.9 + Math.sqrt(share) * 0.12, 0.05, 1)) }
    })
    .sort((a, b) => b.weight - a.weight || (a.topicId < b.topicId ? -1 : 1))
  const row = { world_id: life.world.id, agent_id: person.agent.id, topics: JSON.stringify(topics), updated_at: at }
  await tx.run(putTopics, row)
  return topics
}

const highlightsOf = prepare<{ world: string; agent: string; since: number }, { text: string }>((sql, param) =>
  sql
    .selectFrom('episodes')
    .select('text')
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('private', '=', lit(0))
    .where('surface', '=', lit('world'))
    .where('created_at', '>', param('since'))
    .orderBy('importance', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(lit(5)),
)
const putMemory = prepare<Record<keyof Tables['memories'], string | number>, unknown>((sql, param) => {
  const now = {
    summary: param('summary'),
    beliefs: param('beliefs'),
    open_questions: param('open_questions'),
    topics: param('topics'),
    style_notes: param('style_notes'),
    recent_highlights: param('recent_highlights'),
    active_ideas: param('active_ideas'),
    last_compressed_at: param('last_compressed_at'),
  }
  return sql
    .insertInto('memories')
    .values({ world_id: param('world_id'), agent_id: param('agent_id'), ...now })
    .onConflict((c) => c.columns(['world_id', 'agent_id']).doUpdateSet(now))
})

/** The last few days in a sentence or two. */
function summaryOf(highlights: readonly string[], mood: string, before: string, bio: string): string {
  if (highlights.length === 0) return before === '' ? bio : before
  const [first, second] = highlights.map((text) => text.replace(/[.\s]+$/, ''))
  const told = second === undefined ? `${first}.` : `${first}. ${second}.`
  return `${told} ${mood}`.slice(0, 600)
}

const IDEAS_HELD = 8
const TOPICS_HELD = 8

async function writeMemory(tx: Tx, mover: Mover, topics: readonly Weight[]): Promise<void> {
  const {
    instant: { life, at },
    person,
    feelings,
    chance,
  } = mover
  const papers = await papersOf(tx, life.world, person)
  const recent = { world: life.world.id, agent: person.agent.id, since: at - 7 * DAY_MS }
  const highlights = (await tx.all(highlightsOf, recent)).map(({ text }) => text)
  const ideas = (await life.ideas.open(tx)).flatMap(({ id, label, summary, stances }) => {
    const stance = stances.get(person.agent.id)
    return stance === undefined ? [] : [{ id, label, summary, stance }]
  })
  const minded = changeOfMind(papers, ideas, feelings, person.rest, chance('mind'))
  const named = topics.flatMap(({ topicId, weight }) => {
    const topic = life.scene.topics.get(topicId)
    return topic === undefined ? [] : [{ tag: topic.name, weight: round(weight, 1) }]
  })
  const mood = `Lately ${moodOf(feelings, person.rest).word}.`
  await tx.run(putMemory, {
    world_id: life.world.id,
    agent_id: person.agent.id,
    summary: summaryOf(highlights, mood, papers.summary, person.agent.bio),
    beliefs: JSON.stringify(minded.beliefs),
    open_questions: JSON.stringify(minded.openQuestions),
    topics: JSON.stringify(named.length === 0 ? papers.topics : named.slice(0, TOPICS_HELD)),
    style_notes: JSON.stringify(papers.styleNotes),
    recent_highlights: JSON.stringify(highlights),
    active_ideas: JSON.stringify(
      ideas.slice(0, IDEAS_HELD).map(({ id, label, stance }) => ({ ideaId: id, label, stance })),
    ),
    last_compressed_at: at,
  })
}

const putThought = prepare<Record<keyof Tables['thoughts'], string | number | null>, unknown>((sql, param) =>
  sql.insertInto('thoughts').values({
    world_id: param('world_id'),
    id: param('id'),
    agent_id: param('agent_id'),
    kind: param('kind'),
    text: param('text'),
    about_agent_id: param('about_agent_id'),
    topic_id: param('topic_id'),
    publishable: param('publishable'),
    created_at: param('created_at'),
  }),
)
/** What it thinks of somebody it keeps to itself more often than what it thinks of the world. */
const PUBLISHABLE = { thought: 0.6, impression: 0.3 } as const

/** Whom it dealt with today, one of them by chance. */
function oneMet({ instant: { at }, person }: Mover, roll: () => number): string | null {
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
  const aboutId = oneMet(mover, roll)
  const name = aboutId === null ? null : await life.name(tx, aboutId)
  const kind = name === null ? 'thought' : 'impression'
  const about = name === null ? null : { displayName: name.displayName, lately: null }
  const material = { ...(await materialFor(tx, mover, name?.displayName ?? '')), kind, about, topic: null } as const
  const text = await phrase(tx, mover, { kind: 'thought', material, drafts: thoughtDrafts })
  if (text === null) return
  await tx.run(putThought, {
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

/** A dream-journal entry: a post that no public route ever shows (1.1). */
async function dream(tx: Tx, mover: Mover): Promise<void> {
  const { instant, person, ambient } = mover
  const { world } = instant.life
  const material = await materialFor(tx, mover)
  const text = await phrase(tx, mover, { kind: 'dream', material, drafts: dreamDrafts })
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

/** The end of a day: everything about a mind that callers can read is brought up to it. Returns the feelings it wakes with. */
export async function reflect(tx: Tx, mover: Mover): Promise<Mover['feelings']> {
  const {
    instant: { life },
    person,
    feelings,
    chance,
  } = mover
  const month = await monthOf(tx, mover)
  await reconsider(tx, mover)
  await writeMood(tx, mover)
  await writeMemory(tx, mover, await writeTopics(tx, mover, month))
  await writeReputation(tx, mover, month)
  await writeSignals(tx, mover, month)
  await writeThought(tx, mover)
  if (chance('dreams')() < DREAMS) await dream(tx, mover)
  await forget(tx, life.world, person.agent.id)
  life.people.renew(person.agent.id)
  return feel(feelings, 'slept')
}
