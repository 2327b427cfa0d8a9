// Intents of questions about a resident's life, recognised by the concepts that a question names.
import { CONCEPTS, type Concept } from './concepts.ts'
import type { Intent, QuestionFeatures, Rule } from './features.ts'
import { FIRST_RULES } from './rules-first.ts'
import { LIFE_RULES } from './rules-life.ts'
import { PEOPLE_RULES } from './rules-people.ts'
import { SPECIAL_RULES } from './rules-special.ts'
import { WORLD_RULES } from './rules-world.ts'

const RULES: readonly Rule[] = [...FIRST_RULES, ...SPECIAL_RULES, ...PEOPLE_RULES, ...WORLD_RULES, ...LIFE_RULES]

/** The intent of a question; null if none is recognised. */
export function intentOf(features: QuestionFeatures): Intent | null {
  if (!features.isQuestion) return null
  const found = new Map<Concept, boolean>()
  const has = (concept: Concept): boolean => {
    let value = found.get(concept)
    if (value === undefined) {
      value = CONCEPTS[concept].test(features.text)
      found.set(concept, value)
    }
    return value
  }
  return RULES.find(([, applies]) => applies(has, features))?.[0] ?? null
}
