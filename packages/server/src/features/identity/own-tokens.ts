import { type CryptoKey, createLocalJWKSet, importPKCS8, type JWK, type JWTVerifyGetKey, SignJWT } from 'jose'
import { boundedMap } from '../../platform/cache/content-cache.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { drawKeyPair } from '../../platform/core/seals.ts'
import { DAY_MS } from '../../platform/core/time.ts'
import { prepare, type Read } from '../../platform/db/database.ts'
import { lockName } from '../../platform/db/meta.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'
import type { AccountRow } from './accounts.ts'

type KeyRow = Tables['identity_keys']

export const OWN_ALG = 'ES256'
export const OWN_AUDIENCE = 'agent-network-portal'
export const ID_TOKEN_SECONDS = 3_600
/** After this long a key gets a successor; the one before stays until the next change, long after its last token. */
export const KEY_MS = 30 * DAY_MS
const KEPT_MAX = 16

export interface IssuedToken {
  readonly idToken: string
  readonly expiresAt: number
}

export interface OwnTokens {
  /** Issues a token that ends with its lifetime, or at `end` if that comes first. */
  issue(issuer: string, account: AccountRow, end: number, at: number): Promise<IssuedToken>
  published(): Promise<JWK[]>
  readonly keys: JWTVerifyGetKey
}

const allKeys = prepare<Record<never, never>, KeyRow>((sql) =>
  sql.selectFrom('identity_keys').selectAll().orderBy('created_at', 'desc').orderBy('kid'),
)
/** Newest first, and never more than a handful. */
const readKeys = (read: Read): Promise<KeyRow[]> => read.all(allKeys, {})
const jwkOf = (row: KeyRow): JWK => JSON.parse(row.public_jwk) as JWK

/** The ID tokens of the built-in sign-in, signed with keys of their own that all nodes find in the store. */
export function makeOwnTokens({ ambient, database, seals }: Deps): OwnTokens {
  /** A kid is a digest of its key, so neither of these can be out of date. */
  const opened = boundedMap<CryptoKey>(KEPT_MAX)
  const sets = boundedMap<JWTVerifyGetKey>(KEPT_MAX)

  const draft = async (at: number): Promise<KeyRow> => ({
    ...(await drawKeyPair(OWN_ALG, { ambient, seals })),
    created_at: at,
  })

  const isDue = (newest: KeyRow | undefined, at: number): boolean =>
    newest === undefined || at >= newest.created_at + KEY_MS

  /** Decided again behind a lock: another node may have been faster. */
  async function succeed(at: number): Promise<KeyRow> {
    const made = await draft(at)
    return database.transact(
      async (tx) => {
        await lockName(tx, 'identity-keys')
        const [newest] = await readKeys(tx)
        if (newest !== undefined && !isDue(newest, at)) return newest
        if (newest !== undefined) await tx.sql.deleteFrom('identity_keys').where('kid', '!=', newest.kid).execute()
        await tx.sql.insertInto('identity_keys').values(made).execute()
        return made
      },
      { quiet: true },
    )
  }

  async function signer(at: number): Promise<{ kid: string; privateKey: CryptoKey }> {
    const [newest] = await readKeys(database.read)
    const row = newest === undefined || isDue(newest, at) ? await succeed(at) : newest
    let privateKey = opened.get(row.kid)
    if (privateKey === undefined) {
      privateKey = await importPKCS8(seals.unwrap(row.sealed), OWN_ALG)
      opened.set(row.kid, privateKey)
    }
    return { kid: row.kid, privateKey }
  }

  const published = async (): Promise<JWK[]> => (await readKeys(database.read)).map(jwkOf)

  return {
    published,
    async keys(header, token) {
      const rows = await readKeys(database.read)
      const name = rows.map((row) => row.kid).join(' ')
      let set = sets.get(name)
      if (set === undefined) {
        set = createLocalJWKSet({ keys: rows.map(jwkOf) })
        sets.set(name, set)
      }
      return set(header, token)
    },
    async issue(issuer, account, end, at) {
      const { kid, privateKey } = await signer(at)
      const iat = Math.floor(at / 1_000)
      const exp = Math.min(iat + ID_TOKEN_SECONDS, Math.floor(end / 1_000))
      const claims = {
        iss: issuer,
        aud: OWN_AUDIENCE,
        sub: account.id,
        iat,
        exp,
        email: account.email,
        // There is no account before its address was proven.
        email_verified: true,
        account_version: account.version,
      }
      const idToken = await new SignJWT(claims).setProtectedHeader({ alg: OWN_ALG, typ: 'JWT', kid }).sign(privateKey)
      return { idToken, expiresAt: exp * 1_000 }
    },
  }
}

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])

/**
 * Whether whoever signs up sits at the machine itself: the demo, on loopback, with no mail server and no address of its
 * own by which others could reach it. Only then a page may show what a letter says.
 */
export const isTriedOut = ({ host, seed, smtp, urls }: Deps['config']): boolean =>
  LOOPBACK.has(host) && seed === 'demo' && smtp === null && Object.values(urls).every((url) => url === null)

/** One message to one person. */
export interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/**
 * Sends without making anybody wait, so that how long an answer takes does not tell whether there was something to
 * send. Where no mail server is configured the letter goes to the log, which on such a machine its owner reads.
 */
export function makeMail({ config, log }: Pick<Deps, 'config' | 'log'>): (letter: Letter) => void {
  const { smtp } = config
  if (smtp === null)
    return ({ to, subject, text }) =>
      log.warn({ event: 'identity.mail_logged' }, `No mail server is set, so this is for ${to}: ${subject}. ${text}`)
  const opening = import('./mail-server.ts').then(({ mailServer }) => mailServer(smtp.url))
  return (letter) => {
    const sending = opening.then((server) => server.sendMail({ from: smtp.from, ...letter }))
    sending.catch((error: unknown) => {
      // Not the letter itself: its link opens an account.
      log.error({ event: 'identity.mail_failed', err: error }, 'a mail of the sign-in could not be sent')
    })
  }
}
