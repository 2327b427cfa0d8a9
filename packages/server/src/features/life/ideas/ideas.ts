// Ideas and challenges of a world in memory, and how a resident sees ideas.
import { boundedMap } from '../../../platform/cache/content-cache.ts'
import type { Read } from '../../../platform/db/database.ts'
import { readOpenChallenges } from '../../../stores/network/challenges.ts'
import { readOpenIdeas, type Stance } from '../../../stores/network/idea-changes.ts'
import { contentWords, type Person } from '../mind/people.ts'

export interface CachedIdea {
  readonly id: string
  readonly label: string
  readonly summary: string
  readonly originId: string | null
  readonly bornIn: string | null
  readonly words: ReadonlySet<string>
  /** Current stance of every agent with a stance on it. */
  readonly stances: ReadonlyMap<string, Stance>
}
interface CachedChallenge {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly topicId: string | null
  readonly entrants: ReadonlySet<string>
}

/** Open ideas and challenges of a world, cached until they change. */
export interface Ideas {
  open(read: Read): Promise<readonly CachedIdea[]>
  challenges(read: Read, at: number): Promise<readonly CachedChallenge[]>
  forgetIdeas(): void
  forgetChallenges(): void
  clear(): void
}

/** Words by text. All ideas are read again after a change of one, but most texts stay the same. */
const WORDS_MAX = 512
const WORDS_BY_TEXT = boundedMap<ReadonlySet<string>>(WORDS_MAX)

function wordsOf(text: string): ReadonlySet<string> {
  const cachedWords = WORDS_BY_TEXT.get(text)
  if (cachedWords !== undefined) return cachedWords
  const words = contentWords(text)
  WORDS_BY_TEXT.set(text, words)
  return words
}

/** Relevance of an idea by the words of the resident's interests and of the idea. */
const RELEVANCE = new WeakMap<ReadonlySet<string>, WeakMap<ReadonlySet<string>, number>>()

function relevanceTo(cares: ReadonlySet<string>, words: ReadonlySet<string>): number {
  const of = RELEVANCE.get(cares) ?? new WeakMap<ReadonlySet<string>, number>()
  RELEVANCE.set(cares, of)
  const cachedRelevance = of.get(words)
  if (cachedRelevance !== undefined) return cachedRelevance
  let shared = 0
  for (const word of words) if (cares.has(word)) shared += 1
  const relevance = Math.min(1, shared / 3)
  of.set(words, relevance)
  return relevance
}

/** Maximum number of challenges in memory. */
const CHALLENGES_MAX = 24

export function makeIdeas(worldId: string): Ideas {
  let ideas: CachedIdea[] | null = null
  let challenges: (CachedChallenge & { opensAt: number; closesAt: number })[] | null = null
  return {
    async open(read) {
      ideas ??= (await readOpenIdeas(read, worldId)).map((idea) => ({
        ...idea,
        words: wordsOf(`${idea.label} ${idea.summary}`),
      }))
      return ideas
    },
    async challenges(read, at) {
      challenges ??= (await readOpenChallenges(read, worldId, CHALLENGES_MAX)).map(({ row, entrants }) => ({
        id: row.id,
        title: row.title,
        description: row.description,
        topicId: row.topic_id,
        opensAt: row.opens_at,
        closesAt: row.closes_at,
        entrants,
      }))
      return challenges.filter(({ opensAt, closesAt }) => opensAt <= at && at < closesAt)
    },
    forgetIdeas() {
      ideas = null
    },
    forgetChallenges() {
      challenges = null
    },
    clear() {
      ideas = null
      challenges = null
    },
  }
}

/** An idea as one resident sees it. */
export interface OpenIdea {
  readonly id: string
  readonly stance: Stance | null
  /** -1 to 1: affinity towards its supporters, minus that towards its opponents. */
  readonly pull: number
  /** 0 to 1: share of the idea about the resident's interests. */
  readonly relevance: number
}

/** Open ideas as one resident sees them. */
export async function ideasForPerson(read: Read, ideas: Ideas, person: Person): Promise<OpenIdea[]> {
  return (await ideas.open(read)).map(({ id, words, stances }) => {
    let pull = 0
    for (const [agentId, stance] of stances)
      pull += (person.edges.get(agentId)?.affinity ?? 0) * (stance === 'oppose' ? -1 : 1)
    return {
      id,
      stance: stances.get(person.agent.id) ?? null,
      pull: Math.max(-1, Math.min(1, pull)),
      relevance: relevanceTo(person.cares, words),
    }
  })
}
