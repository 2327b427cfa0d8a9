import { isSpeakable } from '../language/speakable.ts'
import { isFlat } from '../language/subject.ts'
import { gerund, isBase } from '../language/verbs.ts'
import { capitalise, contentStems, stem, wordsOf } from '../language/words.ts'
import { asking, following } from './pools.ts'
import { beat, type Plan, type Scene, speak, tradeBeat } from './scene.ts'

/** One of two alternatives and a reason for it; null when the question does not split into two. */
export function choice(scene: Scene): Plan | null {
  const sides = /(.+?)(?:,? or | better than )(.+)$/i.exec(scene.question.rest.replace(/[?.!]+$/, ''))
  if (sides === null) return null
  const left = sides[1]!
    .split(/[,:]|\b(?:rather|prefer|better|worse|like|have|be|choose|between|you|is|are|it|think|a|the|more|to)\b/i)
    .at(-1)!
  const right = sides[2]!.split(/[,:;]/)[0]!.replace(/^(?:rather|to|a|an|the)\s+/i, '')
  const [a, b] = [left, right].map((side) => {
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
  const reason = line === null ? tradeBeat(scene, 'remarks') : beat(scene, following.REASON, line.slots)
  return { beats: [beat(scene, asking.CHOICE, slots), reason], owed: 2, tics: false }
}
