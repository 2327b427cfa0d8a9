// The plan for a question about the mood of the speaker.
import { isSpeakable, tidy } from '../language/guard.ts'
import { subjectOf } from '../language/subject.ts'
import { isHelping, isPast } from '../language/verbs.ts'
import { capitalise } from '../language/words.ts'
import { inFirstPerson, rephrase } from '../speaker/rephrase.ts'
import { social } from './frames.ts'
import { beat, type Plan, present, type Scene } from './scene.ts'

/** The speaker's mood and its reason, where the reason can be turned to the first person. */
export function mood(scene: Scene): Plan {
  const { material, names, voice } = scene
  const word = tidy(material.mood?.mood ?? '').toLowerCase()
  const back = voice.rng() < 0.3 + voice.manner.traits.warm * 0.5 ? beat(scene, social().youToo) : null
  if (!/^[\p{L}-]+(?: [\p{L}-]+){0,2}$/u.test(word) || !isSpeakable(word)) {
    return {
      beats: present([beat(scene, social().steady), beat(scene, social().busyWith), back]),
      owed: 2,
      tics: false,
    }
  }
  const raw = tidy(material.mood?.reason ?? '')
  const first = isSpeakable(raw) ? inFirstPerson(raw) : null
  const reason = first === null || first.includes('?') ? null : rephrase(first, { ...voice, names }, 'fact')
  const about =
    reason === null && isSpeakable(raw) ? subjectOf(raw, names, new Set(), { first: true, inner: isNamed(raw) }) : null
  const why =
    reason !== null
      ? beat(scene, social().moodReason, { R: reason.start, r: reason.after })
      : about !== null
        ? beat(scene, social().moodAbout, { np: about.text })
        : beat(scene, social().busyWith)
  return {
    beats: present([beat(scene, social().mood, { mood: word, Mood: capitalise(word) }), why, back]),
    owed: 2,
    tics: false,
  }
}

/** Whether a reason begins with a name, as in `Pella came in humming`: a word before a verb. */
const isNamed = (text: string): boolean => {
  const [first = '', second = ''] = text.split(' ')
  return !/^(?:The|A|An|It|There|Some\w+|No\w*|Two|Three)$/.test(first) && (isPast(second) || isHelping(second))
}
