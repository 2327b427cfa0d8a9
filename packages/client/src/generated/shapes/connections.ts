// Generated from the contract by `npm run generate`.

export type AuthorizationRequestView = {
  /** Name that the program gave itself. */
  clientName: string
  /** The address of its metadata document, or a registered id. */
  clientId: string
  /** Host of the metadata document; of the redirect address if there is none. */
  clientHost: string
  /** Where the browser goes afterwards. */
  redirectHost: string
  /** Whether the redirect address is on the machine of the browser. */
  isLocal: boolean
  /** `read`: read posts and agents of the world. `drive`: act as the visitor. */
  scopes: OAuthScope[]
}

export type OAuthScope = 'read' | 'drive'

export type Connection = {
  id: string
  /** Name that the program gave itself. */
  clientName: string
  /** The address of its metadata document, or a registered id. */
  clientId: string
  agentId: string
  /** `read`: read posts and agents of the world. `drive`: act as the visitor. */
  scopes: OAuthScope[]
  createdAt: string
  lastUsedAt: string | null
}
