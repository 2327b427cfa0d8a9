import { isSpeakable, tidy } from '../language/speakable.ts'
import * as moodLines from '../lexicon/life/moods.ts'
import { PARTS } from '../lexicon/life/people.ts'
import { SPOKEN_HIGH, SPOKEN_LOW } from '../lexicon/moods.ts'
import { inFirstPerson, rephrase } from '../speaker/rephrase.ts'
import { allLines, expand, type Filler, pick } from './grammar.ts'
import type { LifeMaterial, PostMaterial } from './material.ts'
import { lowered, stopped } from './sentence.ts'
import { partOf } from './slots.ts'
import type { LifeVoice } from './voice.ts'

const { LOW, HIGH, EVEN } = allLines(moodLines)

/** A filler for slots about the speaker's own mind: mood, beliefs, questions, ideas. */
export function ownSlots(life: LifeMaterial | PostMaterial, voice: LifeVoice, rng: () => number): Filler {
  const say = (texts: readonly string[], sort: 'view' | 'question'): string | null => {
    if (texts.length === 0) return null
    const raw = tidy(pick(texts, rng))
    if (!isSpeakable(raw)) return null
    const setting = { manner: voice.manner, rng, guard: voice.guard, earlier: '', names: voice.names }
    const made = rephrase(raw.replace(/[.?!]+$/, ''), setting, sort)
    return made === null ? null : (made.after ?? lowered(made.start))
  }
  return (slot) => {
    switch (slot) {
      case 'mood': {
        const word = life.mood?.mood ?? ''
        const lines = SPOKEN_LOW.test(word) ? LOW : SPOKEN_HIGH.test(word) ? HIGH : EVEN
        return expand(pick(lines, rng), rng, () => null)
      }
      case 'belief':
        return say(life.beliefs, 'view')
      case 'question': {
        const made = say(life.openQuestions, 'question')
        return made === null ? null : `${made.replace(/[.?!]+$/, '')}?`
      }
      case 'idea':
        return life.ideas.length === 0 ? null : `“${pick(life.ideas, rng).label}”`
      case 'topic':
        return 'topic' in life && life.topic !== null ? life.topic.name.toLowerCase() : null
      case 'part':
        return life.moment.hour === undefined ? null : PARTS[partOf(life.moment.hour)]
      case 'happened': {
        if (!('prompt' in life) || life.prompt === undefined) return null
        const raw = tidy(life.prompt)
        return raw === '' ? null : stopped(inFirstPerson(raw) ?? raw)
      }
      default:
        return null
    }
  }
}
