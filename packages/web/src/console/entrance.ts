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
        hint: 'The content of the file operator-token in the data folder, or the value of AGENT_NETWORK_OPERATOR_TOKEN.',
      }),
    ],
    { send: 'Sign in' },
    async ({ text }) => {
      await openSession(text('token').trim())
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
