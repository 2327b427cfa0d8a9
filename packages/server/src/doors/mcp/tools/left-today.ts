import { used } from '../../../access/budgets.ts'
import { driveCap, heartbeatCap } from '../../../access/drive.ts'
import { driveBudget } from '../../../visitors/abandoned.ts'
import { heartbeatBudget } from '../../../visitors/heartbeat.ts'
import type { ToolCall } from '../tool.ts'

/** The last line of everything that a driver is told. */
export async function leftToday({ deps, caller }: Pick<ToolCall, 'deps' | 'caller'>): Promise<string> {
  const { key, at } = caller
  const { read } = deps.database
  const worldId = key.worldId ?? ''
  const [acts, looks] = await Promise.all([
    used(read, driveBudget(worldId, key.id), at),
    used(read, heartbeatBudget(worldId, key.id), at),
  ])
  const [actsMax, looksMax] = [driveCap(key, at), heartbeatCap(key, at)]
  return `Left today: ${Math.max(0, actsMax - acts)} of ${actsMax} acts, ${Math.max(0, looksMax - looks)} of ${looksMax} looks.`
}
