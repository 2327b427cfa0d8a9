/** Why a body was turned away; the caller wraps it in the code of its route. */
export class BadJson extends Error {}

const DEPTH_MAX = 32
const decoder = new TextDecoder('utf-8', { fatal: true })
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * JSON without surprises: valid UTF-8, no member twice, no prototype keys, bounded depth, no number that a double
 * cannot hold, no NUL and no half surrogate pair. `JSON.parse` alone lets each of these through in silence.
 */
export function parseStrictJson(bytes: Uint8Array): unknown {
  let source: string
  try {
    source = decoder.decode(bytes)
  } catch {
    throw new BadJson('The body is not valid UTF-8')
  }
  let value: unknown
  try {
    value = JSON.parse(source)
  } catch {
    throw new BadJson('The body is not valid JSON')
  }
  inspect(source)
  return value
}

/** Walks text that `JSON.parse` has already accepted, so it only has to look at what that accepts too easily. */
function inspect(source: string): void {
  const open: (Set<string> | null)[] = []
  let i = 0
  while (i < source.length) {
    const c = source.charCodeAt(i)
    if (c === 0x7b || c === 0x5b) {
      open.push(c === 0x7b ? new Set() : null)
      if (open.length > DEPTH_MAX) throw new BadJson(`The body is nested deeper than ${DEPTH_MAX} levels`)
      i += 1
    } else if (c === 0x7d || c === 0x5d) {
      open.pop()
      i += 1
    } else if (c === 0x22) {
      const end = stringEnd(source, i)
      const raw = source.slice(i, end)
      const text = raw.includes('\\') ? (JSON.parse(raw) as string) : raw.slice(1, -1)
      if (text.includes('\0') || !text.isWellFormed()) throw new BadJson('A string holds NUL or half a surrogate pair')
      i = skipSpace(source, end)
      if (source.charCodeAt(i) === 0x3a) noteKey(open.at(-1) ?? null, text)
    } else if (c === 0x2d || (c >= 0x30 && c <= 0x39)) {
      i = inspectNumber(source, i)
    } else {
      i += 1
    }
  }
}

function noteKey(members: Set<string> | null, key: string): void {
  if (members === null) return
  if (FORBIDDEN_KEYS.has(key)) throw new BadJson(`The member name ${key} is not allowed`)
  if (members.has(key)) throw new BadJson('An object has the same member twice')
  members.add(key)
}

function stringEnd(source: string, start: number): number {
  let i = start + 1
  while (source.charCodeAt(i) !== 0x22) i += source.charCodeAt(i) === 0x5c ? 2 : 1
  return i + 1
}

function skipSpace(source: string, start: number): number {
  let i = start
  while (source.charCodeAt(i) <= 0x20) i += 1
  return i
}

const NUMBER = /-?\d+(\.\d+)?([eE][+-]?\d+)?/y

function inspectNumber(source: string, start: number): number {
  NUMBER.lastIndex = start
  const raw = NUMBER.exec(source)?.[0] ?? ''
  const value = Number(raw)
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
    throw new BadJson('A number is too large to be held exactly')
  return start + Math.max(1, raw.length)
}
