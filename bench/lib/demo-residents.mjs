// Residents of the demo seed as input for the voice package.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/setup.mjs'

const seedFile = (name) => JSON.parse(readFileSync(join(root, 'packages/demo-city/seed', `${name}.json`), 'utf8'))

const OWN_TEXTS = 40

/** Voice material of all residents, and topics, places, challenges and names of their world. */
export function demoWorld() {
  const texts = seedFile('first-words').posts
  const { agents } = seedFile('agents')
  const residents = agents.filter((agent) => agent.kind === 'resident')
  const byId = new Map(agents.map((agent) => [agent.id, agent]))
  const memories = new Map(seedFile('minds-memories').memories.map((memory) => [memory.agentId, memory]))
  const moods = new Map(seedFile('minds-state').moods.map((mood) => [mood.agentId, mood]))
  const { relationships } = seedFile('ties')
  const { destinations } = seedFile('city').city
  const places = destinations.filter(({ kind }) => kind !== 'home').map(({ label, kind }) => ({ label, kind }))
  const { ideas, challenges } = seedFile('network')
  const materials = residents.map((speaker) => {
    const memory = memories.get(speaker.id)
    return {
      speaker,
      mood: moods.get(speaker.id) ?? null,
      beliefs: memory.beliefs,
      openQuestions: memory.openQuestions,
      styleNotes: memory.styleNotes,
      topics: memory.topics,
      ideas: ideas.slice(0, 3).map(({ label }) => ({ label, stance: 'support' })),
      episodes: [],
      ownWords: texts
        .filter((t) => t.agentId === speaker.id)
        .slice(0, OWN_TEXTS)
        .map((t) => t.text),
      place: null,
      places,
      moment: {},
      ties: relationships
        .filter((r) => r.agentId === speaker.id && byId.has(r.otherAgentId))
        .map((r) => ({ ...byId.get(r.otherAgentId), type: r.type })),
    }
  })
  const names = [
    ...agents.flatMap(({ displayName, handle }) => [displayName, handle]),
    ...destinations.map(({ label }) => label),
  ]
  return { materials, topics: seedFile('topics').topics, places, challenges, names }
}
