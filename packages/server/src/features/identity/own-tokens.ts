// ID tokens of the built-in sign-in, their keys, and its e-mails.
import { type CryptoKey, createLocalJWKSet, importPKCS8, type JWK, type JWTVerifyGetKey, SignJWT } from 'jose'
import { boundedMap } from '../../platform/cache/content-cache.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { createSigningKeyPair } from '../../platform/core/seals.ts'
import { isLoopbackHost } from '../../platform/core/text.ts'
import { DAY_MS } from '../../platform/core/time.ts'
import { prepare, type Read } from '../../platform/db/database.ts'
import { lockName } from '../../platform/db/meta.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'
import type { AccountRow } from './accounts.ts'

type KeyRow = Tables['identity_keys']

export const OWN_ALG = 'ES256'
export const OWN_AUDIENCE = 'agent-network-portal'
export const ID_TOKEN_SECONDS = 3_600
/** Rotation interval. The previous key stays until the next rotation, long after its last token expired. */
export const KEY_MS = 30 * DAY_MS
const KEPT_MAX = 16

export interface IssuedToken {
  readonly idToken: string
  readonly expiresAt: number
}

export interface OwnTokens {
  /** Issues a token that expires after its lifetime, or at `end` if that is earlier. */
  issue(issuer: string, account: AccountRow, end: number, at: number): Promise<IssuedToken>
  published(): Promise<JWK[]>
  readonly keys: JWTVerifyGetKey
}

const allKeys = prepare<Record<never, never>, KeyRow>((sql) =>
  sql.selectFrom('identity_keys').selectAll().orderBy('created_at', 'desc').orderBy('kid'),
)
/** Newest first; at most a few. */
const readKeys = (read: Read): Promise<KeyRow[]> => read.all(allKeys, {})
const jwkOf = (row: KeyRow): JWK => JSON.parse(row.public_jwk) as JWK

/** ID tokens of the built-in sign-in. All nodes share the signing keys through the store. */
export function makeOwnTokens({ ambient, database, seals }: Deps): OwnTokens {
  /** A kid is a digest of its key, so these caches are never stale. */
  const opened = boundedMap<CryptoKey>(KEPT_MAX)
  const sets = boundedMap<JWTVerifyGetKey>(KEPT_MAX)

  const draft = async (at: number): Promise<KeyRow> => ({
    ...(await createSigningKeyPair(OWN_ALG, { ambient, seals })),
    created_at: at,
  })

  const isDue = (newest: KeyRow | undefined, at: number): boolean =>
    newest === undefined || at >= newest.created_at + KEY_MS

  /** Checked again under a lock: another node may have rotated already. */
  async function rotateKey(at: number): Promise<KeyRow> {
    const newKey = await draft(at)
    return database.transact(
      async (tx) => {
        await lockName(tx, 'identity-keys')
        const [newest] = await readKeys(tx)
        if (newest !== undefined && !isDue(newest, at)) return newest
        if (newest !== undefined) await tx.sql.deleteFrom('identity_keys').where('kid', '!=', newest.kid).execute()
        await tx.sql.insertInto('identity_keys').values(newKey).execute()
        return newKey
      },
      { quiet: true },
    )
  }

  async function signer(at: number): Promise<{ kid: string; privateKey: CryptoKey }> {
    const [newest] = await readKeys(database.read)
    const row = newest === undefined || isDue(newest, at) ? await rotateKey(at) : newest
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
        // An account exists only after its address was verified.
        email_verified: true,
        account_version: account.version,
      }
      const idToken = await new SignJWT(claims).setProtectedHeader({ alg: OWN_ALG, typ: 'JWT', kid }).sign(privateKey)
      return { idToken, expiresAt: exp * 1_000 }
    },
  }
}

/**
 * Whether the server is a local demo: loopback, no mail server and no public URL. Only then may a page show the link of
 * an e-mail.
 */
export const isLocalDemo = ({ host, seed, smtp, urls }: Deps['config']): boolean =>
  isLoopbackHost(host) && seed === 'demo' && smtp === null && Object.values(urls).every((url) => url === null)

/** An e-mail. */
export interface Email {
  readonly to: string
  readonly subject: string
  readonly text: string
}

const MAIL_TIMEOUT_MS = 10_000

/**
 * Sends in the background, so the response time does not show whether an e-mail is sent. Without a mail server only the
 * event is logged: text and address are private, and the link opens an account.
 */
export function makeMail({ config, log }: Pick<Deps, 'config' | 'log'>): (letter: Email) => void {
  const { smtp } = config
  if (smtp === null)
    return ({ subject }) =>
      log.warn(
        { event: 'identity.mail_not_sent', subject },
        'no mail server configured, e-mail not sent; "agent-network developer confirm <e-mail>" prints a requested link',
      )
  const timeouts = {
    connectionTimeout: MAIL_TIMEOUT_MS,
    greetingTimeout: MAIL_TIMEOUT_MS,
    socketTimeout: MAIL_TIMEOUT_MS,
  }
  const opening = import('nodemailer').then(({ default: { createTransport } }) =>
    createTransport({ url: smtp.url, ...timeouts }),
  )
  return (letter) => {
    const sending = opening.then((server) => server.sendMail({ from: smtp.from, ...letter }))
    sending.catch((error: unknown) => {
      // The e-mail itself is not logged: its link opens an account.
      log.error({ event: 'identity.mail_failed', err: error }, 'sign-in e-mail failed')
    })
  }
}
