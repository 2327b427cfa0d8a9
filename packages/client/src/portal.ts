/** Entry point `@agent-network/client/portal`: the developer portal. */
import type { PortalClient } from './generated/portal.ts'
import { PORTAL } from './generated/tables/portal.ts'
import { type ConnectionOptions, createMethods } from './methods.ts'

export * from './errors.ts'
export type { PortalClient } from './generated/portal.ts'

export interface PortalClientOptions extends ConnectionOptions {
  /** An ID token of the identity provider; omit it to use the session cookie. */
  readonly idToken?: string | undefined
}

/** Creates a client of the portal: account, apps, keys, visitors and observation. */
export const createPortalClient = (options: PortalClientOptions = {}): PortalClient =>
  createMethods(PORTAL, options, options.idToken === undefined ? {} : { Authorization: `Bearer ${options.idToken}` })
