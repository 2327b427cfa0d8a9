import { Html, type HtmlPart, html } from '../html.ts'

type Schema = Readonly<Record<string, unknown>>

const REF = '#/components/schemas/'

/** The names of the shapes that a schema refers to, itself not included. */
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

/** Bounds and form, in words. */
function remarkOf(schema: Schema): string {
  const bounds = BOUNDS.flatMap(([name, word]) => (schema[name] === undefined ? [] : [`${word} ${schema[name]}`]))
  const form = typeof schema.format === 'string' ? [schema.format] : []
  const told = typeof schema.description === 'string' ? [schema.description] : []
  return [...told, ...form, ...bounds].join(', ')
}

function objectText(schema: Schema, indent: string): Html {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
  const required = new Set((schema.required ?? []) as string[])
  if (properties.length === 0) return html`object`
  const inner = `${indent}  `
  const lines = properties.map(([name, member]) => {
    const remark = remarkOf(member)
    return html`${inner}<b>${name}</b>${required.has(name) ? '' : '?'}: ${typeText(member, inner)}${remark === '' ? null : html` <i>${remark}</i>`}\n`
  })
  return html`{\n${lines}${indent}}`
}

/** A schema as a type that people can read; a name leads to the shape below. */
export function typeText(schema: Schema, indent = ''): Html {
  const { $ref, const: only, enum: choices, anyOf, oneOf, allOf, items, type } = schema
  if (typeof $ref === 'string') {
    const name = $ref.slice(REF.length)
    return html`<a href="#shape-${name}">${name}</a>`
  }
  if (only !== undefined) return html`${JSON.stringify(only)}`
  const several = (list: unknown, by: string) =>
    joined(
      (list as Schema[]).map((each) => typeText(each, indent)),
      by,
    )
  if (Array.isArray(choices)) return html`${choices.map((choice) => JSON.stringify(choice)).join(' | ')}`
  if (Array.isArray(anyOf)) return several(anyOf, ' | ')
  if (Array.isArray(oneOf)) return several(oneOf, ' | ')
  if (Array.isArray(allOf)) return several(allOf, ' & ')
  if (type === 'array') {
    const of = items === undefined ? html`any` : typeText(items as Schema, indent)
    return /[|&]/.test(of.markup.replaceAll(/&\w+;|<[^>]*>/g, '')) ? html`(${of})[]` : html`${of}[]`
  }
  if (type === 'object' || schema.properties !== undefined) return objectText(schema, indent)
  return html`${Array.isArray(type) ? type.join(' | ') : ((type as string | undefined) ?? 'any')}`
}

export const typeBlock = (schema: Schema): HtmlPart => html`<pre tabindex="0"><code>${typeText(schema)}</code></pre>`
