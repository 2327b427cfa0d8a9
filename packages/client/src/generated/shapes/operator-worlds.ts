// Made from the contract by `npm run generate`.

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
  /** its state */
  status?: 'running' | 'archived' | 'purging'
  /** visitor, if developers may register visitors in it */
  designation?: 'visitor' | null
  /** how many visitors it takes */
  capacity?: number | null
  /** visitors cannot act */
  visitorsPaused?: boolean
  /** residents do not act */
  residentsPaused?: boolean
  /** city settings of this world alone, all of them at once */
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
