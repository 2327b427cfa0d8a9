// Playground of the API reference: sends a request with a key and shows it as code. The key is only in its input field.
import { curlSample, pythonSample, type SampleCall, targetOf, typescriptSample } from '@agent-network/client/samples'

interface Input {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly description: string
}

interface PlayableRoute extends SampleCall {
  readonly summary: string
  readonly inputs: readonly Input[]
  readonly bodies: Readonly<Record<string, unknown>>
}

const HEADERS = [
  'Content-Type',
  'Request-Id',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'ETag',
  'Idempotent-Replayed',
  'X-Ignored-Parameters',
]
/** Longer bodies are cut, because a browser needs seconds to lay them out. */
const BODY_CHARS_MAX = 100_000

const form = document.querySelector<HTMLFormElement>('#playground')!
const part = <E extends HTMLElement>(name: string): E => form.querySelector<E>(`#playground-${name}`)!
const key = part<HTMLInputElement>('key')
const choice = part<HTMLSelectElement>('route')
const fields = part('inputs')
const send = part<HTMLButtonElement>('send')
const status = part('status')
const routes: readonly PlayableRoute[] = JSON.parse(form.dataset.routes ?? '[]')
const base = form.dataset.base ?? ''

function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  settings: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const created = Object.assign(document.createElement(tag), settings)
  created.append(...children)
  return created
}

const route = (): PlayableRoute => routes[choice.selectedIndex]!
const bodyField = (): HTMLTextAreaElement | null => fields.querySelector('textarea')

function labelled(id: string, label: string, field: HTMLElement, hint = ''): HTMLParagraphElement {
  field.id = id
  const row = element('p', {}, element('label', { htmlFor: id }, label), field)
  if (hint !== '') {
    field.setAttribute('aria-describedby', `${id}-hint`)
    row.append(element('span', { className: 'hint', id: `${id}-hint` }, hint))
  }
  return row
}

function inputRow({ name, required, description }: Input): HTMLElement {
  const field = element('input', { type: 'text', required, autocomplete: 'off', spellcheck: false })
  field.dataset.name = name
  return labelled(`playground-in-${name}`, required ? name : `${name} (optional)`, field, description)
}

function bodyRows({ bodies }: PlayableRoute): HTMLElement[] {
  const names = Object.keys(bodies)
  if (names.length === 0) return []
  const text = element('textarea', { rows: 6, spellcheck: false })
  const example = element('select', {}, ...names.map((name) => element('option', { value: name }, name)))
  const fill = (): void => {
    text.value = JSON.stringify(bodies[example.value], null, 2)
  }
  example.addEventListener('change', fill)
  fill()
  return [labelled('playground-example', 'Action', example), labelled('playground-json', 'Body (JSON)', text)]
}

/** The body as a value; undefined without one, null if it is not JSON. */
function bodyValue(): unknown {
  const field = bodyField()
  if (field === null) return undefined
  try {
    return JSON.parse(field.value) as unknown
  } catch {
    return null
  }
}

function valuesOf(where: Input['in']): Record<string, string> {
  const wanted = route().inputs.filter((each) => each.in === where)
  return Object.fromEntries(
    wanted.map(({ name }) => [name, fields.querySelector<HTMLInputElement>(`[data-name="${name}"]`)!.value.trim()]),
  )
}

const currentCall = (): SampleCall => ({
  ...route(),
  params: valuesOf('path'),
  query: valuesOf('query'),
  body: bodyValue() ?? undefined,
})

function showSamples(): void {
  const call = currentCall()
  part('curl').textContent = curlSample(call, base)
  part('typescript').textContent = typescriptSample(call)
  part('python').textContent = pythonSample(call) ?? ''
}

function showRoute(): void {
  const chosen = route()
  part('summary').textContent = chosen.summary
  fields.replaceChildren(...chosen.inputs.map(inputRow), ...bodyRows(chosen))
  showSamples()
}

function showBlock(name: 'headers' | 'body', text: string): void {
  part(name).textContent = text
  part(`${name}-block`).hidden = text === ''
}

function pretty(text: string): string {
  let prettyText = text
  try {
    prettyText = JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // Not JSON: prettyText as it is.
  }
  return prettyText.length > BODY_CHARS_MAX ? `${prettyText.slice(0, BODY_CHARS_MAX)}\n…` : prettyText
}

/** `crypto.randomUUID` is missing on plain http. */
const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

async function request(call: SampleCall): Promise<void> {
  const headers = new Headers({ 'X-API-Key': key.value.trim(), Accept: 'application/json' })
  if (call.isKeyed) headers.set('Idempotency-Key', newIdempotencyKey())
  if (call.body !== undefined) headers.set('Content-Type', 'application/json')
  const startedAt = performance.now()
  const response = await fetch(targetOf(call), {
    method: call.method,
    headers,
    body: call.body === undefined ? null : JSON.stringify(call.body),
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
  })
  const text = await response.text()
  status.textContent = `${response.status} ${response.statusText} in ${Math.round(performance.now() - startedAt)} ms`
  showBlock(
    'headers',
    HEADERS.flatMap((name) => (response.headers.has(name) ? [`${name}: ${response.headers.get(name)}`] : [])).join(
      '\n',
    ),
  )
  showBlock('body', pretty(text))
}

async function submit(): Promise<void> {
  const body = bodyValue()
  if (bodyField() !== null && (typeof body !== 'object' || body === null)) {
    status.textContent = 'The body is not a JSON object; correct it and send again.'
    bodyField()!.focus()
    return
  }
  send.disabled = true
  status.textContent = 'Sending…'
  try {
    await request(currentCall())
  } catch {
    showBlock('headers', '')
    showBlock('body', '')
    status.textContent = 'The request failed: the server did not respond. Try again.'
  } finally {
    send.disabled = false
  }
}

choice.append(...routes.map(({ method, path, name }) => element('option', { value: name }, `${method} ${path}`)))
const showAddressed = (): void => {
  const index = routes.findIndex(({ name }) => name === location.hash.slice(1))
  if (index >= 0) choice.selectedIndex = index
  showRoute()
}
choice.addEventListener('change', showRoute)
fields.addEventListener('input', showSamples)
fields.addEventListener('change', showSamples)
form.addEventListener('submit', (event) => {
  event.preventDefault()
  void submit()
})
addEventListener('hashchange', showAddressed)
// Browsers may restore fields of a page that was left.
addEventListener('pagehide', () => {
  key.value = ''
})
showAddressed()
document.querySelector('#playground-off')?.remove()
form.hidden = false
