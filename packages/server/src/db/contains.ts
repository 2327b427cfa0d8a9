import { type Expression, type SqlBool, sql } from 'kysely'

/** Whether a column holds what was typed, in any case; signs that LIKE has a meaning for stand for themselves. */
export const contains = (column: string, typed: string): Expression<SqlBool> =>
  sql<SqlBool>`lower(${sql.ref(column)}) like ${`%${typed.toLowerCase().replaceAll(/[!%_]/g, '!$&')}%`} escape '!'`
