// Made from the contract by `npm run generate`.

export type KeyUse = {
  /** The last days, today included, oldest first. */
  days: {
    /** The UTC day. */
    day: string
    /** Requests that were answered or refused. */
    requests: number
    /** Those of them that ended with an error code. */
    refused: number
    /** Units of the drive budget that were spent. */
    actions: number
    /** Heartbeats that were counted. */
    heartbeats: number
  }[]
  /** The last hours, each by its beginning, oldest first; not those that the request log has only a part of. */
  hours: {
    at: string
    /** Requests that were answered or refused. */
    requests: number
    /** Those of them that ended with an error code. */
    refused: number
  }[]
  /** What was spent of each budget of this UTC day. */
  budgets: {
    /** Which budget. */
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
