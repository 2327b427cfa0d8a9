import { LIMITS } from '@agent-network/contract'
import { Refusal } from '../core/refusal.ts'
import type { Seals } from '../core/seals.ts'
import { prepare, type Read } from '../db/database.ts'
import type { World } from '../worlds/worlds.ts'

/** A place in the public log of one world, and when it was the present one. */
export interface WorldPlace {
  readonly worldId: string
  /** The last position that was seen. */
  readonly position: number
  readonly at: number
}

const PURPOSE = 'world-cursor'
const VERSION = 'w1'

export function worldCursor(seals: Seals, { worldId, position, at }: WorldPlace): string {
  const payload = Buffer.from(JSON.stringify([worldId, position, at])).toString('base64url')
  return `${VERSION}.${payload}.${seals.sign(PURPOSE, payload)}`
}

function readWorldCursor(seals: Seals, cursor: string): WorldPlace | null {
  const [version, payload = '', signature = '', ...rest] = cursor.split('.')
  if (version !== VERSION || rest.length > 0 || !seals.verify(PURPOSE, payload, signature)) return null
  const [worldId, position, at] = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as [
    string,
    number,
    number,
  ]
  return { worldId, position, at }
}

const headOf = prepare<{ world: string }, { position: number }>((sql, param) =>
  sql.selectFrom('world_log_heads').select('position').where('world_id', '=', param('world')),
)
const firstOf = prepare<{ world: string; since: number }, { position: number | null }>((sql, param) =>
  sql
    .selectFrom('world_log')
    .select((eb) => eb.fn.min('position').as('position'))
    .where('world_id', '=', param('world'))
    .where('at', '>=', param('since')),
)

/** Where the log of a world ends right now. */
export const worldHead = async (read: Read, world: World): Promise<number> =>
  (await read.first(headOf, { world: world.id }))?.position ?? 0

const isLapsed = ({ at }: WorldPlace, now: number): boolean => at < now - LIMITS.streams.replayMs

/** The place that a cursor names: of another world, older than the replay or of another store's future it is none. */
export async function worldPlaceOf(
  { read, seals }: { read: Read; seals: Seals },
  world: World,
  { name, cursor }: { name: string; cursor: string },
  at: number,
): Promise<number> {
  const place = readWorldCursor(seals, cursor)
  if (place === null)
    throw new Refusal('INVALID_QUERY', {
      message: `${name} is no cursor of this stream; send the id of an event, or leave it out`,
    })
  const head = await worldHead(read, world)
  if (place.worldId === world.id && !isLapsed(place, at) && place.position <= head) return place.position
  const first = (await read.first(firstOf, { world: world.id, since: at - LIMITS.streams.replayMs }))?.position ?? null
  const position = first === null ? head : first - 1
  throw new Refusal('CURSOR_EXPIRED', { extra: { oldest: worldCursor(seals, { worldId: world.id, position, at }) } })
}
