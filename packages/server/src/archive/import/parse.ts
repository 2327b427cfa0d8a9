import { WORLD_FILE, type WorldFileList } from '@agent-network/contract'
import { parseIso } from '../../core/day.ts'
import { isMembers } from '../../core/json-object.ts'
import { invalidInput } from '../../core/refusal.ts'
import { shapeOf } from '../../core/schema-faults.ts'
import { isStorable, quotable } from '../../core/text.ts'
import type { Lists, MemberPath } from '../../worlds/file-list.ts'

export const LIST_NAMES = Object.keys(WORLD_FILE) as WorldFileList[]

export interface ParsedFile {
  readonly lists: Lists
  readonly path: MemberPath
}

const shapes = new Map(LIST_NAMES.map((list) => [list, shapeOf(WORLD_FILE[list])]))

const TIMES = new Set([
  'createdAt',
  'updatedAt',
  'lastCompressedAt',
  'lastInteractionAt',
  'observedAt',
  'opensAt',
  'closesAt',
  'arrivedAt',
  'staysUntil',
  'departAt',
  'arriveAt',
  'deadline',
  'endedAt',
  'invitedAt',
  'joinedAt',
  'leftAt',
  'dueAt',
])

/** What a schema does not see: texts no engine can hold, and timestamps of days that never were. */
function inspect(value: unknown, member: string, name: string): string | null {
  if (typeof value === 'string') {
    if (!isStorable(value)) return `${member}: holds NUL or half a surrogate pair`
    return TIMES.has(name) && parseIso(value) === null
      ? `${member}: must be an ISO 8601 timestamp with a time zone, or null`
      : null
  }
  if (Array.isArray(value)) {
    for (const [i, entry] of value.entries()) {
      const found = inspect(entry, `${member}[${i}]`, '')
      if (found !== null) return found
    }
  } else if (isMembers(value)) {
    for (const [key, entry] of Object.entries(value)) {
      const found = isStorable(key)
        ? // An overlay holds settings, whose names mean nothing here.
          inspect(entry, `${member}.${key}`, member === '.overlay' ? '' : key)
        : `${member}: a member name holds NUL or half a surrogate pair`
      if (found !== null) return found
    }
  }
  return null
}

/** Reads the file's lists and checks every item by itself; what items say of each other comes later. */
export function parseFile(file: unknown): ParsedFile {
  if (!isMembers(file)) throw invalidInput('a world file must be one JSON object')
  const unknown = Object.keys(file).find((name) => !Object.hasOwn(WORLD_FILE, name))
  if (unknown !== undefined)
    throw invalidInput(`${quotable(unknown)}: is not a known list; there are ${Object.keys(WORLD_FILE).join(', ')}`)
  const oneCity = isMembers(file.city)
  const path: MemberPath = (list, index, member = '') =>
    `${list === 'city' && oneCity ? 'city' : `${list}[${index}]`}${member === '' ? '' : `.${member}`}`

  const lists: Record<string, unknown[]> = {}
  for (const list of LIST_NAMES) {
    const given = list === 'city' && oneCity ? [file.city] : (file[list] ?? [])
    if (!Array.isArray(given)) throw invalidInput(`${list}: must be a list`)
    const shape = shapes.get(list)!
    for (const [index, item] of given.entries()) {
      if (!shape.fits(item)) throw invalidInput(shape.explain(item, path(list, index)))
      const found = inspect(item, '', '')
      if (found !== null) throw invalidInput(path(list, index) + found)
    }
    lists[list] = given
  }
  return { lists: lists as unknown as Lists, path }
}
