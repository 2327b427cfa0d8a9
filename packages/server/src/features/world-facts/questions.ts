// Recognition of questions that a world's rows can answer.
import type { LifeMaterial } from '@agent-network/voice/life'
import { fold } from '../../platform/core/text.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { isOffered } from '../../stores/city/bodies.ts'
import type { Destination } from '../../stores/city/map/city-map.ts'
import type { OpenMap } from '../../stores/city/maps.ts'

/** Purposes of a place, by its kind or stated purposes. */
const WANTED: readonly (readonly [RegExp, RegExp])[] = [
  [/\b(?:eat|supper|dinner|lunch|breakfast|food|meal|soup|bite)\b/iu, /^(?:cafe|canteen)$/],
  [/\b(?:coffee|tea|drink|drinks|warm|sit)\b/iu, /^(?:coffee|cafe)$/],
  [/\b(?:bread|buns?|rolls?|cakes?|loaf)\b/iu, /^bakery$/],
  [/\b(?:shop|shopping|vegetables|fish)\b/iu, /^market$/],
  [/\b(?:read|reading|study|books?|quiet)\b/iu, /^(?:library|quiet_read)$/],
  [/\b(?:view|stars|sunset)\b/iu, /^(?:view|lookout|observatory)$/],
  [/\b(?:walk|stroll|wander)\b/iu, /^(?:promenade|walk)$/],
  [/\b(?:swim|bathe|bath)\b/iu, /^pool$/],
  [/\b(?:garden|flowers|trees|green)\b/iu, /^garden$/],
]

/** Whether a kind of place serves this purpose. */
export const isServed = (to: string): boolean => WANTED.some(([words]) => words.test(to))

/** FNV-1a. */
function hash(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return h >>> 0
}

/** Places that serve a purpose, in the order of one resident's preference; empty if the purpose is unknown. */
export function placesFor(map: OpenMap, to: string, by: string): Destination[] {
  const fits = WANTED.find(([words]) => words.test(to))?.[1]
  if (fits === undefined) return []
  return map.destinations
    .filter((place) => isOffered(place) && [place.kind, ...place.purposes].some((one) => fits.test(one)))
    .sort((a, b) => hash(`${by} ${a.id}`) - hash(`${by} ${b.id}`) || (a.id < b.id ? -1 : 1))
}

/** The fact that a question asks for, with names as written. */
export type WantedFact =
  | { readonly kind: 'who'; readonly name: string }
  | { readonly kind: 'where'; readonly name: string }
  | { readonly kind: 'distance'; readonly from: string | null; readonly to: string }
  | { readonly kind: 'said'; readonly name: string }
  | { readonly kind: 'followers'; readonly name: string }
  | { readonly kind: 'posts'; readonly name: string }
  | { readonly kind: 'tie'; readonly name: string; readonly other: string }
  | { readonly kind: 'mood'; readonly name: string }
  | { readonly kind: 'idea'; readonly label: string }
  | { readonly kind: 'winner'; readonly title: string }
  | { readonly kind: 'present'; readonly place: string }
  | { readonly kind: 'state' | 'since' | 'keeper' | 'is'; readonly name: string }
  | { readonly kind: 'happened'; readonly when: 'today' | 'yesterday' | 'week' }
  | { readonly kind: 'forecast'; readonly past: boolean }
  | { readonly kind: 'when' | 'last'; readonly what: string }
  | { readonly kind: 'somewhere'; readonly to: string }
  | { readonly kind: 'own'; readonly tie: 'friend' | 'rival' }

const NAME = '(.{2,60}?)'
const END = '\\s*(?:now|today|these days|lately|here|please|right now|at the moment)?\\s*[?!.]*\\s*$'
/** Words that may precede a question within a text. */
const LEAD =
  /(?=([.!?,;:]\s+|\b(?:tell me|do you know|can you say|could you tell me|i wonder|please|say|excuse me),?\s+))/giu

/** Positions where questions may begin. Patterns are tried only there; otherwise each would scan the whole text. */
const questionStarts = (question: string): readonly number[] => [
  ...new Set([0, ...Array.from(question.matchAll(LEAD), ({ index, 1: lead }) => index + lead!.length)]),
]

const pattern = (text: string): RegExp => new RegExp(`(?:${text})${END}`, 'iuy')

function firstMatch(form: RegExp, question: string, places: readonly number[]): RegExpExecArray | null {
  for (const place of places) {
    form.lastIndex = place
    const found = form.exec(question)
    if (found !== null) return found
  }
  return null
}

const HOW_IT_IS =
  '(?:working|running|open|closed|broken|mended|repaired|fixed|right|slow|fast|late|out of order|in its place|back|out|lit|ringing|stuck|dry|sold out|in|all right)'

/** Questions about happenings and things. */
const TOWN_FORMS: readonly (readonly [RegExp, (found: RegExpExecArray) => WantedFact])[] = [
  [
    pattern('what (?:has )?happened (today|yesterday|this week|lately)?'),
    ([, when]) => ({
      kind: 'happened',
      when: when === 'yesterday' ? when : when === undefined || when === 'today' ? 'today' : 'week',
    }),
  ],
  [
    pattern("what(?: is|'s|’s) (?:going on|the news|new|happening)(?: in (?:town|the city))?"),
    () => ({ kind: 'happened', when: 'today' }),
  ],
  [pattern("what(?: is|'s|’s) the forecast(?: for (?:today|tomorrow))?"), () => ({ kind: 'forecast', past: false })],
  [
    pattern('will (?:it storm|it blow|there be a storm)(?: tomorrow| tonight)?'),
    () => ({ kind: 'forecast', past: false }),
  ],
  [
    pattern('(?:did|has) the (?:last )?forecast (?:come|came) true|was the (?:last )?forecast right'),
    () => ({ kind: 'forecast', past: true }),
  ],
  [pattern(`when (?:is|will be) ${NAME}`), ([, what]) => ({ kind: 'when', what: what! })],
  [
    pattern(`(?:since when|how long) (?:is|has|was|have) ${NAME} (?:been )?${HOW_IT_IS}`),
    ([, name]) => ({ kind: 'since', name: name! }),
  ],
  [
    pattern(`is ${NAME} (?:still |already )?${HOW_IT_IS}(?: again| yet)?`),
    ([, name]) => ({ kind: 'state', name: name! }),
  ],
  [pattern(`what(?: is|'s|’s) (?:wrong|the matter|up) with ${NAME}`), ([, name]) => ({ kind: 'state', name: name! })],
  [
    pattern(`(?:what does ${NAME} (?:say|show|stand at)|how (?:high|full|slow|fast|many) is ${NAME})`),
    ([, name, much]) => ({ kind: 'state', name: (name ?? much)! }),
  ],
  [pattern(`who has (?:got )?${NAME}`), ([, name]) => ({ kind: 'state', name: name! })],
  [
    pattern(`who (?:keeps|looks after|minds|winds|runs|mends|tends) ${NAME}`),
    ([, name]) => ({ kind: 'keeper', name: name! }),
  ],
  [pattern(`whose is ${NAME}`), ([, name]) => ({ kind: 'keeper', name: name! })],
  [pattern(`how is ${NAME}`), ([, name]) => ({ kind: 'state', name: name! })],
]

/** Questions about somewhere to go, and about the resident asked. */
const OWN_FORMS: readonly (readonly [RegExp, (found: RegExpExecArray) => WantedFact])[] = [
  [
    pattern(
      `(?:can|could|would) (?:you|anybody|anyone|somebody) (?:recommend|suggest|name)(?: me)?(?: a| some| any)?(?: good| nice| quiet| cheap| decent)* ?(?:places?|spots?|somewhere|table|corner)(?: for| to| where (?:i|one|we) (?:can|could)) ${NAME}`,
    ),
    ([, to]) => ({ kind: 'somewhere', to: to! }),
  ],
  [
    pattern(
      `(?:where (?:can|could|should|do|does|would|might) (?:i|one|we|you|people) (?:go (?:to|for) |get |have )?|where(?: is|'s|’s) (?:a|there a|the best)(?: good| nice| quiet)* (?:place|spot) (?:to|for) |is there (?:a|any)(?: good| nice| quiet)* ?(?:place|spot|where) (?:to|for) )${NAME}`,
    ),
    ([, to]) => ({ kind: 'somewhere', to: to! }),
  ],
  [
    pattern(
      '(?:do you|is it true that you|did you|have you|are you) (?:ever |often |really )?(?:quarrel|quarrelled|quarrelling|fight|fallen out|at odds|on bad terms)(?: with (?:anybody|anyone|somebody|your neighbours?|people|the others))?',
    ),
    () => ({ kind: 'own', tie: 'rival' }),
  ],
  [
    pattern(
      '(?:who (?:are|is) your (?:rivals?|enem(?:y|ies))|do you have (?:any )?(?:rivals|enemies)|who can you not stand|whom? do you not get on with)',
    ),
    () => ({ kind: 'own', tie: 'rival' }),
  ],
  [
    pattern('(?:who (?:are|is) your (?:best |closest )?friends?|do you have (?:any )?friends|who do you like best)'),
    () => ({ kind: 'own', tie: 'friend' }),
  ],
]

/** In this order; the first match counts. */
const FORMS: readonly (readonly [RegExp, (found: RegExpExecArray) => WantedFact])[] = [
  [
    pattern(`how far (?:is it |away is it |is )?from ${NAME} to ${NAME}`),
    ([, from, to]) => ({ kind: 'distance', from: from!, to: to! }),
  ],
  [
    pattern(`how (?:far|long a walk) (?:is it |away is |is )?(?:to )?${NAME}(?: from here| away)?`),
    ([, to]) => ({ kind: 'distance', from: null, to: to! }),
  ],
  [
    pattern(`how many (?:people )?follow(?:ers)?(?: does| has)? ${NAME}(?: have| got)?`),
    ([, name]) => ({ kind: 'followers', name: name! }),
  ],
  [
    pattern(`how (?:many posts|often) (?:has|did|does|have) ${NAME} (?:written|posted|post|write|made|have)`),
    ([, name]) => ({ kind: 'posts', name: name! }),
  ],
  [
    pattern(
      `(?:what|which thing) (?:did|does|has) ${NAME} (?:last |just )?(?:said|say|post|posted|write|written|wrote)(?: last| lately)?`,
    ),
    ([, name]) => ({ kind: 'said', name: name! }),
  ],
  [
    pattern(`how (?:does|do|is|are) ${NAME} (?:get on|getting on|stand|get along) with ${NAME}`),
    ([, name, other]) => ({ kind: 'tie', name: name!, other: other! }),
  ],
  [pattern(`(?:what|who) is ${NAME} to ${NAME}`), ([, name, other]) => ({ kind: 'tie', name: other!, other: name! })],
  [pattern(`(?:does|do) ${NAME} know ${NAME}`), ([, name, other]) => ({ kind: 'tie', name: name!, other: other! })],
  [pattern(`how (?:is|are) ${NAME} (?:feeling|doing)`), ([, name]) => ({ kind: 'mood', name: name! })],
  [pattern(`what mood is ${NAME} in`), ([, name]) => ({ kind: 'mood', name: name! })],
  [pattern(`whose idea (?:was|is) (?:it |the )?[“"]?${NAME}[”"]?`), ([, label]) => ({ kind: 'idea', label: label! })],
  [
    pattern(`who (?:had|came up with|thought of) (?:the idea )?(?:of )?[“"]?${NAME}[”"]?`),
    ([, label]) => ({ kind: 'idea', label: label! }),
  ],
  [
    pattern(`who won (?:the challenge )?(?:called )?[“"]?${NAME}[”"]?`),
    ([, title]) => ({ kind: 'winner', title: title! }),
  ],
  [pattern(`who (?:else )?is (?:there )?(?:at|in|on) ${NAME}`), ([, place]) => ({ kind: 'present', place: place! })],
  [
    pattern(`where (?:is|are|can i find|do i find|would i find|might i find) ${NAME}`),
    ([, name]) => ({ kind: 'where', name: name! }),
  ],
  [pattern(`who(?: is|’s|'s) ${NAME}`), ([, name]) => ({ kind: 'who', name: name! })],
  [pattern(`what (?:does|is) ${NAME} do(?: for a living| all day)?`), ([, name]) => ({ kind: 'who', name: name! })],
  [
    pattern(`what (?:is|are) ${NAME}(?:'s|’s) (?:trade|job|work|profession)`),
    ([, name]) => ({ kind: 'who', name: name! }),
  ],
]

const ALL_FORMS = [...OWN_FORMS, ...FORMS, ...TOWN_FORMS]

/** Words in the position of a name that are no names. */
const NOT_A_NAME =
  /^(?:you|your|i|me|my|it|that|this|he|she|they|we|us|there|he|everybody|everyone|anybody|somebody|nobody|the (?:best|most|worst)|your favou?rite)\b/iu

const QUESTION_MAX = 400

/** A capitalised name is searched as a name, even if it sounds like a purpose. */
const NAMED = /^find \p{Lu}|^find the \p{Lu}/u

/** The fact that a text asks for; null if rows cannot answer it. */
export function recogniseQuestion(text: string): WantedFact | null {
  const question = text.slice(-QUESTION_MAX).replaceAll(/\s+/gu, ' ').trim()
  if (!question.includes('?')) return null
  const places = questionStarts(question)
  for (const [form, read] of ALL_FORMS) {
    const found = firstMatch(form, question, places)
    if (found === null) continue
    const wanted = read(found)
    if (wanted.kind === 'somewhere' && (!isServed(wanted.to) || NAMED.test(wanted.to))) continue
    const named = Object.values(wanted)
      .slice(1)
      .filter((name) => typeof name === 'string')
    if (named.some((name) => NOT_A_NAME.test(name.trim()))) continue
    return wanted
  }
  return null
}

/** A name without article, case and kinds of apostrophe, for comparison. */
export const bareName = (name: string): string =>
  fold(name)
    .replaceAll(/[’']/gu, "'")
    .replace(/^@/u, '')
    .replace(/^(?:the|a|an|our|old|young) /u, '')
    .replaceAll(/[“”"?!.,;:]/gu, '')
    .trim()

/** The context of a question: world, map, time and answering resident. */
export interface QuestionContext {
  readonly world: World
  /** Null for a world without a city. */
  readonly map: OpenMap | null
  readonly at: number
  /** The answering resident: some facts are known only to a thing's keeper or to residents at its place. */
  readonly by?: string
  /** The agent who asks; absent for a completion caller. */
  readonly asker?: string
  /** Whether nobody but the asker hears the answer; otherwise only public news is told. */
  readonly isPrivate?: boolean
  /** The resident's character, where it is at hand: it decides on issues that the resident has not written about. */
  readonly material?: LifeMaterial
}
