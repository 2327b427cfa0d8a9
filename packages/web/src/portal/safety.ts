import { cancelButton, openDialog } from '../screens/dialog.ts'
import { h } from '../screens/dom.ts'
import { field, form } from '../screens/form.ts'
import { card, exactTime, facts } from '../screens/pieces.ts'
import { beginSecondFactor, closeSessions, readSecondFactor, readSessions, type Start, secondFactor } from './api.ts'

/** Where somebody is signed in, and how to end all of it. */
export async function sessionsCard(signedOut: () => Promise<void>): Promise<HTMLElement> {
  const sessions = await readSessions()
  return card(
    'Where you are signed in',
    null,
    h(
      'ul',
      { id: 'sessions' },
      ...sessions.map(({ client, current, createdAt }) =>
        h('li', {}, current ? h('strong', {}, 'This page') : (client ?? 'Somewhere'), ', since ', exactTime(createdAt)),
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
    h('p', {}, 'Each of them signs you in once when the authenticator is lost. They are not shown again.'),
    h('pre', { id: 'recovery-codes' }, codes.join('\n')),
    form([], { send: 'I have written them down' }, async () => {
      close()
      changed()
    }),
  ])

const setUp = (changed: () => void): Promise<void> =>
  openDialog('Second factor', (close) => [
    h('p', {}, 'Say your password once more.'),
    form(
      [field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' })],
      { send: 'Go on', beside: [cancelButton(close)] },
      async ({ text }) => {
        const made = await beginSecondFactor(text('password'))
        close()
        void confirmWith(made, changed)
      },
    ),
  ])

const confirmWith = ({ secret, uri }: { secret: string; uri: string }, changed: () => void): Promise<void> =>
  openDialog('Second factor', (close) => [
    h('p', {}, 'Add this secret to your authenticator, then enter the code that it shows.'),
    facts(['Secret', h('code', { id: 'factor-secret' }, secret)], ['Address', h('a', { href: uri }, 'open it here')]),
    form([codeField()], { send: 'Turn it on', beside: [cancelButton(close)] }, async ({ text }) => {
      const codes = await secondFactor('confirm', text('code'))
      close()
      void showRecovery(codes, changed)
    }),
  ])

const takeAway = (changed: () => void): Promise<void> =>
  openDialog('Remove the second factor?', (close) => [
    h('p', {}, 'From then on your password alone signs you in.'),
    form([codeField()], { send: 'Remove it', danger: true, beside: [cancelButton(close)] }, async ({ text }) => {
      await secondFactor('remove', text('code'))
      close()
      changed()
    }),
  ])

/** Null where somebody else signs people in. */
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
        ? `On: a code of your authenticator is asked for. Recovery codes left: ${recoveryCodesLeft}.`
        : 'Off: your password alone signs you in.',
    ),
    h(
      'p',
      { class: 'row' },
      h(
        'button',
        { type: 'button', id: 'change-second-factor', click: () => void (enabled ? takeAway : setUp)(changed) },
        enabled ? 'Remove it…' : 'Set it up…',
      ),
    ),
  )
}
