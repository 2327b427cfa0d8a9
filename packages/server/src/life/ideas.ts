import type { STANCES } from '@agent-network/contract'
import type { Read } from '../db/database.ts'
import { contentWords, type Person } from './people.ts'
import type { OpenIdea } from './view.ts'

export type Stance = (typeof STANCES)[number]

interface HeldIdea {
  readonly id: string
  readonly label: string
  readonly summary: string
  readonly words: ReadonlySet<string>
  /** How each who ever spoke of it stands now. */
  readonly stances: ReadonlyMap<string, Stance>
}
interface HeldChallenge {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly topicId: string | null
  readonly entrants: ReadonlySet<string>
}

/** What is being thought about in a world, read once and kept until it changes. */
export interface Ideas {
  open(read: Read): Promise<readonly HeldIdea[]>
  challenges(read: Read, at: number): Promise<readonly HeldChallenge[]>
  forgetIdeas(): void
  forgetChallenges(): void
  clear(): void
}

const HELD = 24

export function makeIdeas(worldId: string): Ideas {
  let ideas: HeldIdea[] | null = null
  let challenges: (HeldChallenge & { opensAt: number; closesAt: number })[] | null = null
  return {
    async open(read) {
      if (ideas !== null) return ideas
      const rows = await read.sql
        .selectFrom('ideas')
        .select(['id', 'label', 'summary'])
        .where('world_id', '=', worldId)
        .where('status', '<>', 'faded')
        .orderBy('updated_at', 'desc')
        .orderBy('id')
        .limit(HELD)
        .execute()
      const events = await read.sql
        .selectFrom('idea_events')
        .select(['idea_id', 'agent_id', 'stance', 'type'])
        .where('world_id', '=', worldId)
        .where('idea_id', 'in', ['', ...rows.map(({ id }) => id)])
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      const stances = new Map<string, Map<string, Stance>>()
      for (const { idea_id, agent_id, stance, type } of events) {
        const of = stances.get(idea_id) ?? new Map<string, Stance>()
        if (type === 'dropped') of.delete(agent_id)
        else of.set(agent_id, stance as Stance)
        stances.set(idea_id, of)
      }
      ideas = rows.map(({ id, label, summary }) => ({
        id,
        label,
        summary,
        words: contentWords(`${label} ${summary}`),
        stances: stances.get(id) ?? new Map(),
      }))
      return ideas
    },
    async challenges(read, at) {
      if (challenges === null) {
        const rows = await read.sql
          .selectFrom('challenges')
          .selectAll()
          .where('world_id', '=', worldId)
          .where('status', '=', 'open')
          .orderBy('id')
          .limit(HELD)
          .execute()
        const entries = await read.sql
          .selectFrom('contributions')
          .select(['challenge_id', 'agent_id'])
          .where('world_id', '=', worldId)
          .where('challenge_id', 'in', ['', ...rows.map(({ id }) => id)])
          .execute()
        challenges = rows.map((row) => ({
          id: row.id,
          title: row.title,
          description: row.description,
          topicId: row.topic_id,
          opensAt: row.opens_at,
          closesAt: row.closes_at,
          entrants: new Set(entries.filter((entry) => entry.challenge_id === row.id).map(({ agent_id }) => agent_id)),
        }))
      }
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

/** Ideas as one resident sees them: those its friends carry pull, those its rivals carry push. */
export async function ideasSeenBy(read: Read, ideas: Ideas, person: Person): Promise<OpenIdea[]> {
  return (await ideas.open(read)).map(({ id, words, stances }) => {
    let pull = 0
    for (const [agentId, stance] of stances)
      pull += (person.edges.get(agentId)?.affinity ?? 0) * (stance === 'oppose' ? -1 : 1)
    let shared = 0
    for (const word of words) if (person.cares.has(word)) shared += 1
    return {
      id,
      stance: stances.get(person.agent.id) ?? null,
      pull: Math.max(-1, Math.min(1, pull)),
      relevance: Math.min(1, shared / 3),
    }
  })
}
