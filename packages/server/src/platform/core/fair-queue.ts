import { AsyncLocalStorage } from 'node:async_hooks'

/** Runs work of many parties, so much of it at a time; where some has to wait, parties take turns and not requests. */
export interface FairQueue {
  /** Work that is begun in a turn of the same party's is part of that turn. */
  run<T>(party: string, work: () => Promise<T>): Promise<T>
  waiting(): number
}

export interface TurnLimits {
  /** How much is worked on at a time. */
  readonly max: number
  /** How much of that may be one party's, so that its slow work leaves places for others; all of it if not given. */
  readonly perParty?: number
  /** How much may wait, and what those are told for whom there is no room. */
  readonly waiting?: { readonly max: number; readonly full: () => Error }
}

interface Waiter {
  readonly go: () => void
  readonly refuse: (error: Error) => void
}

export function makeFairQueue({ max, perParty = max, waiting: queue }: TurnLimits): FairQueue {
  /** In the order in which they get their next turn: whoever had one goes to the end. */
  const lines = new Map<string, Waiter[]>()
  const held = new Map<string, number>()
  let running = 0
  let waiting = 0

  const heldBy = (party: string): number => held.get(party) ?? 0
  const mayBegin = (party: string): boolean => running < max && heldBy(party) < perParty

  function begin(party: string): void {
    running += 1
    held.set(party, heldBy(party) + 1)
  }

  /** Passes over those who hold all they may, who are fewer than `max / perParty`. */
  function callNext(): void {
    for (const [party, line] of lines) {
      if (!mayBegin(party)) continue
      const { go } = line.shift()!
      lines.delete(party)
      if (line.length > 0) lines.set(party, line)
      waiting -= 1
      begin(party)
      go()
      return
    }
  }

  function end(party: string): void {
    running -= 1
    if (heldBy(party) === 1) held.delete(party)
    else held.set(party, heldBy(party) - 1)
    callNext()
  }

  /** The last of the longest line gives way, so that nobody keeps others out by waiting in numbers. */
  function makeRoom(party: string, full: () => Error): void {
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

  function wait(party: string): Promise<void> {
    if (queue !== undefined && waiting >= queue.max) makeRoom(party, queue.full)
    return new Promise((go, refuse) => {
      const line = lines.get(party)
      if (line === undefined) lines.set(party, [{ go, refuse }])
      else line.push({ go, refuse })
      waiting += 1
    })
  }

  async function enter(party: string): Promise<void> {
    if (mayBegin(party)) begin(party)
    else await wait(party)
  }

  const turns: FairQueue = {
    waiting: () => waiting,
    async run(party, work) {
      if (isWithin(turns)) return work()
      // Without a wait there is no promise to pay for.
      if (mayBegin(party)) begin(party)
      else await wait(party)
      const turn = new Turn(turns, { enter: () => enter(party), end: () => end(party) })
      try {
        return await present.run(turn, work)
      } finally {
        turn.finish()
      }
    },
  }
  return turns
}

const present = new AsyncLocalStorage<Turn>()

/** A place that work holds, and gives up while it waits for something else. */
class Turn {
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

  /** Branches of one work may be outside together: the last to return takes the place again. */
  async comeBack(): Promise<void> {
    this.#outside -= 1
    if (this.#outside > 0 || this.isOver || this.#holds) return
    await this.#place.enter()
    this.#holds = true
    // What was not waited for may come back when everything has been answered.
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

const isWithin = (turns: FairQueue): boolean => {
  const turn = present.getStore()
  return turn !== undefined && turn.of === turns && !turn.isOver
}

/**
 * For what takes time and nothing that others wait for: the rest of a body, a model, another server. Whoever is slow there
 * holds no place.
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
