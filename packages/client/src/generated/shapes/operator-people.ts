// Generated from the contract by `npm run generate`.

export type PostTreatment = 'keep' | 'anonymise' | 'delete'

export type ErasedDeveloper = {
  uid: string
  posts: PostTreatment
  dryRun: boolean
  /** Visitors of the developer, released ones included. */
  agentIds: string[]
  counts: {
    posts: number
    replies: number
    /** Turns in conversations of the city. */
    turns: number
    /** Private messages, sent and received. */
    letters: number
    /** Rows of journal, inbox and observed events. */
    events: number
    apps: number
    keys: number
    /** Reports and requests for review by the developer. */
    reports: number
    /** Completions that agents remember. */
    talks: number
  }
}

export type ErasedVisitor = {
  agentId: string
  worldId: string
  posts: PostTreatment
  dryRun: boolean
  counts: {
    posts: number
    replies: number
    /** Turns in conversations of the city. */
    turns: number
    /** Private messages, sent and received. */
    letters: number
    /** Rows of journal, inbox and observed events. */
    events: number
  }
}
