// Journal of visitors' acts: numbered attempts and outcomes.
import type { JournalAction, JournalOutcome } from '@agent-network/contract'
import { isGateOpen, listSwitch, type Switches } from '../../platform/control/switches.ts'
import { prepare, type Read, type Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'
import { type JournalCounter, takeJournalNumbers } from '../../platform/worlds/roster.ts'

type JournalRow = Tables['journal']

/** 4.11: capture needs the journal gate and the world on its list. It is decided once per act, at admission. */
export const isJournaled = (switches: Switches, worldId: string): boolean =>
  isGateOpen(switches, 'visitorJournalEnabled') &&
  listSwitch(switches, 'visitorJournalCanaryWorldIds').includes(worldId)

/** One statement for one or two entries: an attempt, its outcome, or both. */
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
const INSERT_ONE = entriesOf(1)
const INSERT_TWO = entriesOf(2)

export interface JournalEntry {
  readonly requestId: string
  readonly action: JournalAction
  /** Null for an attempt. */
  readonly outcome: JournalOutcome | null
  readonly at: number
}

const typeOf = ({ outcome }: JournalEntry): JournalRow['type'] => (outcome === null ? 'attempt' : 'outcome')
const outcomeOf = ({ outcome }: JournalEntry): string | null => (outcome === null ? null : JSON.stringify(outcome))

/**
 * Inserts entries under numbers that the caller has reserved in the visitor's locked row. `first` is the number of the
 * first entry.
 */
export function insertEntries(
  tx: Tx,
  { worldId, agentId }: { worldId: string; agentId: string },
  first: number,
  entries: readonly JournalEntry[],
): void {
  for (let start = 0; start < entries.length; start += 2) {
    const one = entries[start]!
    const two = entries[start + 1]
    const action0 = JSON.stringify(one.action)
    const own = {
      world: worldId,
      agent: agentId,
      sequence0: first + start,
      type0: typeOf(one),
      request_id0: one.requestId,
      action0,
      outcome0: outcomeOf(one),
      created_at0: one.at,
      sequence1: first + start + 1,
      type1: two === undefined ? null : typeOf(two),
      request_id1: two === undefined ? null : two.requestId,
      action1: two === undefined ? null : two.action === one.action ? action0 : JSON.stringify(two.action),
      outcome1: two === undefined ? null : outcomeOf(two),
      created_at1: two === undefined ? null : two.at,
    }
    tx.send(two === undefined ? INSERT_ONE : INSERT_TWO, own)
  }
}

/**
 * Appends entries in order. The numbers come from the visitor's row, which stays locked until the commit. A later
 * number is never visible before an earlier one, so a cursor cannot skip an entry. `locked` is the current row, if the
 * caller has it.
 */
export async function appendEntries(
  tx: Tx,
  { worldId, agentId, locked }: { worldId: string; agentId: string; locked?: JournalCounter | undefined },
  entries: readonly JournalEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const last = await takeJournalNumbers(tx, { worldId, agentId, n: entries.length, locked }, entries[0]!.at)
  insertEntries(tx, { worldId, agentId }, last - entries.length + 1, entries)
}

const OWN_ROWS = { journal: 'sequence', events: 'sequence', inbox: 'position' } as const
type OwnTable = keyof typeof OWN_ROWS
const OWN_TABLES = Object.keys(OWN_ROWS) as OwnTable[]

/** One table stands for all three: the builder cannot type a query over an unknown table. */
const rowsOf = (read: Read, table: OwnTable, worldId: string, agentId: string) =>
  read.sql
    .selectFrom(table as 'journal')
    .where('world_id', '=', worldId)
    .where('agent_id', '=', agentId)

export async function countHistoryOf(read: Read, worldId: string, agentId: string): Promise<number> {
  let n = 0
  for (const table of OWN_TABLES)
    n += Number(
      (
        await rowsOf(read, table, worldId, agentId)
          .select((eb) => eb.fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    )
  return n
}

/** Deletes journal, observed events and inbox of an erased visitor; returns the number of deleted rows. */
export async function eraseHistoryOf(tx: Tx, worldId: string, agentId: string, limit: number): Promise<number> {
  for (const table of OWN_TABLES) {
    const column = OWN_ROWS[table] as 'sequence'
    const rows = await rowsOf(tx, table, worldId, agentId).select(column).limit(limit).execute()
    if (rows.length === 0) continue
    const numbers = rows.map((row) => row[column])
    await tx.sql
      .deleteFrom(table as 'journal')
      .where('world_id', '=', worldId)
      .where('agent_id', '=', agentId)
      .where(column, 'in', numbers)
      .execute()
    return rows.length
  }
  return 0
}
