import { boundedMap } from '../../core/bounded-map.ts'
import type { Material } from '../model.ts'
import { type Interest, interestsOf, tradeOf } from './about-self.ts'
import { type Protected, protect } from './guard.ts'
import { type Manner, mannerOf } from './manner.ts'
import { type Line, linesOf, questionsOf } from './recall.ts'
import { type NameBook, type Names, namesOf, readNames } from './subject.ts'

/** What an agent brings to any talk, whoever it is with and whatever it is about. */
interface Character {
  readonly manner: Manner
  readonly trade: string
  readonly lines: readonly Line[]
  readonly questions: readonly string[]
  readonly interests: readonly Interest[]
  readonly names: NameBook
  readonly guard: Protected
  /** Stems of everything the agent has something to do with. */
  readonly known: ReadonlySet<string>
}

/** The character, and what was retrieved for this one talk. */
export interface Mind extends Omit<Character, 'names'> {
  readonly names: Names
}

function characterOf(material: Material): Character {
  const { speaker, mood, summary, beliefs, openQuestions, styleNotes, ideas } = material
  const manner = mannerOf(material)
  const papers = [
    speaker.persona,
    speaker.bio,
    summary,
    mood?.reason ?? '',
    ...beliefs,
    ...openQuestions,
    ...styleNotes,
  ]
  const lines = [...linesOf('belief', beliefs.slice(0, 40)), ...linesOf('summary', [summary])]
  const interests = interestsOf(material)
  return {
    manner,
    trade: tradeOf(material, manner),
    lines,
    questions: questionsOf(openQuestions),
    interests,
    names: readNames([...papers, ...ideas.map((idea) => idea.label), ...speaker.interests.map((i) => `. ${i}`)]),
    guard: protect(papers),
    known: new Set([...lines.flatMap((line) => [...line.stems]), ...interests.flatMap((i) => [...i.stems])]),
  }
}

function withRetrieved(character: Character, { episodes, continuity }: Material): Mind {
  const lived = linesOf('episode', episodes.slice(0, 20))
  const retrieved = protect([...episodes, ...continuity])
  return {
    ...character,
    lines: [...character.lines, ...lived],
    names: namesOf(readNames([...episodes, ...continuity], character.names)),
    guard: { quotes: (text) => character.guard.quotes(text) || retrieved.quotes(text) },
    known: new Set([...character.known, ...lived.flatMap((line) => [...line.stems])]),
  }
}

const KEPT = 512

interface Kept {
  readonly print: string
  readonly character: Character
  readonly retrieved: string
  readonly mind: Mind
}

/**
 * Reads a character once, and again only when a word of it has changed; most of an answer's cost is this reading. What
 * is retrieved stays the same through most of a talk, so the last of it is kept too.
 */
export function mindReader(): (material: Material) => Mind {
  const kept = boundedMap<Kept>(KEPT)
  return (material) => {
    const { turns: _, episodes, continuity, ...lasting } = material
    const print = JSON.stringify(lasting)
    const retrieved = JSON.stringify([episodes, continuity])
    const found = kept.get(material.speaker.id)
    const same = found !== undefined && found.print === print
    if (same && found.retrieved === retrieved) return found.mind
    const character = same ? found.character : characterOf(material)
    const mind = withRetrieved(character, material)
    kept.set(material.speaker.id, { print, character, retrieved, mind })
    return mind
  }
}
