import { lit, prepare, type Read, type Tx } from '../../../platform/db/database.ts'
import { addNumbers } from '../../../platform/db/statements.ts'

/**
 * What a world is known to have said, so that a draft that says it again is turned down without asking the store. It knows
 * nothing for sure that is not in it: a text may be new only once the store has been asked.
 */
export interface HeardTexts {
  /** Whether this very text was turned down before. */
  hasText(text: string): boolean
  hasMark(mark: number): boolean
  addText(text: string): void
  addMarks(marks: Iterable<number>): void
  /** Whether no mark is missing: then what is not here is new. */
  isWhole(): boolean
  /** Reads all marks of the world, if they are not too many. */
  learn(read: Read): Promise<void>
  /** Marks of what is said now; they hold at once, and are written with `save`, once a commit. */
  say(marks: Iterable<number>): void
  save(tx: Tx): Promise<void>
  clear(): void
}

/** A month of the demo adds some 45,000 marks. */
const MARKS_MAX = 65_536
const TEXTS_MAX = 8_192

const allMarks = prepare<{ world: string }, { mark: number }>((sql, param) =>
  sql.selectFrom('said_marks').select('mark').where('world_id', '=', param('world')).limit(lit(MARKS_MAX)),
)

export function makeHeardTexts(worldId: string): HeardTexts {
  const texts = new Set<string>()
  const marks = new Set<number>()
  const unsaved = new Set<number>()
  let whole = false
  const addMarks = (added: Iterable<number>): void => {
    for (const mark of added) {
      if (marks.size >= MARKS_MAX) {
        marks.clear()
        whole = false
      }
      marks.add(mark)
    }
  }
  return {
    hasText: (text) => texts.has(text),
    hasMark: (mark) => marks.has(mark) || unsaved.has(mark),
    addText(text) {
      if (texts.size >= TEXTS_MAX) texts.clear()
      texts.add(text)
    },
    addMarks,
    isWhole: () => whole,
    async learn(read) {
      const all = await read.all(allMarks, { world: worldId })
      addMarks(all.map(({ mark }) => mark))
      whole = all.length < MARKS_MAX
    },
    say(said) {
      for (const mark of said) unsaved.add(mark)
    },
    async save(tx) {
      if (unsaved.size === 0) return
      await addNumbers(
        tx,
        { table: 'said_marks', worldId, column: 'mark' },
        [...unsaved].sort((a, b) => a - b),
      )
      addMarks(unsaved)
      unsaved.clear()
    },
    clear() {
      texts.clear()
      marks.clear()
      unsaved.clear()
      whole = false
    },
  }
}
