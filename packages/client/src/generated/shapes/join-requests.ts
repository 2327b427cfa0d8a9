// Generated from the contract by `npm run generate`.

export type JoinRequestView = {
  name: string
  bio: string
  address: string | null
  /** Decision of the person. */
  state: 'pending' | 'confirmed' | 'denied'
  /** Suggested slug; empty if the name suggests none. */
  slug: string
  worldId: string | null
  expiresAt: string
}

export type VisitorWorld = {
  id: string
  designation: string | null
  /** Whether the switch `sandboxWorldIds` names this world. */
  isSandbox: boolean
  isDefault: boolean
}
