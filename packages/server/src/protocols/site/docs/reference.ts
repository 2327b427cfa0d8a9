// API reference pages, rendered from the OpenAPI document.
import { curlSample, pythonSample, type SampleCall, typescriptSample } from '@agent-network/client/samples'
import type { OpenApiDocument, OpenApiOperation, OpenApiParameter } from '@agent-network/contract'
import { Html, type HtmlPart, html } from '../html.ts'

type SchemaSchema = Readonly<Record<string, unknown>>

const REF = '#/components/schemas/'

/** The names of the schemas that a schema refers to, without itself. */
export function namesIn(value: unknown, found: Set<string> = new Set()): Set<string> {
  if (Array.isArray(value)) for (const each of value) namesIn(each, found)
  else if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value))
      if (key === '$ref' && typeof each === 'string' && each.startsWith(REF)) found.add(each.slice(REF.length))
      else namesIn(each, found)
  return found
}

const joined = (parts: readonly Html[], by: string): Html =>
  new Html(parts.map(({ markup }) => markup).join(html`${by}`.markup))

const BOUNDS: readonly (readonly [string, string])[] = [
  ['minLength', 'at least'],
  ['maxLength', 'at most'],
  ['minimum', 'from'],
  ['maximum', 'to'],
  ['minItems', 'at least'],
  ['maxItems', 'at most'],
]

/** Description, format and bounds of a schema. */
function remarkOf(schema: SchemaSchema): string {
  const bounds = BOUNDS.flatMap(([name, word]) => (schema[name] === undefined ? [] : [`${word} ${schema[name]}`]))
  const form = typeof schema.format === 'string' ? [schema.format] : []
  const description = typeof schema.description === 'string' ? [schema.description] : []
  return [...description, ...form, ...bounds].join(', ')
}

function objectText(schema: SchemaSchema, indent: string): Html {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, SchemaSchema>)
  const required = new Set((schema.required ?? []) as string[])
  if (properties.length === 0) return html`object`
  const inner = `${indent}  `
  const lines = properties.map(([name, member]) => {
    const remark = remarkOf(member)
    return html`${inner}<b>${name}</b>${required.has(name) ? '' : '?'}: ${typeText(member, inner)}${remark === '' ? null : html` <i>${remark}</i>`}\n`
  })
  return html`{\n${lines}${indent}}`
}

/** A schema as a readable type; names link to their schema below. */
export function typeText(schema: SchemaSchema, indent = ''): Html {
  const { $ref, const: only, enum: choices, anyOf, oneOf, allOf, items, type } = schema
  if (typeof $ref === 'string') {
    const name = $ref.slice(REF.length)
    return html`<a href="#shape-${name}">${name}</a>`
  }
  if (only !== undefined) return html`${JSON.stringify(only)}`
  const several = (list: unknown, by: string) =>
    joined(
      (list as SchemaSchema[]).map((each) => typeText(each, indent)),
      by,
    )
  if (Array.isArray(choices)) return html`${choices.map((choice) => JSON.stringify(choice)).join(' | ')}`
  if (Array.isArray(anyOf)) return several(anyOf, ' | ')
  if (Array.isArray(oneOf)) return several(oneOf, ' | ')
  if (Array.isArray(allOf)) return several(allOf, ' & ')
  if (type === 'array') {
    const of = items === undefined ? html`any` : typeText(items as SchemaSchema, indent)
    return /[|&]/.test(of.markup.replaceAll(/&\w+;|<[^>]*>/g, '')) ? html`(${of})[]` : html`${of}[]`
  }
  if (type === 'object' || schema.properties !== undefined) return objectText(schema, indent)
  return html`${Array.isArray(type) ? type.join(' | ') : ((type as string | undefined) ?? 'any')}`
}

export const typeBlock = (schema: SchemaSchema): HtmlPart =>
  html`<pre tabindex="0"><code>${typeText(schema)}</code></pre>`

type Schema = Readonly<Record<string, unknown>>

interface Operation {
  readonly method: string
  readonly path: string
  readonly of: OpenApiOperation
}

interface Tag {
  readonly name: string
  readonly about: string
  readonly slug: string
  readonly operations: readonly Operation[]
}

const slugOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]+/g, '-')

/** Operations by tag, in the order of the document. */
export function tagsOf({ tags, paths }: OpenApiDocument): Tag[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, of]): Operation => ({ method: method.toUpperCase(), path, of })),
  )
  return tags.map((tag) => {
    const name = String(tag.name)
    return {
      name,
      about: String(tag.description ?? ''),
      slug: slugOf(name),
      operations: all.filter(({ of }) => of.tags.includes(name)),
    }
  })
}

/** Renders the Markdown subset of descriptions: code and emphasis. */
const prose = (text: string): Html =>
  new Html(
    html`${text}`.markup
      .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
      .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>'),
  )
const paragraphs = (text: string): HtmlPart => text.split('\n\n').map((each) => html`<p>${prose(each)}</p>`)

const table = (heads: readonly string[], rows: readonly Html[]): HtmlPart =>
  html`<div class="scroll" tabindex="0"><table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`

export const referenceIndex = (document: OpenApiDocument): Html =>
  html`<h1>API reference</h1>
${paragraphs(String(document.info.description ?? ''))}
<p><a href="/docs/reference/${PLAYGROUND}">Playground</a>: send requests from the browser. <a href="/openapi.json">OpenAPI document</a>, <a href="/asyncapi.json">AsyncAPI document</a> of the streams.</p>
${tagsOf(document).map(
  ({ name, about, slug, operations }) =>
    html`<h2><a href="/docs/reference/${slug}">${name}</a></h2><p>${about}</p>
${table(
  ['Route', 'Summary'],
  operations.map(
    ({ method, path, of }) =>
      html`<tr><td><a href="/docs/reference/${slug}#${of.operationId}"><code>${method} ${path}</code></a></td><td>${prose(of.summary)}</td></tr>`,
  ),
)}`,
)}`

const parameterRow = ({ name, in: where, required, description, schema }: OpenApiParameter): Html =>
  html`<tr><td><code>${name}</code></td><td>${where}${required ? ', required' : ''}</td><td><code>${typeText(schema as Schema)}</code></td><td>${prose(description)}</td></tr>`

/** Media type and schema of a request or response. */
function contentOf(part: unknown): { type: string; schema: Schema | null } | null {
  const content = (part as { content?: Record<string, { schema?: Schema }> } | undefined)?.content
  const [type, of] = Object.entries(content ?? {})[0] ?? []
  return type === undefined ? null : { type, schema: of?.schema ?? null }
}

function bodyOf(title: string, part: unknown): HtmlPart {
  const content = contentOf(part)
  if (content === null) return null
  const named = content.type === 'application/json' ? null : html` <code>${content.type}</code>`
  return html`<h3>${title}${named}</h3>${content.schema === null ? null : typeBlock(content.schema)}`
}

/** Examples of a request body by name. */
function bodiesOf({ requestBody }: OpenApiOperation): readonly (readonly [name: string, body: unknown])[] {
  const content = (requestBody as { content?: Record<string, { examples?: Record<string, { value: unknown }> }> })
    ?.content
  return Object.entries(content?.['application/json']?.examples ?? {}).map(
    ([name, { value }]) => [name, value] as const,
  )
}

const credentialOf = ({ security }: OpenApiOperation): SampleCall['credential'] => {
  if (security === undefined) return 'key'
  return security.length > 0 ? 'sign-in' : 'none'
}

/** The call of an operation with this body. */
const callOf = ({ method, path, of }: Operation, body: unknown): SampleCall => ({
  name: of.operationId,
  method,
  path,
  body,
  credential: credentialOf(of),
  isKeyed: of.parameters.some(({ name, required }) => name === 'Idempotency-Key' && required),
})

/** A code block that can be copied. */
export const codeBlock = (code: string): Html => html`<pre tabindex="0" data-copy><code>${code}</code></pre>`

const serverOf = ({ of }: Operation, base: string): string =>
  String((of.servers?.[0] as { url?: string } | undefined)?.url ?? base)

/** Streams are not methods of the generated client. */
const isStream = ({ of }: Operation): boolean => /^follow/.test(of.operationId)

function clientSamples(operation: Operation, call: SampleCall): HtmlPart {
  if (isStream(operation)) return null
  const python = pythonSample(call)
  return html`<h4>TypeScript</h4>${codeBlock(typescriptSample(call))}${python === null ? null : html`<h4>Python</h4>${codeBlock(python)}`}`
}

/** One example per variant of the body; the first one is open. */
function samples(operation: Operation, base: string): HtmlPart {
  const bodies = bodiesOf(operation.of)
  const server = serverOf(operation, base)
  const variants = bodies.length === 0 ? [['', undefined] as const] : bodies
  const curl = ([, body]: readonly [string, unknown]) => codeBlock(curlSample(callOf(operation, body), server))
  const rest = (variant: readonly [string, unknown]) => clientSamples(operation, callOf(operation, variant[1]))
  if (variants.length === 1) {
    const clients = rest(variants[0]!)
    return html`${curl(variants[0]!)}${clients === null ? null : html`<details><summary>TypeScript and Python</summary>${clients}</details>`}`
  }
  return html`<h3>Examples</h3>${variants.map((variant) => html`<details><summary><code>${variant[0]}</code></summary><h4>curl</h4>${curl(variant)}${rest(variant)}</details>`)}`
}

function operationPart(operation: Operation, base: string): Html {
  const { method, path, of } = operation
  const success = Object.entries(of.responses).filter(([status]) => status.startsWith('2'))
  const playable = isPlayable(operation)
    ? html`<p><a href="/docs/reference/${PLAYGROUND}#${of.operationId}" aria-label="Try it: ${method} ${path}">Try it</a></p>`
    : null
  return html`<section><h2 id="${of.operationId}"><code>${method} ${path}</code></h2>${paragraphs(of.description)}
${samples(operation, base)}
${playable}
${of.parameters.length === 0 ? null : html`<h3>Parameters</h3>${table(['Name', 'In', 'Type', 'Description'], of.parameters.map(parameterRow))}`}
${bodyOf('Body', of.requestBody)}
${success.map(([status, response]) => bodyOf(`Response ${status}`, response))}
<h3>Errors</h3><p>${of['x-errors'].map((code, n) => html`${n === 0 ? null : ' '}<a href="/docs/errors/${code}"><code>${code}</code></a>`)}</p></section>`
}

/** Schemas that the operations use, directly and indirectly. */
function shapesOf(operations: readonly Operation[], schemas: Readonly<Record<string, unknown>>): string[] {
  const wanted = new Set<string>()
  const open = [...namesIn(operations.map(({ of }) => [of.parameters, of.requestBody, successes(of)]))]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (wanted.has(name)) continue
    wanted.add(name)
    open.push(...namesIn(schemas[name]))
  }
  return [...wanted].sort()
}

const successes = ({ responses }: OpenApiOperation): unknown =>
  Object.entries(responses).flatMap(([status, response]) => (status.startsWith('2') ? [response] : []))

/** The reference page of one tag with its schemas; null for an unknown tag. */
export function referencePage(document: OpenApiDocument, slug: string): { title: string; body: Html } | null {
  const tag = tagsOf(document).find((each) => each.slug === slug)
  if (tag === undefined) return null
  const base = String(document.servers[0]?.url ?? '')
  const { schemas } = document.components
  const shapes = shapesOf(tag.operations, schemas)
  return {
    title: `${tag.name}: API reference`,
    body: html`<h1>${tag.name}</h1><p class="lede">${tag.about}</p>
<ul>${tag.operations.map(({ method, path, of }) => html`<li><a href="#${of.operationId}"><code>${method} ${path}</code></a> ${prose(of.summary)}</li>`)}</ul>
${tag.operations.map((operation) => operationPart(operation, base))}
${shapes.length === 0 ? null : html`<h2 id="shapes">Schemas</h2>${shapes.map((name) => html`<h3 id="shape-${name}"><code>${name}</code></h3>${typeBlock(schemas[name] as Schema)}`)}`}`,
  }
}

/** The name of the playground page under the reference. */
export const PLAYGROUND = 'playground'

/** The playground sends reads with a key, heartbeats and acts; streams have no end. */
const isPlayable = (operation: Operation): boolean =>
  credentialOf(operation.of) === 'key' &&
  !isStream(operation) &&
  (operation.method === 'GET' || ['heartbeat', 'act'].includes(operation.of.operationId))

/** A route for the script of the playground. */
const playableRoute = (operation: Operation) => ({
  ...callOf(operation, undefined),
  summary: operation.of.summary,
  inputs: operation.of.parameters
    .filter((parameter) => parameter.in !== 'header')
    .map(({ name, in: where, required, description }) => ({ name, in: where, required, description })),
  bodies: Object.fromEntries(bodiesOf(operation.of)),
})

/** A form that sends requests from the browser. Its script makes it visible; the key stays in the memory of the page. */
export function playgroundPart(document: OpenApiDocument): Html {
  const operations = tagsOf(document).flatMap((tag) => tag.operations)
  const routes = operations.filter(isPlayable).map(playableRoute)
  const base = String(document.servers[0]?.url ?? '')
  return html`<h1>Playground</h1>
<p class="lede">Send requests to this server and see the same request as curl, TypeScript and Python.</p>
<p id="playground-off">The playground needs scripts. Without scripts, use the curl commands of the <a href="/docs/reference">reference</a>.</p>
<form id="playground" class="playground" data-routes="${JSON.stringify(routes)}" data-base="${base}" autocomplete="off" hidden>
<p><label for="playground-key">API key</label><input id="playground-key" type="password" autocomplete="off" spellcheck="false" aria-describedby="playground-key-hint"><span class="hint" id="playground-key-hint">Stays in the memory of this page and is sent only to this server. Acts change the world.</span></p>
<p><label for="playground-route">Request</label><select id="playground-route"></select></p>
<p id="playground-summary"></p>
<div id="playground-inputs"></div>
<p><button id="playground-send">Send</button></p>
<section aria-labelledby="playground-request"><h2 id="playground-request">Request</h2><h3>curl</h3><pre tabindex="0" data-copy><code id="playground-curl"></code></pre><h3>TypeScript</h3><pre tabindex="0" data-copy><code id="playground-typescript"></code></pre><h3>Python</h3><pre tabindex="0" data-copy><code id="playground-python"></code></pre></section>
<section aria-labelledby="playground-response"><h2 id="playground-response">Response</h2><p role="status" id="playground-status">No request was sent yet.</p><pre tabindex="0" id="playground-headers-block" aria-label="Response headers" hidden><code id="playground-headers"></code></pre><pre tabindex="0" id="playground-body-block" aria-label="Response body" data-copy hidden><code id="playground-body"></code></pre></section>
</form>`
}
