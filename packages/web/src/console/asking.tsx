// Confirmation dialogs for changes, with the equivalent curl command.
import { openForm, type Question, showSecret } from '../components/dialog.tsx'
import { Field, type Submission } from '../components/form.tsx'
import { type Child, refresh, say } from '../components/page.tsx'
import { CodeBlock } from '../components/pieces.tsx'
import { type PlannedCall, ROOT } from './api.ts'
import { type Call, curlOf } from './curl.ts'

/** The curl command of a call, collapsed. */
export const CurlDetails = ({ call }: { call: Call }) => (
  <details class="curl">
    <summary>curl</summary>
    <CodeBlock what="curl" code={curlOf(call, ROOT)} />
  </details>
)

interface Change extends Omit<Question, 'foot' | 'leadsTo'> {
  /** Text that must be typed to confirm. */
  readonly typed?: string
  /** The call, if it is known before the form is filled in. Without `work` it is the whole change. */
  readonly call?: PlannedCall
}

/** Asks for confirmation, runs the change and reloads the screen. */
export function ask(
  { typed, call, done, fields, ...question }: Change,
  work: (values: Submission, close: () => void) => unknown = () => call?.run(),
): Promise<void> {
  const confirmation = typed !== undefined && (
    <Field
      name="typed"
      label={`Type ${typed} to confirm`}
      pattern={typed.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&')}
      message={`Type exactly ${typed}.`}
    />
  )
  const foot = call !== undefined && <CurlDetails call={call} />
  return openForm({ ...question, fields: [fields, confirmation], foot }, async (values, close) => {
    await work(values, close)
    close()
    if (done !== undefined) say(done)
    refresh()
  })
}

/** Asks as `ask` does, then shows the secret that the change has created. */
export const askForSecret = (
  question: Change,
  work: (values: Submission) => Promise<readonly [title: string, secret: string, more?: Child]>,
): Promise<void> =>
  ask(question, async (values, close) => {
    const [title, secret, more] = await work(values)
    close()
    await showSecret(title, secret, 'Copy it now. It is shown once; only its hash is stored.', more)
  })
