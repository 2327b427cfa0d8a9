import { lit, prepare, type Read, type Tx } from '../db/database.ts'
import { insertOf, upsertOf } from '../db/statements.ts'
import type { Tables } from '../db/tables.ts'
import { isThingKind, type State, type ThingKind } from './states.ts'

type ThingRow = Tables['things']
export type ChangeRow = Tables['thing_changes']

/** Something that stands somewhere and has a state. */
export interface Thing {
  readonly id: string
  readonly name: string
  readonly kind: ThingKind
  readonly placeId: string
  readonly keeperId: string
  readonly state: State
  readonly since: number
}

/** As many as a city is talked of by; more would be read at every dawn for nothing. */
export const THINGS_MAX = 40

const THING_COLUMNS = ['world_id', 'id', 'name', 'kind', 'place_id', 'keeper_id', 'state', 'since'] as const
const putRow = upsertOf('things', THING_COLUMNS)
const CHANGE_COLUMNS = ['world_id', 'thing_id', 'at', 'state', 'cause', 'told_by', 'told_at'] as const
const putChangeRow = insertOf('thing_changes', CHANGE_COLUMNS, { orNothing: true })

const all = prepare<{ world: string }, ThingRow>((sql, param) =>
  sql.selectFrom('things').selectAll().where('world_id', '=', param('world')).orderBy('id').limit(lit(THINGS_MAX)),
)
const latestChanges = prepare<{ world: string; thing: string }, ChangeRow>((sql, param) =>
  sql
    .selectFrom('thing_changes')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('thing_id', '=', param('thing'))
    .orderBy('at', 'desc')
    .limit(lit(4)),
)
const tell = prepare<{ world: string; thing: string; at: number; by: string; told: number }, unknown>((sql, param) =>
  sql
    .updateTable('thing_changes')
    .set({ told_by: param('by'), told_at: param('told') })
    .where('world_id', '=', param('world'))
    .where('thing_id', '=', param('thing'))
    .where('at', '=', param('at'))
    .where('told_at', '=', lit(0)),
)

function thingOf({ id, name, kind, place_id, keeper_id, state, since }: ThingRow): Thing[] {
  if (!isThingKind(kind)) return []
  return [{ id, name, kind, placeId: place_id, keeperId: keeper_id, state: JSON.parse(state) as State, since }]
}

/** All things of a world, in the order of their ids. */
export const readThings = async (read: Read, worldId: string): Promise<Thing[]> =>
  (await read.all(all, { world: worldId })).flatMap(thingOf)

export const putThing = (tx: Tx, worldId: string, thing: Thing): Promise<number> =>
  tx.run(putRow, {
    world_id: worldId,
    id: thing.id,
    name: thing.name,
    kind: thing.kind,
    place_id: thing.placeId,
    keeper_id: thing.keeperId,
    state: JSON.stringify(thing.state),
    since: thing.since,
  })

/** A state that people would call news, kept with its reason; nobody has told of it yet. */
export const noteChange = (tx: Tx, worldId: string, thing: Thing, cause: string): Promise<number> =>
  tx.run(putChangeRow, {
    world_id: worldId,
    thing_id: thing.id,
    at: thing.since,
    state: JSON.stringify(thing.state),
    cause,
    told_by: '',
    told_at: 0,
  })

/** Somebody has told everybody of it; who told first stays. */
export const tellChange = (
  tx: Tx,
  { worldId, thing, by }: { worldId: string; thing: Thing; by: string },
  at: number,
): Promise<number> => tx.run(tell, { world: worldId, thing: thing.id, at: thing.since, by, told: at })

/** The last changes of a thing, newest first. */
export const changesOf = (read: Read, worldId: string, thingId: string): Promise<ChangeRow[]> =>
  read.all(latestChanges, { world: worldId, thing: thingId })
