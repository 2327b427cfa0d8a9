import { OPERATOR_ROUTES, openApi } from '@agent-network/contract'
import type { Deps } from '../../deps.ts'
import { appRoutes } from './app-routes.ts'
import { bind, type OperatorBound } from './bind.ts'
import { contentRoutes } from './content-routes.ts'
import { keyRoutes } from './key-routes.ts'
import { moderationRoutes } from './moderation-routes.ts'
import { type Runtime, systemRoutes } from './system-routes.ts'
import { tokenRoutes } from './token-routes.ts'
import { watchingRoutes } from './watching-routes.ts'
import { worldRoutes } from './world-routes.ts'

export function operatorRoutes(deps: Deps, runtime: Runtime): OperatorBound[] {
  const writeDocument = (): ReturnType<typeof openApi> => {
    // Only what this server serves is documented: without a test clock there are no routes to move it.
    const served = new Set(routes.map(({ contract }) => contract.name))
    const documented = Object.entries(OPERATOR_ROUTES).filter(([name]) => served.has(name))
    return openApi(Object.fromEntries(documented), {
      audience: 'operator',
      serverUrl: deps.urls().operator,
      version: runtime.version,
    })
  }
  /** Written once: nothing in it changes while the server runs, and to write it takes as long as fifty requests do. */
  let written: ReturnType<typeof openApi> | null = null
  const document: OperatorBound = bind(OPERATOR_ROUTES.getOpenApi, async () => {
    written ??= writeDocument()
    return written
  })
  const routes: OperatorBound[] = [
    ...keyRoutes(deps),
    ...appRoutes(deps),
    ...tokenRoutes(deps),
    ...worldRoutes(deps, runtime.offload),
    ...contentRoutes(deps),
    ...moderationRoutes(deps),
    ...systemRoutes(deps, runtime),
    ...watchingRoutes(deps, runtime.watching),
    document,
  ]
  return routes
}
