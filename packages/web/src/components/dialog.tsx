// Modal dialogs with a focus trap, and the dialogs that show a secret once.
import { render } from 'preact'
import { useRef } from 'preact/hooks'
import { Form, type FormProps, type Submission } from './form.tsx'
import { type Child, element, go, refresh, say } from './page.tsx'
import { Action, copy, Facts } from './pieces.tsx'

const STOPS = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'

/** Keeps the focus inside the dialog: Tab on the last control goes to the first one. */
function trapFocus(event: KeyboardEvent, dialog: HTMLDialogElement): void {
  if (event.key !== 'Tab') return
  const stops = [...dialog.querySelectorAll<HTMLElement>(STOPS)].filter((stop) => stop.getClientRects().length > 0)
  const [first, last] = [stops[0], stops.at(-1)]
  const { activeElement } = document
  if (event.shiftKey ? activeElement === first || activeElement === dialog : activeElement === last) {
    event.preventDefault()
    ;(event.shiftKey ? last : first)?.focus()
  }
}

let dialogCount = 0

/**
 * Opens a modal dialog. The promise resolves when it is closed, also by Escape. Its content is removed and the focus
 * returns to the control that opened it.
 */
export function openDialog(title: string, content: (close: () => void) => Child): Promise<void> {
  const opener = document.activeElement as HTMLElement | null
  dialogCount += 1
  const id = `dialog-${dialogCount}`
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-labelledby', id)
  const close = () => dialog.close()
  render(
    <>
      <div class="top">
        <h2 id={id}>{title}</h2>
        <button type="button" class="plain" aria-label="Close" onClick={close}>
          ✕
        </button>
      </div>
      {content(close)}
    </>,
    dialog,
  )
  document.body.append(dialog)
  dialog.showModal()
  // Destructive buttons never get the initial focus.
  dialog
    .querySelector<HTMLElement>('[data-start], form input, form select, form textarea, form button:not(.danger)')
    ?.focus()
  dialog.addEventListener('keydown', (event) => trapFocus(event, dialog))
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      document.body.append(element('said'))
      render(null, dialog)
      dialog.remove()
      if (opener?.isConnected) opener.focus()
      resolve()
    })
  })
}

export interface Question extends Pick<FormProps, 'of' | 'send' | 'danger' | 'isSignIn'> {
  readonly title: string
  readonly about?: Child
  readonly fields?: Child
  /** Below the form. */
  readonly foot?: Child
  /** Status message after success; then the screen is loaded again. */
  readonly done?: string
  /** The screen that is shown instead. */
  readonly leadsTo?: string
}

/** Opens a dialog with a form, and closes it after the work is done. */
export const openForm = (
  { title, about, fields, foot, done, leadsTo, ...form }: Question,
  work: (values: Submission, close: () => void) => unknown,
): Promise<void> =>
  openDialog(title, (close) => (
    <>
      {typeof about === 'string' ? <p>{about}</p> : about}
      <Form
        {...form}
        actions={<Action run={close} text="Cancel" />}
        onSubmit={async (values) => {
          await work(values, close)
          close()
          if (done === undefined) return
          say(done)
          if (leadsTo === undefined) refresh()
          else go(leadsTo)
        }}
      >
        {fields}
      </Form>
      {foot}
    </>
  ))

/** A secret with a button that copies it. The buttons come first, so that a long dialog shows both. */
function Secret({ value, close, more }: { value: string; close: () => void; more: Child }) {
  const text = useRef<HTMLElement>(null)
  return (
    <>
      <div class="secret">
        <code ref={text} data-secret tabIndex={0}>
          {value}
        </code>
      </div>
      <p class="row">
        <button type="button" class="main" data-start onClick={() => void copy(text.current!, 'Key')}>
          Copy key
        </button>
        <Action run={close} text="I have saved it" />
      </p>
      {more}
    </>
  )
}

/** Shows a raw key. It exists only in this dialog; the server cannot show it again. */
export const showSecret = (title: string, key: string, warning: string, more?: Child): Promise<void> =>
  openDialog(title, (close) => (
    <>
      <p class="warning">{warning}</p>
      <Secret value={key} close={close} more={more} />
    </>
  ))

/** The secret of a new second factor. */
export const FactorSecret = ({ secret, uri }: { secret: string; uri: string }) => (
  <>
    <p>Add this secret to your authenticator app, then enter its code.</p>
    <Facts of={{ Secret: <code id="factor-secret">{secret}</code>, Link: <a href={uri}>Open in authenticator</a> }} />
  </>
)

/** Shows the recovery codes of a second factor once. */
export const showRecoveryCodes = (codes: readonly string[], saved: () => void): Promise<void> =>
  openDialog('Recovery codes', (close) => (
    <>
      <p>Each code signs you in once if you lose your authenticator. They are not shown again.</p>
      <pre id="recovery-codes">{codes.join('\n')}</pre>
      <p class="row">
        <button
          type="button"
          class="main"
          onClick={() => {
            close()
            saved()
          }}
        >
          I have saved them
        </button>
      </p>
    </>
  ))
