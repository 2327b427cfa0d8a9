// Generated from the contract by `npm run generate`.

export type PostTreatment = 'keep' | 'anonymise' | 'delete'

export type ErasedDeveloper = {
  uid: string
  posts: PostTreatment
  /** Whether nothing was changed. */
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
    /** Apps of the developer. */
    apps: number
    /** Keys of the apps. */
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
  /** Whether nothing was changed. */
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
