// Sessions and the second factor of an account.
import { cancelButton, openDialog } from '../screens/dialog.ts'
import { h } from '../screens/dom.ts'
import { field, form } from '../screens/form.ts'
import { card, exactTime, facts } from '../screens/pieces.ts'
import { beginSecondFactor, closeSessions, readSecondFactor, readSessions, type Start, secondFactor } from './api.ts'

/** The open sessions, with a button that ends all of them. */
export async function sessionsCard(signedOut: () => Promise<void>): Promise<HTMLElement> {
  const sessions = await readSessions()
  return card(
    'Sessions',
    null,
    h(
      'ul',
      { id: 'sessions' },
      ...sessions.map(({ client, current, createdAt }) =>
        h(
          'li',
          {},
          current ? h('strong', {}, 'This page') : (client ?? 'Unknown client'),
          ', since ',
          exactTime(createdAt),
        ),
      ),
    ),
    h(
      'p',
      { class: 'row' },
      h(
        'button',
        { type: 'button', id: 'sign-out-everywhere', click: () => void closeSessions().then(signedOut) },
        'Sign out everywhere',
      ),
    ),
  )
}

const codeField = () => field({ name: 'code', label: 'Code', autocomplete: 'one-time-code' })

const showRecovery = (codes: readonly string[], changed: () => void): Promise<void> =>
  openDialog('Recovery codes', (close) => [
    h('p', {}, 'Each code signs you in once if you lose your authenticator. They are not shown again.'),
    h('pre', { id: 'recovery-codes' }, codes.join('\n')),
    form([], { send: 'I have saved them' }, async () => {
      close()
      changed()
    }),
  ])

const setUpSecondFactor = (changed: () => void): Promise<void> =>
  openDialog('Second factor', (close) => [
    h('p', {}, 'Enter your password again.'),
    form(
      [field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' })],
      { send: 'Continue', extraActions: [cancelButton(close)] },
      async ({ text }) => {
        const factor = await beginSecondFactor(text('password'))
        close()
        void confirmWith(factor, changed)
      },
    ),
  ])

const confirmWith = ({ secret, uri }: { secret: string; uri: string }, changed: () => void): Promise<void> =>
  openDialog('Second factor', (close) => [
    h('p', {}, 'Add this secret to your authenticator app, then enter its code.'),
    facts(
      ['Secret', h('code', { id: 'factor-secret' }, secret)],
      ['Link', h('a', { href: uri }, 'Open in authenticator')],
    ),
    form([codeField()], { send: 'Enable', extraActions: [cancelButton(close)] }, async ({ text }) => {
      const codes = await secondFactor('confirm', text('code'))
      close()
      void showRecovery(codes, changed)
    }),
  ])

const removeSecondFactor = (changed: () => void): Promise<void> =>
  openDialog('Remove the second factor?', (close) => [
    h('p', {}, 'After that, your password alone is enough to sign in.'),
    form([codeField()], { send: 'Remove', danger: true, extraActions: [cancelButton(close)] }, async ({ text }) => {
      await secondFactor('remove', text('code'))
      close()
      changed()
    }),
  ])

/** Null with an external identity provider. */
export async function secondFactorCard({ signIn }: Start, changed: () => void): Promise<HTMLElement | null> {
  if (signIn !== 'built-in') return null
  const { enabled, recoveryCodesLeft } = await readSecondFactor()
  return card(
    'Second factor',
    null,
    h(
      'p',
      { id: 'second-factor' },
      enabled
        ? `On: sign-in requires a code of your authenticator. Recovery codes left: ${recoveryCodesLeft}.`
        : 'Off: your password alone is enough to sign in.',
    ),
    h(
      'p',
      { class: 'row' },
      h(
        'button',
        {
          type: 'button',
          id: 'change-second-factor',
          click: () => void (enabled ? removeSecondFactor : setUpSecondFactor)(changed),
        },
        enabled ? 'Remove…' : 'Set up…',
      ),
    ),
  )
}
