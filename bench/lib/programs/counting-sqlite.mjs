// The SQLite package with counters; count-statements.mjs puts it in place of the original.
import { serverPackage } from '../paths.mjs'

const sqlite = serverPackage('@photostructure/sqlite')
const counts = globalThis.benchCounts
export const { backup } = sqlite
const WRITES = /^\s*(insert|update|delete|replace)\b/i

function countUses(statement, text, openTexts) {
  counts.texts[text] ??= { runs: 0, commits: 0 }
  for (const name of ['run', 'all', 'get']) {
    const original = statement[name].bind(statement)
    const value = (...values) => {
      const result = original(...values)
      counts.statements += 1
      counts.texts[text].runs += 1
      openTexts.add(text)
      if (name === 'run') counts.rows += Number(result.changes)
      else if (WRITES.test(text)) counts.rows += name === 'all' ? result.length : 1
      return result
    }
    Object.defineProperty(statement, name, { value })
  }
  return statement
}

export class DatabaseSync extends sqlite.DatabaseSync {
  /** Statements since the last begin. */
  #openTexts = new Set()
  prepare(text, ...rest) {
    return countUses(super.prepare(text, ...rest), text, this.#openTexts)
  }
  exec(text) {
    if (text.includes('begin')) this.#openTexts.clear()
    if (text === 'commit') {
      counts.commits += 1
      for (const one of this.#openTexts) counts.texts[one].commits += 1
    }
    return super.exec(text)
  }
}
