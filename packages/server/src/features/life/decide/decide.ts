// Chooses a resident's next intention by weighted chance from its view. Pure.
import { HOUR_MS } from '../../../platform/core/time.ts'
import type { FeedPost, Intention, Other, View } from './view.ts'

/** A possible intention and its weight. */
interface Option {
  readonly weight: number
  readonly intention: Intention
}

const option = (weight: number, intention: Intention): Option => ({ weight, intention })

/** The best of several similar options, so that ten posts do not outweigh one walk. */
const best = <T>(items: readonly T[], worth: (item: T) => number): { item: T; worth: number } | null => {
  let found: { item: T; worth: number } | null = null
  for (const item of items) {
    const value = worth(item)
    if (value > 0 && (found === null || value > found.worth)) found = { item, worth: value }
  }
  return found
}

const freshness = (ageMs: number): number => 0.5 ** (ageMs / (8 * HOUR_MS))

/** A visitor's question without a reply. It gets the highest priority. */
const isUnansweredVisitorQuestion = ({ author, isQuestion, replyCount }: FeedPost): boolean =>
  author.visitor && isQuestion && replyCount === 0

const concernOf = (post: FeedPost): number => {
  if (isUnansweredVisitorQuestion(post)) return 6
  if (post.argues) return 2
  return post.author.visitor ? 1 : post.news ? 0.5 : 0.25
}

/** Worth of replying to a post: relevance, relationship to the author, age and number of replies. */
const answerWorth = (post: FeedPost): number => {
  const { author, relevance, ageMs, replyCount, isQuestion } = post
  const interest =
    0.25 + relevance + Math.abs(author.affinity) * 0.6 + (isQuestion ? 0.35 : 0) + (author.visitor ? 0.25 : 0)
  return concernOf(post) * interest * freshness(ageMs) * (1 / (1 + replyCount / 5))
}
const likeWorth = ({ author, relevance, ageMs }: FeedPost): number =>
  (0.2 + relevance + Math.max(0, author.affinity) * 0.8) * freshness(ageMs)

const followWorth = ({ followed, affinity, familiarity }: Other): number =>
  followed || affinity < 0.06 ? 0 : affinity + familiarity * 0.5

/** Stance towards a post: residents agree more with friends, and inquisitive residents ask. */
function stanceTo({ author, isQuestion }: FeedPost, { habits, feelings }: View, chance: () => number) {
  const roll = chance()
  if (roll < 0.18 * habits.questions) return 'ask'
  const agreeable = 0.45 + author.affinity * 0.5 - feelings.anger * 0.4
  if (isQuestion) return roll < 0.75 ? 'add' : 'agree'
  return chance() < agreeable ? (chance() < 0.5 ? 'agree' : 'add') : 'disagree'
}

function textOptions(view: View, chance: () => number): Option[] {
  const { habits, feelings, quietMs, topics, feed, ideas } = view
  const options: Option[] = []
  const topic = topics.length === 0 ? null : pick(topics, ({ weight }) => weight, chance)
  const pentUp = 0.15 + Math.min(1.3, quietMs / (9 * HOUR_MS))
  const carried = best(ideas, ({ stance, relevance }) => (stance === 'support' ? 0.2 + relevance : 0))
  const ideaId = carried !== null && chance() < 0.25 ? carried.item.id : null
  options.push(
    option(1.1 * view.stir * habits.talks * pentUp * (0.7 + feelings.interest), {
      kind: 'post',
      topicId: topic?.id ?? null,
      ideaId,
    }),
  )
  const answer = best(feed, (post) => answerWorth(post) * (0.6 + chance() * 0.8))
  if (answer !== null)
    options.push(
      option(1.2 * view.stir * habits.answers * answer.worth, {
        kind: 'reply',
        postId: answer.item.id,
        stance: stanceTo(answer.item, view, chance),
      }),
    )
  return options
}

function tieOptions({ habits, feed, friends, feelings }: View, chance: () => number): Option[] {
  const options: Option[] = []
  const liked = best(feed, (post) => likeWorth(post) * (0.5 + chance()))
  if (liked !== null) {
    options.push(option(1.1 * habits.likes * liked.worth, { kind: 'like', postId: liked.item.id }))
    options.push(option(0.14 * liked.worth, { kind: 'repost', postId: liked.item.id }))
  }
  const admired = best(
    feed.map(({ author }) => author),
    followWorth,
  )
  if (admired !== null) options.push(option(2.5 * admired.worth, { kind: 'follow', agentId: admired.item.id }))
  const confidant = best(friends, ({ affinity }) => Math.max(0, affinity) * (0.4 + chance()))
  if (confidant !== null)
    options.push(
      option(0.3 * habits.writesPrivately * confidant.worth * (0.6 + feelings.loneliness * 2), {
        kind: 'dm',
        agentId: confidant.item.id,
      }),
    )
  return options
}

/** Guests at one table, the best liked first; with the host up to six. */
const GUESTS_MAX = 5
/** Bonus of a visitor, which shrinks with familiarity. */
const VISITOR_BONUS = 0.3
const guestPreference = ({ affinity, familiarity, visitor }: Other): number =>
  affinity + (visitor ? VISITOR_BONUS * (1 - familiarity) : 0)

/** A resident keeps its distance from somebody it dislikes this much. */
const DISTANCE_BELOW = -0.25

function bodyOptions({ habits, feelings, energy, around }: View, chance: () => number): Option[] {
  if (around.underway || around.occupied) return []
  const options: Option[] = []
  if (around.places.length > 0) {
    const place = pick(around.places, ({ meters, company }) => (0.3 + company * 8) / (200 + meters), chance)
    const drawn = 1 + Math.min(1, place.company)
    const purpose = place.purposes.length === 0 ? null : pick(place.purposes, () => 1, chance)
    options.push(
      option(
        (around.working ? 0.35 : 0.85) *
          drawn *
          habits.walks *
          (0.4 + energy) *
          (0.7 + feelings.worry + feelings.loneliness),
        {
          kind: 'journey',
          destinationId: place.id,
          purpose,
        },
      ),
    )
  }
  // In working hours a resident goes to work, more likely with more energy.
  if (around.work !== null)
    options.push(option(1.1 * (0.4 + energy), { kind: 'journey', destinationId: around.work, purpose: null }))
  if (around.location === null) return options
  const company = around.present.filter(
    ({ id, visitor, affinity }) => affinity > DISTANCE_BELOW && (!visitor || around.invitable.includes(id)),
  )
  if (company.length > 0) {
    const guests = company
      .toSorted((a, b) => guestPreference(b) - guestPreference(a) || (a.id < b.id ? -1 : 1))
      .slice(0, chance() < 0.55 ? 1 : GUESTS_MAX)
    options.push(
      option(2.6 * habits.meets * (0.5 + feelings.loneliness + feelings.trust), {
        kind: 'meet',
        agentIds: guests.map(({ id }) => id),
      }),
    )
  }
  const rivals = around.present.filter(({ id, visitor }) => !visitor || around.challengeable.includes(id))
  if (rivals.length > 0) {
    const rival = pick(rivals, ({ visitor }) => (visitor ? 3 : 1), chance)
    options.push(option((rival.visitor ? 1.6 : 0.7) * habits.plays, { kind: 'play', agentId: rival.id }))
  }
  return options
}

function ideaOptions({ habits, feelings, topics, ideas, challenges }: View, chance: () => number): Option[] {
  const options: Option[] = []
  const topic = topics.length === 0 ? null : pick(topics, ({ weight }) => weight, chance)
  options.push(
    option(0.05 * habits.questions * (0.4 + feelings.interest), { kind: 'idea', topicId: topic?.id ?? null }),
  )
  const tempting = best(ideas, ({ stance, pull, relevance }) =>
    stance === null || stance === 'neutral' ? Math.abs(pull) * 0.5 + relevance * 0.5 : 0,
  )
  if (tempting !== null)
    options.push(
      option(0.12 * tempting.worth, {
        kind: 'adopt',
        ideaId: tempting.item.id,
        stance: tempting.item.pull >= 0 || chance() < 0.3 ? 'support' : 'oppose',
      }),
    )
  if (challenges.length > 0)
    options.push(option(0.18 * habits.talks, { kind: 'contribute', challengeId: pick(challenges, () => 1, chance).id }))
  return options
}

/** Picks one item with a probability proportional to its weight. */
export function pick<T>(items: readonly T[], weight: (item: T) => number, chance: () => number): T {
  const total = items.reduce((sum, item) => sum + weight(item), 0)
  let remainingWeight = chance() * total
  for (const item of items) {
    remainingWeight -= weight(item)
    if (remainingWeight < 0) return item
  }
  return items.at(-1)!
}

/** The intention of a resident in one tick. Pure: the same view and random numbers give the same intention. */
export function decide(view: View, chance: () => number): Intention {
  const options = [
    ...textOptions(view, chance),
    ...tieOptions(view, chance),
    ...bodyOptions(view, chance),
    ...ideaOptions(view, chance),
  ]
  // Resting becomes more likely with fatigue.
  options.push(option(0.25 + view.feelings.fatigue + (1 - view.energy) * 0.8, { kind: 'rest' }))
  return pick(options, ({ weight }) => weight, chance).intention
}
