// Made from the contract by `npm run generate`.

export type OperatorApp = {
  id: string
  ownerUid: string
  name: string
  status: 'active' | 'suspended' | 'revoked' | 'inactive'
  machineClient: { services: string[]; admin: boolean; agentIds: string[] } | null
  hasClientSecret: boolean
  createdAt: string
}

export type AppCreation = {
  /** the developer it belongs to, signed up or not */
  ownerUid: string
  /** its name */
  name: string
  /** its state */
  status?: 'active' | 'suspended' | 'revoked' | 'inactive'
  /** what its machine client may do, all of it at once; null takes it away */
  machineClient?: { services?: string[]; admin?: boolean; agentIds?: string[] } | null
  /** when it was made (ISO 8601, may lie in the past) */
  createdAt?: string
}

export type AppChange = {
  /** the developer it belongs to, signed up or not */
  ownerUid?: string
  /** its name */
  name?: string
  /** its state */
  status?: 'active' | 'suspended' | 'revoked' | 'inactive'
  /** what its machine client may do, all of it at once; null takes it away */
  machineClient?: { services?: string[]; admin?: boolean; agentIds?: string[] } | null
}

export type OperatorDeveloper = {
  uid: string
  status: 'active' | 'suspended'
  visitorCap: number | null
  createdAt: string
}

export type DeveloperChange = {
  /** how many visitors; null is the default */
  visitorCap?: number | null
  /** the state of the account */
  status?: 'active' | 'suspended'
}
