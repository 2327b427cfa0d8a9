import { TRAITS, type Trait } from '../manner.ts'
import { contentStems, isGeneric } from '../words.ts'
import { type Line, parseLine } from './grammar.ts'

/**
 * What a line does in a text, which is also its grammar. Clauses (no capital, no stop): `saw` something noticed, `said`
 * something heard, `so` what follows from it, `view` an opinion that stands by itself. Without a subject: `did` in the
 * past, `will` in the plain form, `do` an order. `ask` is a question without its mark. `out` is a clause by somebody who
 * is no hand at the craft.
 */
export const MOVES = ['saw', 'did', 'said', 'so', 'view', 'ask', 'do', 'will', 'out'] as const
export type Move = (typeof MOVES)[number]

export interface MatterLine {
  readonly line: Line
  readonly leans: readonly (readonly [Trait, 1 | -1])[]
  readonly key: string
  /** Of every word the line may come to hold. */
  readonly stems: ReadonlySet<string>
}

/** One thing a craft keeps coming back to, so that the sentences of a text are about the same thing. */
export interface Matter {
  readonly id: string
  readonly craft: string
  readonly stems: ReadonlySet<string>
  readonly lines: Readonly<Record<Move, readonly MatterLine[]>>
}

const HEAD = /^= *([\w-]+) *: *(.+)$/
const LINE = /^(\w+)(?: <([^>]+)>)? +(.+)$/

const isMove = (word: string): word is Move => (MOVES as readonly string[]).includes(word)
const isTrait = (word: string): word is Trait => (TRAITS as readonly string[]).includes(word)

function leansOf(source: string): [Trait, 1 | -1][] {
  return source.split(' ').map((word) => {
    const trait = word.replace(/^-/, '')
    if (!isTrait(trait)) throw new Error(`no such trait: ${word}`)
    return [trait, word.startsWith('-') ? -1 : 1]
  })
}

const lineOf = (id: string, words: string, leans?: string): MatterLine => ({
  line: parseLine(words),
  leans: leans === undefined ? [] : leansOf(leans),
  key: `${id}:${words.slice(0, 40)}`,
  stems: new Set([...contentStems(words.replace(/\{\w+\}|[[\]|]/g, ' '))].filter((s) => !isGeneric(s))),
})

/** Lines of speech, one each, with the traits they lean to in front. */
export const leaning = (source: string): readonly MatterLine[] =>
  source
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, leans, words = line] = /^<([^>]+)> (.+)$/.exec(line) ?? []
      return lineOf('speech', words, leans)
    })

/** The matter, and what a whole craft's passers-by say of it beside its own. */
export function withBystanders(matter: Matter, source: string): Matter {
  const more = source
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((words) => lineOf(matter.craft, words))
  return { ...matter, lines: { ...matter.lines, out: [...matter.lines.out, ...more] } }
}

/** `= name: words it is about` opens a matter; every line below is a move, the traits it leans to, and the words. */
export function matters(craft: string, source: string): Matter[] {
  const found: { id: string; stems: Set<string>; lines: Record<Move, MatterLine[]> }[] = []
  for (const raw of source.split('\n')) {
    const text = raw.trim()
    if (text === '') continue
    const head = HEAD.exec(text)
    if (head !== null) {
      const lines = Object.fromEntries(MOVES.map((move) => [move, [] as MatterLine[]])) as Record<Move, MatterLine[]>
      found.push({ id: `${craft}/${head[1]}`, stems: contentStems(head[2]!), lines })
      continue
    }
    const [, move = '', leans, words] = LINE.exec(text) ?? []
    const open = found.at(-1)
    if (!isMove(move) || words === undefined || open === undefined) throw new Error(`not a line of a matter: ${text}`)
    open.lines[move].push(lineOf(open.id, words, leans))
  }
  return found.map((matter) => ({ ...matter, craft }))
}

/** How much of a matter a set of stems speaks of. */
export const overlap = (matter: Matter, stems: ReadonlySet<string>): number => {
  let sum = 0
  for (const word of matter.stems) if (stems.has(word)) sum += 1
  return sum
}
