import { NETWORK_KINDS, type WorldEventKind } from '@agent-network/contract'
import type { Admitted } from '../../platform/control/control.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { breath } from '../../platform/core/event-loop-budget.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { type LogRow, worldTopic } from '../../stores/event-log/public-log.ts'
import type { Hints, Outlet, StreamEvent } from './outlet.ts'
import { makePump, slicesOf, untilTaken } from './outlet.ts'
import { ROWS, readLog, type SeenEvent, tellRows } from './world-events.ts'

/** What of a world somebody follows. */
export interface Interest {
  readonly kinds: readonly WorldEventKind[] | null
  readonly topic: string | null
  readonly agent: string | null
}

export const namesNetwork = ({ kinds }: Interest): boolean =>
  kinds?.some((kind) => (NETWORK_KINDS as readonly string[]).includes(kind)) ?? false

/** A removal is for everybody: who has what is gone cannot be known here. */
function concerns({ kinds, topic, agent }: Interest, mayNetwork: boolean, row: LogRow): boolean {
  if (row.kind === 'removed') return true
  if (
    kinds === null
      ? !mayNetwork && (NETWORK_KINDS as readonly string[]).includes(row.kind)
      : !kinds.includes(row.kind as WorldEventKind)
  )
    return false
  return (topic === null || row.topic_id === topic) && (agent === null || row.agent_id === agent)
}

/** Two who wish the same get the same. */
export const wishOf = ({ kinds, topic, agent }: Interest): string => JSON.stringify([kinds, topic, agent])

export interface WorldFollower {
  readonly interest: Interest
  /** The interest as `wishOf` spells it. */
  readonly wish: string
  readonly outlet: Outlet
  /** The last position that it was offered. */
  position: number
  /** Whether its key reads the network, as of the last time it was looked at. */
  mayNetwork: boolean
  /** Whether it may be sent to at this moment; ended otherwise. */
  mayGo(admitted: Admitted): boolean | Promise<boolean>
}

/** The public log of one world, read once for everybody on this node who follows it. */
export interface WorldFeed {
  look(): Promise<void>
  /** Sends what was missed, then takes part in what is new. */
  join(follower: WorldFollower): Promise<void>
  leave(follower: WorldFollower): void
  forget(): void
}

/** Events of one look, sorted out once for all who follow the same. */
interface Batch {
  readonly told: readonly SeenEvent[]
  readonly last: number
  /** By what is wished and may be seen, for those who have seen none of it. */
  readonly selections: Record<'network' | 'plain', Map<string, readonly StreamEvent[]>>
}

const batchOf = (told: readonly SeenEvent[]): Batch => ({
  told,
  last: told.at(-1)!.row.position,
  selections: { network: new Map(), plain: new Map() },
})

const selected = ({ interest, mayNetwork }: WorldFollower, events: readonly SeenEvent[]): readonly StreamEvent[] =>
  events.flatMap(({ row, event }) => (event !== null && concerns(interest, mayNetwork, row) ? [event] : []))

/** What of a batch a follower has not been offered yet and asked for. */
function selectionFor(follower: WorldFollower, batch: Batch): readonly StreamEvent[] {
  const { wish, mayNetwork, position } = follower
  // Whoever has seen a part of it has just joined, and is one of few.
  if (batch.told[0]!.row.position <= position)
    return selected(
      follower,
      batch.told.filter(({ row }) => row.position > position),
    )
  const known = batch.selections[mayNetwork ? 'network' : 'plain']
  let selection = known.get(wish)
  if (selection === undefined) {
    selection = selected(follower, batch.told)
    known.set(wish, selection)
  }
  return selection
}

function offer(follower: WorldFollower, batch: Batch): void {
  follower.outlet.send(selectionFor(follower, batch))
  follower.position = Math.max(follower.position, batch.last)
}

/** So many followers are served before the clock is looked at, and for so long until requests have their turn. */
const SLICE = 50
const SLICE_MS = 8

/**
 * With a crowd a look takes milliseconds of the event loop, nearly all of them for writing to sockets. It rests a multiple
 * of that, so that requests keep five sixths of the loop; what comes meanwhile is sent together.
 */
const REST_TIMES = 5
const REST_MAX_MS = 120
/** A timer is not worth less. */
const REST_MIN_MS = 2

/** Node hands what was sent to the sockets in the next tick, all of a slice before this. */
const written = (): Promise<unknown> => new Promise((resume) => process.nextTick(resume))

export function worldFeed(
  deps: Deps,
  hints: Hints,
  world: World,
  { head, failed }: { head: number; failed(error: unknown): void },
): WorldFeed {
  const parts = { read: deps.database.read, seals: deps.seals }
  const followers = new Set<WorldFollower>()
  let position = head

  /** Milliseconds of the event loop that sending took since the last rest. */
  let spent = 0

  function rest(): Promise<unknown> | undefined {
    const ms = Math.min(spent * REST_TIMES, REST_MAX_MS)
    spent = 0
    return ms < REST_MIN_MS ? undefined : new Promise((resume) => setTimeout(resume, ms))
  }

  const look = makePump(async () => {
    for (;;) {
      const rows = await readLog(parts.read, world, position)
      if (rows.length === 0) return
      const told = await tellRows(parts, world, rows, deps.control.now())
      // After they were read: whoever was refused before one of them came about is refused here.
      const admitted = await deps.control.current()
      for (const slice of slicesOf(told)) {
        await offerAll(batchOf(slice), admitted)
        await breath()
      }
      if (rows.length < ROWS) {
        await rest()
        return
      }
    }
  })

  /** Somebody may join meanwhile; the feed moves on in the same breath in which it finds nobody behind. */
  async function offerAll(batch: Batch, admitted: Admitted): Promise<void> {
    for (;;) {
      const behind = [...followers].filter((follower) => follower.position < batch.last)
      if (behind.length === 0) {
        position = batch.last
        return
      }
      let began = deps.ambient.elapsed()
      for (let start = 0; start < behind.length; start += SLICE) {
        for (const follower of behind.slice(start, start + SLICE)) {
          const may = follower.mayGo(admitted)
          if (typeof may === 'boolean' ? may : await may) offer(follower, batch)
          else followers.delete(follower)
        }
        await written()
        const taken = deps.ambient.elapsed() - began
        if (taken < SLICE_MS && start + SLICE < behind.length) continue
        spent += taken
        // Under load every turn of the event loop is as long as the requests that wait in it.
        if (start + SLICE < behind.length) await breath()
        began = deps.ambient.elapsed()
      }
    }
  }

  /** Whoever has caught up to the feed is added in the same breath, so that nothing comes in between. */
  async function join(follower: WorldFollower): Promise<void> {
    while (follower.outlet.open) {
      if (follower.position >= position) {
        followers.add(follower)
        return
      }
      const rows = await readLog(parts.read, world, follower.position)
      // What lies between was swept, and every position up to the feed's own is committed.
      if (rows.length === 0) {
        follower.position = Math.max(follower.position, position)
        continue
      }
      const told = await tellRows(parts, world, rows, deps.control.now())
      if (!(await follower.mayGo(await deps.control.current()))) return
      // The rest is read again: while a reader takes its time, words may go.
      offer(follower, batchOf(slicesOf(told)[0]!))
      await untilTaken(follower.outlet)
    }
  }

  const forget = hints.on(worldTopic(world.id), () => {
    look().catch(failed)
  })
  return {
    look,
    join,
    leave: (follower) => {
      followers.delete(follower)
    },
    forget,
  }
}
