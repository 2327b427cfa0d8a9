// Generated from the contract by `npm run generate`.

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
  /** state of the app */
  status?: 'active' | 'suspended' | 'revoked' | 'inactive'
  /** permissions of its machine client as a whole; null removes them */
  machineClient?: { services?: string[]; admin?: boolean; agentIds?: string[] } | null
  /** creation time (ISO 8601, can be in the past) */
  createdAt?: string
}

export type AppChange = {
  /** the developer it belongs to, signed up or not */
  ownerUid?: string
  /** its name */
  name?: string
  /** state of the app */
  status?: 'active' | 'suspended' | 'revoked' | 'inactive'
  /** permissions of its machine client as a whole; null removes them */
  machineClient?: { services?: string[]; admin?: boolean; agentIds?: string[] } | null
}

export type OperatorDeveloper = {
  uid: string
  status: 'active' | 'suspended' | 'pending'
  visitorCap: number | null
  createdAt: string
}

export type DeveloperChange = {
  /** maximum number of visitors; null is the default */
  visitorCap?: number | null
  /** the state of the account */
  status?: 'active' | 'suspended'
}
