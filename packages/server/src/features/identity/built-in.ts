// Built-in sign-in with e-mail and password.
import { LIMITS } from '@agent-network/contract'
import type { JWK } from 'jose'
import { ApiError, invalidInput } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import type { Tx } from '../../platform/db/database.ts'
import {
  addLink,
  changePassword,
  confirm,
  findAccount,
  LINK_MS,
  type LinkPurpose,
  pendingLink,
  readAccount,
  readLink,
  removeSessionsOf,
  unconfirmedPassword,
} from './accounts.ts'
import { isCommonPassword } from './common-passwords.ts'
import { type Identity, verifyIdToken } from './id-token.ts'
import { ID_TOKEN_SECONDS, type IssuedToken, isLocalDemo, makeMail, makeOwnTokens, OWN_AUDIENCE } from './own-tokens.ts'
import {
  COST,
  countWrongPassword,
  dailyLimitError,
  isPassword,
  makePasswords,
  makeSignedInAddresses,
  makeThrottle,
  maySendEmail,
  readSignInDelay,
  refundToday,
  spendToday,
  TEST_COST,
  type Throttle,
} from './passwords.ts'
import { makeSecondFactor, type NewFactor, type SecondFactor } from './second-factor.ts'

/** The issuer of built-in accounts. It is a name and not a URL, so accounts survive a move of the server. */
export const OWN_ISSUER = 'built-in'
export const IDENTITY_PATH = '/_developer/identity'
/** Portal pages. The token follows the hash, so no server log or referrer contains it. */
const LINK_PAGES: Readonly<Record<LinkPurpose, string>> = { verify: '/developer/verify', reset: '/developer/reset' }
const TOKEN_BYTES = 32
const BROWSER_PROOF = 'sign-up browser'

export interface SignInAttempt {
  readonly email: string
  readonly password: string
  /** The client's network address. */
  readonly address: string
  /** Aborts when the client has disconnected: its place in the queue for hashing is free again. */
  readonly signal: AbortSignal
}

/** An account by its subject or by the e-mail address of its owner. */
export type AccountRef = { readonly subject: string } | { readonly email: string }

/** An e-mailed link, the chosen or repeated password, and the client's address. */
interface OpenedLink {
  readonly token: string
  readonly password: string
  readonly address: string
  readonly signal: AbortSignal
}

/** A link that confirms an address: with the password of the sign-up, or from the browser of the sign-up. */
interface ConfirmedLink extends Omit<OpenedLink, 'password'> {
  readonly password: string | undefined
  /** The cookie that the sign-up set. */
  readonly browserProof: string | null
}

interface SignUpOutcome {
  /** The link if the page may show it to a caller on this machine (see `isLocalDemo`), else null. */
  readonly confirmUrl: string | null
  /** For a cookie: the browser that has it may confirm the address without the password. */
  readonly browserProof: string
}

/** Sign-in credentials; `code` is required with a second factor. */
export interface SignInCredentials extends SignInAttempt {
  readonly code: string | undefined
}

/** A link for the owner of an address; the store holds only its digest. */
export interface CreatedLink {
  readonly email: string
  readonly purpose: LinkPurpose
  readonly url: string
  readonly expiresAt: number
}

/** Sign-in with e-mail and password, for servers without an identity provider. */
export interface BuiltInSignIn {
  readonly throttle: Throttle
  issuer(): string
  publishedKeys(): Promise<JWK[]>
  verify(idToken: string, at: number): Promise<Identity>
  /**
   * The response is the same for known and unknown addresses; only the e-mail differs.
   */
  signUp(credentials: SignInAttempt, at: number): Promise<SignUpOutcome>
  /**
   * Confirms the address and signs in. The link is not enough: it needs the password or the browser of the sign-up.
   * Otherwise a person who opens an unrequested e-mail would confirm an account whose password an attacker knows.
   */
  confirm(link: ConfirmedLink, at: number): Promise<IssuedToken & { readonly email: string }>
  /**
   * For operators of a server without a mail server: another link like the one that this address asked for last. It
   * confirms a sign-up, or sets a new password if the account exists. `record` runs in the same commit. Null if the
   * address asked for none within 24 hours.
   */
  createLink(email: string, record: (tx: Tx) => Promise<void>, at: number): Promise<CreatedLink | null>
  signIn(proof: SignInCredentials, at: number): Promise<IssuedToken>
  readonly secondFactor: SecondFactor
  /** Requires the password again: an open session alone must not bind an authenticator. */
  beginSecondFactor(subject: string, password: string, at: number): Promise<NewFactor>
  /**
   * For owners who lost authenticator and recovery codes, after an operator has verified them. `record` runs in the
   * same commit. False if there was no second factor.
   */
  dropSecondFactor(who: AccountRef, record: (tx: Tx) => Promise<void>): Promise<boolean>
  forgot(who: Omit<SignInAttempt, 'password' | 'signal'>, at: number): Promise<void>
  reset(link: OpenedLink, at: number): Promise<string>
  /** A new token when half of the current one's lifetime is over, ending at `end` at the latest; else null. */
  renew(subject: string, expiresAt: number, end: number, at: number): Promise<IssuedToken | null>
}

const ADDRESS = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*$/

/** Addresses are compared without case, as mail servers do. */
function readEmail(text: string): string {
  const email = text.trim().toLowerCase()
  if (email.length > LIMITS.text.email.max || !ADDRESS.test(email))
    throw invalidInput('email must be an e-mail address')
  return email
}

function requirePassword(password: string): void {
  const { min, max } = LIMITS.text.password
  if (!isPassword(password)) throw invalidInput(`password must have ${min} to ${max} characters`)
  if (isCommonPassword(password)) throw invalidInput('password is one of the most common ones; choose another')
}

const pause = (ms: number): Promise<void> => (ms === 0 ? Promise.resolve() : new Promise((go) => setTimeout(go, ms)))

const wrong = (): ApiError =>
  new ApiError('UNAUTHORIZED', { message: 'Wrong e-mail or password; try again, or ask for a link to set a new one' })
const codeRequired = (): ApiError =>
  new ApiError('UNAUTHORIZED', {
    message: 'A second factor is set up: enter the code of your authenticator as well, or a recovery code',
    extra: { secondFactor: 'required' },
  })
const wrongCode = (): ApiError =>
  new ApiError('UNAUTHORIZED', {
    message: 'Wrong code; enter the one that the authenticator shows now, or a recovery code',
    extra: { secondFactor: 'wrong' },
  })
const notTheirs = (): ApiError =>
  new ApiError('UNAUTHORIZED', {
    message: 'That is not the password of the sign-up this link was sent for; enter that one',
  })
const passwordRequired = (): ApiError =>
  invalidInput('password must be a text: enter the one of the sign-up, or open the link in the browser of the sign-up')
const deadLink = (): ApiError => invalidInput('The link was used, has expired, or was never sent; ask for another')

export function makeBuiltIn(deps: Deps): BuiltInSignIn {
  const { ambient, database } = deps
  const throttle = makeThrottle(deps)
  const tokens = makeOwnTokens(deps)
  const signedInAddresses = makeSignedInAddresses()
  const passwords = makePasswords(ambient.secret, deps.config.testClock ? TEST_COST : COST, signedInAddresses)
  const secondFactor = makeSecondFactor(deps)
  const mail = makeMail(deps)
  const issuer = () => deps.urls().developer + IDENTITY_PATH
  /** The stored form of a password has its own salt, so it identifies the sign-up. */
  const proofOf = (storedPassword: string): string => deps.seals.sign(BROWSER_PROOF, storedPassword)
  const newToken = () => ambient.secret(TOKEN_BYTES).toString('base64url')
  const linkTo = (purpose: LinkPurpose, token: string) =>
    `${deps.urls().developer + LINK_PAGES[purpose]}#token=${token}`

  async function verify(idToken: string, at: number): Promise<Identity> {
    const expected = { issuer: issuer(), audience: OWN_AUDIENCE }
    const { identity, claims } = await verifyIdToken(idToken, expected, tokens.keys, at)
    const account = await readAccount(database.read, identity.subject)
    if (account === undefined || account.version !== claims.account_version)
      throw new ApiError('UNAUTHORIZED', {
        message: 'The ID token was issued under a password that is gone; sign in again',
      })
    return { ...identity, issuer: OWN_ISSUER }
  }

  /**
   * One hash, one commit and one e-mail in either case: content and timing of the response do not show whether the
   * account exists.
   */
  async function signUp(
    { email: emailText, password, address, signal }: SignInAttempt,
    at: number,
  ): Promise<SignUpOutcome> {
    const email = readEmail(emailText)
    requirePassword(password)
    await throttle.takePair(address, email)
    const hashed = await passwords.hash(password, address, signal)
    const token = newToken()
    const browserProof = proofOf(hashed)
    const who = throttle.whoIs(address, email)
    const outcome = await database.transact(
      async (tx) => {
        if (!(await spendToday(tx, 'letter', who, at))) return 'spent'
        if (!(await maySendEmail(tx, who, at))) return 'enough'
        // Also written for an existing account, although the link is not sent: a sign-in with this password must look
        // the same.
        await addLink(tx, { token, purpose: 'verify', email, password: hashed }, at)
        return (await findAccount(tx, email)) === undefined ? 'new' : 'known'
      },
      { quiet: true },
    )
    if (outcome === 'spent') throw dailyLimitError(at)
    if (outcome === 'enough') return { confirmUrl: null, browserProof }
    mail(
      outcome === 'known'
        ? {
            to: email,
            subject: 'You already have an account',
            text: `Somebody, perhaps you, tried to sign up with this address. Sign in instead, or ask for a new password at ${deps.urls().developer}`,
          }
        : {
            to: email,
            subject: 'Confirm your e-mail address',
            text: `If it was you who signed up, open this link within 24 hours. In another browser, enter the password you chose: ${linkTo('verify', token)}`,
          },
    )
    const mayShow = outcome === 'new' && isLocalDemo(deps.config)
    return { confirmUrl: mayShow ? linkTo('verify', token) : null, browserProof }
  }

  const createLink: BuiltInSignIn['createLink'] = (emailText, record, at) => {
    const email = readEmail(emailText)
    const token = newToken()
    return database.transact(
      async (tx) => {
        const purpose = (await findAccount(tx, email)) === undefined ? 'verify' : 'reset'
        const pending = await pendingLink(tx, { email, purpose }, at)
        if (pending === undefined) return null
        await addLink(tx, { token, purpose, email, password: pending.password }, at)
        await record(tx)
        return { email, purpose, url: linkTo(purpose, token), expiresAt: at + LINK_MS }
      },
      { quiet: true },
    )
  }

  async function signIn(
    { email: emailText, password, address, code, signal }: SignInCredentials,
    at: number,
  ): Promise<IssuedToken> {
    const email = readEmail(emailText)
    const who = throttle.whoIs(address, email)
    await throttle.takePair(address, email)
    if (!isPassword(password)) throw wrong()
    if (!(await database.transact((tx) => spendToday(tx, 'sign-in', who, at), { quiet: true })))
      throw dailyLimitError(at)
    await pause(await readSignInDelay(database.read, who, at))
    const account = await findAccount(database.read, email)
    const unconfirmedHash = await unconfirmedPassword(database.read, email, at)
    // Both hashes are always checked, so timing reveals nothing.
    const isOwner = await passwords.matches(password, account?.password ?? null, address, signal)
    const isAsked = await passwords.matches(password, unconfirmedHash, address, signal)
    if (!isOwner && !isAsked) {
      await database.transact((tx) => countWrongPassword(tx, who, at), { quiet: true })
      throw wrong()
    }
    const checked = isOwner && account !== undefined ? await secondFactor.check(account.id, code, at) : 'off'
    if (checked === 'wrong') throw wrongCode()
    await database.transact((tx) => refundToday(tx, 'sign-in', who, at), { quiet: true })
    // Reported only after a correct password.
    if (checked === 'missing') throw codeRequired()
    // Reported only to a caller who knows the sign-up password, whether or not the address has an account.
    if (account === undefined || !isOwner)
      throw new ApiError('EMAIL_VERIFICATION_REQUIRED', {
        message: 'This address is not verified: open the link that was sent to it first',
      })
    signedInAddresses.add(address)
    return tokens.issue(issuer(), account, Number.MAX_SAFE_INTEGER, at)
  }

  async function forgot(
    { email: emailText, address }: Omit<SignInAttempt, 'password' | 'signal'>,
    at: number,
  ): Promise<void> {
    const email = readEmail(emailText)
    await throttle.takePair(address, email)
    const token = newToken()
    const who = throttle.whoIs(address, email)
    const outcome = await database.transact(
      async (tx) => {
        if (!(await spendToday(tx, 'letter', who, at))) return 'spent'
        if (!(await maySendEmail(tx, who, at))) return 'enough'
        if ((await findAccount(tx, email)) === undefined) return 'unknown'
        await addLink(tx, { token, purpose: 'reset', email, password: null }, at)
        return 'known'
      },
      { quiet: true },
    )
    if (outcome === 'spent') throw dailyLimitError(at)
    if (outcome === 'known')
      mail({
        to: email,
        subject: 'Choose a new password',
        text: `If it was you who asked, open this link within 24 hours: ${linkTo('reset', token)}`,
      })
  }

  async function reset({ token, password, address, signal }: OpenedLink, at: number): Promise<string> {
    requirePassword(password)
    // A first check, so that invalid links cost no hashing.
    if ((await readLink(database.read, token, 'reset', at)) === null) throw deadLink()
    const hashed = await passwords.hash(password, address, signal)
    const account = await database.transact(
      async (tx) => {
        const changed = await changePassword(tx, token, hashed, at)
        // Tokens of the old password are void. Sessions are removed as well, because a renewal would issue a new token.
        if (changed !== null) await removeSessionsOf(tx, OWN_ISSUER, changed.id)
        return changed
      },
      { quiet: true },
    )
    if (account === null) throw deadLink()
    return account.email
  }

  return {
    throttle,
    secondFactor,
    issuer,
    publishedKeys: tokens.published,
    verify,
    signUp,
    createLink,
    signIn,
    forgot,
    reset,
    async confirm({ token, password, browserProof, address, signal }, at) {
      const link = await readLink(database.read, token, 'verify', at)
      if (link === null) throw deadLink()
      await throttle.takePair(address, link.email)
      const isSameBrowser = browserProof !== null && deps.seals.verify(BROWSER_PROOF, link.password ?? '', browserProof)
      if (password === undefined && !isSameBrowser) throw passwordRequired()
      if (
        password !== undefined &&
        !(isPassword(password) && (await passwords.matches(password, link.password, address, signal)))
      )
        throw notTheirs()
      const id = ambient.id('identity')
      const account = await database.transact((tx) => confirm(tx, token, id, at), { quiet: true })
      if (account === null) throw deadLink()
      signedInAddresses.add(address)
      const issued = await tokens.issue(issuer(), account, Number.MAX_SAFE_INTEGER, at)
      return { ...issued, email: account.email }
    },
    async beginSecondFactor(subject, password, at) {
      const account = await readAccount(database.read, subject)
      const isOwner = isPassword(password) && (await passwords.matches(password, account?.password ?? null, subject))
      if (account === undefined || !isOwner)
        throw new ApiError('UNAUTHORIZED', {
          message: 'Wrong password; enter the one of the account that is signed in',
        })
      return secondFactor.begin(account, at)
    },
    async dropSecondFactor(who, record) {
      const email = await database.transact(
        async (tx) => {
          const account =
            'subject' in who ? await readAccount(tx, who.subject) : await findAccount(tx, who.email.toLowerCase())
          if (account === undefined || !(await secondFactor.drop(tx, account.id))) return null
          await record(tx)
          return account.email
        },
        { quiet: true },
      )
      if (email === null) return false
      mail({
        to: email,
        subject: 'Your authenticator was removed',
        text: `An operator removed the authenticator and the recovery codes of your account; the password alone signs you in. If you did not ask for that, choose a new password at ${deps.urls().developer} and write to the operator.`,
      })
      return true
    },
    async renew(subject, expiresAt, end, at) {
      if (expiresAt - at > (ID_TOKEN_SECONDS * 1_000) / 2) return null
      const account = await readAccount(database.read, subject)
      return account === undefined ? null : tokens.issue(issuer(), account, end, at)
    },
  }
}
