import { isSpeakable, tidy } from '../recall.ts'
import { inFirstPerson, rephrase } from '../rephrase.ts'
import { partOf } from './gaps.ts'
import { expand, type Filler, linesOf, pick } from './grammar.ts'
import type { LifeMaterial, PostMaterial } from './material.ts'
import { lowered, stopped } from './sentence.ts'
import type { LifeVoice } from './voice.ts'

const LOW = linesOf(`
  [I am|I was|I have been] [out of sorts|not fit for company|short with everyone|low] [since morning|today|all week]
  [nothing|not one thing] [will sit straight|fits|came easily] today
  [somebody asked how I was|I was asked if I was well] and [I lied|said fine|changed the subject]
  I [got up|woke|came downstairs] [on the wrong side|already tired|cross with the kettle]
`)
const HIGH = linesOf(`
  [I am|I was|I have been] [in good heart|pleased with everything|light on my feet] [since morning|today|for no reason]
  [everything|the whole day] [came to hand|went my way|has been kind], [nearly|touch wood|so far]
  I [caught myself|was heard|was found] [whistling|grinning at a drain|singing on the stairs]
  [somebody remarked that|it seems] [I look well|I hum|I was civil before ten]
`)
const EVEN = linesOf(`
  [a middling|an ordinary|a plain] sort of [day|mood|morning], [and no shame in it|which I like|with edges]
  [I feel|I am] [much as usual|about as the weather is|neither one thing nor the other]
  [I woke|I got up] [wanting|with a mind for] [quiet|plain work|company, for once]
`)

const LOW_MOODS =
  /grump|cross|trouble|guilt|stubborn|impatient|restless|unsettl|tired|sad|anx|angry|irrit|unbend|quiet|bored|weary|gloom|chasten|humbl|worried|lonely|hurt|nervous|afraid/i
const HIGH_MOODS =
  /elat|delight|hope|seren|content|play|triumph|tender|satisf|happy|joy|glad|excite|cheer|grateful|proud|eager|amused|inspired/i

const PARTS: Readonly<Record<string, string>> = {
  night: 'night',
  early: 'morning',
  morning: 'morning',
  noon: 'day',
  afternoon: 'afternoon',
  evening: 'evening',
}

/** Gaps that are filled from the speaker's mind and not from the craft. */
export function ownGaps(life: LifeMaterial | PostMaterial, voice: LifeVoice, rng: () => number): Filler {
  const say = (texts: readonly string[], sort: 'view' | 'question'): string | null => {
    if (texts.length === 0) return null
    const raw = tidy(pick(texts, rng))
    if (!isSpeakable(raw)) return null
    const setting = { manner: voice.manner, rng, guard: voice.guard, earlier: '', names: voice.names }
    const made = rephrase(raw.replace(/[.?!]+$/, ''), setting, sort)
    return made === null ? null : (made.after ?? lowered(made.start))
  }
  return (gap) => {
    switch (gap) {
      case 'mood': {
        const word = life.mood?.mood ?? ''
        const lines = LOW_MOODS.test(word) ? LOW : HIGH_MOODS.test(word) ? HIGH : EVEN
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
        return life.moment.hour === undefined ? null : PARTS[partOf(life.moment.hour)]!
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
