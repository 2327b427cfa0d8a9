// Form fields, and forms that show errors and are sent once at a time.
import { type Child, h, newId } from './dom.ts'
import { isSignedOut, report, signedOut, words } from './shell.ts'

export interface Field {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly type?: 'text' | 'email' | 'password' | 'number'
  readonly value?: string | number
  readonly optional?: boolean
  readonly autocomplete?: string
  readonly min?: number
  readonly max?: number
  readonly pattern?: string
  /** Message for a value that does not match the pattern. */
  readonly rule?: string
  readonly prefix?: string
}

/** `min` and `max` limit the value of a number and the length of a text. */
const bounds = ({ type, min, max }: Field) =>
  type === 'number' ? { min, max, step: 1, inputmode: 'numeric' } : { minlength: min, maxlength: max }

/** Shows or hides the text of a password field. */
function showButton(input: HTMLInputElement): HTMLElement {
  const button = h('button', { type: 'button', class: 'plain', 'aria-pressed': 'false', click: toggle }, 'Show')
  function toggle(): void {
    const isHidden = input.type === 'password'
    input.type = isHidden ? 'text' : 'password'
    button.setAttribute('aria-pressed', String(isHidden))
  }
  return button
}

export function field(options: Field): HTMLElement {
  const { name, label, hint, type = 'text', value, optional, autocomplete = 'off', pattern, rule, prefix } = options
  const [id, hintId] = [newId('field'), newId('hint')]
  const input = h('input', {
    id,
    name,
    type,
    value,
    autocomplete,
    pattern,
    title: rule,
    required: !optional,
    spellcheck: 'false',
    autocapitalize: 'off',
    'aria-describedby': hint === undefined ? null : hintId,
    ...bounds(options),
  })
  const control = type === 'password' ? h('div', { class: 'prefixed' }, input, showButton(input)) : input
  return h(
    'div',
    { class: 'field' },
    h('label', { for: id }, label, optional ? h('span', { class: 'soft' }, ' (optional)') : null),
    prefix === undefined
      ? control
      : h('div', { class: 'prefixed' }, h('span', { 'aria-hidden': 'true' }, prefix), input),
    hint === undefined ? null : h('p', { class: 'hint', id: hintId }, hint),
  )
}

/** A text area for long pasted texts. */
export function area({ name, label, hint }: Pick<Field, 'name' | 'label' | 'hint'>): HTMLElement {
  const [id, hintId] = [newId('field'), newId('hint')]
  return h(
    'div',
    { class: 'field' },
    h('label', { for: id }, label),
    h('textarea', {
      id,
      name,
      rows: 5,
      required: true,
      autocomplete: 'off',
      spellcheck: 'false',
      'aria-describedby': hintId,
    }),
    h('p', { class: 'hint', id: hintId }, hint ?? ''),
  )
}

export type Option = readonly [value: string, text: string]

export function select(
  { name, label, value = '' }: Pick<Field, 'name' | 'label'> & { value?: string },
  options: readonly Option[],
  change?: (event: Event) => void,
): HTMLElement {
  const id = `select-${name}`
  return h(
    'div',
    { class: 'field' },
    h('label', { for: id }, label),
    h(
      'select',
      { id, name, ...(change === undefined ? {} : { change }) },
      ...options.map(([one, text]) => h('option', { value: one, selected: one === value }, text)),
    ),
  )
}

/** Radio buttons, each with a description. */
export const choice = (
  { name, label, value }: { name: string; label: string; value: string },
  options: readonly (readonly [value: string, text: string, about: string])[],
): HTMLElement =>
  h(
    'fieldset',
    { class: 'choice' },
    h('legend', {}, label),
    ...options.map(([one, text, about]) =>
      h(
        'label',
        {},
        h('input', { type: 'radio', name, value: one, checked: one === value, required: true }),
        h('span', {}, h('strong', {}, text), h('span', { class: 'hint' }, about)),
      ),
    ),
  )

export const tick = (name: string, ...label: readonly Child[]): HTMLElement =>
  h('label', { class: 'tick' }, h('input', { type: 'checkbox', name, required: true }), h('span', {}, ...label))

export const optionalTick = (name: string, ...label: readonly Child[]): HTMLElement =>
  h('label', { class: 'tick' }, h('input', { type: 'checkbox', name }), h('span', {}, ...label))

export interface Submission {
  text(name: string): string
  number(name: string): number
}

export interface FormOptions {
  /** Label of the submit button. */
  readonly send: string
  readonly danger?: boolean
  /** Handles an error inside the form; returns true if it did. */
  readonly onApiError?: (error: unknown) => boolean
  readonly extraActions?: readonly Child[]
}

/** A form that shows its errors and is sent once at a time. The method is always POST, so that no value gets into a URL. */
export function form(
  parts: readonly Child[],
  { send, danger, onApiError: refused, extraActions = [] }: FormOptions,
  submit: (values: Submission) => Promise<unknown>,
): HTMLFormElement {
  const alert = h('div', { class: 'failure', role: 'alert', hidden: true })
  const button = h('button', { type: 'submit', class: danger ? 'danger' : 'main' }, send)
  const busy = (on: boolean) => {
    button.toggleAttribute('data-busy', on)
    button.setAttribute('aria-disabled', String(on))
  }

  async function onSubmit(event: Event): Promise<void> {
    event.preventDefault()
    if (button.hasAttribute('data-busy')) return
    alert.hidden = true
    busy(true)
    const data = new FormData(formElement)
    const text = (name: string) => String(data.get(name) ?? '')
    try {
      await submit({ text, number: (name) => Number(text(name)) })
    } catch (error) {
      report(error)
      if (refused?.(error)) return
      if (isSignedOut(error) && !formElement.hasAttribute('data-sign-in')) return void signedOut()
      alert.textContent = words(error)
      alert.hidden = false
    } finally {
      busy(false)
    }
  }

  const formElement = h(
    'form',
    { method: 'post', submit: (event) => void onSubmit(event) },
    ...parts,
    alert,
    h('p', { class: 'row' }, button, ...extraActions),
  )
  return formElement
}
