import { setTimeout } from 'node:timers/promises'
import { sweepEncounters } from '../city/encounters.ts'
import { sweepGames } from '../city/games.ts'
import { makeMaps } from '../city/maps.ts'
import { sweepMovement } from '../city/movement.ts'
import { sweepStays } from '../city/stays.ts'
import type { Ambient } from '../core/ambient.ts'
import { DAY_MS, HOUR_MS, iso } from '../core/day.ts'
import type { Database, Tx } from '../db/database.ts'
import { citySwitches } from '../settings/city.ts'
import { readSwitches } from '../settings/switches.ts'
import { STIRRED, stir } from '../worlds/stir.ts'
import { readWorlds, type World } from '../worlds/worlds.ts'
import { liveUntil } from './engine.ts'
import { claimWorld, LEASE_MS, livedTo, recordLived, stillOurs } from './leases.ts'
import { makeWorldLife, type WorldLife } from './world-life.ts'

export interface Past {
  readonly days: number
  /** The present of these worlds: where their past ends. */
  readonly until: number
  /** All of them when left out. */
  readonly worldIds?: readonly string[] | undefined
}

export interface Told {
  readonly worldId: string
  /** Of these hours so many were lived before and are kept. */
  readonly hours: number
  readonly turns: number
  readonly acts: number
}

export class HistoryRefused extends Error {}

const WAIT_MS = 1_000

type OnProgress = (done: number, total: number, label: string) => void

/** Where a past begins: not before what was lived already, so that one that was broken off is taken up again. */
async function startOf(database: Database, world: World, { days, until }: Past): Promise<number> {
  const wanted = Math.floor((until - days * DAY_MS) / HOUR_MS) * HOUR_MS
  const lived = await livedTo(database.read, world.id)
  return lived === null ? wanted : Math.max(wanted, lived)
}

/** Whoever is there wakes up at the beginning and not when the file was read. */
async function beginPast(tx: Tx, worldId: string, from: number): Promise<void> {
  await stir(tx, worldId, from)
  await tx.sql
    .updateTable('due')
    .set({ at: from })
    .where('world_id', '=', worldId)
    .where('kind', '=', STIRRED)
    .where('at', '>', from)
    .execute()
}

/** What the passing of time does to bodies, talks and games. */
async function letTimePass(tx: Tx, at: number): Promise<void> {
  while ((await sweepMovement(tx, at)).looked > 0);
  while ((await sweepStays(tx, at)) > 0);
  while ((await sweepGames(tx, at)).length > 0);
  while ((await sweepEncounters(tx, at)).looked > 0);
}

/** Whoever was killed while living a world still holds it for a while; in a store of our own it can only be that. */
async function claimed(database: Database, ambient: Ambient, worldId: string, from: number): Promise<number> {
  const holder = ambient.secret(9).toString('base64url')
  const force = database.engine === 'sqlite'
  for (let waited = 0; waited <= LEASE_MS; waited += WAIT_MS) {
    const fence = await database.transact((tx) => claimWorld(tx, worldId, { holder, now: ambient.now(), force, from }))
    if (fence !== null) return fence
    await setTimeout(WAIT_MS)
  }
  throw new HistoryRefused(`${worldId} is being lived by a server; stop it, then try again`)
}

async function livePast(
  database: Database,
  ambient: Ambient,
  life: WorldLife,
  [from, until]: readonly [number, number],
  onHour: (acts: number) => void,
): Promise<{ turns: number; acts: number }> {
  const { id } = life.world
  const fence = await claimed(database, ambient, id, from)
  await database.transact((tx) => beginPast(tx, id, from))
  let [turns, acts] = [0, 0]
  for (let at = from; at < until; ) {
    at = Math.min(until, at + HOUR_MS)
    let attempts = 0
    // One commit for each hour: a past that breaks off goes on from the last whole one.
    const lived = await database.transact(async (tx) => {
      attempts += 1
      if (attempts > 1) life.clear()
      if (!(await stillOurs(tx, id, fence, ambient.now()))) throw new HistoryRefused(`${id} was taken over by a server`)
      const hour = await liveUntil(tx, life, at)
      await letTimePass(tx, at)
      await recordLived(tx, id, at, hour.turns)
      return hour
    })
    turns += lived.turns
    acts += lived.acts
    onHour(lived.acts)
  }
  return { turns, acts }
}

/** Lives the past of worlds at full speed, with the local voice: as many hours as it takes, one commit each. */
export async function liveHistory(
  database: Database,
  ambient: Ambient,
  past: Past,
  onProgress: OnProgress,
): Promise<Told[]> {
  const worlds = await readWorlds(database.read)
  const switches = readSwitches(await database.read.sql.selectFrom('settings').selectAll().execute())
  const wanted = past.worldIds ?? [...worlds.byId.keys()].sort()
  const stretches: { world: World; from: number }[] = []
  for (const id of wanted) {
    const world = worlds.byId.get(id)
    if (world === undefined) throw new HistoryRefused(`there is no world ${id}`)
    if (world.status === 'running') stretches.push({ world, from: await startOf(database, world, past) })
  }
  const hoursOf = (from: number) => Math.max(0, Math.ceil((past.until - from) / HOUR_MS))
  const total = stretches.reduce((sum, { from }) => sum + hoursOf(from), 0)
  const told: Told[] = []
  let done = 0
  let acts = 0
  for (const { world, from } of stretches) {
    const life = makeWorldLife({ world, city: citySwitches(switches, world), thinks: false }, ambient, makeMaps())
    const begun = done
    const lived = await livePast(database, ambient, life, [from, past.until], (n) => {
      done += 1
      acts += n
      onProgress(done, total, `${world.id} ${iso(from + (done - begun) * HOUR_MS).slice(0, 10)}, ${acts} acts`)
    })
    told.push({ worldId: world.id, hours: hoursOf(from), ...lived })
  }
  return told
}
