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
  clear(): void
}

/** A month of the demo adds some 45,000 marks. */
const MARKS_MAX = 65_536
const TEXTS_MAX = 8_192

export function makeHeardTexts(): HeardTexts {
  const texts = new Set<string>()
  const marks = new Set<number>()
  return {
    hasText: (text) => texts.has(text),
    hasMark: (mark) => marks.has(mark),
    addText(text) {
      if (texts.size >= TEXTS_MAX) texts.clear()
      texts.add(text)
    },
    addMarks(added) {
      for (const mark of added) {
        if (marks.size >= MARKS_MAX) marks.clear()
        marks.add(mark)
      }
    },
    clear() {
      texts.clear()
      marks.clear()
    },
  }
}
