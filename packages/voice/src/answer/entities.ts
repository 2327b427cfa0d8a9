// Names in a question: people, places and things of the world by any part of their name.
import { isBase } from '../language/verbs.ts'
import { STOP } from '../language/words.ts'
import type { Word } from './plain-words.ts'

export interface NamedEntity {
  readonly id: string
  readonly name: string
  /** For people, without `@`. */
  readonly handle?: string
  /** For things, such as `oven`. */
  readonly kind?: string
  /** For things that are counted, such as `umbrellas`. */
  readonly unit?: string
  /** For things: the resident who looks after it. */
  readonly keeperId?: string
}

/** The names of a world that a question may use. */
export interface EntityNames {
  /** Other proper names that are used in the world, such as those of districts. */
  readonly others?: readonly string[]
  readonly people: readonly NamedEntity[]
  readonly places: readonly NamedEntity[]
  readonly things: readonly NamedEntity[]
}

type EntityKind = 'person' | 'place' | 'thing'

interface Form {
  readonly kind: EntityKind
  readonly id: string
  readonly words: readonly string[]
  /** Part of a name that is also an ordinary word: it counts only with a capital. */
  readonly needsCapital: boolean
  /** Whether it is the whole name, not a part of it. */
  readonly isWhole: boolean
}

/** An index of name forms by their first word, longest first. */
export interface EntityIndex {
  readonly forms: ReadonlyMap<string, readonly Form[]>
  readonly names: ReadonlyMap<string, string>
  /** Every word of a name, in lower case. */
  readonly words: ReadonlySet<string>
  /** Words of other proper names, such as those of districts, in lower case. */
  readonly districts: ReadonlySet<string>
  /** People by their whole name in lower case. */
  readonly people: readonly NamedEntity[]
  /** Things by what they count, for `how many umbrellas`. */
  readonly units: ReadonlyMap<string, NamedEntity>
  /** Things by their kind, for `the oven`. */
  readonly kinds: ReadonlyMap<string, readonly NamedEntity[]>
}

/** Words of labels that name no place by themselves. */
const COMMON =
  /^(?:the|of|a|an|and|in|at|on|one|two|three|seven|nine|square|lane|walk|hall|house|court|library|halt|workshop|clock|bridge|room|wall|street|steps|stair|bench|lamp|market|arcade|pier|root|loft|beds|passage|book|board|stand|basket|register|volume|bread|morning|public|great|old|young|low|long|tide|rain|water|weather|sky|top|west|east|warm|wet|dry|second|opinion|seed|net|glass|soup|fish|ferry|slipper|chimney|problems|chess|street|lending|nineteen|nine|bed|pump|oven|visit|lift|lifts|bells?|boats?|garden|terrace|bar|table|place|corner|home)$/

/** Last words of places that name the place after `the`, where there is one of them. */
const ROOMS = /^(?:library|arcade|orchard|observatory|bakery|workshop)$/

/** Ordinary words that are also names. */
const ORDINARY =
  /^(?:ant|reed|tack|verge|ledger|marl|shoal|sedge|fennel|quince|sorrel|wick|will|may|rose|grace|hope|mark|bill|rob|art|ray|sage|iris|olive|bishop|mayor|heron|bobbin|spout|vane|orchard|parapet|colonnade|cistern|bakehouse|kettle|guard|clerk|baker|page|chance|joy|summer|april|june|august|dawn|star|stone|wood|hill|lake|brook|field|forest|north|south|street|young|long|short|brown|white|black|green|gray|grey|king|queen|prince|bell|cook|smith|miller|fisher|hunter|carpenter|mason|sky|rain|snow|winter|day|light|bright|sharp|swift|strong|wise|good|best|just|true|love|dear|fox|wolf|bear|bird|finch|lark|robin|jay|drake|crane|hawk|swan)$/

const partsOf = (name: string): string[] =>
  name
    .toLowerCase()
    .replaceAll('’', "'")
    .split(/[^\p{L}\p{N}'-]+/u)
    .filter((part) => part !== '')

const plain = (part: string): string => part.replace(/'s?$/u, '')

function formsOf(kind: EntityKind, { id, name, handle }: NamedEntity): Form[] {
  const all = partsOf(name).map(plain)
  const bare = /^(?:the|a|an)$/.test(all[0] ?? '') ? all.slice(1) : all
  const needsCapital = bare.length === 1 && ORDINARY.test(bare[0]!)
  const forms: Form[] = [{ kind, id, words: bare, needsCapital, isWhole: true }]
  const add = (words: readonly string[], isOrdinary: boolean) =>
    forms.push({ kind, id, words, needsCapital: isOrdinary, isWhole: false })
  if (name.includes(',')) for (const part of name.split(',')) add(partsOf(part).map(plain), false)
  if (bare.length > 1)
    for (const part of bare)
      if (part.length > 2 && !COMMON.test(part)) add([part], kind !== 'person' || ORDINARY.test(part))
  const lastPart = bare.at(-1) ?? ''
  if (kind === 'place' && bare.length > 1 && ROOMS.test(lastPart)) add([lastPart], true)
  const [beforeOf, afterOf] = name.split(' of ')
  if (kind === 'thing' && beforeOf !== name && beforeOf!.includes(' ')) add(partsOf(beforeOf!).map(plain), false)
  // `the Wet Almanac` stands for its one volume.
  if (kind === 'thing' && afterOf !== undefined && /^(?:the )?\p{Lu}\S+ \p{Lu}/u.test(afterOf))
    add(partsOf(afterOf.replace(/^the /u, '')).map(plain), true)
  if (handle !== undefined) {
    add([handle.toLowerCase()], ORDINARY.test(handle.toLowerCase()))
    add(handle.toLowerCase().split(/[_-]/), true)
  }
  return forms.filter(({ words }) => words.length > 0 && words.some((word) => word.length > 1))
}

/** Builds the index. Single words that several entities of one kind share are left out. */
export function indexEntities({ people, places, things, others = [] }: EntityNames): EntityIndex {
  const all = [
    ...people.flatMap((one) => formsOf('person', one)),
    ...places.flatMap((one) => formsOf('place', one)),
    ...things.flatMap((one) => formsOf('thing', one)),
  ]
  const owners = new Map<string, Set<string>>()
  for (const { kind, id, words } of all) {
    const key = `${kind} ${words.join(' ')}`
    owners.set(key, (owners.get(key) ?? new Set()).add(id))
  }
  const peopleParts = new Set(people.flatMap(({ name }) => partsOf(name).map(plain)))
  const forms = new Map<string, Form[]>()
  for (const form of all) {
    if (form.words.length === 1 && owners.get(`${form.kind} ${form.words[0]}`)!.size > 1) continue
    if (form.kind !== 'person' && form.words.length === 1 && peopleParts.has(form.words[0]!)) continue
    const list = forms.get(form.words[0]!) ?? []
    list.push(form)
    forms.set(form.words[0]!, list)
  }
  for (const list of forms.values()) list.sort((a, b) => b.words.length - a.words.length)
  const names = new Map([...people, ...places, ...things].map(({ id, name }) => [id, name]))
  const kinds = new Map<string, NamedEntity[]>()
  for (const thing of things)
    for (const word of KIND_WORDS[thing.kind ?? ''] ?? [
      thing.kind === 'book' ? headOf(thing.name) : (thing.kind ?? ''),
    ])
      kinds.set(word, [...(kinds.get(word) ?? []), thing])
  const words = new Set([...peopleParts, ...[...places, ...things].flatMap(({ name }) => partsOf(name).map(plain))])
  const districts = new Set(others.flatMap((name) => partsOf(name).map(plain)))
  const units = new Map(things.flatMap((thing) => (thing.unit ? [[thing.unit, thing] as const] : [])))
  return { forms, names, words, districts, kinds, units, people }
}

/** Common words for kinds of things. */
const KIND_WORDS: Readonly<Record<string, readonly string[]>> = {
  boat: ['boat', 'ferry', 'ship'],
  bell: ['bell', 'bells'],
  bread: ['bread'],
  clock: ['clock', 'clocks'],
  lift: ['lift', 'lifts', 'elevator'],
  tally: [],
  tide: ['tide', 'water', 'water level'],
  vane: ['vane'],
}

/** `volume` of `volume seven of the Wet Almanac`, `atlas` of `the street atlas`. */
const headOf = (name: string): string => {
  const parts = partsOf(name).filter((part) => part !== 'the')
  return (parts.includes('of') ? parts[0] : parts.at(-1)) ?? ''
}

/** The thing of a kind: the resident's own, else the only one. */
function thingOfKind(index: EntityIndex, word: string, self: string): NamedEntity | undefined {
  const all = index.kinds.get(word) ?? []
  return all.find(({ keeperId }) => keeperId === self) ?? (all.length === 1 ? all[0] : undefined)
}

interface Mention {
  readonly kind: EntityKind
  readonly id: string
}

/** The words of a question with marks in place of names. */
export interface Linked {
  /** `<person>`, `<place>`, `<thing>` and `<stranger>` stand for names. */
  readonly text: string
  readonly mentions: readonly Mention[]
  /** Proper names that the world does not have. */
  readonly strangers: readonly string[]
  /** Whether a thing is taken for the listener's own: `your oven`. */
  readonly isYourThing: boolean
}

const isCapital = (raw: string): boolean => /^\p{Lu}/u.test(raw)

const NO_NAME =
  /^(?:the|i|i'm|mr|mrs|ms|miss|mister|dr|captain|professor|mistress|sir|madam|besides|apart|except|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|january|february|march|april|may|june|july|august|september|october|november|december|english|ok|okay|hello|hi|hey|good|dear|thanks|please|yes|no|god|ai|christmas|easter|oi|ahoy|howdy|psst|wow|greetings|morning|evening|afternoon|sorry|well|right|cheers)$/

const TITLE = /^(?:mr|mrs|ms|miss|dr|mister|madam|captain|professor|mistress)$/

/** Words before a name, for questions without capitals. */
const BEFORE_NAME =
  /^(?:mr|mrs|ms|miss|dr|about|of|with|see|seen|met|meet|know|to|and|is|does|from|for|at|on|in|the|like|trust)$/

/** The number of letters to change, add or remove between two words; at most `max` + 1. */
function distance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)))
    row = next
  }
  return row[b.length]!
}

const NAME_MAX = 40
/** A whole name may have one slip in this many letters. */
const LETTERS_PER_SLIP = 5

/** The one resident whose whole name is nearly these words; undefined if there is none or more than one. */
function personNear(parts: readonly string[], { people }: EntityIndex): NamedEntity | undefined {
  if (parts.length < 2) return undefined
  const written = parts.join(' ').toLowerCase().replaceAll('’', "'")
  if (written.length > NAME_MAX) return undefined
  const max = Math.floor(written.length / LETTERS_PER_SLIP)
  const near = people.filter(
    ({ name }) =>
      name.charAt(0).toLowerCase() === written.charAt(0) && distance(name.toLowerCase(), written, max) <= max,
  )
  return near.length === 1 ? near[0] : undefined
}

/**
 * Replaces names by marks. A question without any capital may use names in lower case. If it is loose, a thing of which
 * there is one of its kind needs no article: `is there bread left`.
 */
export function linkEntities(words: readonly Word[], index: EntityIndex, self = '', isLoose = false): Linked {
  const isShouted = words.every(({ raw }) => !/\p{Ll}/u.test(raw))
  const isLower = words.every(({ raw }) => !isCapital(raw) || raw === 'I') || isShouted
  const text: string[] = []
  const mentions: Mention[] = []
  /** Things by their kind come after those that are called by their names. */
  const byKind: Mention[] = []
  const strangers: string[] = []
  let isYourThing = false
  const isMarked = (at: number): boolean => isCapital(words[at]!.raw) && !isShouted
  /** Words that a form takes from here, the `'s` inside `Odile's Bakehouse` included; 0 if it does not match. */
  const lengthOf = (form: Form, at: number): number => {
    let next = at
    let capitals = 0
    for (const [i, part] of form.words.entries()) {
      if (i > 0 && words[next]?.low === "'s") next += 1
      const word = words[next]
      if (word === undefined || plain(word.low) !== part) return 0
      if (isMarked(next)) capitals += 1
      next += 1
    }
    return isNamed(form, at, capitals) ? next - at : 0
  }
  const isNamed = (form: Form, at: number, capitals: number): boolean => {
    if (!form.needsCapital || capitals > 0) return true
    // `the bakehouse` is a place, `your last quarrel` is not.
    const isOfMore = form.words.length === 1 && words[at + 1]?.low === 'of'
    if (form.kind !== 'person' && !isOfMore && /^(?:the|at|old)$/.test(words[at - 1]?.low ?? '')) return true
    const before = words[at - 1]?.low ?? ''
    if (form.kind === 'person' && TITLE.test(before)) return true
    return isLower && form.kind === 'person' && form.words.length === 1 && BEFORE_NAME.test(before)
  }
  for (let at = 0; at < words.length; ) {
    const { low, raw, first } = words[at]!
    const hit = index.forms.get(plain(low))?.filter((form) => lengthOf(form, at) > 0) ?? []
    const [longest] = hit
    if (longest !== undefined) {
      const same = hit.filter((form) => form.words.length === longest.words.length)
      const chosen = same.find(({ kind }) => kind === 'person') ?? same.find(({ isWhole }) => isWhole) ?? same[0]!
      // A place and a thing may have one name; both are kept.
      for (const form of chosen.kind === 'person' ? [chosen] : same)
        if (!mentions.some(({ id, kind }) => id === form.id && kind === form.kind))
          mentions.push({ kind: form.kind, id: form.id })
      const sameKind =
        chosen.kind === 'place' && longest.words.length === 1 ? thingOfKind(index, longest.words[0]!, self) : undefined
      if (sameKind !== undefined && !mentions.some(({ id }) => id === sameKind.id))
        mentions.push({ kind: 'thing', id: sameKind.id })
      while (/^(?:the|old|our|mr|mrs|ms|miss|dr|mister|madam|captain|professor|mistress)$/.test(text.at(-1) ?? ''))
        text.pop()
      text.push(`<${chosen.kind}>`)
      at += lengthOf(longest, at)
      continue
    }
    const counted = words[at - 1]?.low === 'many' ? index.units.get(low) : undefined
    if (counted !== undefined) {
      mentions.push({ kind: 'thing', id: counted.id })
      text.push('<thing>')
      at += 1
      continue
    }
    // `the oven` and `your oven` are the thing of that kind.
    const isOne =
      (isLoose && low !== 'book') ||
      words.length < 5 ||
      [words[at - 1], words[at - 2]].some((word) => /^(?:the|your|that)$/.test(word?.low ?? ''))
    const kind = isOne ? thingOfKind(index, low, self) : undefined
    if (kind !== undefined) {
      byKind.push({ kind: 'thing', id: kind.id })
      if ([words[at - 1], words[at - 2]].some((word) => word?.low === 'your')) isYourThing = true
      if (/^(?:the|your|that)$/.test(text.at(-1) ?? '')) text.pop()
      text.push('<thing>')
      at += 1
      continue
    }
    // The first word of a sentence is a name only if it is no ordinary word and a second capital follows.
    const startsName = !first || (!STOP.has(low) && !isBase(low) && at + 1 < words.length && isMarked(at + 1))
    if (isMarked(at) && raw.length > 1 && !NO_NAME.test(low) && startsName) {
      const parts: string[] = []
      while (at < words.length && isMarked(at) && !NO_NAME.test(words[at]!.low) && /^\p{L}/u.test(words[at]!.raw)) {
        parts.push(words[at]!.raw)
        at += 1
      }
      const near = personNear(parts, index)
      if (near !== undefined && !mentions.some(({ id }) => id === near.id)) {
        mentions.push({ kind: 'person', id: near.id })
        text.push('<person>')
        continue
      }
      // After a name it is the rest of that name with a slip: `Odile Barn`.
      if (text.at(-1) === '<person>') continue
      if (parts.every((part) => index.districts.has(plain(part.toLowerCase())))) {
        text.push(...parts.map((part) => part.toLowerCase()))
        continue
      }
      strangers.push(parts.join(' '))
      text.push('<stranger>')
      continue
    }
    text.push(low)
    at += 1
  }
  for (const mention of byKind) if (!mentions.some(({ id }) => id === mention.id)) mentions.push(mention)
  return { text: text.join(' '), mentions, strangers, isYourThing }
}
