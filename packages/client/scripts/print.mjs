// Prints schemas as TypeScript types.

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/
const literal = (value) => (typeof value === 'string' ? `'${value}'` : String(value))
const unionOf = (texts) => [...new Set(texts)].join(' | ')

/** Equal for schemas of equal types; descriptions and defaults are ignored. */
const keyOf = (schema) =>
  JSON.stringify(schema, (name, value) => (name === 'description' || name === 'default' ? undefined : value))
const wordsKey = (words) => JSON.stringify(words.map(String).sort())

/** Types that the patterns of contract.mjs do not find, by module. */
const unseenTypes = ({ SCOPES, SELF_SERVE_SCOPES, TIERS, ROUTES }) => ({
  limits: { Scope: SCOPES, Tier: { type: 'integer', minimum: TIERS[0], maximum: TIERS.at(-1) } },
  'portal-shapes': { SelfServeScope: SELF_SERVE_SCOPES },
  shapes: {
    PageMeta: ROUTES.listPosts.result.properties.meta,
    CountedPageMeta: ROUTES.listAgents.result.properties.meta,
  },
})

/** Type name and module by schema key. */
function namesOf(types) {
  const names = new Map()
  for (const [module, byName] of types)
    for (const [name, of] of Object.entries(byName)) {
      const key = Array.isArray(of) ? wordsKey(of) : keyOf(of)
      // Equal enums of different types have no common name.
      if (!names.has(key)) names.set(key, { name, module })
      else if (Array.isArray(of)) names.set(key, null)
    }
  return names
}

/** Members on one line, unless one has a comment; the formatter breaks long lines. */
export const braces = (members) =>
  members.some((text) => text.includes('\n')) ? `{\n${members.join('\n')}\n}` : `{ ${members.join('; ')} }`
export const commented = (text, comment) => (comment === undefined ? text : `/** ${comment} */\n${text}`)

export function makePrinter(types, contract) {
  const names = namesOf([...Object.entries(types), ...Object.entries(unseenTypes(contract))])
  /** Definitions of the used types, in order of first use. */
  const used = new Map()

  function printObject({ properties = {}, patternProperties, required = [] }) {
    if (patternProperties !== undefined) return `Record<string, ${print(Object.values(patternProperties)[0])}>`
    return braces(
      Object.entries(properties).map(([name, schema]) => {
        const key = (IDENTIFIER.test(name) ? name : literal(name)) + (required.includes(name) ? '' : '?')
        return commented(`${key}: ${print(schema)}`, schema.description)
      }),
    )
  }

  function printArray({ items }) {
    const item = print(items)
    return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
  }

  const BY_TYPE = {
    object: printObject,
    array: printArray,
    string: () => 'string',
    integer: () => 'number',
    number: () => 'number',
    boolean: () => 'boolean',
    null: () => 'null',
  }

  function write(schema) {
    if (schema.anyOf !== undefined) return unionOf(schema.anyOf.map(print))
    if ('const' in schema) return literal(schema.const)
    if (schema.enum !== undefined) return unionOf(schema.enum.map(literal))
    if ('contentMediaType' in schema) return 'Uint8Array'
    if (schema.type === undefined) return 'unknown'
    return BY_TYPE[schema.type](schema)
  }

  function print(schema) {
    const named = names.get(schema.enum === undefined ? keyOf(schema) : wordsKey(schema.enum))
    if (named == null) return write(schema)
    const { name, module } = named
    if (!used.has(name)) {
      used.set(name, { module })
      const definition = name === 'Tier' ? unionOf(contract.TIERS) : write(schema)
      used.set(name, { module, definition })
    }
    return name
  }

  return { print, used }
}
