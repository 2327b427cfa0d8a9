// Plans for two kinds of question: a choice between two things, and the mood of the speaker.
import { isSpeakable, tidy } from '../language/guard.ts'
import { isFlat, subjectOf } from '../language/subject.ts'
import { gerund, isBase, isHelping, isPast } from '../language/verbs.ts'
import { capitalise, contentStems, stem, wordsOf } from '../language/words.ts'
import { inFirstPerson, rephrase } from '../speaker/rephrase.ts'
import { asking, following, social } from './frames.ts'
import { beat, type Plan, present, type Scene, speak, tradeBeat } from './scene.ts'

/** One of two alternatives and a reason for it; null when the question does not split into two. */
export function choice(scene: Scene): Plan | null {
  const sides = /(.+?)(?:,? or | better than )(.+)$/i.exec(scene.question.rest.replace(/[?.!]+$/, ''))
  if (sides === null) return null
  const firstSide = sides[1]!
    .split(/[,:]|\b(?:rather|prefer|better|worse|like|have|be|choose|between|you|is|are|it|think|a|the|more|to)\b/i)
    .at(-1)!
  const right = sides[2]!.split(/[,:;]/)[0]!.replace(/^(?:rather|to|a|an|the)\s+/i, '')
  const [a, b] = [firstSide, right].map((side) => {
    const words = side.trim().split(/\s+/)
    const phrase =
      words.length > 0 && isBase(words[0]!) && words.length > 1 ? [gerund(words[0]!), ...words.slice(1)] : words
    return phrase.join(' ').toLowerCase()
  }) as [string, string]
  const fit = (s: string) =>
    /^[\p{L}' -]{2,40}$/u.test(s) && s.split(' ').length <= 5 && isSpeakable(s) && !/\b(?:i|me|my|you|your)\b/.test(s)
  if (!fit(a) || !fit(b) || a === b) return null
  const { speaker, styleNotes, beliefs } = scene.material
  // The persona is private. It is counted here, never quoted.
  const papers = wordsOf(
    [speaker.persona, ...speaker.interests, ...styleNotes, ...beliefs].join(' ').slice(0, 8000),
  ).map(stem)
  const weight = (s: string) => papers.filter((w) => contentStems(s).has(w)).length
  const first = weight(a) === weight(b) ? scene.voice.rng() < 0.5 : weight(a) > weight(b)
  const [won, lost] = first ? [a, b] : [b, a]
  const slots = { a: won, A: capitalise(won), b: isFlat(lost) ? undefined : lost }
  const line = speak(
    scene,
    scene.lines.filter((l) => l.source === 'belief' && [...contentStems(won)].some((s) => l.stems.has(s))),
  )
  const reason = line === null ? tradeBeat(scene, 'remarks') : beat(scene, following().reason, line.slots)
  return { beats: [beat(scene, asking().choice, slots), reason], owed: 2, tics: false }
}

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
