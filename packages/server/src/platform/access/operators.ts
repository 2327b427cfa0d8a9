// Named operators: rows, tokens and the operator of a token.
import type { OperatorRole } from '@agent-network/contract'
import type { Ambient } from '../core/ambient.ts'
import { invalidInput, notFound } from '../core/api-error.ts'
import { findOutage } from '../core/outage.ts'
import type { Seals } from '../core/seals.ts'
import { prepare, type Read, type Tx } from '../db/database.ts'
import type { Tables } from '../db/tables/tables.ts'

export type OperatorRow = Tables['operators']

/** The person or program that calls the operator API. */
export interface Operator {
  /** The actor in the audit log. */
  readonly name: string
  readonly role: OperatorRole
}

/** The holder of the first token, which comes from the environment or the data folder. */
export const RECOVERY: Operator = { name: 'recovery', role: 'admin' }

/** Actors of the audit log that are not named operators. `operator` is in entries of earlier versions. */
const RESERVED: readonly string[] = [RECOVERY.name, 'operator', 'seed', 'system']

const TOKEN_BYTES = 32
const TOKEN = /^opt_[A-Za-z0-9_-]{43}$/

const byName = prepare<{ name: string }, OperatorRow>((sql, param) =>
  sql.selectFrom('operators').selectAll().where('name', '=', param('name')),
)
const byDigest = prepare<{ digest: string }, OperatorRow>((sql, param) =>
  sql.selectFrom('operators').selectAll().where('digest', '=', param('digest')),
)

/** Whether a text has the format of a token of a named operator. Other texts need no query. */
export const isOperatorToken = (text: string): boolean => TOKEN.test(text)

export const readOperator = (read: Read, name: string): Promise<OperatorRow | undefined> => read.first(byName, { name })

export const listOperators = (read: Read): Promise<OperatorRow[]> =>
  read.sql.selectFrom('operators').selectAll().orderBy('name').execute()

async function findByToken(read: Read, digests: readonly string[]): Promise<OperatorRow | undefined> {
  for (const digest of digests) {
    const row = await read.first(byDigest, { digest })
    if (row !== undefined) return row
  }
  return undefined
}

export async function requireNamedOperator(read: Read, name: string): Promise<OperatorRow> {
  const row = await readOperator(read, name)
  if (row === undefined) throw notFound('Operator not found; GET /_operator/operators lists them')
  return row
}

interface Issued {
  readonly row: OperatorRow
  /** Shown once. */
  readonly token: string
}

type Minting = { readonly ambient: Ambient; readonly seals: Seals }

function newToken({ ambient, seals }: Minting): { token: string; digest: string } {
  const token = `opt_${ambient.secret(TOKEN_BYTES).toString('base64url')}`
  return { token, digest: seals.keyDigests(token)[0]! }
}

export async function addOperator(tx: Tx, minting: Minting, { name, role }: Operator, at: number): Promise<Issued> {
  if (RESERVED.includes(name)) throw invalidInput(`name: ${name} is reserved; choose another`)
  const { token, digest } = newToken(minting)
  const row: OperatorRow = { name, role, digest, created_at: at, rotated_at: null }
  const [added] = await tx.sql
    .insertInto('operators')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .execute()
  if (added === undefined) throw invalidInput(`name: the operator ${name} exists already; choose another, or rotate it`)
  return { row, token }
}

/** The new digest ends the old token, and all sessions that were opened with it. */
export async function rotateOperator(tx: Tx, minting: Minting, name: string, at: number): Promise<Issued> {
  const stored = await requireNamedOperator(tx, name)
  const { token, digest } = newToken(minting)
  await tx.sql.updateTable('operators').set({ digest, rotated_at: at }).where('name', '=', name).execute()
  return { row: { ...stored, digest, rotated_at: at }, token }
}

export async function removeOperator(tx: Tx, name: string): Promise<void> {
  await requireNamedOperator(tx, name)
  await tx.sql.deleteFrom('operators').where('name', '=', name).execute()
}

export const operatorOf = ({ name, role }: OperatorRow): Operator => ({ name, role: role as OperatorRole })

/** Reads operators at each request. */
export interface OperatorLookup {
  byToken(token: string): Promise<OperatorRow | null>
  byName(name: string): Promise<OperatorRow | null>
}

/**
 * While the store is unavailable, the rows last read on this node apply. Only status and metrics respond then, so an
 * operator who was removed meanwhile learns little.
 */
export function makeOperatorLookup({ database, seals }: { database: { read: Read }; seals: Seals }): OperatorLookup {
  const lastRead = new Map<string, OperatorRow>()

  async function read(
    find: () => Promise<OperatorRow | undefined>,
    matches: (row: OperatorRow) => boolean,
  ): Promise<OperatorRow | null> {
    try {
      const row = await find()
      for (const [name, cachedRow] of lastRead) if (matches(cachedRow)) lastRead.delete(name)
      if (row !== undefined) lastRead.set(row.name, row)
      return row ?? null
    } catch (error) {
      if (findOutage(error) === null) throw error
      return [...lastRead.values()].find(matches) ?? null
    }
  }

  return {
    byToken(token) {
      if (!isOperatorToken(token)) return Promise.resolve(null)
      const digests = seals.keyDigests(token)
      return read(
        () => findByToken(database.read, digests),
        ({ digest }) => digests.includes(digest),
      )
    },
    byName: (name) =>
      read(
        () => readOperator(database.read, name),
        (row) => row.name === name,
      ),
  }
}
