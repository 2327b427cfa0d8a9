// Generated from the contract by `npm run generate`.

export type NamedOperator = {
  name: string
  /** what the operator may do */
  role: OperatorRole
  /** Whether console sign-in requires an authenticator code. */
  secondFactor: boolean
  createdAt: string
  /** Time of the last rotation; null if there was none. */
  rotatedAt: string | null
}

export type OperatorRole = 'viewer' | 'moderator' | 'admin'
