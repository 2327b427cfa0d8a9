// Modal dialogs with a focus trap.
import { type Child, element, h, newId, presentChildren } from './dom.ts'

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

/**
 * Opens a modal dialog. The promise resolves when it is closed, also by Escape. Its content is removed and the focus
 * returns to the control that opened it.
 */
export function openDialog(title: string, build: (close: () => void) => readonly Child[]): Promise<void> {
  const opener = document.activeElement as HTMLElement | null
  const id = newId('dialog')
  return new Promise((resolve) => {
    const dialog: HTMLDialogElement = h('dialog', { 'aria-labelledby': id })
    const close = () => dialog.close()
    dialog.append(
      h(
        'div',
        { class: 'top' },
        h('h2', { id }, title),
        h('button', { type: 'button', class: 'plain', 'aria-label': 'Close', click: close }, '✕'),
      ),
      ...presentChildren(build(close)),
    )
    dialog.addEventListener('keydown', (event) => trapFocus(event, dialog))
    dialog.addEventListener('close', () => {
      document.body.append(element('said'))
      dialog.remove()
      if (opener?.isConnected) opener.focus()
      resolve()
    })
    document.body.append(dialog)
    dialog.showModal()
    // Destructive buttons never get the initial focus.
    const start = dialog.querySelector<HTMLElement>('[data-start], form input, form select, form button:not(.danger)')
    start?.focus()
  })
}

export const cancelButton = (close: () => void): HTMLElement =>
  h('button', { type: 'button', class: 'button', click: close }, 'Cancel')
