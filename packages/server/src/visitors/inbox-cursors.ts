import { LIMITS } from '@agent-network/contract'
import { Refusal } from '../core/refusal.ts'
import type { Seals } from '../core/seals.ts'

/** A place in one visitor's inbox, and when it was the present one. */
export interface InboxPlace {
  readonly worldId: string
  readonly agentId: string
  /** The last position that was seen. */
  readonly position: number
  readonly at: number
}

const PURPOSE = 'inbox-cursor'
const VERSION = 'i1'

export function inboxCursor(seals: Seals, { worldId, agentId, position, at }: InboxPlace): string {
  const payload = Buffer.from(JSON.stringify([worldId, agentId, position, at])).toString('base64url')
  return `${VERSION}.${payload}.${seals.sign(PURPOSE, payload)}`
}

/** Null for whatever is no cursor of ours. */
export function readInboxCursor(seals: Seals, cursor: string): InboxPlace | null {
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

/** Items older than this are gone, and so is the way on from a place as old. */
export const isLapsed = (place: Pick<InboxPlace, 'at'>, at: number): boolean => place.at < at - LIMITS.inbox.keptMs

export const malformedCursor = (name: string): Refusal =>
  new Refusal('INVALID_QUERY', {
    message: `${name} is no cursor of this inbox; send the cursor of an item, or leave it out`,
  })
