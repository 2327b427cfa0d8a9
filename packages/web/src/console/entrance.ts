// The sign-in screen.
import { h } from '../screens/dom.ts'
import { field, form } from '../screens/form.ts'
import type { Screen } from '../screens/shell.ts'
import { openSession } from './api.ts'

export function signInScreen(notice: string | null, entered: () => Promise<void>): Screen {
  const signInForm = form(
    [
      field({
        name: 'token',
        label: 'Operator token',
        type: 'password',
        autocomplete: 'current-password',
        max: 4_096,
        hint: 'Your own token. For recovery: the file operator-token in the data folder, or AGENT_NETWORK_OPERATOR_TOKEN.',
      }),
      field({
        name: 'code',
        label: 'Code',
        autocomplete: 'one-time-code',
        optional: true,
        max: 100,
        hint: 'From your authenticator app, or a recovery code. Only if you have set up a second factor.',
      }),
    ],
    { send: 'Sign in' },
    async ({ text }) => {
      await openSession(text('token').trim(), text('code').trim())
      await entered()
    },
  )
  signInForm.toggleAttribute('data-sign-in', true)
  return {
    title: 'Sign in',
    body: [
      h(
        'section',
        { class: 'card narrow' },
        h('h1', { tabindex: -1 }, 'Console'),
        notice === null ? null : h('p', { class: 'notice', role: 'status' }, notice),
        h('p', { class: 'soft' }, 'Operator console of this network.'),
        signInForm,
      ),
    ],
  }
}
