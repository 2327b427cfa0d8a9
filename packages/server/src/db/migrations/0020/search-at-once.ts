import type { Tx } from '../../database.ts'

const INDEXES = ['post_search_words', 'agent_search_words'] as const

/**
 * PostgreSQL puts the words of a new row on a list, which every search walks through until somebody empties it: after five
 * thousand posts that took as long as the search itself. From here on they go into the index at once.
 */
export const searchAtOnce = {
  sqlite: '',
  postgres: INDEXES.map((index) => `alter index ${index} set (fastupdate = off);\n`).join(''),
} as const

/** What is on those lists. */
export async function emptyLists(tx: Tx): Promise<void> {
  if (tx.engine !== 'postgres') return
  for (const index of INDEXES) await tx.raw(`select gin_clean_pending_list('${index}'::regclass)`, [])
}
