import { HOUR_MS } from '../../core/day.ts'
import type { Tx } from '../../db/database.ts'
import { putDue } from '../../worlds/due.ts'
import { AFFAIR, beginAffair } from './affair-rows.ts'

/** An affair that a seed says is under way: its parties by role, the stage it has come to, and what is known of it. */
export interface Plot {
  readonly id: string
  readonly worldId: string
  readonly kind: string
  readonly stage: string
  readonly thing: string
  readonly parties: Readonly<Record<string, string>>
  readonly facts?: unknown
  /** Until it goes on. */
  readonly hours: number
}

/** What a seed tells of goes on from there. */
export async function beginPlots(tx: Tx, plots: readonly Plot[], at: number): Promise<void> {
  for (const { id, worldId, kind, stage, thing, parties, facts, hours } of plots) {
    await beginAffair(tx, {
      world_id: worldId,
      id,
      kind,
      stage,
      parties: JSON.stringify(parties),
      thing,
      root_id: '',
      status: 'running',
      created_at: at,
      updated_at: at,
      facts: facts === undefined ? '' : JSON.stringify(facts),
    })
    await putDue(tx, { worldId, kind: AFFAIR, subjectId: id }, Math.ceil(at / 60_000) * 60_000 + hours * HOUR_MS)
  }
}
