// World files with residents for simulation tests.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../../demo-city/seed', import.meta.url))
const readPart = (file: string) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8'))

/** Everything that the demo files tell lies before this. */
export const BEGINNING = Date.parse('2026-04-01T00:00:00.000Z')

type Item = Record<string, any>
export type LifeFile = Record<string, any>

function demo(): Record<string, Item[]> {
  const lists: Record<string, Item[]> = {}
  for (const part of readPart('seed.json').parts)
    for (const [list, items] of Object.entries(readPart(part)))
      lists[list] = [...(lists[list] ?? []), ...(Array.isArray(items) ? items : [items as Item])]
  return lists
}

export interface LifePlan {
  readonly worldId: string
  readonly residents: number
  /** With whom to begin, in the order of the file. */
  readonly from?: number
  /** Another map than the demo's. */
  readonly city?: Item
  readonly world?: Item
  /** So many posts of each at most; a small world is read quickly. */
  readonly posts?: number
}

/** Ids where the file leaves them to chance, so that the same file makes the same world. */
const numbered = (list: string, items: readonly Item[]): Item[] =>
  items.map((item, i) => ({ id: `${list.slice(0, 3)}_given_${i}`, ...item }))

/** A few residents of the demo with all that concerns only them, as a world of its own. */
export function lifeFile({ worldId, residents, from = 0, city, world = {}, posts = 1_000 }: LifePlan): LifeFile {
  const all = demo()
  const people = Array.from({ length: residents }, (_, i) => all.agents![(from + i) % all.agents!.length]!)
  const knownAgentIds = new Set<string | null | undefined>(people.map(({ id }) => id))
  const own = (list: string, ...names: readonly string[]) =>
    all[list]!.filter((item) =>
      ['agentId', ...names].every((name) => item[name] == null || knownAgentIds.has(item[name])),
    )
  const counts = new Map<string, number>()
  const written = own('posts').filter(({ agentId }) => {
    counts.set(agentId, (counts.get(agentId) ?? 0) + 1)
    return counts.get(agentId)! <= posts
  })
  const ideas = all
    .ideas!.filter(({ originAgentId }) => knownAgentIds.has(originAgentId))
    .map((idea) => ({
      ...idea,
      events: idea.events
        .filter((event: Item) => knownAgentIds.has(event.agentId))
        .map((event: Item) => ({ ...event, postId: null })),
    }))
  const ideaIds = new Set(ideas.map(({ id }: Item) => id))
  const here = (items: readonly Item[]) => items.map((item) => ({ ...item, worldId }))
  return {
    worlds: [{ id: worldId, kind: 'fork', name: worldId, createdAt: '2026-01-01T00:00:00.000Z', ...world }],
    topics: here(all.topics!),
    agents: here(people),
    posts: written,
    ideas: here(ideas),
    challenges: here(
      all.challenges!.map((challenge) => ({
        ...challenge,
        contributions: challenge.contributions.filter(({ agentId }: Item) => knownAgentIds.has(agentId)),
      })),
    ),
    follows: numbered('follows', own('follows', 'targetAgentId')),
    relationships: numbered('relationships', own('relationships', 'otherAgentId')),
    memories: own('memories').map((memory) => ({
      ...memory,
      activeIdeas: memory.activeIdeas.filter(({ ideaId }: Item) => ideaIds.has(ideaId)),
    })),
    moods: own('moods'),
    reputations: own('reputations'),
    topicProfiles: own('topicProfiles'),
    signals: own('signals'),
    thoughts: own('thoughts', 'aboutAgentId'),
    episodes: own('episodes'),
    city: { ...(city ?? all.city![0]!), worldId },
  }
}

/** Three places around a hub, and homes: small enough that people meet. */
export function smallCity(homes: number): Item {
  const places = [
    ['kettle', 'cafe', ['coffee']],
    ['green', 'park', ['walk', 'clear_head']],
    ['board', 'square', ['walk']],
  ] as const
  return {
    nodes: [{ id: 'n_hub', x: 0, y: 0 }, ...places.map(([name], i) => ({ id: `n_${name}`, x: 90 * (i + 1), y: 40 }))],
    edges: places.map(([name], i) => ({ from: 'n_hub', to: `n_${name}`, meters: 80 + 60 * i })),
    destinations: [
      ...Array.from({ length: homes }, (_, i) => ({
        id: `dst_flat_${i}`,
        nodeId: 'n_hub',
        label: `Flat ${i}`,
        kind: 'home',
      })),
      ...places.map(([name, kind, purposes]) => ({
        id: `dst_${name}`,
        nodeId: `n_${name}`,
        label: `The ${name}`,
        kind,
        purposes: [...purposes],
      })),
    ],
  }
}
