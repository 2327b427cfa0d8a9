import type { JournalAction, JournalOutcome } from '@agent-network/contract'
import { prepare, type Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { gate, names, type Switches } from '../settings/switches.ts'
import { takeJournalNumbers } from '../worlds/roster.ts'

type JournalRow = Tables['journal']

/** 4.11: capture needs the journal gate and the world on its list; decided once per act, when it is admitted. */
export const isJournaled = (switches: Switches, worldId: string): boolean =>
  gate(switches, 'visitorJournalEnabled') && names(switches, 'visitorJournalCanaryWorldIds').includes(worldId)

type Column = keyof JournalRow
const OWN = ['sequence', 'type', 'request_id', 'action', 'outcome', 'created_at'] as const satisfies readonly Column[]

/** One statement for entries that come together; never more than an attempt and its outcome do. */
const entriesOf = (n: 1 | 2) =>
  prepare<Record<string, string | number | null>, unknown>((sql, param) =>
    sql.insertInto('journal').values(
      Array.from({ length: n }, (_, i) => ({
        world_id: param('world'),
        agent_id: param('agent'),
        sequence: param(`sequence${i}`),
        type: param(`type${i}`),
        request_id: param(`request_id${i}`),
        action: param(`action${i}`),
        outcome: param(`outcome${i}`),
        created_at: param(`created_at${i}`),
      })),
    ),
  )
const INSERTS = { 1: entriesOf(1), 2: entriesOf(2) } as const

export interface JournalEntry {
  readonly requestId: string
  readonly action: JournalAction
  /** Null for an attempt. */
  readonly outcome: JournalOutcome | null
  readonly at: number
}

const rowOf = (entry: JournalEntry, sequence: number): Pick<JournalRow, (typeof OWN)[number]> => ({
  sequence,
  type: entry.outcome === null ? 'attempt' : 'outcome',
  request_id: entry.requestId,
  action: JSON.stringify(entry.action),
  outcome: entry.outcome === null ? null : JSON.stringify(entry.outcome),
  created_at: entry.at,
})

/** Under numbers that the caller has taken from the visitor's locked row; `first` is that of the first entry. */
export async function insertEntries(
  tx: Tx,
  { worldId, agentId }: { worldId: string; agentId: string },
  first: number,
  entries: readonly JournalEntry[],
): Promise<void> {
  for (let start = 0; start < entries.length; start += 2) {
    const some = entries.slice(start, start + 2)
    const values: Record<string, string | number | null> = { world: worldId, agent: agentId }
    for (const [i, entry] of some.entries()) {
      const row = rowOf(entry, first + start + i)
      for (const column of OWN) values[`${column}${i}`] = row[column]
    }
    await tx.run(INSERTS[some.length as 1 | 2], values)
  }
}

/**
 * Appends entries in order. The numbers come from the visitor's own row, which stays locked until the commit: a later
 * number is never visible before an earlier one, so a cursor cannot skip any.
 */
export async function append(
  tx: Tx,
  worldId: string,
  agentId: string,
  entries: readonly JournalEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const last = await takeJournalNumbers(tx, { worldId, agentId, n: entries.length }, entries[0]!.at)
  await insertEntries(tx, { worldId, agentId }, last - entries.length + 1, entries)
}
