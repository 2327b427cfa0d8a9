// All routes of the operator listener and their OpenAPI document.
import { OPERATOR_ROUTES, openApi } from '@agent-network/contract'
import { makeOperatorLookup } from '../../platform/access/operators.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { readMeta } from '../../platform/db/meta.ts'
import type { Protocol } from '../http/pipeline.ts'
import { appRoutes, moderationRoutes, monitoringRoutes } from './app-routes.ts'
import { bind, type OperatorBound } from './bind.ts'
import { consoleProtocol } from './console.ts'
import { makeConsoleSessions, makeTokenGuard, recoveryHolder } from './console-session.ts'
import { contentRoutes } from './content-routes.ts'
import { keyRoutes, tokenRoutes } from './key-routes.ts'
import { operatorAccountRoutes, signUpRoutes } from './operator-routes.ts'
import { makeOverviewStream, type OverviewStream } from './overview-stream.ts'
import { connectionRoutes, peopleRoutes, webhookRoutes } from './people-routes.ts'
import { operatorProtocol } from './protocol.ts'
import { type Runtime, systemRoutes } from './system-routes.ts'
import { worldRoutes } from './world-routes.ts'

export function operatorRoutes(deps: Deps, runtime: Runtime): OperatorBound[] {
  const writeDocument = (): ReturnType<typeof openApi> => {
    // Only served routes are documented: without a test clock there are no clock routes.
    const served = new Set(routes.map(({ contract }) => contract.name))
    const documented = Object.entries(OPERATOR_ROUTES).filter(([name]) => served.has(name))
    return openApi(Object.fromEntries(documented), {
      audience: 'operator',
      serverUrl: deps.urls().operator,
      version: runtime.version,
    })
  }
  /** Written once: it does not change while the server runs, and writing it takes as long as fifty requests. */
  let written: ReturnType<typeof openApi> | null = null
  const document: OperatorBound = bind(OPERATOR_ROUTES.getOpenApi, async () => {
    written ??= writeDocument()
    return written
  })
  const routes: OperatorBound[] = [
    ...keyRoutes(deps),
    ...appRoutes(deps),
    ...peopleRoutes(deps),
    ...webhookRoutes(deps),
    ...connectionRoutes(deps),
    ...tokenRoutes(deps),
    ...operatorAccountRoutes(deps),
    ...signUpRoutes(deps),
    ...worldRoutes(deps, runtime),
    ...contentRoutes(deps),
    ...moderationRoutes(deps),
    ...systemRoutes(deps, runtime),
    ...monitoringRoutes(deps, runtime.watching),
    document,
  ]
  return routes
}

export interface OperatorProtocols {
  readonly protocols: readonly Protocol[]
  readonly overview: OverviewStream
  /** Wrong tokens since the start. */
  tokensRefused(): number
}

/** Everything that the operator listener serves. */
export async function operatorProtocols(
  deps: Deps,
  runtime: Runtime,
  operatorToken: string,
): Promise<OperatorProtocols> {
  const { ambient, database, log } = deps
  const installation = (await readMeta(database.read, 'instance'))!
  const operators = makeOperatorLookup(deps)
  const guard = makeTokenGuard(operatorToken, { elapsed: ambient.elapsed, log, operators })
  const sessions = makeConsoleSessions(deps, { recovery: recoveryHolder(operatorToken), operators, installation })
  const routes = operatorRoutes(deps, runtime)
  const overview = makeOverviewStream(deps, sessions, routes)
  return {
    protocols: [
      consoleProtocol(deps, { guard, sessions }, overview),
      operatorProtocol(deps, { guard, sessions }, routes),
    ],
    overview,
    tokensRefused: guard.failures,
  }
}
