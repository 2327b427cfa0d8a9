// Self-introductions, and the interests a speaker changes the subject to.
import { OWN_VERB, ROLE } from '../english/words.ts'
import { isSpeakable, tidy } from '../language/guard.ts'
import type { Subject } from '../language/subject.ts'
import { plainForm } from '../language/verbs.ts'
import { capitalise, isPlural, kinOf, lowerFirst } from '../language/words.ts'
import type { Material } from '../material.ts'
import { fromPhrases } from '../phrases.ts'
import { habit, type Interest, type Manner, NO_TRADE, tradePhrases } from '../speaker/manner.ts'

const phrases = fromPhrases(({ answers }) => answers.brief)

/** `Clerk of the Town Hall. Keeps the minutes.` to `I am clerk of the Town Hall`; `Draws the map` to `I draw the map`. */
function introductionFromBio(bio: string): string | null {
  const first = tidy(bio).split(/[.;:!?]/)[0] ?? ''
  const lead = first.split(/,| and | but | who | that | which /)[0]!.trim()
  if (!isSpeakable(lead) || lead === '') return null
  const words = lead.split(' ')
  if (words.length > 7) return null
  const verb = words.length > 1 ? plainForm(words[0]!) : undefined
  if (verb !== undefined) return `I ${[verb, ...words.slice(1)].join(' ')}`
  if (OWN_VERB.test(lead)) return lead
  if (!ROLE.test(`${lead},`) || /^(?:The|My|Your|Our)\b/.test(lead)) return null
  const role = lowerFirst(lead)
  const unique = /\b(?:of|in|on|at) /.test(role)
  return unique ? `I am ${role}` : `I am ${/^[aeiou]/i.test(role) ? 'an' : 'a'} ${role}`
}

/** The speaker's work in the first person: from the bio if it says so, else in the words of the trade. */
export function introductionOf(material: Material, { id, trade }: Manner): string {
  const fromBio = introductionFromBio(material.speaker.bio)
  if (fromBio !== null) return fromBio
  const specialty = tidy(material.speaker.specialty ?? '')
  if (trade === NO_TRADE && /^[\p{L} -]{3,30}$/u.test(specialty) && isSpeakable(specialty))
    return `my work is ${specialty.toLowerCase()}`
  const { introductions } = tradePhrases(trade)
  return introductions[Math.floor(habit(id, 'trade') * introductions.length)]!
}

/** Two interests to change the subject to, the first from the subject's thesaurus groups if there is one. */
export function nearTo(interests: readonly Interest[], subject: Subject | null, rng: () => number): [string, string] {
  const own = interests.some((i) => i.chosen && !i.against)
  const open = interests.filter(
    (i) => !i.against && i.chosen === own && !(subject?.stems ?? []).some((s) => i.stems.has(s)),
  )
  const groups = new Set((subject?.stems ?? []).flatMap((s) => [...(kinOf(s) ?? [])]))
  const kin = open.filter((i) => [...i.stems].some((s) => [...(kinOf(s) ?? [])].some((g) => groups.has(g))))
  const pick = (from: readonly Interest[]) => from[Math.floor(rng() * from.length)]
  const first = pick(kin) ?? pick(open)
  const second = pick(open.filter((i) => i !== first))
  return [first?.text ?? phrases().near, second?.text ?? phrases().nearToo]
}

export const nearSlots = ([near, near2]: readonly [string, string]) => ({
  near,
  near2,
  Near: capitalise(near),
  nearIs: isPlural(near.split(' ').at(-1)!) ? 'are' : 'is',
})
