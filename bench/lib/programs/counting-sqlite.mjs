// The SQLite package with counters; count-statements.mjs puts it in place of the original.
import { serverPackage } from '../paths.mjs'

const sqlite = serverPackage('@photostructure/sqlite')
const counts = globalThis.benchCounts
export const { backup } = sqlite
const WRITES = /^\s*(insert|update|delete|replace)\b/i

function countUses(statement, text) {
  for (const name of ['run', 'all', 'get']) {
    const original = statement[name].bind(statement)
    const value = (...values) => {
      const result = original(...values)
      counts.statements += 1
      if (name === 'run') counts.rows += Number(result.changes)
      else if (WRITES.test(text)) counts.rows += name === 'all' ? result.length : 1
      return result
    }
    Object.defineProperty(statement, name, { value })
  }
  return statement
}

export class DatabaseSync extends sqlite.DatabaseSync {
  prepare(text, ...rest) {
    return countUses(super.prepare(text, ...rest), text)
  }
  exec(text) {
    if (text === 'commit') counts.commits += 1
    return super.exec(text)
  }
}
