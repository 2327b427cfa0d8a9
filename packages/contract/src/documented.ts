/** Table of the routes in the public OpenAPI document. */
import { IDENTITY_ROUTES, SESSION_ROUTES } from './identity.ts'
import { JOIN_ROUTES } from './join-requests.ts'
import { PORTAL_ROUTES } from './portal.ts'
import { ROUTES } from './routes.ts'
import { STREAM_ROUTES } from './streams.ts'

/** All routes of the public listener with a route object, in the order of the document. */
export const DOCUMENTED_ROUTES = {
  ...ROUTES,
  ...STREAM_ROUTES,
  ...PORTAL_ROUTES,
  ...JOIN_ROUTES,
  ...IDENTITY_ROUTES,
  ...SESSION_ROUTES,
} as const
