import type { Material } from '../model.ts'
import { habit, type Manner } from './manner.ts'
import { isSpeakable, tidy } from './recall.ts'
import type { Subject } from './subject.ts'
import { plainForm } from './verbs.ts'
import { capitalise, contentStems, isPlural, kinOf, lowerFirst } from './words.ts'

const ROLE =
  /^(?:the )?(?:[\p{L}'-]+ )?[\p{L}'-]*(?:er|or|ist|ian|eer|clerk|pilot|apprentice|mechanic|guardian|smith|wright|cook|guide|poet|monk|scribe|critic)(?= (?:of|in|on|at|for|to)\b|[,.;:]|$)/iu

/** `Clerk of the Rain Forum. Keeps the minutes.` to `I am clerk of the Rain Forum`; `Draws the map` to `I draw the map`. */
function tradeFromBio(bio: string): string | null {
  const first = tidy(bio).split(/[.;:!?]/)[0] ?? ''
  const lead = first.split(/,| and | but | who | that | which /)[0]!.trim()
  if (!isSpeakable(lead) || lead === '') return null
  const words = lead.split(' ')
  if (words.length > 7) return null
  const verb = words.length > 1 ? plainForm(words[0]!) : undefined
  if (verb !== undefined) return `I ${[verb, ...words.slice(1)].join(' ')}`
  if (/^I (?:am|keep|make|play|mend|grow|write|bake|run|look|draw|ring)\b/.test(lead)) return lead
  if (!ROLE.test(`${lead},`) || /^(?:The|My|Your|Our)\b/.test(lead)) return null
  const role = lowerFirst(lead)
  const unique = /\b(?:of|in|on|at) /.test(role)
  return unique ? `I am ${role}` : `I am ${/^[aeiou]/i.test(role) ? 'an' : 'a'} ${role}`
}

export function tradeOf(material: Material, manner: Manner): string {
  const fromBio = tradeFromBio(material.speaker.bio)
  if (fromBio !== null) return fromBio
  const specialty = tidy(material.speaker.specialty ?? '')
  const { trade, name } = manner.craft
  if (name === 'street' && /^[\p{L} -]{3,30}$/u.test(specialty) && isSpeakable(specialty))
    return `my work is ${specialty.toLowerCase()}`
  return trade[Math.floor(habit(manner.id, 'trade') * trade.length)]!
}

export interface Interest {
  readonly text: string
  /** From the profile, and not from what the agent happens to post about. */
  readonly chosen: boolean
  /** Some keep a thing among their interests to be against it. */
  readonly against: boolean
  readonly stems: ReadonlySet<string>
}

export function interestsOf(material: Material): Interest[] {
  const chosen = material.speaker.interests.slice(0, 24)
  const raw = [...chosen, ...material.topics.slice(0, 12).map((t) => t.tag)]
  const seen = new Set<string>()
  const found: Interest[] = []
  for (const [at, item] of raw.entries()) {
    const text = tidy(item).replace(/[.!?]+$/, '')
    const [, name = '', side = ''] = /^([^,]+?)(?:, (against|for))?$/u.exec(text) ?? []
    if (name === '' || name.split(' ').length > 5 || !isSpeakable(name) || !/^[\p{L}\p{N} '&-]+$/u.test(name)) continue
    if (seen.has(name.toLowerCase())) continue
    seen.add(name.toLowerCase())
    found.push({ text: name, against: side === 'against', chosen: at < chosen.length, stems: contentStems(name) })
  }
  return found
}

/** Something the speaker would sooner talk about: of the same kind as the subject if possible, else whatever chance says. */
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
  return [first?.text ?? 'this city', second?.text ?? 'the people in it']
}

export const nearGaps = ([near, near2]: readonly [string, string]) => ({
  near,
  near2,
  Near: capitalise(near),
  nearIs: isPlural(near.split(' ').at(-1)!) ? 'are' : 'is',
})
