// Second factor of the built-in sign-in: TOTP and recovery codes.
import { Secret, TOTP } from 'otpauth'
import { type Budget, refund, spend } from '../../platform/access/budgets.ts'
import { ApiError, invalidInput } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { NONCE_BYTES, sameText } from '../../platform/core/seals.ts'
import { utcDay } from '../../platform/core/time.ts'
import { prepare, type Read, type Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'

export type FactorRow = Tables['identity_factors']

const byAccount = prepare<{ account: string }, FactorRow>((sql, param) =>
  sql.selectFrom('identity_factors').selectAll().where('account_id', '=', param('account')),
)
/** One statement, so that of two concurrent requests only one can use a code. */
const takeOne = prepare<{ account: string; step: number }, unknown>((sql, param) =>
  sql
    .updateTable('identity_factors')
    .set({ last_step: param('step') })
    .where('account_id', '=', param('account'))
    .where('last_step', '<', param('step')),
)

export const readFactor = (read: Read, account: string): Promise<FactorRow | undefined> =>
  read.first(byAccount, { account })

/** Replaces a secret that was never confirmed. */
export async function putFactor(tx: Tx, row: FactorRow): Promise<void> {
  await removeFactor(tx, row.account_id)
  await tx.sql.insertInto('identity_factors').values(row).execute()
}

/** Marks the time step as used; false if it was used before. */
export const takeStep = async (tx: Tx, account: string, step: number): Promise<boolean> =>
  (await tx.run(takeOne, { account, step })) === 1

export async function confirmFactor(tx: Tx, account: string, recovery: readonly string[], at: number): Promise<void> {
  await tx.sql
    .updateTable('identity_factors')
    .set({ confirmed_at: at, recovery: JSON.stringify(recovery) })
    .where('account_id', '=', account)
    .execute()
}

/** Removes one recovery code; false if another request has used it. */
export async function takeRecovery(tx: Tx, row: FactorRow, remainingDigests: readonly string[]): Promise<boolean> {
  const changed = await tx.sql
    .updateTable('identity_factors')
    .set({ recovery: JSON.stringify(remainingDigests) })
    .where('account_id', '=', row.account_id)
    .where('recovery', '=', row.recovery)
    .returning('account_id')
    .execute()
  return changed.length === 1
}

export async function removeFactor(tx: Tx, account: string): Promise<void> {
  await tx.sql.deleteFrom('identity_factors').where('account_id', '=', account).execute()
}

/** Defaults of all authenticator apps: six digits, 30 seconds, SHA-1 (RFC 6238). */
const PERIOD_SECONDS = 30
const SECRET_BYTES = 20
/** The codes of the previous and next 30 seconds are accepted too, for clock differences and typing time. */
const WINDOW = 1
const DIGITS = /^\d{6}$/

const RECOVERY_CODES = 10
const RECOVERY_BYTES = 10
/** Wrong codes per secret and day. They come after a correct password; recovery codes are not counted. */
const WRONG_PER_DAY = 20

export interface NewFactor {
  /** For authenticators that cannot scan a QR code. */
  readonly secret: string
  /** The content of the QR code. */
  readonly uri: string
}

/** `off`: no second factor is set up. */
export type FactorCheck = 'off' | 'missing' | 'wrong' | 'right'

/** An optional authenticator code in addition to the password. */
export interface SecondFactor {
  state(account: string): Promise<{ enabled: boolean; recoveryCodesLeft: number }>
  /** Creates a secret. It takes effect after a first code was entered. */
  begin(account: { id: string; email: string }, at: number): Promise<NewFactor>
  /** Returns the recovery codes, which are shown once. */
  confirm(account: string, code: string, at: number): Promise<readonly string[]>
  /** Checks and uses a TOTP or recovery code. */
  check(account: string, code: string | undefined, at: number): Promise<FactorCheck>
  remove(account: string, code: string, at: number): Promise<void>
  /** Removes the factor without a code; false if none was set up. */
  drop(tx: Tx, account: string): Promise<boolean>
}

const wrongCode = (): ApiError =>
  new ApiError('UNAUTHORIZED', {
    message: 'Wrong code; enter the one that the authenticator shows now, or a recovery code',
  })

const plain = (code: string): string => code.toUpperCase().replaceAll(/[\s-]/g, '')

export function makeSecondFactor({
  ambient,
  database,
  seals,
}: Pick<Deps, 'ambient' | 'database' | 'seals'>): SecondFactor {
  const totpOf = (secret: string, label = ''): TOTP =>
    new TOTP({ issuer: 'agent-network', label, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS })
  const randomText = (bytes: number): string =>
    new Secret({ buffer: Uint8Array.from(ambient.secret(bytes)).buffer }).base32
  const digestOf = (account: string, code: string): string => seals.sign('recovery code', `${account} ${plain(code)}`)
  const triesOf = ({ account_id, created_at }: FactorRow): Budget => ({
    worldId: '',
    subject: `account ${account_id} ${created_at}`,
    counter: 'wrong-code',
  })

  /** Whether the code belongs to the current time and neither it nor a later one was used. */
  async function takeTimed(tx: Tx, row: FactorRow, code: string, at: number): Promise<boolean> {
    if (!DIGITS.test(code)) return false
    const tries = triesOf(row)
    if (!(await spend(tx, tries, WRONG_PER_DAY, at))) return false
    const delta = totpOf(seals.unwrap(row.sealed)).validate({ token: code, timestamp: at, window: WINDOW })
    if (delta === null) return false
    const step = Math.floor(at / 1_000 / PERIOD_SECONDS) + delta
    if (!(await takeStep(tx, row.account_id, step))) return false
    await refund(tx, tries, utcDay(at))
    return true
  }

  async function takeRecoveryCode(tx: Tx, row: FactorRow, code: string): Promise<boolean> {
    const digest = digestOf(row.account_id, code)
    const all = JSON.parse(row.recovery) as string[]
    const remainingDigests = all.filter((one) => !sameText(one, digest))
    return remainingDigests.length < all.length && (await takeRecovery(tx, row, remainingDigests))
  }

  const check: SecondFactor['check'] = async (account, code, at) => {
    const row = await readFactor(database.read, account)
    if (row === undefined || row.confirmed_at === null) return 'off'
    if (code === undefined || code.trim() === '') return 'missing'
    const isRight = await database.transact(
      async (tx) => (await takeTimed(tx, row, plain(code), at)) || (await takeRecoveryCode(tx, row, code)),
      { quiet: true },
    )
    return isRight ? 'right' : 'wrong'
  }

  return {
    check,
    async state(account) {
      const row = await readFactor(database.read, account)
      const enabled = row !== undefined && row.confirmed_at !== null
      return { enabled, recoveryCodesLeft: enabled ? (JSON.parse(row.recovery) as string[]).length : 0 }
    },
    async begin({ id, email }, at) {
      if ((await readFactor(database.read, id))?.confirmed_at != null)
        throw invalidInput('A second factor is set up already; remove it first')
      const secret = randomText(SECRET_BYTES)
      const sealed = seals.wrap(secret, ambient.secret(NONCE_BYTES))
      const row = { account_id: id, sealed, confirmed_at: null, last_step: 0, recovery: '[]', created_at: at }
      await database.transact((tx) => putFactor(tx, row), { quiet: true })
      return { secret, uri: totpOf(secret, email).toString() }
    },
    async confirm(account, code, at) {
      const row = await readFactor(database.read, account)
      if (row === undefined || row.confirmed_at !== null)
        throw invalidInput('There is no second factor to confirm; begin one first')
      const codes = Array.from({ length: RECOVERY_CODES }, () => randomText(RECOVERY_BYTES))
      const digests = codes.map((one) => digestOf(account, one))
      const isRight = await database.transact(
        async (tx) => {
          if (!(await takeTimed(tx, row, plain(code), at))) return false
          await confirmFactor(tx, account, digests, at)
          return true
        },
        { quiet: true },
      )
      if (!isRight) throw wrongCode()
      return codes.map((one) => one.match(/.{4}/g)!.join('-'))
    },
    async remove(account, code, at) {
      const checked = await check(account, code, at)
      if (checked === 'off') throw invalidInput('There is no second factor to remove: none is set up')
      if (checked !== 'right') throw wrongCode()
      await database.transact((tx) => removeFactor(tx, account), { quiet: true })
    },
    async drop(tx, account) {
      const row = await readFactor(tx, account)
      if (row === undefined || row.confirmed_at === null) return false
      await removeFactor(tx, account)
      return true
    },
  }
}
