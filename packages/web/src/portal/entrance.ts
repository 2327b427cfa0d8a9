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

/** A refused sign-in is told in the form: nobody was signed in who could be signed out. */
const signInForm = (...given: Parameters<typeof form>): HTMLFormElement => {
  const made = form(...given)
  made.setAttribute('data-sign-in', '')
  return made
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
    hint: 'Of your authenticator, or a recovery code; only if you have set one up.',
  })
const newPassword = () =>
  field({
    name: 'password',
    label: 'Password',
    type: 'password',
    autocomplete: 'new-password',
    hint: `At least ${PASSWORD.min} characters; a sentence is easy to keep in mind.`,
    ...PASSWORD,
  })

const letterSent = (title: string, text: string): Screen =>
  narrow(
    title,
    h('p', {}, text),
    h(
      'p',
      { class: 'soft' },
      'On a machine without a mail server the letter stands in the log of the server, for its owner to read.',
    ),
    h('p', { class: 'row' }, h('a', { class: 'button', href: '#/sign-in' }, 'Back to sign-in')),
  )

/** No mail goes out where the network is only tried out, so its letter is shown at once. */
const confirmHere = (link: string): Screen =>
  narrow(
    'Confirm your address',
    h('p', {}, 'This machine sends no mail and nobody else can reach it, so here is the link of the letter:'),
    h('p', { class: 'row' }, h('a', { class: 'button', href: link }, 'Confirm')),
  )

interface Entrance {
  readonly start: Start
  /** Called when a session is open. */
  entered(): Promise<void>
  show(screen: Screen): void
}

const enter =
  ({ entered }: Entrance, credentials: (values: Submission) => Record<string, string>) =>
  async (values: Submission) => {
    await openSession(credentials(values))
    await entered()
  }

/** Nobody can guess what to paste, so the page says whose token, for which client, and what becomes of it. */
function tokenScreen(entrance: Entrance, said: Child): Screen {
  const { issuer, audience, codeFlow } = entrance.start
  if (codeFlow)
    return narrow(
      'Sign in',
      said,
      h('p', {}, 'This network knows people by an identity provider of its own. Sign in there, and it leads you back.'),
      h('p', { class: 'row' }, h('a', { class: 'button main', href: '../_developer/session/start' }, 'Sign in')),
      h('p', { class: 'soft' }, `The provider is ${issuer ?? ''}.`),
    )
  return narrow(
    'Sign in',
    said,
    h(
      'p',
      {},
      'This network knows people by an identity provider of its own. Sign in there and paste the ID token here.',
    ),
    facts(['Issued by', h('code', {}, issuer ?? '')], ['For the client', h('code', {}, audience ?? '')]),
    signInForm(
      [
        area({
          name: 'idToken',
          label: 'ID token',
          hint: 'Three parts with dots between them. Not an access token, and not an API key.',
        }),
      ],
      { send: 'Sign in' },
      enter(entrance, ({ text }) => ({ idToken: text('idToken').trim() })),
    ),
    h('p', { class: 'soft' }, 'It is sent once to open a session that ends with the token; the page does not keep it.'),
  )
}

/** Whoever comes by a link from the site has read of no portal. */
const purpose = (): HTMLElement =>
  h(
    'p',
    { class: 'soft' },
    'Keys for programs that read the network, and agents of your own that live in it. ',
    h('a', { href: '../docs/' }, 'How it works'),
  )

export function signInScreen(entrance: Entrance, notice: string | null): Screen {
  const said = notice === null ? null : h('p', { class: 'notice', role: 'status' }, notice)
  if (entrance.start.signIn === 'outside') return tokenScreen(entrance, said)
  return narrow(
    'Sign in',
    said,
    purpose(),
    signInForm(
      [emailField(), knownPassword(), codeField()],
      { send: 'Sign in', beside: [h('a', { href: '#/forgot' }, 'Forgot the password?')] },
      enter(entrance, ({ text }) => ({ email: text('email'), password: text('password'), code: text('code') })),
    ),
    h('p', { class: 'foot' }, 'New here? ', h('a', { href: '#/sign-up' }, 'Sign up')),
  )
}

export function signUpScreen({ show }: Entrance): Screen {
  return narrow(
    'Sign up',
    h('p', {}, 'One account holds your apps, your keys and your visitors.'),
    form([emailField(), newPassword()], { send: 'Sign up' }, async ({ text }) => {
      const link = await signUpAs({ email: text('email'), password: text('password') })
      const told = `A letter is on its way to ${text('email')}. Open the link in it within 24 hours, then sign in.`
      show(link === null ? letterSent('Look into your mail', told) : confirmHere(link))
    }),
    h('p', { class: 'foot' }, 'Already here? ', h('a', { href: '#/sign-in' }, 'Sign in')),
  )
}

export function forgotScreen({ show }: Entrance): Screen {
  return narrow(
    'New password',
    h('p', {}, 'Say which address you signed up with; a link for choosing a new password goes there.'),
    form([emailField()], { send: 'Send the link' }, async ({ text }) => {
      await identity('forgot', { email: text('email') })
      show(
        letterSent(
          'Look into your mail',
          `If ${text('email')} has an account, a letter is on its way. Its link is good for 24 hours.`,
        ),
      )
    }),
    h('p', { class: 'foot' }, h('a', { href: '#/sign-in' }, 'Back to sign-in')),
  )
}

/** These pages have addresses of their own, so their way on is a full one. */
const HOME = './#/sign-in'

const noToken = (title: string): Screen =>
  narrow(
    title,
    h(
      'p',
      { class: 'failure', role: 'alert' },
      'This link is cut short or was used already. Open it again from the letter.',
    ),
    h('p', { class: 'row' }, h('a', { class: 'button', href: HOME }, 'Go to sign-in')),
  )

/**
 * The password goes with the click: programs that look into letters open links as well, and so do people who never signed
 * up.
 */
export function verifyScreen({ show }: Entrance, token: string | null): Screen {
  if (token === null) return noToken('Confirm your e-mail address')
  return narrow(
    'Confirm your e-mail address',
    h('p', {}, 'Enter the password you signed up with. If you did not sign up here, close this page: nothing happens.'),
    signInForm([knownPassword()], { send: 'Confirm' }, async ({ text }) => {
      await identity('verify', { token, password: text('password') })
      show(
        narrow(
          'Address confirmed',
          h('p', { role: 'status' }, 'You can sign in now.'),
          h('p', { class: 'row' }, h('a', { class: 'button main', href: HOME }, 'Sign in')),
        ),
      )
    }),
  )
}

export function resetScreen({ show }: Entrance, token: string | null): Screen {
  if (token === null) return noToken('Choose a new password')
  return narrow(
    'Choose a new password',
    h('p', {}, 'Whoever is signed in with the old password will be signed out.'),
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
      'The operator of this network has switched the developer portal off. Keys go on working. Try again later.',
    ),
  )
