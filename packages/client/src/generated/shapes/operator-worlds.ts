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

export type HappeningPlan = {
  /** kind of happening */
  kind: 'storm' | 'market' | 'feast' | 'visit' | 'closure' | 'blackout' | 'funeral'
  /** its name, such as "Lantern Night" */
  title: string
  /** id of its place; required for a closure */
  placeId?: string
  /** start (ISO 8601) */
  from: string
  /** end (ISO 8601), after the start and the present */
  to: string
}

export type FactPlan = {
  /** id of the resident who learns it */
  agentId: string
  /** agent id, place id or free text */
  about: string
  /** one or two sentences in the third person */
  text: string
  /** whether it is true; default true */
  isTrue?: boolean
  /** residents tell it only to the one it is about; default false */
  secret?: boolean
}

export type FactView = {
  factId: string
  text: string
  knowers: { agentId: string; heardFrom: string | null; at: string; belief: number }[]
}

export type InterviewPlan = {
  /** ids of residents, or `all` */
  agentIds: string[] | 'all'
  /** each resident answers all */
  questions: InterviewQuestion[]
}

export type InterviewQuestion = {
  /** its name in the answers */
  id: string
  /** the question */
  text: string
  /** `text`, `{"choice": ["…"]}` for one of several options, or `{"scale": [1, 5]}` for a whole number in a range */
  answer: AnswerForm
}

export type AnswerForm =
  | 'text'
  | {
      /** the options */
      choice: string[]
    }
  | {
      /** the lowest and the highest number */
      scale: number[]
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
