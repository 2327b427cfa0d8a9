// Fair queue: limits concurrent work and shares it equally between parties.
import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Runs work of many parties with a concurrency limit. When work has to wait, slots rotate between parties, not between
 * requests.
 */
export interface FairQueue {
  /**
   * Work started inside a slot of the same party is part of that slot. A signal that aborts while the work waits gives
   * the place back and rejects with the signal's reason.
   */
  run<T>(party: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  waiting(): number
}

export interface FairQueueLimits {
  /** Maximum of concurrent tasks. */
  readonly max: number
  /** Maximum of concurrent tasks per party, so that slow work of one leaves slots for others; default: `max`. */
  readonly perParty?: number
  /** Maximum queue length, and the error for tasks beyond it. */
  readonly waiting?: { readonly max: number; readonly full: () => Error }
  /** Waiting places for preferred parties only. While some of them wait, they get every second slot. */
  readonly reserved?: { readonly waiting: number; readonly isPreferred: (party: string) => boolean }
}

/** Waiting tasks by party, in the order of the next slot: a party that got one goes to the end. */
type Lines = Map<string, Waiter[]>

interface Waiter {
  readonly go: () => void
  readonly refuse: (error: Error) => void
}

export function makeFairQueue({ max, perParty = max, waiting: queue, reserved }: FairQueueLimits): FairQueue {
  const ordinary: Lines = new Map()
  const preferred: Lines = new Map()
  let isPreferredNext = true
  const slotsOfParty = new Map<string, number>()
  let running = 0
  let waiting = 0

  const heldBy = (party: string): number => slotsOfParty.get(party) ?? 0
  const mayBegin = (party: string): boolean => running < max && heldBy(party) < perParty

  function begin(party: string): void {
    running += 1
    slotsOfParty.set(party, heldBy(party) + 1)
  }

  /** Skips parties that have reached their limit, of which there are fewer than `max / perParty`. */
  function callFirst(lines: Lines): boolean {
    for (const [party, line] of lines) {
      if (!mayBegin(party)) continue
      const { go } = line.shift()!
      lines.delete(party)
      if (line.length > 0) lines.set(party, line)
      waiting -= 1
      begin(party)
      go()
      return true
    }
    return false
  }

  function callNext(): void {
    const [first, second] = isPreferredNext ? [preferred, ordinary] : [ordinary, preferred]
    if (callFirst(first)) isPreferredNext = first === ordinary
    else if (callFirst(second)) isPreferredNext = second === ordinary
  }

  function end(party: string): void {
    running -= 1
    if (heldBy(party) === 1) slotsOfParty.delete(party)
    else slotsOfParty.set(party, heldBy(party) - 1)
    callNext()
  }

  /** Rejects the last task of the longest queue, so that no party blocks others with many waiting tasks. */
  function makeRoom(lines: Lines, party: string, full: () => Error): void {
    let longest = (lines.get(party)?.length ?? 0) + 1
    let crowded: Waiter[] | null = null
    for (const line of lines.values()) {
      if (line.length <= longest) continue
      longest = line.length
      crowded = line
    }
    if (crowded === null) throw full()
    crowded.pop()!.refuse(full())
    waiting -= 1
  }

  function remove(lines: Lines, party: string, waiter: Waiter): void {
    const line = lines.get(party)!
    line.splice(line.indexOf(waiter), 1)
    if (line.length === 0) lines.delete(party)
    waiting -= 1
  }

  const countOf = (lines: Lines): number => {
    let count = 0
    for (const line of lines.values()) count += line.length
    return count
  }

  /** An ordinary party may not take the reserved places; a preferred one may take all that are free. */
  const isFull = (lines: Lines, placesMax: number): boolean =>
    waiting >= placesMax ||
    (reserved !== undefined && lines === ordinary && countOf(ordinary) >= placesMax - reserved.waiting)

  function wait(party: string, signal?: AbortSignal): Promise<void> {
    const lines = reserved?.isPreferred(party) === true ? preferred : ordinary
    if (queue !== undefined && isFull(lines, queue.max)) makeRoom(lines, party, queue.full)
    return new Promise((go, refuse) => {
      const leave = (): void => {
        remove(lines, party, waiter)
        refuse(signal!.reason as Error)
      }
      const settle = (): void => signal?.removeEventListener('abort', leave)
      const waiter: Waiter = {
        go: () => {
          settle()
          go()
        },
        refuse: (error) => {
          settle()
          refuse(error)
        },
      }
      signal?.addEventListener('abort', leave)
      const line = lines.get(party)
      if (line === undefined) lines.set(party, [waiter])
      else line.push(waiter)
      waiting += 1
    })
  }

  async function enter(party: string): Promise<void> {
    if (mayBegin(party)) begin(party)
    else await wait(party)
  }

  const turns: FairQueue = {
    waiting: () => waiting,
    async run(party, work, signal) {
      if (isInsideSlot(turns)) return work()
      signal?.throwIfAborted()
      // Without a wait no promise is created.
      if (mayBegin(party)) begin(party)
      else await wait(party, signal)
      const turn = new QueueSlot(turns, { enter: () => enter(party), end: () => end(party) })
      try {
        return await present.run(turn, work)
      } finally {
        turn.finish()
      }
    },
  }
  return turns
}

const present = new AsyncLocalStorage<QueueSlot>()

/** A slot that a task occupies, and releases while it waits for something else. */
class QueueSlot {
  readonly of: FairQueue
  readonly #place: { enter(): Promise<void>; end(): void }
  #holds = true
  #outside = 0
  isOver = false

  constructor(of: FairQueue, place: { enter(): Promise<void>; end(): void }) {
    this.of = of
    this.#place = place
  }

  leave(): void {
    this.#outside += 1
    this.#giveUp()
  }

  /** Parallel branches of one task may be outside together: the last to return takes the slot again. */
  async comeBack(): Promise<void> {
    this.#outside -= 1
    if (this.#outside > 0 || this.isOver || this.#holds) return
    await this.#place.enter()
    this.#holds = true
    // Unawaited work may return after the task has ended.
    if (this.isOver) this.#giveUp()
  }

  finish(): void {
    this.isOver = true
    this.#giveUp()
  }

  #giveUp(): void {
    if (!this.#holds) return
    this.#holds = false
    this.#place.end()
  }
}

const isInsideSlot = (turns: FairQueue): boolean => {
  const turn = present.getStore()
  return turn !== undefined && turn.of === turns && !turn.isOver
}

/**
 * For waits that use no shared resource: the rest of a body, a model, another server. The task's slot is free
 * meanwhile.
 */
export async function outsideQueue<T>(waitFor: () => Promise<T>): Promise<T> {
  const turn = present.getStore()
  if (turn === undefined || turn.isOver) return waitFor()
  turn.leave()
  try {
    return await waitFor()
  } finally {
    await turn.comeBack()
  }
}
