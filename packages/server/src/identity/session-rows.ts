import { createHash } from 'node:crypto'
import { lit, prepare, type Read, type Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

export type SessionRow = Tables['sessions']

const SWEPT = 20
const LISTED_MAX = 100

const byDigest = prepare<{ digest: string }, SessionRow>((sql, param) =>
  sql.selectFrom('sessions').selectAll().where('digest', '=', param('digest')),
)
const bySubject = prepare<{ issuer: string; subject: string; at: number }, SessionRow>((sql, param) =>
  sql
    .selectFrom('sessions')
    .selectAll()
    .where('issuer', '=', param('issuer'))
    .where('subject', '=', param('subject'))
    .where('expires_at', '>', param('at'))
    .orderBy('created_at', 'desc')
    .orderBy('digest')
    .limit(lit(LISTED_MAX)),
)
const removeOne = prepare<{ digest: string }, unknown>((sql, param) =>
  sql.deleteFrom('sessions').where('digest', '=', param('digest')),
)
const prolongOne = prepare<{ digest: string; sealed: string; end: number }, unknown>((sql, param) =>
  sql
    .updateTable('sessions')
    .set({ sealed: param('sealed'), expires_at: param('end') })
    .where('digest', '=', param('digest')),
)

/** Only digests of cookies are stored: whoever reads the table cannot take a session over. */
export const sessionDigest = (cookie: string): string => createHash('sha256').update(cookie).digest('base64url')

export const readSession = (read: Read, digest: string): Promise<SessionRow | undefined> =>
  read.first(byDigest, { digest })

/** Each new session takes a few ended ones with it, so that the table follows those in use. */
export async function addSession(tx: Tx, row: SessionRow): Promise<void> {
  const ended = tx.sql
    .selectFrom('sessions')
    .select('digest')
    .where('expires_at', '<=', row.created_at)
    .limit(lit(SWEPT))
  await tx.sql.deleteFrom('sessions').where('digest', 'in', ended).execute()
  await tx.sql.insertInto('sessions').values(row).execute()
}

/** One that was closed meanwhile stays closed. */
export async function prolongSession(tx: Tx, digest: string, sealed: string, end: number): Promise<void> {
  await tx.run(prolongOne, { digest, sealed, end })
}

export async function removeSession(tx: Tx, digest: string): Promise<void> {
  await tx.run(removeOne, { digest })
}

export const sessionsOf = (read: Read, issuer: string, subject: string, at: number): Promise<SessionRow[]> =>
  read.all(bySubject, { issuer, subject, at })

export async function removeSessionsOf(tx: Tx, issuer: string, subject: string): Promise<void> {
  await tx.sql.deleteFrom('sessions').where('issuer', '=', issuer).where('subject', '=', subject).execute()
}
