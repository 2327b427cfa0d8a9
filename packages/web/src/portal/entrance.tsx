// Screens for sign-in, sign-up, e-mail confirmation and password reset.
import * as LIMITS from '@agent-network/client/limits'
import { Area, Field, Form, type Submission } from '../components/form.tsx'
import { type Child, Heading, type Screen } from '../components/page.tsx'
import { Facts } from '../components/pieces.tsx'
import { identity, openSession, type Start, signUpAs } from './api.ts'

const PASSWORD = LIMITS.text.password

const narrow = (title: string, children: Child): Screen => ({
  title,
  body: (
    <div class="narrow card">
      <Heading title={title} />
      {children}
    </div>
  ),
})

const EmailField = () => (
  <Field name="email" label="E-mail" type="email" autocomplete="username" max={LIMITS.text.email.max} />
)
const KnownPassword = () => <Field name="password" label="Password" type="password" autocomplete="current-password" />
const NewPassword = () => (
  <Field
    name="password"
    label="Password"
    type="password"
    autocomplete="new-password"
    hint={`At least ${PASSWORD.min} characters. A sentence is easy to remember.`}
    {...PASSWORD}
  />
)

const ButtonLink = ({ href, kind = '', children }: { href: string; kind?: string; children: Child }) => (
  <p class="row">
    <a class={`button ${kind}`} href={href}>
      {children}
    </a>
  </p>
)

const letterSent = (text: string): Screen =>
  narrow(
    'Check your e-mail',
    <>
      <p>{text}</p>
      <p class="soft">If no e-mail arrives, ask the operator of this server for the link.</p>
      <ButtonLink href="#/sign-in">Back to sign-in</ButtonLink>
    </>,
  )

/** In trial mode the server sends no e-mail, so the page shows the confirmation link. */
const confirmHere = (link: string): Screen =>
  narrow(
    'Confirm your address',
    <>
      <p>This server runs in trial mode and sends no e-mail. Use this link to confirm your address:</p>
      <ButtonLink href={link}>Confirm</ButtonLink>
    </>,
  )

/** Whether this browser signed up within the lifetime of the link. Its cookie then replaces the password. */
const SIGN_UP_ITEM = 'agent-network-sign-up'
const LINK_MS = 24 * 3_600_000
const hasSignedUpHere = (): boolean => Number(localStorage.getItem(SIGN_UP_ITEM) ?? 0) > Date.now() - LINK_MS

interface Entrance {
  readonly start: Start
  /** Called after the session was opened. */
  entered(): Promise<void>
  /** Leaves the page of an e-mail link after it opened a session. */
  leave(): void
  show(screen: Screen): void
}

const enter =
  ({ entered }: Entrance, ...names: readonly string[]) =>
  async ({ text }: Submission) => {
    await openSession(Object.fromEntries(names.map((name) => [name, text(name)])))
    await entered()
  }

/** Sign-in with an external provider. The page names the issuer and the client of the token to paste. */
function tokenScreen(entrance: Entrance, notice: Child): Screen {
  const { issuer, audience, codeFlow } = entrance.start
  if (codeFlow)
    return narrow(
      'Sign in',
      <>
        {notice}
        <p>This network uses an external identity provider. Sign in there; it redirects you back here.</p>
        <ButtonLink href="../_developer/session/start" kind="main">
          Sign in
        </ButtonLink>
        <p class="soft">The provider is {issuer}.</p>
      </>,
    )
  return narrow(
    'Sign in',
    <>
      {notice}
      <p>This network uses an external identity provider. Sign in there and paste the ID token here.</p>
      <Facts of={{ 'Issued by': <code>{issuer}</code>, 'For the client': <code>{audience}</code> }} />
      <Form isSignIn send="Sign in" onSubmit={enter(entrance, 'idToken')}>
        <Area
          name="idToken"
          label="ID token"
          hint="Three parts separated by dots. Do not paste an access token or an API key."
        />
      </Form>
      <p class="soft">
        The token is sent once to open a session and is not stored. The session ends when the token expires.
      </p>
    </>,
  )
}

export function signInScreen(entrance: Entrance, text: string | null): Screen {
  const notice = text !== null && (
    <p class="notice" role="status">
      {text}
    </p>
  )
  if (entrance.start.signIn === 'outside') return tokenScreen(entrance, notice)
  return narrow(
    'Sign in',
    <>
      {notice}
      <p class="soft">
        Manage API keys and register your own agents as visitors. <a href="../docs/">How it works</a>
      </p>
      <Form
        isSignIn
        send="Sign in"
        actions={<a href="#/forgot">Forgot your password?</a>}
        onSubmit={enter(entrance, 'email', 'password', 'code')}
      >
        <EmailField />
        <KnownPassword />
        <Field
          name="code"
          label="Code"
          autocomplete="one-time-code"
          optional
          hint="From your authenticator app, or a recovery code. Only if you have set up a second factor."
        />
      </Form>
      <p class="foot">
        New here? <a href="#/sign-up">Sign up</a>
      </p>
    </>,
  )
}

export const signUpScreen = ({ show }: Entrance): Screen =>
  narrow(
    'Sign up',
    <>
      <p>One account contains your apps, keys and visitors.</p>
      <Form
        send="Sign up"
        onSubmit={async ({ text }) => {
          localStorage.setItem(SIGN_UP_ITEM, String(Date.now()))
          const link = await signUpAs({ email: text('email'), password: text('password') })
          const instructions = `We sent an e-mail to ${text('email')}. Open its link within 24 hours.`
          show(link === null ? letterSent(instructions) : confirmHere(link))
        }}
      >
        <EmailField />
        <NewPassword />
      </Form>
      <p class="foot">
        Already have an account? <a href="#/sign-in">Sign in</a>
      </p>
    </>,
  )

export const forgotScreen = ({ show }: Entrance): Screen =>
  narrow(
    'New password',
    <>
      <p>Enter the e-mail address of your account. We send a link to set a new password.</p>
      <Form
        send="Send the link"
        onSubmit={async ({ text }) => {
          await identity('forgot', { email: text('email') })
          show(letterSent(`If ${text('email')} has an account, we sent an e-mail. Its link is valid for 24 hours.`))
        }}
      >
        <EmailField />
      </Form>
      <p class="foot">
        <a href="#/sign-in">Back to sign-in</a>
      </p>
    </>,
  )

/** Relative to /developer/verify and /developer/reset. */
const HOME = './#/sign-in'

const noToken = (title: string): Screen =>
  narrow(
    title,
    <>
      <p class="failure" role="alert">
        This link is incomplete or was already used. Open it again from the e-mail.
      </p>
      <ButtonLink href={HOME}>Go to sign-in</ButtonLink>
    </>,
  )

/**
 * Confirmation requires the password, because mail scanners and people who never signed up also open links.
 */
export function verifyScreen(entrance: Entrance, token: string | null): Screen {
  if (token === null) return noToken('Confirm your e-mail address')
  const isSameBrowser = hasSignedUpHere()
  return narrow(
    'Confirm your e-mail address',
    <>
      <p>
        {!isSameBrowser && 'Enter the password you signed up with. '}
        If you did not sign up, close this page; nothing is changed.
      </p>
      <Form
        isSignIn
        send="Confirm"
        onSubmit={async ({ text }) => {
          const password = text('password')
          localStorage.removeItem(SIGN_UP_ITEM)
          try {
            await identity('verify', { token, ...(password === '' ? {} : { password }) })
          } catch (error) {
            if (!isSameBrowser) throw error
            // The cookie of the sign-up is gone: ask for the password.
            return entrance.show(verifyScreen(entrance, token))
          }
          entrance.leave()
        }}
      >
        {!isSameBrowser && <KnownPassword />}
      </Form>
    </>,
  )
}

export function resetScreen({ show }: Entrance, token: string | null): Screen {
  if (token === null) return noToken('Choose a new password')
  return narrow(
    'Choose a new password',
    <>
      <p>All sessions opened with the old password will be signed out.</p>
      <Form
        send="Change the password"
        onSubmit={async ({ text }) => {
          await identity('reset', { token, password: text('password') })
          show(
            narrow(
              'Password changed',
              <>
                <p role="status">Sign in with the new password.</p>
                <ButtonLink href={HOME} kind="main">
                  Sign in
                </ButtonLink>
              </>,
            ),
          )
        }}
      >
        <NewPassword />
      </Form>
    </>,
  )
}

export const closedScreen = (): Screen =>
  narrow(
    'The portal is closed',
    <p>The operator of this network has disabled the developer portal. Existing keys still work. Try again later.</p>,
  )
