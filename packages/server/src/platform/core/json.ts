// JSON: canonical form, type guard, strict parser.

/**
 * RFC 8785: one text per value. Members are sorted by UTF-16 code units, the order of `sort`. Numbers and strings are
 * written as in ECMAScript.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  members.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}

/** A JSON object with unchecked members. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Excludes null and arrays. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const jsonObjectOf = (value: unknown): JsonObject | null => (isJsonObject(value) ? value : null)

/** Why a body was rejected; the caller wraps it in the code of its route. */
export class BadJson extends Error {}

const DEPTH_MAX = 32
const decoder = new TextDecoder('utf-8', { fatal: true })
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * JSON without surprises: valid UTF-8, no member twice, no prototype keys, bounded depth, no number that a double
 * cannot hold, no NUL and no half surrogate pair. `JSON.parse` alone lets each of these through in silence. Depth and
 * size are judged before it runs: a megabyte of brackets would keep it busy for a third of a second.
 */
export function parseStrictJson(bytes: Uint8Array, tokensMax = Number.POSITIVE_INFINITY): unknown {
  return parse(inspectedSource(bytes, tokensMax))
}

/** A larger body is inspected and parsed in two turns of the event loop. */
const ONE_TURN_BYTES = 64 * 1_024

/** The same for bodies of up to a megabyte, of which either half may take 10 ms. */
export async function parseStrictJsonInTurns(bytes: Uint8Array, tokensMax?: number): Promise<unknown> {
  const source = inspectedSource(bytes, tokensMax)
  if (bytes.length > ONE_TURN_BYTES) await new Promise((resume) => setImmediate(resume))
  return parse(source)
}

/** The text of a body that passes the checks beyond JSON. */
function inspectedSource(bytes: Uint8Array, tokensMax = Number.POSITIVE_INFINITY): string {
  let source: string
  try {
    source = decoder.decode(bytes)
  } catch {
    throw new BadJson('The body is not valid UTF-8')
  }
  inspect(source, tokensMax)
  return source
}

function parse(source: string): unknown {
  try {
    return JSON.parse(source)
  } catch {
    throw new BadJson('The body is not valid JSON')
  }
}

/**
 * A string with its quotes, a bracket, a comma, or a number. A compiled regular expression is fast from the first use.
 * The end of the source also ends a string: a failed search would start again behind each quote.
 */
const TOKEN = /"[^"\\]*(?:(?:\\[\s\S])+[^"\\]*)*(?:"|\\?$)|[[\]{},]|-?\d[\d.eE+-]*/g
const COLON = /\s*:/y
/** NUL and surrogates can only occur as escapes: as bytes, the first is not JSON and the second is not UTF-8. */
const HIDDEN = /\\u(?:0000|d[89a-f])/i

/** Checks what `JSON.parse` accepts too easily. It does not check whether the text is JSON. */
function inspect(source: string, tokensMax: number): void {
  const open: (Set<string> | null)[] = []
  let tokens = 0
  TOKEN.lastIndex = 0
  for (let found = TOKEN.exec(source); found !== null; found = TOKEN.exec(source)) {
    tokens += 1
    if (tokens > tokensMax) throw new BadJson(`The body holds more than ${tokensMax} brackets, commas and values`)
    const [token] = found
    const first = token[0]!
    if (first === '"') inspectText(source, token, open.at(-1) ?? null)
    else if (first === '{' || first === '[') {
      open.push(first === '{' ? new Set() : null)
      if (open.length > DEPTH_MAX) throw new BadJson(`The body is nested deeper than ${DEPTH_MAX} levels`)
    } else if (first === '}' || first === ']') open.pop()
    else if (first !== ',') inspectNumber(token)
  }
}

function inspectText(source: string, token: string, members: Set<string> | null): void {
  COLON.lastIndex = TOKEN.lastIndex
  const isKey = members !== null && COLON.test(source)
  if (!isKey && !(token.includes('\\u') && HIDDEN.test(token))) return
  const text = token.includes('\\') ? String(parse(token)) : token.slice(1, -1)
  if (text.includes('\0') || !text.isWellFormed()) throw new BadJson('A string holds NUL or half a surrogate pair')
  if (isKey) noteKey(members, text)
}

function noteKey(members: Set<string>, key: string): void {
  if (FORBIDDEN_KEYS.has(key)) throw new BadJson(`The member name ${key} is not allowed`)
  if (members.has(key)) throw new BadJson('An object has the same member twice')
  members.add(key)
}

function inspectNumber(token: string): void {
  const value = Number(token)
  // Text that is not a number is not JSON either, and `JSON.parse` rejects it.
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY || isLargeInteger(value))
    throw new BadJson('A number is too large to be held exactly')
}

const isLargeInteger = (value: number): boolean => Number.isInteger(value) && !Number.isSafeInteger(value)
