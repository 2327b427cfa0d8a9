import type { OperatorSwitch } from '@agent-network/contract'
import { listAudit } from '../../access/audit.ts'
import type { Read } from '../../db/database.ts'
import { switchType } from '../../settings/switch-faults.ts'
import { SWITCH_GROUPS, SWITCH_TEXTS } from '../../settings/switch-texts.ts'
import { CITY_SWITCHES, SWITCHES, type Switches, type SwitchName } from '../../settings/switches.ts'

/** Changes that are looked through for the last one of each switch, so that a long history costs no more. */
const LOOKED_AT = 300

/** Every switch by what it belongs to, with who changed it last. */
export async function switchViews(read: Read, switches: Switches): Promise<OperatorSwitch[]> {
  const changes = await listAudit(read, { target: 'config', page: 1, perPage: LOOKED_AT })
  const stored = new Set((await read.sql.selectFrom('settings').select('name').execute()).map(({ name }) => name))
  const lastOf = (name: SwitchName) =>
    changes.items.find(({ detail }) => Object.hasOwn(detail as Record<string, unknown>, name))
  const views = (Object.keys(SWITCHES) as SwitchName[]).map((name): OperatorSwitch => {
    const [group, about] = SWITCH_TEXTS[name]
    const last = lastOf(name)
    return {
      name,
      type: switchType(name),
      about,
      group,
      default: SWITCHES[name],
      value: switches[name],
      isSet: stored.has(name),
      perWorld: CITY_SWITCHES.has(name),
      changedAt: last?.at ?? null,
      changedBy: last?.actor ?? null,
    }
  })
  return SWITCH_GROUPS.flatMap((wanted) => views.filter(({ group }) => group === wanted))
}
