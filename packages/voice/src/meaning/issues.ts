import { contentStems } from '../language/words.ts'
import { PEOPLE_ISSUES } from '../lexicon/issues/people.ts'
import { TOWN_ISSUES } from '../lexicon/issues/town.ts'
import type { Trait } from '../lexicon/traits.ts'
import { parseLine } from '../life/grammar.ts'
import type { MatterLine } from '../life/matter.ts'
import { habit, type Manner } from '../speaker/manner.ts'
import type { Side } from './plan.ts'

const SORTS = ['claim', 'why', 'saw'] as const
type Sort = (typeof SORTS)[number]

/** A question on which people differ. */
export interface Issue {
  readonly id: string
  readonly stems: ReadonlySet<string>
  readonly sides: Readonly<Record<Side, Readonly<Record<Sort, readonly MatterLine[]>>>>
  readonly test: readonly MatterLine[]
  readonly mid: readonly MatterLine[]
}

const HEAD = /^= *([\w-]+) *: *(.+)$/
const LINE = /^([+-]) (claim|why|saw) (.+)$/
const LOOSE = /^(test|mid) (.+)$/

const lineOf = (id: string, words: string): MatterLine => ({
  line: parseLine(words),
  leans: [],
  key: `${id}:${words.slice(0, 40)}`,
  stems: contentStems(words.replace(/\{\w+\}|[[\]|]/g, ' ')),
})

function read(source: string): Issue[] {
  const issues: (Issue & { sides: Record<Side, Record<Sort, MatterLine[]>>; test: MatterLine[]; mid: MatterLine[] })[] =
    []
  const empty = (): Record<Sort, MatterLine[]> => ({ claim: [], why: [], saw: [] })
  for (const text of source.split('\n').map((line) => line.trim())) {
    if (text === '') continue
    const [, id, about] = HEAD.exec(text) ?? []
    if (id !== undefined) {
      issues.push({ id, stems: contentStems(about!), sides: { for: empty(), against: empty() }, test: [], mid: [] })
      continue
    }
    const open = issues.at(-1)
    const [, sign, sort, words] = LINE.exec(text) ?? []
    const [, loose, rest] = LOOSE.exec(text) ?? []
    if (open !== undefined && words !== undefined)
      open.sides[sign === '+' ? 'for' : 'against'][sort as Sort].push(lineOf(open.id, words))
    else if (open !== undefined && rest !== undefined) open[loose as 'test' | 'mid'].push(lineOf(open.id, rest))
    else throw new Error(`not a line of an issue: ${text}`)
  }
  return issues
}

export const ISSUES: ReadonlyMap<string, Issue> = new Map(
  [...read(TOWN_ISSUES), ...read(PEOPLE_ISSUES)].map((issue) => [issue.id, issue]),
)

/** What people call the matter when they speak of having argued about it. */
export const SUBJECTS: Readonly<Record<string, string>> = {
  clocks: 'whether the clocks should agree',
  liftspeed: 'the pace of the lift',
  lostbook: 'whether books should leave their shelves',
  slugs: 'the slug treaty',
  blankmap: 'the street without a name',
  starter: 'who should keep the old starter',
  tidecount: 'how to count the tide',
  forecast: 'what a forecast should say',
  bells: 'the cracked bell',
  tablethree: 'money on the board',
  newname: 'old names',
  umbrellas: 'what is worth mending',
  rules: 'how often one may object',
  strangers: 'how to meet a stranger',
  early: 'early hours',
  debts: 'small debts',
  truth: 'improving a story',
  quiet: 'an hour of quiet',
  thanks: 'how to say thanks',
  solitude: 'a day alone',
}

/** The trait that draws people to the first side of each. */
const DRAWN_BY: Readonly<Record<string, Trait>> = {
  clocks: 'exact',
  liftspeed: 'terse',
  lostbook: 'formal',
  slugs: 'warm',
  blankmap: 'playful',
  starter: 'warm',
  tidecount: 'playful',
  forecast: 'terse',
  bells: 'exact',
  tablethree: 'dry',
  newname: 'formal',
  umbrellas: 'exact',
  rules: 'formal',
  strangers: 'warm',
  early: 'exact',
  debts: 'warm',
  truth: 'exact',
  quiet: 'hedging',
  thanks: 'warm',
  solitude: 'terse',
}

/** Where somebody's character puts them, so that the same people clash over the same things. */
export function sideOf({ id, traits }: Manner, issue: string): Side {
  const trait = DRAWN_BY[issue]
  const drawn = trait === undefined ? 0.5 : traits[trait]
  return drawn * 0.5 + habit(id, `issue ${issue}`) * 0.5 > 0.5 ? 'for' : 'against'
}

export const otherSide = (side: Side): Side => (side === 'for' ? 'against' : 'for')
