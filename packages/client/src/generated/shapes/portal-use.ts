// Generated from the contract by `npm run generate`.

export type KeyUse = {
  /** The last days including today, oldest first. */
  days: {
    /** The UTC day. */
    day: string
    /** Number of requests. */
    requests: number
    /** Number of requests with an error code. */
    refused: number
    /** Spent units of the drive budget. */
    actions: number
    /** Number of heartbeats. */
    heartbeats: number
  }[]
  /** The last hours by start time, oldest first; hours that the request log covers only in part are omitted. */
  hours: {
    at: string
    /** Number of requests. */
    requests: number
    /** Number of requests with an error code. */
    refused: number
  }[]
  /** Spent units of each budget of this UTC day. */
  budgets: {
    /** Name of the budget. */
    name: KeyBudget
    used: number
    cap: number
  }[]
  resetsAt: string
}

export type KeyBudget = 'actions' | 'heartbeats' | 'journalPages' | 'completions'

export type OwnWalk = {
  journeyId: string
  destinationLabel: string
  departAt: string
  arriveAt: string
  watchUrl: string
}
