// A visitor's inbox: cursors and pages.
import { type InboxItem, type InboxKind, type InboxPage, type InboxRef, LIMITS } from '@agent-network/contract'
import { type DrivenVisitor, moveLookPosition, readLookPosition } from '../../../platform/access/drive.ts'
import { ApiError } from '../../../platform/core/api-error.ts'
import type { Deps } from '../../../platform/core/deps.ts'
import type { Seals } from '../../../platform/core/seals.ts'
import { iso } from '../../../platform/core/time.ts'
import { literal, prepare, type Read } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/tables/tables.ts'
import { readVisitor } from '../../../platform/worlds/roster.ts'
import type { StoredRef } from '../../../stores/event-log/inbox.ts'
import { readVisibleItems, type VisibleItem } from './inbox-words.ts'

/** A position in one visitor's inbox, and when it was the newest. */
export interface InboxPosition {
  readonly worldId: string
  readonly agentId: string
  /** The last position that was seen. */
  readonly position: number
  readonly at: number
}

const PURPOSE = 'inbox-cursor'
const VERSION = 'i1'

export function inboxCursor(seals: Seals, { worldId, agentId, position, at }: InboxPosition): string {
  const payload = Buffer.from(JSON.stringify([worldId, agentId, position, at])).toString('base64url')
  return `${VERSION}.${payload}.${seals.sign(PURPOSE, payload)}`
}

/** Null for an invalid cursor. */
export function readInboxCursor(seals: Seals, cursor: string): InboxPosition | null {
  const [version, payload = '', signature = '', ...rest] = cursor.split('.')
  if (version !== VERSION || rest.length > 0 || !seals.verify(PURPOSE, payload, signature)) return null
  const [worldId, agentId, position, at] = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as [
    string,
    string,
    number,
    number,
  ]
  return { worldId, agentId, position, at }
}

/** Items beyond the retention period are expired, and so are cursors of that age. */
export const isExpired = (place: Pick<InboxPosition, 'at'>, at: number): boolean => place.at < at - LIMITS.inbox.keptMs

export const malformedCursor = (name: string): ApiError =>
  new ApiError('INVALID_QUERY', {
    message: `${name} is no cursor of this inbox; send the cursor of an item, or leave it out`,
  })

export type InboxRow = Tables['inbox']
type Who = { world: string; agent: string }
type InboxDeps = Pick<Deps, 'database' | 'seals'>

const itemsAfter = prepare<Who & { after: number; limit: number }, InboxRow>((sql, param) =>
  sql
    .selectFrom('inbox')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('position', '>', param('after'))
    .orderBy('position')
    .limit(param('limit')),
)
const firstSince = prepare<Who & { since: number }, { position: number | null }>((sql, param) =>
  sql
    .selectFrom('inbox')
    .select((eb) => eb.fn.min('position').as('position'))
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('at', '>=', param('since')),
)
const firstItem = prepare<Who, { position: number }>((sql, param) =>
  sql
    .selectFrom('inbox')
    .select('position')
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .orderBy('position')
    .limit(literal(1)),
)

const whoOf = ({ world, agent }: DrivenVisitor): Who => ({ world: world.id, agent: agent.id })

/** The newest position; the first one for a visitor without items. */
async function lastPosition(read: Read, { world, agent }: DrivenVisitor): Promise<number> {
  return (await readVisitor(read, world.id, agent.id))?.inbox ?? 0
}

/** The current end of a visitor's inbox. */
export async function currentInboxPosition(read: Read, driven: DrivenVisitor, at: number): Promise<InboxPosition> {
  return { worldId: driven.world.id, agentId: driven.agent.id, position: await lastPosition(read, driven), at }
}

/** The oldest valid cursor; it covers all retained items. */
async function oldestInboxPosition(read: Read, driven: DrivenVisitor, at: number): Promise<InboxPosition> {
  const present = await currentInboxPosition(read, driven, at)
  const first = await read.first(firstItem, whoOf(driven))
  return first === undefined ? present : { ...present, position: first.position - 1 }
}

/** The position of a cursor. Invalid if too old, of another visitor, or ahead of this store. */
export async function inboxPositionOf(
  { database: { read }, seals }: InboxDeps,
  driven: DrivenVisitor,
  { name, cursor }: { name: string; cursor: string },
  at: number,
): Promise<InboxPosition> {
  const place = readInboxCursor(seals, cursor)
  if (place === null) throw malformedCursor(name)
  const isOwn = place.agentId === driven.agent.id && place.worldId === driven.world.id
  if (isOwn && !isExpired(place, at) && place.position <= (await lastPosition(read, driven))) return place
  const oldest = inboxCursor(seals, await oldestInboxPosition(read, driven, at))
  throw new ApiError('CURSOR_EXPIRED', { extra: { oldest } })
}

/** The public references of an item; stored references for internal use are removed. */
function refOf(kind: InboxKind, { yours: _yours, turnId: _turnId, ...named }: StoredRef, item: VisibleItem): InboxRef {
  return kind === 'reply' ? { ...named, yourText: item.yourText } : named
}

function itemView({ seals }: InboxDeps, row: InboxRow, item: VisibleItem): InboxItem {
  const { world_id: worldId, agent_id: agentId, position, at } = row
  const kind = row.kind as InboxKind
  return {
    cursor: inboxCursor(seals, { worldId, agentId, position, at }),
    kind,
    at: iso(at),
    from: item.from,
    text: item.text,
    ref: refOf(kind, JSON.parse(row.refs) as StoredRef, item),
    removed: item.removed,
  }
}

/** Up to `limit` items after a position, each as visible now, with their positions. */
export async function readItems(
  deps: InboxDeps,
  { world, agent }: Pick<DrivenVisitor, 'world' | 'agent'>,
  { after, limit }: { after: number; limit: number },
  at: number,
): Promise<{ items: InboxItem[]; places: number[]; last: number; hasMore: boolean }> {
  const { read } = deps.database
  const found = await read.all(itemsAfter, { world: world.id, agent: agent.id, after, limit: limit + 1 })
  // Items beyond the retention period are expired, even before the cleanup job removes them.
  const rows = found.slice(0, limit)
  const retainedRows = rows.filter((row) => !isExpired(row, at))
  const itemTexts = await readVisibleItems(read, world, agent.id, retainedRows)
  const items = retainedRows.map((row, i) => itemView(deps, row, itemTexts[i]!))
  const places = retainedRows.map(({ position }) => position)
  return { items, places, last: rows.at(-1)?.position ?? after, hasMore: found.length > limit }
}

async function startOf(read: Read, driven: DrivenVisitor, at: number): Promise<number> {
  const found = await read.first(firstSince, { ...whoOf(driven), since: at - LIMITS.inbox.firstMs })
  const first = found?.position ?? null
  return first === null ? lastPosition(read, driven) : first - 1
}

export interface InboxQuery {
  readonly after: string | null
  readonly limit: number
  /** The position after which a page without `after` begins; by default it begins 24 hours ago. */
  readonly startPosition?: number | null
}

/** A page of an inbox with the positions where it begins and ends. */
export interface PositionedPage {
  readonly page: InboxPage
  readonly start: number
  readonly end: number
}

/** A page of a visitor's inbox, oldest first. Reading does not change presence and spends only the request. */
export async function readPositionedInbox(
  deps: InboxDeps,
  driven: DrivenVisitor,
  query: InboxQuery,
  at: number,
): Promise<PositionedPage> {
  const { world, agent } = driven
  const start =
    query.after === null
      ? (query.startPosition ?? (await startOf(deps.database.read, driven, at)))
      : (await inboxPositionOf(deps, driven, { name: 'after', cursor: query.after }, at)).position
  const { items, last, hasMore } = await readItems(deps, driven, { after: start, limit: query.limit }, at)
  // A reader who has seen everything gets a cursor of the current time, however old the last item is.
  const here = { worldId: world.id, agentId: agent.id, position: last, at }
  const cursor = items.at(-1)?.cursor ?? inboxCursor(deps.seals, here)
  return { page: { items, cursor, hasMore }, start, end: last }
}

export const readInbox = async (...args: Parameters<typeof readPositionedInbox>): Promise<InboxPage> =>
  (await readPositionedInbox(...args)).page

const LOOK_ATTEMPTS = 5

/**
 * The inbox since the last `look` of the same credential, or since 24 hours ago on the first. The stored position moves
 * to the end of the page. If a concurrent `look` moves it first, the page is read again from there. A repeated request
 * gets the page of the last `look` again, because its caller may not have received it.
 */
export async function lookAtInbox(
  deps: InboxDeps,
  driven: DrivenVisitor,
  { credential, limit, isReplay }: { credential: string; limit: number; isReplay: boolean },
  at: number,
): Promise<InboxPage> {
  for (let attempt = 1; ; attempt += 1) {
    const stored = await readLookPosition(deps.database.read, driven, credential)
    const startPosition = (isReplay ? stored?.previous : stored?.position) ?? null
    const { page, start, end } = await readPositionedInbox(deps, driven, { after: null, limit, startPosition }, at)
    const move = { credential, previous: start, position: end, expected: stored?.position ?? null }
    const isMoved = await deps.database.transact((tx) => moveLookPosition(tx, driven, move), { quiet: true })
    // Another `look` has shown these items too; a repeated item is better than a lost one.
    if (isMoved || attempt >= LOOK_ATTEMPTS) return page
  }
}
