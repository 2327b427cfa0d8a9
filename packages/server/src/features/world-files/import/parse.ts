// Parsing of a world file: shapes, ids, worlds and references.
import { WORLD_FILE, type WorldFileList } from '@agent-network/contract'
import { CITY_SWITCHES, isSwitchName } from '../../../platform/control/switches.ts'
import { invalidInput, schemaCheckerOf } from '../../../platform/core/api-error.ts'
import { isJsonObject } from '../../../platform/core/json.ts'
import { isStorable, quoteSafely } from '../../../platform/core/text.ts'
import { parseIso } from '../../../platform/core/time.ts'
import type { Read } from '../../../platform/db/database.ts'
import {
  isListed,
  LISTED_TABLES,
  type ListedTable,
  loadStored,
  type StoredRows,
} from '../../../platform/worlds/directory.ts'
import {
  type Item,
  type Lists,
  type MemberPath,
  NOUNS,
  REFERABLE,
  type RecordRef,
  type Referable,
} from '../../../platform/worlds/file-list.ts'
import { isPurged, PRIME, readWorlds, type Worlds } from '../../../platform/worlds/worlds.ts'
import { fileList } from '../export-world.ts'

export const LIST_NAMES = Object.keys(WORLD_FILE) as WorldFileList[]

export interface ParsedFile {
  readonly lists: Lists
  readonly path: MemberPath
}

const shapes = new Map(LIST_NAMES.map((list) => [list, schemaCheckerOf(WORLD_FILE[list])]))

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

/** Faults that a schema does not detect: texts that no database can store, and invalid calendar days. */
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
  } else if (isJsonObject(value)) {
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

/** Reads the file's lists and checks every item by itself; relations between items are checked later. */
export function parseFile(file: unknown): ParsedFile {
  if (!isJsonObject(file)) throw invalidInput('a world file must be one JSON object')
  const unknown = Object.keys(file).find((name) => !Object.hasOwn(WORLD_FILE, name))
  if (unknown !== undefined)
    throw invalidInput(`${quoteSafely(unknown)}: is not a known list; there are ${Object.keys(WORLD_FILE).join(', ')}`)
  const oneCity = isJsonObject(file.city)
  const path: MemberPath = (list, index, member = '') =>
    `${list === 'city' && oneCity ? 'city' : `${list}[${index}]`}${member === '' ? '' : `.${member}`}`

  const lists: Record<string, unknown[]> = {}
  for (const list of LIST_NAMES) {
    const items = list === 'city' && oneCity ? [file.city] : (file[list] ?? [])
    if (!Array.isArray(items)) throw invalidInput(`${list}: must be a list`)
    const shape = shapes.get(list)!
    for (const [index, item] of items.entries()) {
      if (!shape.fits(item)) throw invalidInput(shape.explain(item, path(list, index)))
      const found = inspect(item, '', '')
      if (found !== null) throw invalidInput(path(list, index) + found)
    }
    lists[list] = items
  }
  return { lists: lists as unknown as Lists, path }
}

/** A file whose items are valid and whose references are resolved, each within one world. */
export interface Plan extends ParsedFile {
  readonly storedWorlds: Worlds
  readonly stored: StoredRows
  /** The world of each item, by list. */
  readonly homes: { readonly [L in WorldFileList]: readonly string[] }
}

const refsOf = <L extends WorldFileList>(list: L, item: Item<L>): RecordRef[] => fileList(list)?.references(item) ?? []

/** Lists whose items name their world; the default is prime. */
const WORLD_CARRIERS: ReadonlySet<WorldFileList> = new Set<WorldFileList>([
  'topics',
  'agents',
  'ideas',
  'challenges',
  'city',
  'encounters',
  'games',
])

function checkWorlds({ lists, path }: ParsedFile, worlds: Worlds): void {
  for (const [index, world] of lists.worlds.entries()) {
    const refuse = (member: string, reason: string) => invalidInput(`${path('worlds', index, member)}: ${reason}`)
    const prime = world.id === PRIME
    const stored = world.id === undefined ? undefined : worlds.byId.get(world.id)
    if (!prime && world.id?.toLowerCase() === PRIME) throw refuse('id', 'differs from prime only in its letters')
    if (stored !== undefined && isPurged(stored)) throw refuse('id', `world ${stored.id} is being purged`)
    if (world.kind !== undefined && (world.kind === 'prime') !== prime)
      throw refuse('kind', 'the world prime, and no other, is of kind prime')
    if (prime && (world.designation ?? null) !== null)
      throw refuse('designation', 'the prime world is never a visitor world')
    if (prime && world.status === 'purging') throw refuse('status', 'the prime world cannot be purged')
    for (const name of Object.keys(world.overlay ?? {}))
      if (!isSwitchName(name) || !CITY_SWITCHES.has(name))
        throw refuse(`overlay.${name}`, 'only city settings can be overridden per world')
  }
}

/** An id is unique in its list, and among the parts of items that have ids. */
function checkIds({ lists, path }: ParsedFile): void {
  const idsByScope = new Map<string, Set<string>>()
  const once = (scope: string, id: string | undefined, where: () => string): void => {
    if (id === undefined) return
    const ids = idsByScope.get(scope) ?? new Set()
    if (ids.has(id)) throw invalidInput(`${where()}: ${id} stands in the file twice`)
    idsByScope.set(scope, ids.add(id))
  }
  for (const list of LIST_NAMES)
    for (const [index, item] of lists[list].entries()) once(list, item.id, () => path(list, index, 'id'))
  const parts = <L extends WorldFileList>(list: L, member: keyof Item<L> & string): void => {
    for (const [index, item] of lists[list].entries())
      for (const [i, part] of (((item as Item<L>)[member] as { id?: string }[] | undefined) ?? []).entries())
        once(`${list}.${member}`, part.id, () => path(list, index, `${member}[${i}].id`))
  }
  parts('ideas', 'events')
  parts('challenges', 'contributions')
  parts('encounters', 'turns')
  parts('city', 'destinations')
}

function wantedIds({ lists }: ParsedFile): Map<ListedTable, Set<string>> {
  const wanted = new Map<ListedTable, Set<string>>(LISTED_TABLES.map((list) => [list, new Set()]))
  for (const list of LIST_NAMES)
    for (const item of lists[list]) {
      if (isListed(list) && item.id !== undefined) wanted.get(list)!.add(item.id)
      for (const ref of refsOf(list, item as never)) wanted.get(ref.kind)!.add(ref.id)
    }
  for (const { destinations = [] } of lists.city)
    for (const { id } of destinations) if (id !== undefined) wanted.get('destinations')!.add(id)
  return wanted
}

/** Finds every item's world and resolves every reference; an item belongs to exactly one world. */
function place(parsed: ParsedFile, worlds: Worlds, stored: StoredRows): Record<WorldFileList, string[]> {
  const { lists, path } = parsed
  const createdWorldIds = new Set(lists.worlds.map((world) => world.id))
  const replaced = new Set(lists.city.map((city) => city.worldId ?? PRIME))
  const inFile = new Map<Referable, Map<string, string>>(REFERABLE.map((kind) => [kind, new Map()]))
  const owners = new Map<string, string>()
  const homes = Object.fromEntries(LIST_NAMES.map((list) => [list, [] as string[]])) as Record<WorldFileList, string[]>

  const locate = ({ kind, id }: RecordRef): string | undefined => {
    const home = inFile.get(kind)!.get(id)
    if (home !== undefined) return home
    const row = stored.get(kind, id)
    // The stored places of a city that the file replaces will be removed.
    return row === undefined || (kind === 'destinations' && replaced.has(row.world_id)) ? undefined : row.world_id
  }

  const follow = (ref: RecordRef, where: () => string): string => {
    const home = locate(ref)
    if (home === undefined) throw invalidInput(`${where()}: no such ${NOUNS[ref.kind]} ${ref.id}`)
    return home
  }

  const checkWorld = (worldId: string, where: () => string): void => {
    const world = worlds.byId.get(worldId)
    if (world === undefined && !createdWorldIds.has(worldId)) throw invalidInput(`${where()}: no such world ${worldId}`)
    if (world !== undefined && isPurged(world)) throw invalidInput(`${where()}: world ${worldId} is being purged`)
  }

  const own = (table: ListedTable, id: string, home: string, where: () => string): void => {
    const owner = stored.get(table, id)?.world_id ?? stored.owner(id) ?? owners.get(id)
    if (owner !== undefined && owner !== home) throw invalidInput(`${where()}: ${id} belongs to the world ${owner}`)
    owners.set(id, home)
    if (table in NOUNS) inFile.get(table as Referable)!.set(id, home)
  }

  for (const list of LIST_NAMES) {
    if (list === 'worlds') continue
    const carries = WORLD_CARRIERS.has(list)
    for (const [index, item] of lists[list].entries()) {
      const [first] = carries ? [] : refsOf(list, item as never)
      const member = first?.member ?? 'worldId'
      const home = first
        ? follow(first, () => path(list, index, member))
        : ((item as { worldId?: string }).worldId ?? PRIME)
      checkWorld(home, () => path(list, index, member))
      const named = (item as { worldId?: string }).worldId
      if (named !== undefined && named !== home)
        throw invalidInput(
          `${path(list, index, 'worldId')}: what this refers to is in the world ${home}, not in ${named}`,
        )
      homes[list].push(home)
      if (isListed(list) && item.id !== undefined) own(list, item.id, home, () => path(list, index, 'id'))
    }
    if (list === 'city')
      for (const [index, { destinations = [] }] of lists.city.entries())
        for (const [i, { id }] of destinations.entries())
          if (id !== undefined)
            own('destinations', id, homes.city[index]!, () => path('city', index, `destinations[${i}].id`))
    for (const [index, item] of lists[list].entries())
      for (const ref of refsOf(list, item as never)) {
        const where = () => path(list, index, ref.member)
        const there = follow(ref, where)
        const here = homes[list][index]!
        if (there !== here)
          throw invalidInput(`${where()}: ${NOUNS[ref.kind]} ${ref.id} is in the world ${there}, not in ${here}`)
      }
  }
  return homes
}

export async function makePlan(read: Read, file: unknown): Promise<Plan> {
  const parsed = parseFile(file)
  const worlds = await readWorlds(read)
  checkWorlds(parsed, worlds)
  checkIds(parsed)
  const stored = await loadStored(read, worlds, wantedIds(parsed))
  return { ...parsed, storedWorlds: worlds, stored, homes: place(parsed, worlds, stored) }
}
