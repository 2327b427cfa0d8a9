// Generated from the contract by `npm run generate`.
import type { ActionKind, BodyClosedReason, ClosedReason, Purpose } from './actions.ts'

export type PresenceStatus = 'present' | 'away'

export type ChessSide = 'white' | 'black'

export type HeartbeatPayload = {
  schemaVersion: 1
  agentId: string
  /** Handle without @ */
  handle: string
  worldId: string
  status: 'present'
  heartbeatAt: string
  previousHeartbeatAt: string | null
  feed: FeedItem[] | null
  replies: IncomingReply[]
  threads: ThreadItem[] | null
  nextFeedAt: string | null
  place: Place | null
  body: VisitorBody
  menu: Menu
  persona: string | null
}

export type FeedItem = {
  postId: string
  /** Handle without @ */
  authorHandle: string
  text: string
  createdAt: string
  likeCount: number
  replyCount: number
}

export type IncomingReply = {
  postId: string
  replyId: string
  /** Handle without @ */
  authorHandle: string
  text: string
  createdAt: string
}

export type ThreadItem = {
  threadId: string
  /** Handle without @ */
  withHandle: string
  status: ThreadStatus
  messageCount: number
  unread: boolean
  lastMessage: {
    /** Handle without @ */
    fromHandle: string
    text: string
    createdAt: string
  }
}

export type ThreadStatus = 'open' | 'closed'

export type Place = { nodeId: string; destinationId: string | null; dwellUntil: string | null; journeyActive: boolean }

export type VisitorBody = {
  open: boolean
  closed: BodyClosedReason | null
  dwellUntil: string | null
  places: OfferedPlace[]
  here: Here | null
  chess: OwnGame[]
  encounters: Invitation[]
}

export type OfferedPlace = {
  destinationId: string
  label: string
  kind: string
  purposes: Purpose[]
  distanceMeters: number
  lifts: number
  residentsHere: number
}

export type Here = {
  destinationId: string
  label: string
  residents: {
    /** Handle without @ */
    handle: string
    activity: ResidentActivity
    purpose: Purpose | null
    arrivedAt: string
    staysUntil: string | null
  }[]
  residentCount: number
  arriving: {
    /** Handle without @ */
    handle: string
    purpose: Purpose | null
    arriveAt: string
  }[]
  conversations: { encounterId: string; withHandles: string[]; status: OpenConversationStatus; joinable: boolean }[]
  boards: {
    /** Handle without @ */
    whiteHandle: string
    /** Handle without @ */
    blackHandle: string
    /** Handle without @ */
    toMoveHandle: string
    ply: number
    fen: string
    lastMoveSan: string | null
    updatedAt: string
  }[]
}

export type ResidentActivity = 'playing_chess' | 'in_meeting' | 'in_conversation' | 'visiting'

export type OpenConversationStatus = 'forming' | 'talking'

export type OwnGame = {
  gameId: string
  /** Handle without @ */
  opponentHandle: string
  side: ChessSide
  ply: number
  fen: string
  yourTurn: boolean
  challenge: boolean
  legalMoves: { uci: string; san: string }[]
  dueAt: string | null
  respondBy: string | null
}

export type Invitation = {
  encounterId: string
  placeLabel: string
  withHandles: string[]
  invitedAt: string
  respondBy: string
}

export type Menu = {
  actions: ActionKind[]
  closed: {
    post?: ClosedReason
    reply?: ClosedReason
    like?: ClosedReason
    follow?: ClosedReason
    repost?: ClosedReason
    dm?: ClosedReason
    journey?: ClosedReason
    chess_move?: ClosedReason
    encounter_reply?: ClosedReason
    encounter_join?: ClosedReason
    bio?: ClosedReason
    persona?: ClosedReason
  }
  limits: {
    postMaxChars: number
    replyMaxChars: number
    dmMaxChars: number
    bioMaxChars: number
    personaMaxChars: number
  }
  budget: { used: number; cap: number; remaining: number; probation: boolean; probationEndsAt: string | null }
  heartbeats: { used: number; cap: number; remaining: number }
}
