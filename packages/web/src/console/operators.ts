// Screens of named operators and of the operator who is signed in.
import type { NamedOperator, OperatorRole } from '@agent-network/contract'
import { cancelButton, openDialog } from '../screens/dialog.ts'
import { type Child, h } from '../screens/dom.ts'
import { field, form, select } from '../screens/form.ts'
import { badge, card, empty, facts, moment, wideTable } from '../screens/pieces.ts'
import { showSecret } from '../screens/secret.ts'
import { heading, refresh, type Screen } from '../screens/shell.ts'
import { operator, RECOVERY, session, signedIn } from './api.ts'
import { action, ask } from './asking.ts'

const ONCE = 'Copy it now. It is shown once; only its hash is stored.'

const ROLES = [
  ['viewer', 'viewer: reads everything without secrets and private texts'],
  ['moderator', 'moderator: also reports, moderation, pauses and suspensions'],
  ['admin', 'admin: everything'],
] as const satisfies readonly (readonly [OperatorRole, string])[]

const addDialog = (): Promise<void> =>
  ask(
    {
      title: 'New operator',
      send: 'Add operator',
      fields: [
        field({
          name: 'name',
          label: 'Name',
          max: 40,
          pattern: '[a-z0-9][a-z0-9\\-]*',
          rule: 'Lowercase letters, digits and hyphens.',
          hint: 'Shown in the audit log.',
        }),
        select({ name: 'role', label: 'Role', value: 'viewer' }, ROLES),
      ],
    },
    async ({ text }, close) => {
      const role = text('role') as OperatorRole
      const { data } = await operator.addOperator({ body: { name: text('name'), role } })
      close()
      await showSecret(`The token of ${data.name}`, data.token, ONCE)
    },
  )

const pathOf = (name: string, part = ''): string => `/_operator/operators/${encodeURIComponent(name)}${part}`

const rotateDialog = ({ name }: NamedOperator): Promise<void> =>
  ask(
    {
      title: `Rotate the token of ${name}?`,
      about: 'The old token and all console sessions of this operator end at once.',
      send: 'Rotate',
      call: { method: 'POST', path: pathOf(name, '/rotate') },
    },
    async (_values, close) => {
      const { data } = await operator.rotateOperator({ path: { name } })
      close()
      await showSecret(`The token of ${name}`, data.token, ONCE)
    },
  )

const removeDialog = ({ name }: NamedOperator): Promise<void> =>
  ask(
    {
      title: `Remove ${name}?`,
      about: 'The token and all console sessions of this operator end at once. The audit log stays.',
      send: 'Remove operator',
      danger: true,
      done: 'Operator removed',
      call: { method: 'DELETE', path: pathOf(name) },
    },
    () => operator.removeOperator({ path: { name } }),
  )

const resetDialog = ({ name }: NamedOperator): Promise<void> =>
  ask(
    {
      title: `Remove the authenticator of ${name}?`,
      about: 'Verify the identity of the operator first: afterwards the token alone is enough to sign in.',
      send: 'Remove',
      done: 'Authenticator removed',
      call: { method: 'DELETE', path: pathOf(name, '/second-factor') },
    },
    () => operator.resetOperatorFactor({ path: { name } }),
  )

const rowOf = (one: NamedOperator): Child[] => [
  h('strong', {}, one.name),
  one.role,
  one.secondFactor ? badge('on', 'good') : badge('off', 'quiet'),
  moment(one.createdAt),
  moment(one.rotatedAt, 'never'),
  h(
    'span',
    { class: 'row' },
    action(`rotate-${one.name}`, 'Rotate…', () => rotateDialog(one)),
    one.secondFactor && action(`reset-${one.name}`, 'Remove authenticator…', () => resetDialog(one)),
    action(`remove-${one.name}`, 'Remove…', () => removeDialog(one), 'danger'),
  ),
]

export async function operatorsScreen(): Promise<Screen> {
  const { data } = await operator.listOperators()
  return {
    title: 'Operators',
    body: [
      heading('Operators', action('new-operator', 'New operator…', addDialog, 'main')),
      h('p', { class: 'lead' }, 'Each operator has a token of its own. The first token stays for recovery.'),
      card(
        'Operators',
        null,
        data.length === 0
          ? empty('No named operators.')
          : wideTable('Operators', ['Name', 'Role', 'Second factor', 'Added', 'Rotated', 'Change'], data.map(rowOf)),
      ),
    ],
  }
}

const codeField = () => field({ name: 'code', label: 'Code', autocomplete: 'one-time-code', max: 100 })

const showRecoveryCodes = (codes: readonly string[]): Promise<void> =>
  openDialog('Recovery codes', (close) => [
    h('p', {}, 'Each code signs you in once if you lose your authenticator. They are not shown again.'),
    h('pre', { id: 'recovery-codes' }, codes.join('\n')),
    form([], { send: 'I have saved them' }, async () => {
      close()
      refresh()
    }),
  ])

const confirmDialog = ({ secret, uri }: { secret: string; uri: string }): Promise<void> =>
  openDialog('Second factor', (close) => [
    h('p', {}, 'Add this secret to your authenticator app, then enter its code.'),
    facts(
      ['Secret', h('code', { id: 'factor-secret' }, secret)],
      ['Link', h('a', { href: uri }, 'Open in authenticator')],
    ),
    signInForm([codeField()], { send: 'Enable', extraActions: [cancelButton(close)] }, async ({ text }) => {
      const { data } = await session.confirmFactor({ body: { code: text('code').trim() } })
      close()
      void showRecoveryCodes(data.recoveryCodes)
    }),
  ])

const setUpDialog = (): Promise<void> =>
  openDialog('Second factor', (close) => [
    h('p', {}, 'Enter your token again.'),
    signInForm(
      [field({ name: 'token', label: 'Your token', type: 'password', autocomplete: 'current-password', max: 4_096 })],
      { send: 'Continue', extraActions: [cancelButton(close)] },
      async ({ text }) => {
        const { data } = await session.beginFactor({ body: { token: text('token').trim() } })
        close()
        void confirmDialog(data)
      },
    ),
  ])

const removeFactorDialog = (): Promise<void> =>
  openDialog('Remove the second factor?', (close) => [
    h('p', {}, 'After that, your token alone is enough to sign in.'),
    signInForm(
      [codeField()],
      { send: 'Remove', danger: true, extraActions: [cancelButton(close)] },
      async ({ text }) => {
        await session.removeFactor({ body: { code: text('code').trim() } })
        close()
        refresh()
      },
    ),
  ])

/** A form whose 401 response is shown in the form and does not end the session. */
const signInForm = (...formArguments: Parameters<typeof form>): HTMLFormElement => {
  const formElement = form(...formArguments)
  formElement.toggleAttribute('data-sign-in', true)
  return formElement
}

async function factorCard(): Promise<HTMLElement> {
  const { enabled, recoveryCodesLeft } = (await session.readFactor()).data
  return card(
    'Second factor',
    null,
    h(
      'p',
      { id: 'second-factor' },
      enabled
        ? `On: console sign-in requires a code of your authenticator. Recovery codes left: ${recoveryCodesLeft}.`
        : 'Off: your token alone is enough to sign in.',
    ),
    h(
      'p',
      { class: 'row' },
      action('change-second-factor', enabled ? 'Remove…' : 'Set up…', enabled ? removeFactorDialog : setUpDialog),
    ),
  )
}

export async function meScreen(): Promise<Screen> {
  const { name, role } = signedIn()!
  return {
    title: 'Your access',
    body: [
      heading('Your access'),
      facts(['Name', name], ['Role', role]),
      name === RECOVERY
        ? h('p', { class: 'notice' }, 'You use the recovery token. Add a named operator for daily work.')
        : await factorCard(),
    ],
  }
}
