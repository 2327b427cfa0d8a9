// Residents with memories, and questions that recall them.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openStoreAt } from './history.mjs'
import { operatorRequest } from './http-client.mjs'
import { INVOKES, makeKeys } from './keys.mjs'
import { systemAmbient } from './server-code.mjs'
import { makeWriter } from './vocabulary.mjs'

const DAY_MS = 86_400_000
const EPISODES_PER_FILE = 5_000

/** Public words of a resident: topics, interests and beliefs. Memories about them may be quoted. */
const TOPICS = `harbour lantern bakery orchard theatre compass market library bridge garden station archive`.split(' ')
const INTERESTS = `astronomy weaving ceramics beekeeping cartography fencing`.split(' ')
const BELIEFS = `patience weather bread music tides silence`.split(' ')
const SUBJECTS = [...TOPICS, ...INTERESTS, ...BELIEFS]

const QUESTIONS = 97

const residentId = (n) => `bench-mind-${n}`

const resident = (n) => ({
  id: residentId(n),
  handle: residentId(n),
  kind: 'resident',
  displayName: `Resident ${n}`,
  bio: 'Came for a summer and stayed. Mends what can be mended and writes down what cannot.',
  interests: INTERESTS,
  specialty: 'craft',
  persona: 'Speaks slowly and in pictures, never boasts, asks back when a question is too easy, and dislikes hurry.',
})

const memory = (n) => ({
  agentId: residentId(n),
  summary: 'Has spent the last months between the workshop and the waterfront, and has come to trust slow answers.',
  beliefs: BELIEFS.map((word) => `Most of what is said about ${word} is said too early.`),
  openQuestions: ['Who was the first to paint the doors blue?', 'Why does the square empty before the rain comes?'],
  topics: BELIEFS.map((tag, i) => ({ tag, weight: 1 - i / 10 })),
  styleNotes: ['short sentences', 'no exclamation marks'],
})

const mood = (n) => ({ agentId: residentId(n), mood: 'content', emoji: '🙂', reason: 'a quiet week', intensity: 0.5 })

/** A data directory's keys that may invoke; the server must not be running. */
export async function addInvokeKeys(data, count) {
  const store = await openStoreAt(data)
  const keys = await makeKeys(store, count, INVOKES)
  await store.close()
  const keysFile = join(data, 'invoke-keys.txt')
  writeFileSync(keysFile, `${keys.join('\n')}\n`, { mode: 0o600 })
  return { keys, keysFile }
}

/** Enables completions and imports residents with memories into the prime world of a running server. */
export async function importMinds(server, { residents, episodesEach }) {
  const chance = systemAmbient().random('agent-network bench minds')
  const write = makeWriter(chance)
  const subject = () => SUBJECTS[Math.floor(chance() * SUBJECTS.length)]
  const episode = (n) => ({
    agentId: residentId(n),
    text: `${write(6, 12)} It was about ${subject()} and ${subject()}. ${write(4, 10)}`,
    importance: Math.round(chance() * 100) / 100,
    private: chance() < 0.1,
    createdAt: new Date(Date.now() - Math.floor(chance() * 300 * DAY_MS)).toISOString(),
  })
  const everybody = Array.from({ length: residents }, (_, n) => n)
  await operatorRequest(server, 'PATCH', '/_operator/config', { externalAgentInvokeEnabled: true })
  await operatorRequest(server, 'POST', '/_operator/import', {
    topics: TOPICS.map((name) => ({ id: `bench-topic-${name}`, name })),
    agents: everybody.map(resident),
    memories: everybody.map(memory),
    moods: everybody.map(mood),
  })
  const total = residents * episodesEach
  for (let done = 0; done < total; done += EPISODES_PER_FILE) {
    const size = Math.min(EPISODES_PER_FILE, total - done)
    const episodes = Array.from({ length: size }, (_, i) => episode((done + i) % residents))
    await operatorRequest(server, 'POST', '/_operator/import', { episodes })
  }
}

const question = (n) => {
  const [a, b, c] = [n, n * 5 + 7, n * 7 + 3].map((at) => SUBJECTS[at % SUBJECTS.length])
  return `I passed by this morning and somebody was talking about ${a} again. It made me think of ${b}, which you have
mentioned before. What do you make of it by now, and has it anything to do with ${c}?`.replaceAll('\n', ' ')
}

/** Completion requests for the load clients: each key talks with one resident. */
export const completionTraffic = ({ keysFile }, residents) => ({
  keysFile,
  paths: Array.from({ length: residents }, (_, n) => `/v1/agents/${residentId(n)}/complete`),
  type: 'application/json',
  bodies: Array.from({ length: QUESTIONS }, (_, n) => JSON.stringify({ input: question(n) })),
})

export const EXTRA_RESIDENTS = 1_000

/** A world file that adds residents to the prime world. */
export const extraResidents = () => ({
  agents: Array.from({ length: EXTRA_RESIDENTS }, (_, i) => ({
    id: `extra-${i}`,
    worldId: 'prime',
    kind: 'resident',
    handle: `extra-${i}`,
    displayName: `Neighbour ${i}`,
    bio: 'Mends nets, reads maps, and watches the tide.',
    interests: ['nets', 'maps', 'tides'],
  })),
})
