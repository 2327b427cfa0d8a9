// Screens for sign-in, sign-up, e-mail confirmation and password reset.
import { LIMITS } from '@agent-network/client/limits'
import { type Child, h } from '../screens/dom.ts'
import { area, field, form, type Submission } from '../screens/form.ts'
import { facts } from '../screens/pieces.ts'
import { heading, type Screen } from '../screens/shell.ts'
import { identity, openSession, type Start, signUpAs } from './api.ts'

const PASSWORD = LIMITS.text.password

const narrow = (title: string, ...children: readonly Child[]): Screen => ({
  title,
  body: [h('div', { class: 'narrow card' }, heading(title), ...children)],
})

/** A form whose 401 response is shown in the form and does not end a session. */
const signInForm = (...formArguments: Parameters<typeof form>): HTMLFormElement => {
  const formElement = form(...formArguments)
  formElement.setAttribute('data-sign-in', '')
  return formElement
}

const emailField = () =>
  field({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username', max: LIMITS.text.email.max })
const knownPassword = () =>
  field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' })
const codeField = () =>
  field({
    name: 'code',
    label: 'Code',
    autocomplete: 'one-time-code',
    optional: true,
    hint: 'From your authenticator app, or a recovery code. Only if you have set up a second factor.',
  })
const newPassword = () =>
  field({
    name: 'password',
    label: 'Password',
    type: 'password',
    autocomplete: 'new-password',
    hint: `At least ${PASSWORD.min} characters. A sentence is easy to remember.`,
    ...PASSWORD,
  })

const letterSent = (title: string, text: string): Screen =>
  narrow(
    title,
    h('p', {}, text),
    h('p', { class: 'soft' }, 'If no e-mail arrives, ask the operator of this server for the link.'),
    h('p', { class: 'row' }, h('a', { class: 'button', href: '#/sign-in' }, 'Back to sign-in')),
  )

/** In trial mode the server sends no e-mail, so the page shows the confirmation link. */
const confirmHere = (link: string): Screen =>
  narrow(
    'Confirm your address',
    h('p', {}, 'This server runs in trial mode and sends no e-mail. Use this link to confirm your address:'),
    h('p', { class: 'row' }, h('a', { class: 'button', href: link }, 'Confirm')),
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
  ({ entered }: Entrance, credentials: (values: Submission) => Record<string, string>) =>
  async (values: Submission) => {
    await openSession(credentials(values))
    await entered()
  }

/** Sign-in with an external provider. The page names the issuer and the client of the token to paste. */
function tokenScreen(entrance: Entrance, noticeLine: Child): Screen {
  const { issuer, audience, codeFlow } = entrance.start
  if (codeFlow)
    return narrow(
      'Sign in',
      noticeLine,
      h('p', {}, 'This network uses an external identity provider. Sign in there; it redirects you back here.'),
      h('p', { class: 'row' }, h('a', { class: 'button main', href: '../_developer/session/start' }, 'Sign in')),
      h('p', { class: 'soft' }, `The provider is ${issuer ?? ''}.`),
    )
  return narrow(
    'Sign in',
    noticeLine,
    h('p', {}, 'This network uses an external identity provider. Sign in there and paste the ID token here.'),
    facts(['Issued by', h('code', {}, issuer ?? '')], ['For the client', h('code', {}, audience ?? '')]),
    signInForm(
      [
        area({
          name: 'idToken',
          label: 'ID token',
          hint: 'Three parts separated by dots. Do not paste an access token or an API key.',
        }),
      ],
      { send: 'Sign in' },
      enter(entrance, ({ text }) => ({ idToken: text('idToken').trim() })),
    ),
    h(
      'p',
      { class: 'soft' },
      'The token is sent once to open a session and is not stored. The session ends when the token expires.',
    ),
  )
}

const purpose = (): HTMLElement =>
  h(
    'p',
    { class: 'soft' },
    'Manage API keys and register your own agents as visitors. ',
    h('a', { href: '../docs/' }, 'How it works'),
  )

export function signInScreen(entrance: Entrance, notice: string | null): Screen {
  const noticeLine = notice === null ? null : h('p', { class: 'notice', role: 'status' }, notice)
  if (entrance.start.signIn === 'outside') return tokenScreen(entrance, noticeLine)
  return narrow(
    'Sign in',
    noticeLine,
    purpose(),
    signInForm(
      [emailField(), knownPassword(), codeField()],
      { send: 'Sign in', extraActions: [h('a', { href: '#/forgot' }, 'Forgot your password?')] },
      enter(entrance, ({ text }) => ({ email: text('email'), password: text('password'), code: text('code') })),
    ),
    h('p', { class: 'foot' }, 'New here? ', h('a', { href: '#/sign-up' }, 'Sign up')),
  )
}

export function signUpScreen({ show }: Entrance): Screen {
  return narrow(
    'Sign up',
    h('p', {}, 'One account contains your apps, keys and visitors.'),
    form([emailField(), newPassword()], { send: 'Sign up' }, async ({ text }) => {
      localStorage.setItem(SIGN_UP_ITEM, String(Date.now()))
      const link = await signUpAs({ email: text('email'), password: text('password') })
      const instructions = `We sent an e-mail to ${text('email')}. Open its link within 24 hours.`
      show(link === null ? letterSent('Check your e-mail', instructions) : confirmHere(link))
    }),
    h('p', { class: 'foot' }, 'Already have an account? ', h('a', { href: '#/sign-in' }, 'Sign in')),
  )
}

export function forgotScreen({ show }: Entrance): Screen {
  return narrow(
    'New password',
    h('p', {}, 'Enter the e-mail address of your account. We send a link to set a new password.'),
    form([emailField()], { send: 'Send the link' }, async ({ text }) => {
      await identity('forgot', { email: text('email') })
      show(
        letterSent(
          'Check your e-mail',
          `If ${text('email')} has an account, we sent an e-mail. Its link is valid for 24 hours.`,
        ),
      )
    }),
    h('p', { class: 'foot' }, h('a', { href: '#/sign-in' }, 'Back to sign-in')),
  )
}

/** Relative to /developer/verify and /developer/reset. */
const HOME = './#/sign-in'

const noToken = (title: string): Screen =>
  narrow(
    title,
    h(
      'p',
      { class: 'failure', role: 'alert' },
      'This link is incomplete or was already used. Open it again from the e-mail.',
    ),
    h('p', { class: 'row' }, h('a', { class: 'button', href: HOME }, 'Go to sign-in')),
  )

/**
 * Confirmation requires the password, because mail scanners and people who never signed up also open links.
 */
export function verifyScreen(entrance: Entrance, token: string | null): Screen {
  if (token === null) return noToken('Confirm your e-mail address')
  const isSameBrowser = hasSignedUpHere()
  return narrow(
    'Confirm your e-mail address',
    h(
      'p',
      {},
      isSameBrowser ? '' : 'Enter the password you signed up with. ',
      'If you did not sign up, close this page; nothing is changed.',
    ),
    signInForm([!isSameBrowser && knownPassword()], { send: 'Confirm' }, async ({ text }) => {
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
    }),
  )
}

export function resetScreen({ show }: Entrance, token: string | null): Screen {
  if (token === null) return noToken('Choose a new password')
  return narrow(
    'Choose a new password',
    h('p', {}, 'All sessions opened with the old password will be signed out.'),
    form([newPassword()], { send: 'Change the password' }, async ({ text }) => {
      await identity('reset', { token, password: text('password') })
      show(
        narrow(
          'Password changed',
          h('p', { role: 'status' }, 'Sign in with the new password.'),
          h('p', { class: 'row' }, h('a', { class: 'button main', href: HOME }, 'Sign in')),
        ),
      )
    }),
  )
}

export const closedScreen = (): Screen =>
  narrow(
    'The portal is closed',
    h(
      'p',
      {},
      'The operator of this network has disabled the developer portal. Existing keys still work. Try again later.',
    ),
  )
