// Confirmation dialogs for changes, with the equivalent curl command.
import { cancelButton, openDialog } from '../screens/dialog.ts'
import { type Child, h } from '../screens/dom.ts'
import { field, form, type Submission } from '../screens/form.ts'
import { codeBlock } from '../screens/pieces.ts'
import { refresh, say } from '../screens/shell.ts'
import { ROOT } from './api.ts'
import { type Call, curlOf } from './curl.ts'

/** The curl command of a call, collapsed. */
export const curlDetails = (call: Call): HTMLElement =>
  h('details', { class: 'curl' }, h('summary', {}, 'curl'), codeBlock('curl', curlOf(call, ROOT)))

export interface Question {
  readonly title: string
  readonly about?: Child
  /** Label of the submit button. */
  readonly send: string
  readonly danger?: boolean
  readonly fields?: readonly Child[]
  /** Text that must be typed to confirm. */
  readonly typed?: string
  /** The call, if it is known before the form is filled in. */
  readonly call?: Call
  /** Status message after success. */
  readonly done?: string
}

/** Asks for confirmation, runs the change and reloads the screen. */
export const ask = (
  { title, about = null, send, danger = false, fields = [], typed, call, done }: Question,
  work: (values: Submission, close: () => void) => Promise<unknown>,
): Promise<void> =>
  openDialog(title, (close) => [
    typeof about === 'string' ? h('p', {}, about) : about,
    form(
      [
        ...fields,
        typed === undefined
          ? null
          : field({
              name: 'typed',
              label: `Type ${typed} to confirm`,
              pattern: typed.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&'),
              rule: `Type exactly ${typed}.`,
            }),
      ],
      { send, danger, extraActions: [cancelButton(close)] },
      async (values) => {
        await work(values, close)
        close()
        if (done !== undefined) say(done)
        refresh()
      },
    ),
    call === undefined ? null : curlDetails(call),
  ])

export const action = (id: string, text: string, work: () => unknown, kind = 'button'): HTMLElement =>
  h('button', { type: 'button', class: kind, id, click: () => void work() }, text)
