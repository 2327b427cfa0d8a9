// Generated from the contract by `npm run generate`.

export type SignupMode = 'open' | 'invite' | 'approval'

export type SignUpRequest = { uid: string; email: string | null; name: string | null; createdAt: string }

export type Invite = {
  id: string
  /** Accounts that the code can open. */
  uses: number
  used: number
  expiresAt: string | null
  createdAt: string
  /** Name of the operator. */
  createdBy: string
}
