// Recognition of exact forms of questions, and the residents, places and things that questions name.
import { type EntityIndex, indexEntities, type NamedEntity, type ParsedQuestion } from '@agent-network/voice'
import type { LifeMaterial } from '@agent-network/voice/life'
import { LRUCache } from 'lru-cache'
import { fold } from '../../platform/core/text.ts'
import { literal, prepare, type Read } from '../../platform/db/database.ts'
import type { AgentRow } from '../../platform/db/tables/tables.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { isOffered, placeIdAt, readBody } from '../../stores/city/bodies.ts'
import type { Destination } from '../../stores/city/map/city-map.ts'
import { route } from '../../stores/city/map/route.ts'
import type { OpenMap } from '../../stores/city/maps.ts'
import { searchAgents } from '../../stores/posts/search.ts'
import { readThings } from '../../stores/town/things.ts'
import { findWorkplace } from '../life/walk/workplaces.ts'

/** Purposes of a place, by its kind or stated purposes. */
const WANTED: readonly (readonly [RegExp, RegExp])[] = [
  [/\b(?:quiet(?:ly)?|in peace|alone)\b/iu, /^(?:library|quiet_read)$/],
  [/\b(?:eat|supper|dinner|lunch|breakfast|food|meal|soup|bite)\b/iu, /^(?:cafe|canteen)$/],
  [/\b(?:coffee|tea|drink|drinks|warm|sit)\b/iu, /^(?:coffee|cafe)$/],
  [/\b(?:bread|buns?|rolls?|cakes?|loaf)\b/iu, /^bakery$/],
  [/\b(?:shop|shopping|vegetables|fish)\b/iu, /^market$/],
  [/\b(?:read|reading|study|books?)\b/iu, /^(?:library|quiet_read)$/],
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

// ── Residents, places and things by name ──

const byHandle = prepare<{ world: string; handle: string }, AgentRow>((sql, param) =>
  sql
    .selectFrom('agents')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('handle_folded', '=', param('handle'))
    .where('kind', '=', literal('resident'))
    .where('enabled', '=', literal(1)),
)
const byId = prepare<{ world: string; id: string }, AgentRow>((sql, param) =>
  sql
    .selectFrom('agents')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('id', '=', param('id'))
    .where('kind', '=', literal('resident'))
    .where('enabled', '=', literal(1)),
)

const CANDIDATES = { page: 1, perPage: 10 } as const

/** The resident with that full or first name; null if there is none or more than one. Visitors are excluded. */
export async function residentNamed(read: Read, world: World, name: string): Promise<AgentRow | null> {
  const wanted = bareName(name)
  if (wanted.length < 2) return null
  const called = await read.first(byHandle, { world: world.id, handle: wanted.replaceAll(' ', '_') })
  if (called !== undefined) return called
  const { items } = await searchAgents(read, world, wanted, CANDIDATES)
  const fits = items.filter(({ displayName }) => {
    const own = bareName(displayName)
    return own === wanted || own.split(' ').includes(wanted)
  })
  const exact = fits.filter(({ displayName }) => bareName(displayName) === wanted)
  const [one, another] = exact.length > 0 ? exact : fits
  if (one === undefined || another !== undefined) return null
  return (await read.first(byId, { world: world.id, id: one.id })) ?? null
}

export const residentById = (read: Read, worldId: string, id: string): Promise<AgentRow | undefined> =>
  read.first(byId, { world: worldId, id })

const LABELS = new WeakMap<OpenMap, ReadonlyMap<string, Destination>>()

/** Places by their bare label; homes are excluded. */
function labelsOf(map: OpenMap): ReadonlyMap<string, Destination> {
  let labels = LABELS.get(map)
  if (labels === undefined) {
    labels = new Map(
      map.destinations.filter(({ kind }) => kind !== 'home').map((place) => [bareName(place.label), place] as const),
    )
    LABELS.set(map, labels)
  }
  return labels
}

export const placeNamed = (map: OpenMap | null, name: string): Destination | null =>
  map === null ? null : (labelsOf(map).get(bareName(name)) ?? null)

/** Walking distance in metres; null if there is no path. */
export function metersBetween(map: OpenMap, from: Destination, to: Destination): number | null {
  return route(map, from.node, to.node)?.meters ?? null
}

/** The current place of a resident, or that it is walking. Null without a known place, or at home. */
export async function whereabouts(
  read: Read,
  { worldId, map, agentId }: { worldId: string; map: OpenMap; agentId: string },
  at: number,
): Promise<{ readonly place: Destination; readonly underway: boolean } | null> {
  const body = await readBody(read, worldId, agentId)
  if (body === undefined) return null
  const stands = placeIdAt(body, at)
  const place = map.destination(stands ?? body.destination_id)
  if (place === undefined || place.kind === 'home') return null
  if (stands === null && body.arrive_at <= at) return null
  return { place, underway: stands === null }
}

const there = prepare<{ world: string; place: string; at: number }, { display_name: string }>((sql, param) =>
  sql
    .selectFrom('bodies as b')
    .innerJoin('agents as a', (j) => j.onRef('a.world_id', '=', 'b.world_id').onRef('a.id', '=', 'b.agent_id'))
    .select('a.display_name')
    .where('b.world_id', '=', param('world'))
    .where('b.destination_id', '=', param('place'))
    .where('b.leaves_at', '>', param('at'))
    .where('b.arrive_at', '<=', param('at'))
    .where('a.kind', '=', literal('resident'))
    .where('a.enabled', '=', literal(1))
    .orderBy('a.display_name')
    .limit(literal(6)),
)

/** Names of residents at a place, at most six. */
export const namesAt = async (read: Read, worldId: string, placeId: string, at: number): Promise<string[]> =>
  (await read.all(there, { world: worldId, place: placeId, at })).map(({ display_name }) => display_name)

// ── Names of a world for questions ──

type ResidentName = Pick<
  AgentRow,
  'id' | 'display_name' | 'handle' | 'specialty' | 'bio' | 'interests' | 'created_at'
> & {
  readonly departed_at: number | null
}

/** Residents whose names are indexed; in a larger world others are found by their full name. */
const RESIDENTS_MAX = 400

/** Residents checked for a workplace, at most. */
const WORKERS_CHECKED = 60

const residents = prepare<{ world: string }, ResidentName>((sql, param) =>
  sql
    .selectFrom('agents as a')
    .leftJoin('lives as l', (j) => j.onRef('l.world_id', '=', 'a.world_id').onRef('l.agent_id', '=', 'a.id'))
    .select([
      'a.id',
      'a.display_name',
      'a.handle',
      'a.specialty',
      'a.bio',
      'a.interests',
      'a.created_at',
      'l.departed_at',
    ])
    .where('a.world_id', '=', param('world'))
    .where('a.kind', '=', literal('resident'))
    .where('a.enabled', '=', literal(1))
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(literal(RESIDENTS_MAX)),
)

export interface WorldNames {
  readonly index: EntityIndex
  readonly residents: ReadonlyMap<string, ResidentName>
  /** The workplace of a resident; null if it has none. */
  workplace(id: string): Destination | null
  /** Whether a resident has left the city. */
  hasLeft(id: string): boolean
  nameOf(id: string): string
  /** Names of residents who work at a place. */
  workersAt(placeId: string): string[]
}

/** A question to one resident, with the names of its world. */
export interface LifeQuestion {
  readonly context: QuestionContext & { readonly by: string }
  readonly names: WorldNames
  readonly question: ParsedQuestion
}

/** The label of a place; null without one. */
export const labelOf = ({ context: { map } }: LifeQuestion, placeId: string | null): string | null =>
  placeId === null ? null : (map?.destination(placeId)?.label ?? null)

/** Interests of a resident that it is not against. */
export function interestsOf({ names, context: { by } }: LifeQuestion): { text: string; against: boolean }[] {
  const all = JSON.parse(names.residents.get(by)?.interests ?? '[]') as string[]
  return all.slice(0, 6).flatMap((text) => {
    const [, name, side] = /^([\p{L}\p{N} '’-]{2,40}?)(?:, (for|against))?$/u.exec(text) ?? []
    return name === undefined ? [] : [{ text: name, against: side === 'against' }]
  })
}

/** The street of a home without its number. */
export const streetOf = (label: string | null): string | null =>
  label === null ? null : (/^(?:\d+\w? )?([\p{L}’' -]+)/u.exec(label)?.[1]?.trim() ?? null)

const STREET = 'street:'

/** Streets of homes with numbers, so that their names are no strangers. */
function streetsOf(map: OpenMap | null): NamedEntity[] {
  const homes = (map?.destinations ?? []).filter(({ kind, label }) => kind === 'home' && /^\d/u.test(label))
  const names = new Set(homes.flatMap(({ label }) => streetOf(label) ?? []))
  return [...names].slice(0, RESIDENTS_MAX).map((name) => ({ id: `${STREET}${name}`, name }))
}

/** Whether a question is about a street; a resident only tells whether it lives there. */
export const isOfStreet = ({ places, intent }: ParsedQuestion): boolean =>
  places[0]?.startsWith(STREET) === true && intent !== 'home' && intent !== 'otherHome'

interface CachedNames {
  readonly names: WorldNames
  readonly map: OpenMap | null
  readonly at: number
}

/** Names seldom change. A newcomer is found by search until they are read again. */
const FRESH_MS = 5 * 60_000
const cache = new LRUCache<string, CachedNames>({ max: 64 })

/** Proper names inside the sentences of bios: mostly districts. */
const districtsIn = (bios: readonly string[]): string[] =>
  bios.flatMap((bio) => [...bio.matchAll(/(?<=\p{Ll},? )(?:the )?(\p{Lu}\p{Ll}{3,})/gu)].map(([, name = '']) => name))

async function readNames(read: Read, { world, map }: QuestionContext): Promise<WorldNames> {
  const rows = new Map((await read.all(residents, { world: world.id })).map((row) => [row.id, row]))
  const things = await readThings(read, world.id)
  const people: NamedEntity[] = [...rows.values()].map(({ id, display_name: name, handle }) => ({ id, name, handle }))
  const places = (map?.destinations ?? []).filter(({ kind }) => kind !== 'home')
  const workplaces = new Map<string, Destination | null>()
  const names: WorldNames = {
    index: indexEntities({
      people,
      others: districtsIn([...rows.values()].map(({ bio }) => bio)),
      places: [...places.slice(0, RESIDENTS_MAX).map(({ id, label: name }) => ({ id, name })), ...streetsOf(map)],
      things: things.map(({ id, name, kind, keeperId, state }) => ({
        ...{ id, name, kind, keeperId },
        ...(state.sort === 'count' ? { unit: state.of } : {}),
      })),
    }),
    residents: rows,
    workplace(id) {
      const row = rows.get(id)
      if (map === null || row === undefined || row.departed_at !== null) return null
      const cached = workplaces.get(id)
      if (cached !== undefined) return cached
      const found = findWorkplace(row, { map, things })
      workplaces.set(id, found)
      return found
    },
    hasLeft: (id) => (rows.get(id)?.departed_at ?? null) !== null,
    nameOf: (id) => rows.get(id)?.display_name ?? '',
    workersAt: (placeId) =>
      [...rows.keys()]
        .slice(0, WORKERS_CHECKED)
        .filter((id) => names.workplace(id)?.id === placeId)
        .map((id) => names.nameOf(id)),
  }
  return names
}

/** The names of a world, cached for a few minutes. */
export async function namesIn(read: Read, context: QuestionContext): Promise<WorldNames> {
  const { world, map, at } = context
  const cached = cache.get(world.id)
  if (cached !== undefined && cached.map === map && Math.abs(at - cached.at) < FRESH_MS) return cached.names
  const names = await readNames(read, context)
  cache.set(world.id, { names, map, at })
  return names
}
