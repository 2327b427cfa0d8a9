import type { Deps } from '../deps.ts'
import type { OperatorRoute } from '../http/operator-door.ts'
import { appRoutes } from './app-routes.ts'
import { contentRoutes } from './content-routes.ts'
import { keyRoutes } from './key-routes.ts'
import { type Runtime, systemRoutes } from './system-routes.ts'
import { tokenRoutes } from './token-routes.ts'
import { worldRoutes } from './world-routes.ts'

export const operatorRoutes = (deps: Deps, runtime: Runtime): OperatorRoute[] => [
  ...keyRoutes(deps),
  ...appRoutes(deps),
  ...tokenRoutes(deps),
  ...worldRoutes(deps, runtime.offload),
  ...contentRoutes(deps),
  ...systemRoutes(deps, runtime),
]
