import { createHash } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '../../core/day.ts'
import { Refusal } from '../../core/refusal.ts'
import type { Seals } from '../../core/seals.ts'
import type { ObservedVisitor } from './subject.ts'

/** AMB-96: how long a place in a list is good for; one that waits for what is new keeps longer. */
const LIFETIMES = { cursor: DAY_MS, forwardCursor: 30 * DAY_MS } as const
export type CursorKind = keyof typeof LIFETIMES

/** A place in a list: numbers and ids, in an order that the list knows. */
export type CursorPosition = readonly (string | number)[]

export interface Cursors {
  make(kind: CursorKind, place: CursorPosition): string
  /** Refuses whatever is not a cursor of ours, of this kind, for this question, and in time. */
  read(kind: CursorKind, cursor: string): CursorPosition
}

const PURPOSE = 'observe-cursor'

const pack = (seals: Seals, payload: string): string =>
  Buffer.from(`1.${payload}.${seals.sign(PURPOSE, payload)}`).toString('base64url')

/**
 * 4.13: bound to owner, app, visitor, world, resource, filters and direction, and to its own kind. Journal cursors have
 * another policy (AMB-127): they never expire and any key of the visitor may use them.
 */
export function cursorsFor(seals: Seals, subject: ObservedVisitor, resource: string, filters: object): Cursors {
  const { ownerUid, appId, agent, world, at } = subject
  const bound = (kind: CursorKind): string =>
    createHash('sha256')
      .update(JSON.stringify([kind, ownerUid, appId, agent.id, world.id, resource, filters]))
      .digest('base64url')
      .slice(0, 22)
  const invalid = (message: string): never => {
    throw new Refusal('INVALID_OBSERVE_CURSOR', { message })
  }
  return {
    make(kind, place) {
      const payload = JSON.stringify([bound(kind), at + LIFETIMES[kind], ...place])
      return pack(seals, Buffer.from(payload).toString('base64url'))
    },
    read(kind, cursor) {
      const [version, payload = '', signature = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split('.')
      if (version !== '1' || !seals.verify(PURPOSE, payload, signature))
        return invalid(`${kind} is no cursor; send one that a page gave, or leave it out`)
      // Another spelling of the same bytes is not a cursor we gave out.
      if (Buffer.from(`1.${payload}.${signature}`).toString('base64url') !== cursor)
        return invalid(`${kind} is no cursor; send one that a page gave, or leave it out`)
      const [whose, expiresAt, ...place] = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
      if (whose !== bound(kind))
        return invalid(`${kind} is of another list, of another visitor or for other filters; begin without it`)
      return at < expiresAt
        ? place
        : invalid(`${kind} has expired after ${LIFETIMES[kind] / HOUR_MS} hours; begin without it`)
    },
  }
}
