// Matters: what a trade speaks of, with the lines for each move.
import { contentStems, isGeneric, readAll } from '../language/words.ts'
import { fromPhrases, type Lines } from '../phrases.ts'
import { type Leans, leansOf } from '../speaker/manner.ts'
import { type Line, parseLine } from './grammar.ts'

/**
 * The purpose of a line in a text, which is also its grammar. Clauses (no capital, no stop): `saw` an observation, `said`
 * hearsay, `so` a conclusion, `view` an opinion. Without a subject: `did` in the past, `will` in the plain form, `do` an
 * order. `ask` is a question without its mark. `out` is a clause by somebody outside the trade.
 */
export const MOVES = ['saw', 'did', 'said', 'so', 'view', 'ask', 'do', 'will', 'out'] as const
export type Move = (typeof MOVES)[number]

export interface MatterLine {
  readonly line: Line
  readonly leans: Leans
  /** Identifies the line in a speaker's habits. */
  readonly key: string
  /** Stems of all its words, whichever choices are drawn. */
  readonly stems: ReadonlySet<string>
}

/** One thing a trade speaks of. The sentences of a text come from one matter, so that they are about the same thing. */
export interface Matter {
  readonly id: string
  /** `any` for an interest that belongs to no trade. */
  readonly trade: string
  readonly stems: ReadonlySet<string>
  readonly lines: Readonly<Record<Move, readonly MatterLine[]>>
}

const HEAD = /^= *([\w-]+) *: *(.+)$/
const LINE = /^(\w+)(?: <([^>]+)>)? +(.+)$/

const isMove = (word: string): word is Move => (MOVES as readonly string[]).includes(word)

/** Parsed when it is first considered: there are thousands of lines, and a speaker considers those of its trade. */
class WrittenLine implements MatterLine {
  readonly leans: Leans
  readonly key: string
  private readonly words: string
  private parsed: Line | null = null
  private stemmed: ReadonlySet<string> | null = null

  constructor(id: string, words: string, leans?: string) {
    this.words = words
    this.leans = leans === undefined ? [] : leansOf(leans)
    this.key = `${id}:${words.slice(0, 40)}`
  }

  get line(): Line {
    this.parsed ??= parseLine(this.words)
    return this.parsed
  }

  get stems(): ReadonlySet<string> {
    this.stemmed ??= new Set(
      [...contentStems(this.words.replace(/\{\w+\}|[[\]|]/g, ' '))].filter((stem) => !isGeneric(stem)),
    )
    return this.stemmed
  }
}

/** Lines of speech, one a line, the traits they lean to between angle brackets in front. */
export const leaning = (source: Lines): readonly MatterLine[] =>
  source.map((line) => {
    const [, leans, words = line] = /^<([^>]+)> (.+)$/.exec(line) ?? []
    return new WrittenLine('speech', words, leans)
  })

/** Every list of lines of speech of a part of the phrase book. */
export const allLeaning = <S extends Readonly<Record<string, Lines>>>(source: S) => readAll(source, leaning)

/** The parts of a headed list: `= head` opens a part, the lines below belong to it. */
export function headed(source: Lines): [head: string, lines: string[]][] {
  const parts: [string, string[]][] = []
  for (const line of source) {
    if (line.startsWith('= ')) parts.push([line.slice(2), []])
    else parts.at(-1)?.[1].push(line)
  }
  return parts
}

/** The matter with more `out` lines: those of people outside its trade. */
function withBystanders(matter: Matter, source: Lines): Matter {
  const more = source.map((words) => new WrittenLine(matter.trade, words))
  return { ...matter, lines: { ...matter.lines, out: [...matter.lines.out, ...more] } }
}

/** `= name: words it is about` opens a matter; every line below is a move, the traits it leans to, and the words. */
function matters(trade: string, source: Lines): Matter[] {
  const found: { id: string; stems: Set<string>; lines: Record<Move, MatterLine[]> }[] = []
  for (const text of source) {
    const head = HEAD.exec(text)
    if (head !== null) {
      const lines = Object.fromEntries(MOVES.map((move) => [move, [] as MatterLine[]])) as Record<Move, MatterLine[]>
      found.push({ id: `${trade}/${head[1]}`, stems: contentStems(head[2]!), lines })
      continue
    }
    const [, move = '', leans, words] = LINE.exec(text) ?? []
    const open = found.at(-1)
    if (!isMove(move) || words === undefined || open === undefined) throw new Error(`not a line of a matter: ${text}`)
    open.lines[move].push(new WrittenLine(open.id, words, leans))
  }
  return found.map((matter) => ({ ...matter, trade }))
}

/** How many of a matter's stems are in the set. */
export const overlap = (matter: Matter, stems: ReadonlySet<string>): number => {
  let sum = 0
  for (const word of matter.stems) if (stems.has(word)) sum += 1
  return sum
}

export const allMatters = fromPhrases(({ trades, anyMatters }): readonly Matter[] => [
  ...Object.entries(trades).flatMap(([trade, phrases]) =>
    matters(trade, phrases.matters).map((matter) => withBystanders(matter, phrases.bystanders)),
  ),
  ...matters('any', anyMatters),
])
