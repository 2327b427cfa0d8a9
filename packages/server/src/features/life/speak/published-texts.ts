// Cache of texts and marks that a world has published, for near-duplicate suppression.
import { literal, prepare, type Read, type Tx } from '../../../platform/db/database.ts'
import { addNumbers } from '../../../platform/db/statements.ts'

/**
 * Published texts and marks of a world. It rejects repeated drafts without a query. It may be incomplete: unless
 * `isWhole`, the store decides whether a text is new.
 */
export interface PublishedTexts {
  /** Whether exactly this text was rejected before. */
  hasText(text: string): boolean
  hasMark(mark: number): boolean
  addText(text: string): void
  addMarks(marks: Iterable<number>): void
  /** Whether all marks of the world are cached. Then a missing mark is new. */
  isWhole(): boolean
  /** Loads all marks of the world, up to the cache size. */
  learn(read: Read): Promise<void>
  /** Adds marks of a published text. They count at once and are written by `save`, once per commit. */
  say(marks: Iterable<number>): void
  save(tx: Tx): Promise<void>
  clear(): void
}

/** A simulated month of the demo adds about 45,000 marks. */
const MARKS_MAX = 65_536
const TEXTS_MAX = 8_192

const allMarks = prepare<{ world: string }, { mark: number }>((sql, param) =>
  sql.selectFrom('said_marks').select('mark').where('world_id', '=', param('world')).limit(literal(MARKS_MAX)),
)

export function makePublishedTexts(worldId: string): PublishedTexts {
  const texts = new Set<string>()
  const marks = new Set<number>()
  const unsaved = new Set<number>()
  let isComplete = false
  const addMarks = (added: Iterable<number>): void => {
    for (const mark of added) {
      if (marks.size >= MARKS_MAX) {
        marks.clear()
        isComplete = false
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
    isWhole: () => isComplete,
    async learn(read) {
      const all = await read.all(allMarks, { world: worldId })
      addMarks(all.map(({ mark }) => mark))
      isComplete = all.length < MARKS_MAX
    },
    say(marks) {
      for (const mark of marks) unsaved.add(mark)
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
      isComplete = false
    },
  }
}
