import { LIMITS } from '@agent-network/contract'
import { breath } from '../core/breath.ts'
import type { Outlet, StreamEvent } from './outlet.ts'

/** A replay waits for its reader from this backlog on; live events do not wait. */
const PATIENT_BYTES = LIMITS.streams.backlogBytes / 4
const LOOKS_MS = 20
/** A reader that takes nothing for so long is gone, whatever its connection says. */
const PATIENCE_MS = 5_000

const wait = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms))

/** Lets sockets be served, and waits until the reader has taken most of what it was sent; cuts one that takes nothing. */
export async function untilTaken(outlet: Outlet): Promise<void> {
  await breath()
  let least = outlet.backlog
  for (let waited = 0; outlet.open && outlet.backlog > PATIENT_BYTES; waited += LOOKS_MS) {
    await wait(LOOKS_MS)
    if (outlet.backlog < least) {
      least = outlet.backlog
      waited = 0
    }
    if (waited >= PATIENCE_MS) outlet.cut()
  }
}

/** Characters of one write, so that one reader's large events leave room for the others, and for its own backlog. */
const SLICE_CHARS = LIMITS.streams.backlogBytes / 8

/** The same in the same order, in pieces of bounded size; one event may be larger than that. */
export function slicesOf<T extends { readonly event: StreamEvent | null }>(events: readonly T[]): T[][] {
  const slices: T[][] = []
  let size = Number.POSITIVE_INFINITY
  for (const one of events) {
    const own = one.event?.json.length ?? 0
    if (size + own > SLICE_CHARS) {
      slices.push([])
      size = 0
    }
    slices.at(-1)!.push(one)
    size += own
  }
  return slices
}
