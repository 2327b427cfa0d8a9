import type { JournalAction, JournalOutcome } from '@agent-network/contract'
import { prepare, type Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { gate, names, type Switches } from '../settings/switches.ts'

type JournalRow = Tables['journal']
type Who = { world: string; agent: string }

/** 4.11: capture needs the journal gate and the world on its list; decided once per act, when it is admitted. */
export const isJournaled = (switches: Switches, worldId: string): boolean =>
  gate(switches, 'visitorJournalEnabled') && names(switches, 'visitorJournalCanaryWorldIds').includes(worldId)

const takeSequence = prepare<Who & { n: number; at: number }, unknown>((sql, param) =>
  sql
    .updateTable('visitors')
    .set((eb) => ({
      journal_sequence: eb('journal_sequence', '+', param('n')),
      capture_started_at: eb.fn.coalesce('capture_started_at', eb.val(param('at'))),
    }))
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent')),
)
const lastSequence = prepare<Who, { journal_sequence: number }>((sql, param) =>
  sql
    .selectFrom('visitors')
    .select('journal_sequence')
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent')),
)
const insertEntry = prepare<Record<keyof JournalRow, string | number | null>, unknown>((sql, param) =>
  sql.insertInto('journal').values({
    world_id: param('world_id'),
    agent_id: param('agent_id'),
    sequence: param('sequence'),
    type: param('type'),
    request_id: param('request_id'),
    action: param('action'),
    outcome: param('outcome'),
    created_at: param('created_at'),
  }),
)

export interface Entry {
  readonly requestId: string
  readonly action: JournalAction
  /** Null for an attempt. */
  readonly outcome: JournalOutcome | null
  readonly at: number
}

/**
 * Appends entries in order. The numbers come from the visitor's own row, which stays locked until the commit: a later
 * number is never visible before an earlier one, so a cursor cannot skip any.
 */
export async function append(tx: Tx, worldId: string, agentId: string, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return
  const who = { world: worldId, agent: agentId }
  await tx.run(takeSequence, { ...who, n: entries.length, at: entries[0]!.at })
  const { journal_sequence: last } = (await tx.first(lastSequence, who))!
  for (const [i, entry] of entries.entries())
    await tx.run(insertEntry, {
      world_id: worldId,
      agent_id: agentId,
      sequence: last - entries.length + 1 + i,
      type: entry.outcome === null ? 'attempt' : 'outcome',
      request_id: entry.requestId,
      action: JSON.stringify(entry.action),
      outcome: entry.outcome === null ? null : JSON.stringify(entry.outcome),
      created_at: entry.at,
    })
}
