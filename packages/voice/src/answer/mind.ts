// The parts of a speaker that stay the same through a talk, cached.
import { boundedMap } from '../bounded-map.ts'
import { type Protected, protect } from '../language/guard.ts'
import { type NameBook, type Names, namesOf, readNames } from '../language/subject.ts'
import type { Material } from '../material.ts'
import { type Interest, interestsOf, type Manner, mannerOf } from '../speaker/manner.ts'
import { introductionOf } from './about-self.ts'
import { type Line, linesOf, questionsOf } from './recall.ts'

/** The part of a speaker that is the same in every talk. */
interface Character {
  readonly manner: Manner
  /** The speaker's work in the first person. */
  readonly introduction: string
  readonly lines: readonly Line[]
  readonly questions: readonly string[]
  readonly interests: readonly Interest[]
  readonly names: NameBook
  readonly guard: Protected
  /** Stems of the lines and interests. */
  readonly knownStems: ReadonlySet<string>
}

/** The character, with the episodes that were retrieved for one talk. */
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
    introduction: introductionOf(material, manner),
    lines,
    questions: questionsOf(openQuestions),
    interests,
    names: readNames([...papers, ...ideas.map((idea) => idea.label), ...speaker.interests.map((i) => `. ${i}`)]),
    guard: protect(papers),
    knownStems: new Set([...lines.flatMap((line) => [...line.stems]), ...interests.flatMap((i) => [...i.stems])]),
  }
}

/** Episodes without what was written in letters or talked about with somebody: both are private. */
const withoutPrivate = (episodes: readonly string[]): string[] =>
  episodes
    .filter((text) => !/\bin a letter\b/u.test(text))
    .map((text) => text.replace(/^(Talked with .+?) about .*$/u, '$1'))

function withRetrieved(character: Character, { episodes, continuity }: Material): Mind {
  const lived = linesOf('episode', withoutPrivate(episodes.slice(0, 20)))
  const retrieved = protect([...episodes, ...continuity])
  return {
    ...character,
    lines: [...character.lines, ...lived],
    names: namesOf(readNames([...episodes, ...continuity], character.names)),
    guard: { quotes: (text) => character.guard.quotes(text) || retrieved.quotes(text) },
    knownStems: new Set([...character.knownStems, ...lived.flatMap((line) => [...line.stems])]),
  }
}

const MINDS_MAX = 512

interface Cached {
  /** JSON of the lasting material. */
  readonly print: string
  readonly character: Character
  readonly retrieved: string
  readonly mind: Mind
}

/**
 * A cache of minds by speaker. A character is compiled again only when its material changes, which is most of the cost of
 * an answer; the retrieved part is cached too, since it stays the same through most of a talk.
 */
export function mindReader(): (material: Material) => Mind {
  const cache = boundedMap<Cached>(MINDS_MAX)
  return (material) => {
    const { turns: _, episodes, continuity, ...lasting } = material
    const print = JSON.stringify(lasting)
    const retrieved = JSON.stringify([episodes, continuity])
    const found = cache.get(material.speaker.id)
    const same = found !== undefined && found.print === print
    if (same && found.retrieved === retrieved) return found.mind
    const character = same ? found.character : characterOf(material)
    const mind = withRetrieved(character, material)
    cache.set(material.speaker.id, { print, character, retrieved, mind })
    return mind
  }
}
