import type { PortalClient } from './generated/portal.ts'
import { PORTAL } from './generated/tables/portal.ts'
import { type ConnectionOptions, createMethods } from './methods.ts'

export * from './errors.ts'
export type { PortalClient } from './generated/portal.ts'

export interface PortalClientOptions extends ConnectionOptions {
  /** An ID token of the network's identity provider. Left out where a cookie says who is signed in. */
  readonly idToken?: string | undefined
}

/** The developer portal: accounts, apps, keys, visitors and what their owner may observe. */
export const createPortalClient = (options: PortalClientOptions = {}): PortalClient =>
  createMethods(PORTAL, options, options.idToken === undefined ? {} : { Authorization: `Bearer ${options.idToken}` })
