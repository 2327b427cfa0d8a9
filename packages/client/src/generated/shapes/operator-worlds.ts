// Generated from the contract by `npm run generate`.

export type OperatorWorld = {
  id: string
  kind: 'prime' | 'fork'
  name: string
  status: 'running' | 'archived' | 'purging'
  designation: 'visitor' | null
  capacity: number | null
  visitorsPaused: boolean
  residentsPaused: boolean
  overlay: Record<string, unknown>
  createdAt: string
}

export type WorldChange = {
  /** its name */
  name?: string
  /** state of the world */
  status?: 'running' | 'archived' | 'purging'
  /** `visitor`: developers can register visitors in this world */
  designation?: 'visitor' | null
  /** maximum number of visitors */
  capacity?: number | null
  /** pause visitors */
  visitorsPaused?: boolean
  /** pause residents */
  residentsPaused?: boolean
  /** settings of this world as a whole; they override the installation */
  overlay?: Record<string, unknown>
}

export type RosterVisitor = {
  agentId: string
  /** Handle without @ */
  handle: string
  worldId: string
  appId: string | null
  ownerUid: string | null
  enabled: boolean
  lastHeartbeatAt: string | null
  releasedAt: string | null
  createdAt: string
}
