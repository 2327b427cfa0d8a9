import { DatabaseSync } from '@photostructure/sqlite'
import { compiler, type Database, kyselyOver, type Read, type Value } from './database.ts'

/** A store that can be looked at and nothing else. */
export type ReadOnlyStore = Pick<Database, 'engine' | 'snapshot' | 'close'>

/**
 * A second process beside the server. It holds no connection that could write, so it neither needs the lock of the
 * data directory nor can ever make the server's writer wait.
 */
export function openSqliteReadOnly(file: string): ReadOnlyStore {
  return {
    engine: 'sqlite',
    async snapshot(work) {
      const connection = new DatabaseSync(file, { readOnly: true })
      try {
        connection.exec('pragma query_only = 1; pragma busy_timeout = 5000; pragma temp_store = 2; begin')
        const run = (text: string, params: readonly unknown[]): unknown[] =>
          connection.prepare(text).all(...(params as Value[]))
        const sql = kyselyOver('sqlite', async (text, params) => ({ rows: run(text, params), changes: 0 }))
        const compile = compiler(sql)
        const all: Read['all'] = async (query, params) => {
          const compiled = compile(query as never)
          return run(compiled.text, compiled.bind(params)) as never
        }
        return await work({
          engine: 'sqlite',
          sql,
          all,
          first: async (query, params) => (await all(query, params))[0],
          raw: async (text, params) => run(text, params) as never,
        })
      } finally {
        connection.close()
      }
    },
    close: async () => {},
  }
}
