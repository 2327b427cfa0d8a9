// Form fields, and forms that show errors and are sent once at a time.
import { useSignal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type Child, isSignedOut, report, signedOut, words } from './page.tsx'
import { useNewId } from './pieces.tsx'

/** What the contract says about one member of a body. */
interface Rule {
  readonly type: 'string' | 'integer' | 'boolean'
  readonly min?: number
  readonly max?: number
  readonly pattern?: string
  readonly required?: boolean
  /** An empty field is null; otherwise it is left out. */
  readonly nullable?: boolean
}
type Rules = Readonly<Record<string, Rule>>

/** The rules of the form around a field. */
const FormRules = createContext<Rules>({})

export interface FieldProps {
  readonly name: string
  readonly label: Child
  readonly hint?: string
  readonly type?: 'text' | 'email' | 'password' | 'number'
  readonly value?: string | number | null
  readonly optional?: boolean
  readonly autocomplete?: string
  readonly min?: number
  readonly max?: number
  readonly pattern?: string
  /** Message for a value that does not match the pattern. */
  readonly message?: string
  readonly prefix?: string
  readonly onChoice?: (value: string) => unknown
}

/** The rule of a field: what the contract says, unless the field says otherwise. */
function useRule({ name, ...own }: Pick<FieldProps, 'name' | 'type' | 'optional' | 'min' | 'max' | 'pattern'>) {
  const rule = useContext(FormRules)[name]
  const isNumber = (own.type ?? rule?.type) === (own.type === undefined ? 'integer' : 'number')
  const [min, max] = [own.min ?? rule?.min, own.max ?? rule?.max]
  return {
    type: own.type ?? (isNumber ? 'number' : 'text'),
    required: !(own.optional ?? (rule !== undefined && !rule.required)),
    pattern: own.pattern ?? rule?.pattern,
    bounds: isNumber ? { min, max, step: 1, inputMode: 'numeric' as const } : { minLength: min, maxLength: max },
  }
}

export function Field({ label, hint, value, autocomplete = 'off', message, prefix, onChoice, ...own }: FieldProps) {
  const [id, isOpen] = [useNewId('field'), useSignal(false)]
  const { type, required, pattern, bounds } = useRule(own)
  const input = (
    <input
      id={id}
      name={own.name}
      type={(isOpen.value ? 'text' : type) as 'text'}
      defaultValue={value === null || value === undefined ? '' : String(value)}
      autocomplete={autocomplete}
      pattern={pattern}
      title={message}
      required={required}
      spellcheck={false}
      onChange={onChoice && ((event) => onChoice(event.currentTarget.value.trim()))}
      autocapitalize="off"
      aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      {...bounds}
    />
  )
  return (
    <div class="field">
      <label for={id}>
        {label}
        {!required && <span class="soft"> (optional)</span>}
      </label>
      {type === 'password' ? (
        <div class="prefixed">
          {input}
          <button
            type="button"
            class="plain"
            aria-pressed={isOpen.value}
            onClick={() => {
              isOpen.value = !isOpen.value
            }}
          >
            Show
          </button>
        </div>
      ) : prefix === undefined ? (
        input
      ) : (
        <div class="prefixed">
          <span aria-hidden="true">{prefix}</span>
          {input}
        </div>
      )}
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** A text area for long texts. */
export function Area({
  name,
  label,
  hint,
  value = '',
}: Record<'name' | 'label' | 'hint', string> & { value?: string }) {
  const id = useNewId('field')
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        name={name}
        rows={5}
        required
        autocomplete="off"
        spellcheck={false}
        defaultValue={value}
        aria-describedby={`${id}-hint`}
      />
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  )
}

export type Option = readonly [value: string, text: string]
interface SelectProps {
  readonly name: string
  readonly label: string
  readonly value?: string
  readonly options: readonly Option[]
  readonly onChoice?: (value: string) => unknown
}
export const Select = ({ name, label, value = '', options, onChoice }: SelectProps) => (
  <div class="field">
    <label for={`select-${name}`}>{label}</label>
    <select id={`select-${name}`} name={name} onChange={onChoice && ((event) => onChoice(event.currentTarget.value))}>
      {options.map(([one, text]) => (
        <option key={one} value={one} selected={one === value}>
          {text}
        </option>
      ))}
    </select>
  </div>
)

interface ChoiceProps {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, text: string, about: string])[]
}
/** Radio buttons, each with a description. */
export const Choice = ({ name, label, value, options }: ChoiceProps) => (
  <fieldset class="choice">
    <legend>{label}</legend>
    {options.map(([one, text, about]) => (
      <label key={one}>
        <input type="radio" name={name} value={one} defaultChecked={one === value} required />
        <span>
          <strong>{text}</strong>
          <span class="hint">{about}</span>
        </span>
      </label>
    ))}
  </fieldset>
)

export const Tick = ({ name, optional, children }: { name: string; optional?: boolean; children: Child }) => (
  <label class="tick">
    <input type="checkbox" name={name} required={!optional} />
    <span>{children}</span>
  </label>
)

export interface Submission {
  /** The text of a field without spaces around it; a password is left as it is. */
  text(name: string): string
  number(name: string): number
  /** The members of the body that have a field, as the contract types them. */
  body<T>(): T
}

function memberOf({ type, nullable }: Rule, text: string): unknown {
  if (type === 'boolean') return text !== ''
  if (text === '') return nullable ? null : undefined
  return type === 'integer' ? Number(text) : text
}

function submissionOf(form: HTMLFormElement, rules: Rules): Submission {
  const data = new FormData(form)
  const text = (name: string): string => {
    const typed = String(data.get(name) ?? '')
    return name === 'password' ? typed : typed.trim()
  }
  const members = Object.entries(rules).filter(([name]) => form.elements.namedItem(name) !== null)
  const values = members.map(([name, rule]) => [name, memberOf(rule, text(name))] as const)
  return {
    text,
    number: (name) => Number(text(name)),
    body: <T,>() => Object.fromEntries(values.filter(([, value]) => value !== undefined)) as T,
  }
}

export interface FormProps {
  /** Rules of the body that the form sends, from the contract. */
  readonly of?: Rules | undefined
  /** Label of the submit button. */
  readonly send: string
  readonly danger?: boolean | undefined
  /** Beside the submit button. */
  readonly actions?: Child
  /** A 401 response is shown in the form and does not end the session. */
  readonly isSignIn?: boolean | undefined
  readonly children?: Child
  readonly onSubmit: (values: Submission) => unknown
}

/**
 * A form that shows its errors and is sent once at a time. The browser checks the fields by the rules of the contract.
 * The method is always POST, so that no value gets into a URL.
 */
export function Form({ of = {}, send, danger, actions, isSignIn, children, onSubmit }: FormProps) {
  const [isBusy, failure] = [useSignal(false), useSignal('')]
  async function submit(event: Event & { currentTarget: HTMLFormElement }): Promise<void> {
    event.preventDefault()
    if (isBusy.value) return
    const values = submissionOf(event.currentTarget, of)
    failure.value = ''
    isBusy.value = true
    try {
      await onSubmit(values)
    } catch (error) {
      report(error)
      if (isSignedOut(error) && !isSignIn) return void signedOut()
      failure.value = words(error)
    } finally {
      isBusy.value = false
    }
  }
  return (
    <form method="post" onSubmit={(event) => void submit(event)}>
      <FormRules.Provider value={of}>{children}</FormRules.Provider>
      {failure.value !== '' && (
        <div class="failure" role="alert">
          {failure.value}
        </div>
      )}
      <p class="row">
        <button
          type="submit"
          class={danger ? 'danger' : 'main'}
          data-busy={isBusy.value || undefined}
          aria-disabled={isBusy.value}
        >
          {send}
        </button>
        {actions}
      </p>
    </form>
  )
}
