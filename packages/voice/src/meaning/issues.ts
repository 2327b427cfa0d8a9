// Issues: questions on which residents differ, with two sides, and the speech acts of an argument.
import { contentStems } from '../language/words.ts'
import { parseLine } from '../life/grammar.ts'
import type { MatterLine } from '../life/matter.ts'
import { fromPhrases, type Lines } from '../phrases.ts'
import { habit, type Manner } from '../speaker/manner.ts'

/** Speech acts. A counter needs a claim, an answer needs a question. */
export const SPEECH_ACTS = [
  'assert',
  'ask',
  'support',
  'counter',
  'distinguish',
  'doubt',
  'test',
  'promise',
  'report',
  'concede',
  'differ',
  'settle',
  'answer',
  'remark',
] as const
export type SpeechAct = (typeof SPEECH_ACTS)[number]

export type Side = 'for' | 'against'

/** Speech acts that need no answer. */
const LAST_WORDS: ReadonlySet<SpeechAct> = new Set<SpeechAct>(['concede', 'differ', 'settle', 'remark'])
export const isLastWord = (move: SpeechAct): boolean => LAST_WORDS.has(move)

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

function read(source: Lines): Issue[] {
  const found: (Issue & { sides: Record<Side, Record<Sort, MatterLine[]>>; test: MatterLine[]; mid: MatterLine[] })[] =
    []
  const empty = (): Record<Sort, MatterLine[]> => ({ claim: [], why: [], saw: [] })
  for (const text of source) {
    const [, id, about] = HEAD.exec(text) ?? []
    if (id !== undefined) {
      found.push({ id, stems: contentStems(about!), sides: { for: empty(), against: empty() }, test: [], mid: [] })
      continue
    }
    const open = found.at(-1)
    const [, sign, sort, words] = LINE.exec(text) ?? []
    const [, loose, rest] = LOOSE.exec(text) ?? []
    if (open !== undefined && words !== undefined)
      open.sides[sign === '+' ? 'for' : 'against'][sort as Sort].push(lineOf(open.id, words))
    else if (open !== undefined && rest !== undefined) open[loose as 'test' | 'mid'].push(lineOf(open.id, rest))
    else throw new Error(`not a line of an issue: ${text}`)
  }
  return found
}

export const issues = fromPhrases(
  (phrases): ReadonlyMap<string, Issue> =>
    new Map(phrases.issues.lines.flatMap(read).map((issue) => [issue.id, issue])),
)

const issuePhrases = fromPhrases((phrases) => phrases.issues)

/** The name of an issue inside a sentence. */
export const issueSubject = (issue: string): string | undefined => issuePhrases().subjects[issue]

/** Where somebody's character puts them, so that the same people clash over the same things. */
export function sideOf({ id, traits }: Manner, issue: string): Side {
  const trait = issuePhrases().favouredBy[issue]
  const drawn = trait === undefined ? 0.5 : traits[trait]
  return drawn * 0.5 + habit(id, `issue ${issue}`) * 0.5 > 0.5 ? 'for' : 'against'
}

export const otherSide = (side: Side): Side => (side === 'for' ? 'against' : 'for')
