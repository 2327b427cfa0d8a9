import { readMeta } from '../../db/meta.ts'
import type { Deps } from '../../deps.ts'
import type { Door } from '../../http/door.ts'
import { consoleDoor } from './console-door.ts'
import { makeConsoleSessions } from './console-session.ts'
import { operatorDoor } from './operator-door.ts'
import { makeOverviewStream, type OverviewStream } from './overview-stream.ts'
import { operatorRoutes } from './routes.ts'
import type { Runtime } from './system-routes.ts'
import { makeTokenGuard } from './token-guard.ts'

export interface OperatorDoors {
  readonly doors: readonly Door[]
  readonly overview: OverviewStream
  /** Wrong tokens since the start. */
  tokensRefused(): number
}

/** Everything that stands on the operator listener. */
export async function operatorDoors(deps: Deps, runtime: Runtime, operatorToken: string): Promise<OperatorDoors> {
  const { ambient, database, log } = deps
  const installation = (await readMeta(database.read, 'instance'))!
  const guard = makeTokenGuard(operatorToken, { elapsed: ambient.elapsed, log })
  const sessions = makeConsoleSessions(deps, { operatorToken, installation })
  const routes = operatorRoutes(deps, runtime)
  const overview = makeOverviewStream(deps, sessions, routes)
  return {
    doors: [consoleDoor(deps, { guard, sessions }, overview), operatorDoor(deps, { guard, sessions }, routes)],
    overview,
    tokensRefused: guard.failures,
  }
}
