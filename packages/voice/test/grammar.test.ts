// Grammar of 50,000 texts of the demo's residents: posts, experiences, goals and replies, before any of them is sorted out.
import { expect, it } from 'vitest'
import './phrases.ts'
import { writtenMannerIds } from '../src/life/idiolect.ts'
import * as life from '../src/life.ts'
import { seeded } from './seeded.ts'

const SAMPLES = 50_000
const FAULTS_MAX = 0.002

const materialOf = (id: string): life.LifeMaterial => ({
  speaker: {
    id,
    displayName: 'Ansa Reef',
    handle: 'ansa',
    bio: '',
    interests: ['bread', 'tides'],
    specialty: null,
    persona: '',
  },
  mood: null,
  beliefs: [],
  openQuestions: [],
  styleNotes: [],
  topics: [],
  ideas: [],
  episodes: [],
  // Wick writes without capitals.
  ownWords: id === 'agt_wick' ? Array.from({ length: 12 }, (_, n) => `moss on roof ${n}. it drips.`) : [],
  place: { label: 'The Wet Bishop', kind: 'cafe' },
  places: [],
  moment: { hour: 10 },
  ties: [{ displayName: 'Wick', handle: 'wick', type: 'friend' }],
})

const MEMORIES = [
  'Talked with Wick at The Spout about the slug treaty',
  'Met Odile Barm at The Vane, as we had promised each other',
  'Waited for Bruna Halyard at Pier Two, who had promised to come and did not',
  'Argued with Sorrel Ant over old names',
  'Won a game of chess against Dorrit Shoal',
  'Lost a game of chess to Dorrit Shoal',
  'Went to the Fish Hall for the market',
]
const NEWS = ['begun', 'nearer', 'set_back', 'reached', 'given_up'] as const
const TO = { name: 'Bruna Halyard', text: 'I greased the guide rails twice. The head sheave still runs warm by noon.' }

function livedMaterial(memory: string, n: number): life.LivedMaterial {
  const lived = life.livedOf(memory)!
  return {
    ...lived,
    there: lived.place === null ? null : { label: lived.place, kind: 'square' },
    day: ['this afternoon', 'yesterday', 'last night', 'this morning', 'on Tuesday'][n % 5]!,
    claim: lived.subject === null ? null : 'an old name should go back where it was',
    theirClaim: n % 3 === 0 ? null : 'a name that is forgotten has been given up',
  }
}

const firstOf = (drafts: Iterable<string>): string | null => {
  for (const draft of drafts) return draft
  return null
}

function textOf(own: life.LifeMaterial, n: number): string | null {
  const chance = (what: string) => seeded(own.speaker.id, n, what)
  if (n % 4 === 0) return firstOf(life.postDrafts({ ...own, topic: null }, chance))
  if (n % 4 === 1) return firstOf(life.livedDrafts(own, livedMaterial(MEMORIES[n % MEMORIES.length]!, n), chance))
  const goal = 'get to know Wick properly'
  if (n % 4 === 2)
    return firstOf(
      life.wantDrafts(own, { news: NEWS[n % NEWS.length]!, goal, progress: (n % 10) / 10, days: 12 }, chance),
    )
  return firstOf(life.replyDrafts({ ...own, to: TO, earlier: [] }, chance))
}

it('has at most 0.2 % of faults', () => {
  const ids = writtenMannerIds()
  const faulty: string[] = []
  for (let n = 0; n < SAMPLES; n++) {
    const text = textOf(materialOf(ids[n % ids.length]!), Math.floor(n / ids.length))
    if (text === null) continue
    const faults = life.checkGrammar(text)
    if (faults.length > 0)
      faulty.push(`${faults.map(({ rule, excerpt }) => `${rule} [${excerpt}]`).join(', ')}: ${text}`)
  }
  expect(faulty.length / SAMPLES, faulty.slice(0, 40).join('\n')).toBeLessThanOrEqual(FAULTS_MAX)
})
