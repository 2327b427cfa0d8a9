// The feed of a world: reads the public log once for all followers on this node.
import { NETWORK_KINDS, type WorldEventKind } from '@agent-network/contract'
import type { Admitted } from '../../platform/control/control.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { yieldToEventLoop } from '../../platform/core/event-loop-budget.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { type LogRow, worldTopic } from '../../stores/event-log/public-log.ts'
import type { ChangeNotifications, Outlet, StreamEvent } from './outlet.ts'
import { makePump, slicesOf, waitForReader } from './outlet.ts'
import { type LoggedEvent, ROWS, readLog, renderRows } from './world-events.ts'

/** The part of a world's log that a follower wants. */
export interface Interest {
  readonly kinds: readonly WorldEventKind[] | null
  readonly topic: string | null
  readonly agent: string | null
}

export const namesNetwork = ({ kinds }: Interest): boolean =>
  kinds?.some((kind) => (NETWORK_KINDS as readonly string[]).includes(kind)) ?? false

/** A removal goes to all followers, because the feed does not know who has received the subject. */
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

/** A key of the interest: equal interests get equal events. */
export const interestKeyOf = ({ kinds, topic, agent }: Interest): string => JSON.stringify([kinds, topic, agent])

export interface WorldFollower {
  readonly interest: Interest
  /** The interest as `wishOf` encodes it. */
  readonly wish: string
  readonly outlet: Outlet
  /** The last position that it was offered. */
  position: number
  /** Whether its key may read the network, as of the last check. */
  mayNetwork: boolean
  /** Whether the follower is still authorised; if not, its stream is ended. */
  mayGo(admitted: Admitted): boolean | Promise<boolean>
}

/** The public log of one world, read once for all followers on this node. */
export interface WorldFeed {
  look(): Promise<void>
  /** Sends missed events, then adds the follower to the live feed. */
  join(follower: WorldFollower): Promise<void>
  leave(follower: WorldFollower): void
  forget(): void
}

/** Events of one read, selected once per interest. */
interface Batch {
  readonly events: readonly LoggedEvent[]
  readonly last: number
  /** By permission and interest, for followers who have received none of the batch. */
  readonly selections: Record<'network' | 'plain', Map<string, readonly StreamEvent[]>>
}

const batchOf = (events: readonly LoggedEvent[]): Batch => ({
  events,
  last: events.at(-1)!.row.position,
  selections: { network: new Map(), plain: new Map() },
})

const selected = ({ interest, mayNetwork }: WorldFollower, events: readonly LoggedEvent[]): readonly StreamEvent[] =>
  events.flatMap(({ row, event }) => (event !== null && concerns(interest, mayNetwork, row) ? [event] : []))

/** The events of a batch that match the follower's interest and were not yet offered. */
function selectionFor(follower: WorldFollower, batch: Batch): readonly StreamEvent[] {
  const { wish, mayNetwork, position } = follower
  // A follower who has received a part of it has just joined; there are few of them.
  if (batch.events[0]!.row.position <= position)
    return selected(
      follower,
      batch.events.filter(({ row }) => row.position > position),
    )
  const selections = batch.selections[mayNetwork ? 'network' : 'plain']
  let selection = selections.get(wish)
  if (selection === undefined) {
    selection = selected(follower, batch.events)
    selections.set(wish, selection)
  }
  return selection
}

function offer(follower: WorldFollower, batch: Batch): void {
  follower.outlet.send(selectionFor(follower, batch))
  follower.position = Math.max(follower.position, batch.last)
}

/** Followers per clock check, and milliseconds until the event loop is yielded. */
const SLICE = 50
const SLICE_MS = 8

/**
 * With many followers a batch takes milliseconds of the event loop, mostly for socket writes. The feed then rests a
 * multiple of that, so requests keep five sixths of the loop. Events that arrive meanwhile are sent together.
 */
const REST_TIMES = 5
const REST_MAX_MS = 120
/** A shorter wait is not worth a timer. */
const REST_MIN_MS = 2

/** Node writes to the sockets in the next tick, the whole slice before this resolves. */
const afterSocketWrites = (): Promise<unknown> => new Promise((resume) => process.nextTick(resume))

export function worldFeed(
  deps: Deps,
  hints: ChangeNotifications,
  world: World,
  { head, failed }: { head: number; failed(error: unknown): void },
): WorldFeed {
  const parts = { read: deps.database.read, seals: deps.seals }
  const followers = new Set<WorldFollower>()
  let position = head

  /** Milliseconds of the event loop spent on sending since the last rest. */
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
      const events = await renderRows(parts, world, rows, deps.control.now())
      // Read after the rows, so a follower who lost access before an event does not receive it.
      const admitted = await deps.control.current()
      for (const slice of slicesOf(events)) {
        await offerAll(batchOf(slice), admitted)
        await yieldToEventLoop()
      }
      if (rows.length < ROWS) {
        await rest()
        return
      }
    }
  })

  /** Followers may join meanwhile. The feed advances synchronously once no follower is behind. */
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
        await afterSocketWrites()
        const elapsedMs = deps.ambient.elapsed() - began
        if (elapsedMs < SLICE_MS && start + SLICE < behind.length) continue
        spent += elapsedMs
        // Under load each yield takes as long as the requests that wait in the event loop.
        if (start + SLICE < behind.length) await yieldToEventLoop()
        began = deps.ambient.elapsed()
      }
    }
  }

  /** A follower who has caught up is added synchronously, so that no event is missed in between. */
  async function join(follower: WorldFollower): Promise<void> {
    while (follower.outlet.open) {
      if (follower.position >= position) {
        followers.add(follower)
        return
      }
      const rows = await readLog(parts.read, world, follower.position)
      // The rows in between were removed, and every position up to the feed's is committed.
      if (rows.length === 0) {
        follower.position = Math.max(follower.position, position)
        continue
      }
      const events = await renderRows(parts, world, rows, deps.control.now())
      if (!(await follower.mayGo(await deps.control.current()))) return
      // The rest is read again: while a reader is slow, texts may be removed.
      offer(follower, batchOf(slicesOf(events)[0]!))
      await waitForReader(follower.outlet)
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
