/** The rows of what operators watch, as db/tables.ts holds those of everything else. */
export interface WatchingTables {
  /** PostgreSQL only, as nodes are; times by the database's own clock. */
  nodes: { id: string; version: string; epoch: string; started_at: number; seen_at: number; applied_at: number }
  /** Counts of all nodes by the length of a step and its beginning. */
  activity: { step: string; at: number; series: string; n: number }
  /** What was refused or failed, likewise. */
  error_counts: {
    step: string
    at: number
    route: string
    code: string
    status: number
    n: number
    first_at: number
    last_at: number
  }
}
