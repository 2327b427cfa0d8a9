import type { Compilable, Kysely } from 'kysely'
import { type Prepared, prepare, type Tx, type Value } from './database.ts'
import type { Tables } from './tables.ts'

/** Rows of one statement, the most first. Few sizes, so that each is compiled once; what one statement more costs is small. */
const SIZES = [32, 8, 1] as const

/** One statement that writes several rows, for each of a few numbers of rows. */
interface PreparedRows<R extends Record<string, Value>> {
  readonly columns: readonly (keyof R & string)[]
  readonly statements: readonly { readonly size: number; readonly query: Prepared<Record<string, Value>, unknown> }[]
}

type Places<R> = { readonly [C in keyof R]: never }

/**
 * `build` is given the places of so many rows. A statement for each row would cost four times as much: most of what one
 * row takes is the way to the engine and back.
 */
export function prepareRows<R extends Record<string, Value>>(
  columns: readonly (keyof R & string)[],
  build: (sql: Kysely<Tables>, rows: readonly Places<R>[]) => Compilable<unknown>,
): PreparedRows<R> {
  const statementOf = (size: number) => ({
    size,
    query: prepare<Record<string, Value>, unknown>((sql, param) => {
      const row = (n: number) => Object.fromEntries(columns.map((column) => [column, param(`${column}${n}`)]))
      return build(
        sql,
        Array.from({ length: size }, (_, n) => row(n) as Places<R>),
      )
    }),
  })
  return { columns, statements: SIZES.map(statementOf) }
}

/** Writes the rows in their order. */
export async function runRows<R extends Record<string, Value>>(
  tx: Tx,
  { columns, statements }: PreparedRows<R>,
  rows: readonly R[],
): Promise<void> {
  let done = 0
  while (done < rows.length) {
    const { size, query } = statements.find((statement) => statement.size <= rows.length - done)!
    const params: Record<string, Value> = {}
    for (let n = 0; n < size; n++) for (const column of columns) params[column + n] = rows[done + n]![column]!
    await tx.run(query, params)
    done += size
  }
}
