// One answer in the making: the question, the speaker, and the beats that plans are made of.
import { isSpeakable, tidy } from '../language/guard.ts'
import type { Names, Subject } from '../language/subject.ts'
import { contentStems, lowerFirst, stem } from '../language/words.ts'
import type { Material } from '../material.ts'
import { type Interest, tradePhrases } from '../speaker/manner.ts'
import { own, rephrase, type Utterance } from '../speaker/rephrase.ts'
import type { Beat, Slots, Voice } from './compose.ts'
import { asking, type Pool, pool, views } from './frames.ts'
import type { Question } from './question.ts'
import type { Closeness, Line, Recalled } from './recall.ts'

/** All that an answer is planned from. */
export interface Scene {
  readonly material: Material
  readonly question: Question
  readonly turn: string
  readonly subject: Subject | null
  readonly interests: readonly Interest[]
  readonly lines: readonly Line[]
  /** Lines that the speaker has used in this talk. */
  readonly repeatedLines: readonly Line[]
  readonly recalled: readonly Recalled[]
  readonly questions: readonly string[]
  readonly names: Names
  readonly voice: Voice
  readonly slots: Slots
}

export interface Plan {
  readonly beats: readonly Beat[]
  /** The least number of beats. */
  readonly owed: number
  readonly tics: boolean
}

const slotsOf = (u: Utterance): Slots => ({ L: u.start, l: u.after, t: u.clause, S: u.whole })

/** The first line that can be rephrased, and the slots it fills. */
export function speak(
  scene: Scene,
  lines: readonly Line[],
  straight = false,
): { readonly line: Line; readonly slots: Slots } | null {
  const about = scene.subject?.stems ?? []
  for (const line of lines.slice(0, 6)) {
    const { names, voice } = scene
    const sentence = rephrase(
      own(line.text, names, scene.material.speaker.displayName),
      { ...voice, names, straight },
      line.source === 'belief' ? 'view' : 'fact',
      about.filter((s) => line.stems.has(s)),
    )
    if (sentence !== null) return { line, slots: slotsOf(sentence) }
  }
  return null
}

const shuffled = <T>(items: readonly T[], rng: () => number): T[] =>
  items
    .map((item) => ({ item, key: rng() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item)

export const beat = (scene: Scene, from: Pool, slots: Slots = {}): Beat => ({
  pool: from,
  slots: { ...scene.slots, ...slots },
})

/** A belief of the speaker's for a turn without a subject. */
export function anyLine(scene: Scene): Slots | null {
  const beliefs = scene.lines.filter((l) => l.source === 'belief')
  // Lines without names first: a stranger does not know who is meant.
  const cold = (line: Line) => (/^I\b| \p{Lu}/u.test(line.text) ? 1 : 0)
  const mixed = shuffled(beliefs.length > 0 ? beliefs : scene.lines, scene.voice.rng)
  return speak(scene, scene.voice.rng() < 0.8 ? mixed.sort((a, b) => cold(a) - cold(b)) : mixed)?.slots ?? null
}

export function ownQuestion(scene: Scene, about: Subject | null): Beat | null {
  const { names, voice } = scene
  const near = about === null ? [] : scene.questions.filter((q) => about.stems.some((s) => contentStems(q).has(s)))
  for (const q of near.length > 0 ? near : about === null ? shuffled(scene.questions, voice.rng) : []) {
    const sentence = rephrase(q, { ...voice, names }, 'question')
    if (sentence !== null) return beat(scene, views().ownQuestion, { Q: sentence.start, q: lowerFirst(sentence.start) })
  }
  return null
}

const tradePools = new Map<readonly string[], Pool>()

/** A beat in the words of the speaker's trade. */
export const tradeBeat = (scene: Scene, which: 'remarks' | 'counsel' | 'asks'): Beat => {
  const texts = tradePhrases(scene.voice.manner.trade)[which]
  const tradePool = tradePools.get(texts) ?? pool(texts.map((t) => `| ${t}`))
  tradePools.set(texts, tradePool)
  return beat(scene, tradePool)
}

/** The speaker's stance on the first idea whose label names the subject. */
export function stance(scene: Scene): Beat | null {
  const { subject } = scene
  if (subject === null) return null
  for (const idea of scene.material.ideas.slice(0, 20)) {
    const label = tidy(idea.label).replace(/[.!?]+$/, '')
    const words = label.split(' ')
    if (words.length > 7 || !isSpeakable(label)) continue
    const stems = contentStems(label)
    const head = stem(subject.head.split(' ').at(-1)!)
    if (!stems.has(head) && subject.stems.filter((s) => stems.has(s)).length < 2) continue
    const side = /oppos|against|disagree|reject/i.test(idea.stance)
      ? views().againstIt
      : /support|\bfor\b|agree|favou?r|adopt/i.test(idea.stance)
        ? views().forIt
        : views().openOnIt
    return beat(scene, side, { label })
  }
  return null
}

/** An episode about the subject, told as an aside. */
function happened(scene: Scene, not: Line | null): Beat | null {
  const about = scene.recalled.filter((r) => r.closeness === 'about' && r.line.source === 'episode' && r.line !== not)
  const sentence = speak(
    scene,
    about.map((r) => r.line),
  )
  const clause = sentence?.slots.t
  if (sentence === null || clause === undefined || !/^(?:i|the|a|an)\b/i.test(clause)) return null
  return beat(scene, views().happened, { Ep: sentence.slots.L, ep: clause })
}

export const present = <T>(items: readonly (T | null | undefined)[]): T[] =>
  items.filter((i): i is T => i !== null && i !== undefined)

/** Beats after the answer proper: an episode, a remark of the trade, a question back. */
export function after(scene: Scene, used: Line | null, ask: boolean): Beat[] {
  const { voice, subject } = scene
  const { curious, warm, terse, dry } = voice.manner.traits
  const more: (Beat | null)[] = []
  const view = used === null || used.source === 'belief'
  const event = view ? happened(scene, used) : null
  if (event !== null && voice.rng() < 0.6) more.push(event)
  else if (view && voice.rng() < 0.5) more.push(tradeBeat(scene, 'remarks'))
  if (ask && subject !== null && voice.rng() < 0.25 + curious * 0.45 + warm * 0.2 - terse * 0.2 - dry * 0.1) {
    const related = ownQuestion(scene, subject)
    more.push(related !== null && voice.rng() < 0.7 ? related : askBack(scene))
  }
  // One line in five stands without a second beat.
  if (more.length === 0 && ask && voice.rng() < 0.8) more.push(view ? tradeBeat(scene, 'remarks') : askBack(scene))
  return present(more)
}

const askBack = (scene: Scene): Beat => beat(scene, asking().askPlain)

export const remembered = (recalled: readonly Recalled[], closeness: Closeness, beliefs: boolean): Line[] =>
  recalled.filter((r) => r.closeness === closeness && (!beliefs || r.line.source === 'belief')).map((r) => r.line)
