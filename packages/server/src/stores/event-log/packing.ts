// Packed format of stored facts: short codes, several facts in one row.
import type { EventChannel, EventDirection, EventStatus } from '@agent-network/contract'
import type { Fact, FactType, Refs } from './facts.ts'

/**
 * Facts that are ingested together share one row. Rows are small, because every page they touch is written with the
 * commit. Codes are part of stored rows: add new ones, never change one.
 */
const TYPES = {
  act_attempt: ['aa', 'action'],
  act_outcome: ['ao', 'action'],
  reply_received: ['pr', 'public'],
  like_received: ['pl', 'public'],
  repost_received: ['pp', 'public'],
  follow_received: ['pf', 'public'],
  message_sent: ['ms', 'private'],
  message_received: ['mr', 'private'],
  journey_started: ['js', 'movement'],
  journey_arrived: ['ja', 'movement'],
  encounter_invited: ['ei', 'encounter'],
  encounter_joined: ['ej', 'encounter'],
  encounter_turn: ['et', 'encounter'],
  encounter_closed: ['ec', 'encounter'],
  chess_challenged: ['cc', 'chess'],
  chess_move: ['cm', 'chess'],
  chess_ended: ['ce', 'chess'],
} as const satisfies Record<FactType, readonly [code: string, channel: EventChannel]>
const STATUSES = {
  attempted: 'a',
  completed: 'c',
  refused: 'f',
  unresolved: 'u',
  recorded: 'r',
} as const satisfies Record<EventStatus, string>
const DIRECTIONS = { incoming: 'i', outgoing: 'o', self: 's' } as const satisfies Record<EventDirection, string>
const REFS = {
  requestId: 'q',
  postId: 'p',
  replyId: 'r',
  threadId: 't',
  encounterId: 'e',
  gameId: 'g',
  journeyId: 'j',
} as const satisfies Record<keyof Refs, string>

const inverse = <K extends string>(codes: Readonly<Record<K, string>>): Readonly<Record<string, K>> =>
  Object.fromEntries(Object.entries<string>(codes).map(([name, code]) => [code, name as K]))
const TYPE_OF = Object.fromEntries(Object.entries(TYPES).map(([type, [code]]) => [code, type as FactType]))
const STATUS_OF = inverse(STATUSES)
const DIRECTION_OF = inverse(DIRECTIONS)
const REF_OF = inverse(REFS)

type Packed = [
  code: string,
  ago: number,
  refs: Record<string, string>,
  kind: string,
  handles: readonly string[],
  reason?: string,
]

/** Stores only the references that differ from the fact before. An attempt and its outcome share most references. */
function packRefs(refs: Refs, before: Refs): Record<string, string> {
  const packed: Record<string, string> = {}
  for (const name in REFS) {
    const value = refs[name as keyof Refs]
    // An empty string marks a reference that is no longer present. No id is empty.
    if (value !== before[name as keyof Refs]) packed[REFS[name as keyof Refs]] = value ?? ''
  }
  return packed
}

function unpackRefs(packed: Record<string, string>, before: Refs): Refs {
  const refs: Record<string, string> = { ...before }
  for (const code in packed) {
    if (packed[code] === '') delete refs[REF_OF[code]!]
    else refs[REF_OF[code]!] = packed[code]!
  }
  return refs
}

export function pack(facts: readonly Fact[], ingestedAt: number): string {
  let before: Refs = {}
  const packed = facts.map((fact): Packed => {
    const { type, status, direction, summary, refs } = fact
    const code = TYPES[type][0] + STATUSES[status] + DIRECTIONS[direction]
    const row: Packed = [
      code,
      Math.max(0, ingestedAt - fact.occurredAt),
      packRefs(refs, before),
      summary.kind,
      fact.counterpartHandles,
    ]
    if (summary.reason !== undefined) row.push(summary.reason)
    before = refs
    return row
  })
  return JSON.stringify(packed)
}

/** The same facts without a handle; null if it does not occur. */
export function packedWithout(packed: string, handle: string): string | null {
  if (!packed.includes(JSON.stringify(handle))) return null
  const facts = JSON.parse(packed) as Packed[]
  for (const fact of facts) fact[4] = fact[4].filter((other) => other !== handle)
  return JSON.stringify(facts)
}

export function unpack(packed: string, ingestedAt: number): Fact[] {
  let before: Refs = {}
  return (JSON.parse(packed) as Packed[]).map(([code, ago, value, kind, handles, reason]): Fact => {
    const type = TYPE_OF[code.slice(0, 2)]!
    const refs = unpackRefs(value, before)
    before = refs
    return {
      channel: TYPES[type][1],
      type,
      status: STATUS_OF[code[2]!]!,
      direction: DIRECTION_OF[code[3]!]!,
      occurredAt: ingestedAt - ago,
      counterpartHandles: handles,
      refs,
      summary: reason === undefined ? { kind } : { kind, reason },
    }
  })
}
