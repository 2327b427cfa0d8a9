// Stories in plain words: titles, roles, sentences of episodes, and the stages that the texts of an affair belong to.
import { capitalise, contentStems } from '../language/words.ts'
import { byHead, fromPhrases } from '../phrases.ts'
import { affairOf, type Role } from './affairs.ts'
import { issueSubject } from './issues.ts'

const texts = fromPhrases(({ stories: { kinds, stages, subjects, lines } }) => ({
  kinds: byHead(kinds),
  sentences: new Map([...byHead(stages), ...byHead(lines)]),
  subjects: byHead(subjects),
}))

/** Values of slots by name. `{name^}` begins with a capital. */
export type StoryWords = Readonly<Record<string, string>>

const fill = (text: string, words: StoryWords): string =>
  text.replaceAll(/\{(\w+)(\^?)\}/gu, (slot, name: string, capital: string) => {
    const value = words[name]
    return value === undefined ? slot : capital === '' ? value : capitalise(value)
  })

export interface StorySentence {
  readonly text: string
  /** The question that remains; empty if nothing is open. */
  readonly open: string
}

/** The sentence of an episode and the question after it; null if there is none for this head. */
export function storySentence(head: string, words: StoryWords): StorySentence | null {
  const line = texts().sentences.get(head)
  if (line === undefined) return null
  const [text = '', open = ''] = line.split('|').map((part) => fill(part.trim(), words))
  return { text, open }
}

/** The title of an affair and the roles of its parties; null for an unknown kind. */
export function affairStory(
  kind: string,
  words: StoryWords,
): { readonly title: string; readonly roles: Readonly<Record<Role, string>> } | null {
  const line = texts().kinds.get(kind)
  if (line === undefined) return null
  const [title = '', owner = '', other = '', third = ''] = line.split('|').map((part) => part.trim())
  return { title: fill(title, words), roles: { owner, other, third } }
}

/** What an issue is about, for readers who do not know the city. */
export const plainSubject = (issue: string): string => texts().subjects.get(issue) ?? issueSubject(issue) ?? 'something'

interface AffairText {
  readonly role: Role
  readonly as: 'post' | 'reply'
  readonly text: string
}

/** Share of the words of a line that a text must have to be taken for it without doubt. */
const likeness = (words: ReadonlySet<string>, stems: ReadonlySet<string>): number => {
  if (stems.size === 0) return 0
  let shared = 0
  for (const stem of stems) if (words.has(stem)) shared += 1
  return shared / stems.size
}

/** Cost of a stage without a text. */
const SKIPPED = 0.05

/**
 * The stage that each text of an affair belongs to, oldest first: the most likely way through the stages, by author,
 * form and words. Stages without a text are skipped. An empty name means unknown.
 */
export function stagesOf(kind: string, affairTexts: readonly AffairText[]): string[] {
  const affair = affairOf(kind)
  if (affair === undefined) return affairTexts.map(() => '')
  const names = [...affair.stages.keys()]
  const steps = distances(affair)
  let ways = new Map<string, { score: number; path: string[] }>([['', { score: 0, path: [] }]])
  for (const { role, as, text } of affairTexts) {
    const words = new Set(contentStems(text))
    const next: typeof ways = new Map()
    for (const name of names) {
      const stage = affair.stages.get(name)!
      if (stage.by !== role || stage.as !== as) continue
      const score = Math.max(0, ...stage.lines.map(({ stems }) => likeness(words, stems)))
      for (const [last, way] of ways) {
        const distance = last === '' ? (steps.get(affair.first)!.get(name) ?? -1) + 1 : steps.get(last)!.get(name)
        if (distance === undefined || distance < 1) continue
        const total = way.score + score - SKIPPED * (distance - 1)
        if (total > (next.get(name)?.score ?? Number.NEGATIVE_INFINITY))
          next.set(name, { score: total, path: [...way.path, name] })
      }
    }
    // A text that fits no stage has none, and the way goes on from the stage before it.
    if (next.size === 0) for (const way of ways.values()) way.path.push('')
    else ways = next
  }
  return [...ways.values()].reduce((best, way) => (way.score > best.score ? way : best)).path
}

/** The number of steps from each stage to the stages that it can lead to; 0 to itself. */
function distances({
  stages,
}: NonNullable<ReturnType<typeof affairOf>>): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const all = new Map<string, Map<string, number>>()
  for (const name of stages.keys()) {
    const found = new Map([[name, 0]])
    for (const [from, distance] of found)
      for (const { stage } of stages.get(from)?.next ?? []) if (!found.has(stage)) found.set(stage, distance + 1)
    all.set(name, found)
  }
  return all
}
