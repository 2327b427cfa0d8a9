import type { WorldFileList } from '@agent-network/contract'
import { CITY_LISTS } from '../city/world-file.ts'
import { CONTENT_LISTS } from '../content/world-file.ts'
import { MIND_LISTS } from '../minds/world-file.ts'
import { NETWORK_LISTS } from '../network/world-file.ts'
import type { FileList } from '../worlds/file-list.ts'

/** Nothing counts their rows, so they are written once the counters of content are settled. */
export const UNCOUNTED_LISTS = [...NETWORK_LISTS, ...MIND_LISTS, ...CITY_LISTS] as const

/**
 * Every list of a world file but the worlds themselves, in the order in which they are written and exported. What an
 * item becomes in the store is the business of the room that owns its table.
 */
export const FILE_LISTS = [...CONTENT_LISTS, ...UNCOUNTED_LISTS] as const

type Missing = Exclude<WorldFileList, 'worlds' | (typeof FILE_LISTS)[number]['list']>
/** Fails to compile when a list of the contract has no room. */
const byName: ReadonlyMap<WorldFileList, FileList> & ([Missing] extends [never] ? unknown : Missing) = new Map(
  FILE_LISTS.map((of): [WorldFileList, FileList] => [of.list, of]),
)

/** How the items of a list are written and read. */
export const fileList = <L extends WorldFileList>(list: L): FileList<L> | undefined =>
  byName.get(list) as FileList<L> | undefined
