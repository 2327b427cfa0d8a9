// Whether an answer contradicts the facts that it was given.
import { type EntityIndex, linkEntities } from './entities.ts'
import { wordsIn } from './plain-words.ts'

/** Words of which a fact and its contradiction have one each. */
const OPPOSITES: readonly (readonly [RegExp, RegExp])[] = [
  [/\b(?:i|we) lost\b|\bi was beaten\b/u, /\b(?:i|we) won\b|\bi beat\b/u],
  [/\bdraw\b|\bdrew\b/u, /\bi (?:won|lost|beat)\b/u],
  [/\b(?:not|never|nobody|nothing|no)\b/u, /^(?:yes|yeah|of course|certainly|indeed|sure)\b/u],
  [/^yes\b/u, /^(?:no|never|not at all)\b/u],
]

const lowOf = (text: string): string =>
  wordsIn(text)
    .map(({ low }) => low)
    .join(' ')

/** Names of people and places in a text. */
const namesIn = (text: string, index: EntityIndex): Set<string> =>
  new Set(
    linkEntities(wordsIn(text), index)
      .mentions.filter(({ kind }) => kind !== 'thing')
      .map(({ id }) => id),
  )

/**
 * An answer contradicts facts if it says the opposite, or names other people or places and none of the facts' own.
 * Names of `context`, such as the question, do not count.
 */
export function contradicts(
  answer: string,
  facts: readonly string[],
  { index, context }: { readonly index: EntityIndex; readonly context: string },
): boolean {
  if (facts.length === 0) return false
  const fact = facts.join(' ')
  const [low, lowFact] = [lowOf(answer), lowOf(fact)]
  for (const [one, other] of OPPOSITES)
    if (
      (one.test(lowFact) && other.test(low) && !one.test(low)) ||
      (other.test(lowFact) && one.test(low) && !other.test(low) && other !== OPPOSITES[2]![1])
    )
      return true
  const open = namesIn(context, index)
  const own = [...namesIn(fact, index)].filter((id) => !open.has(id))
  const named = [...namesIn(answer, index)].filter((id) => !open.has(id))
  return own.length > 0 && named.length > 0 && !named.some((id) => own.includes(id))
}
