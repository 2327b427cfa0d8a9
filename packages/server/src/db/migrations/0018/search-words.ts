import type { Tx } from '../../database.ts'

/** SQLite: the words of more than three letters that an index of words holds. PostgreSQL finds beginnings by its own index. */
export const searchWords = {
  sqlite: `
create table search_words (search TEXT not null, word TEXT not null, primary key (search, word)) CLUSTERED;
`,
  postgres: '',
} as const

/** From the indexes that a store has already. */
export async function fillSearchWords(tx: Tx): Promise<void> {
  if (tx.engine !== 'sqlite') return
  const indexes = await tx.raw<{ name: string }>(
    `select name from sqlite_master where type = 'table' and sql like 'create virtual table%using fts5(words%'`,
    [],
  )
  for (const { name } of indexes) {
    await tx.raw(`create virtual table temp.search_terms using fts5vocab(main, '${name}', 'row')`, [])
    await tx.raw(
      `insert into search_words (search, word) select '${name}', term from temp.search_terms where length(term) > 3`,
      [],
    )
    await tx.raw('drop table temp.search_terms', [])
  }
}
