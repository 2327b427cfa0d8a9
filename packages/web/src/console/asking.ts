import { cancelButton, openDialog } from '../screens/dialog.ts'
import { type Child, h } from '../screens/dom.ts'
import { field, form, type Submission } from '../screens/form.ts'
import { codeBlock } from '../screens/pieces.ts'
import { refresh, say } from '../screens/shell.ts'
import { ROOT } from './api.ts'
import { type Call, curlOf } from './curl.ts'

/** The command behind something, folded away. */
export const curlDetails = (call: Call): HTMLElement =>
  h('details', { class: 'curl' }, h('summary', {}, 'curl'), codeBlock('curl', curlOf(call, ROOT)))

export interface Question {
  readonly title: string
  readonly about?: Child
  /** The word on the button. */
  readonly send: string
  readonly danger?: boolean
  readonly fields?: readonly Child[]
  /** Must be typed before it is done. */
  readonly typed?: string
  /** What will be sent, where that is certain already. */
  readonly call?: Call
  /** What is said when it is done. */
  readonly done?: string
}

/** Asks before something is changed, does it, and shows the screen again. */
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
              label: `Type ${typed} to go on`,
              pattern: typed.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&'),
              rule: `It must be exactly ${typed}.`,
            }),
      ],
      { send, danger, beside: [cancelButton(close)] },
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
