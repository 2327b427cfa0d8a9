import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Database } from './database.ts'
import { listNodes } from './nodes.ts'
import { sqliteFile } from './sqlite.ts'

/** A store that made room for another one, whole and under another name. */
export interface Aside {
  /** Where it is, for whoever wants it back. */
  readonly place: string
  /** Takes away what came in its place. */
  putBack(): Promise<void>
}

/** The log holds commits that are in no other file yet; the third is an index of it that SQLite makes again. */
const filesOf = (data: string): string[] => ['', '-wal', '-shm'].map((ending) => sqliteFile(data) + ending)

/** Into a folder beside it, on the same disk, so that not a byte is copied; null where there is no store. */
export function setFilesAside(data: string, stamp: string): Aside | null {
  if (!existsSync(sqliteFile(data))) return null
  const place = join(data, `replaced-${stamp}`)
  mkdirSync(place, { mode: 0o700 })
  const moved = filesOf(data).filter((file) => existsSync(file))
  for (const file of moved) renameSync(file, join(place, basename(file)))
  return {
    place,
    async putBack() {
      for (const file of filesOf(data)) rmSync(file, { force: true })
      for (const file of moved) renameSync(join(place, basename(file)), file)
      rmSync(place, { recursive: true })
    },
  }
}

/** The nodes that were seen lately and did not say goodbye. */
export async function nodesAtWork({ read }: Database): Promise<string[]> {
  const [found] = await read.raw<{ known: boolean }>(`select to_regclass('nodes') is not null as known`, [])
  return found!.known ? (await listNodes(read)).filter(({ isLive }) => isLive).map(({ id }) => id) : []
}

/** By the name of its schema, an instant however much it holds; null where the schema has no table. */
export async function setSchemaAside(database: Database, stamp: string): Promise<Aside | null> {
  const [found] = await database.read.raw<{ name: string; tables: number }>(
    `select quote_ident(current_schema()) as name,
       (select count(*)::int from pg_tables where schemaname = current_schema()) as tables`,
    [],
  )
  const { name, tables } = found!
  if (tables === 0) return null
  const place = `replaced_${stamp}`
  await database.transact(async (tx) => {
    await tx.raw(`alter schema ${name} rename to ${place}`, [])
    await tx.raw(`create schema ${name}`, [])
  })
  return {
    place: `the schema ${place}`,
    async putBack() {
      await database.transact(async (tx) => {
        await tx.raw(`drop schema ${name} cascade`, [])
        await tx.raw(`alter schema ${place} rename to ${name}`, [])
      })
    },
  }
}
