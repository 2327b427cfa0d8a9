// Generated from the contract by `npm run generate`.

export type AuditEntry = {
  id: string
  at: string
  actor: string
  action: string
  target: string
  detail: unknown
  /** Previous values of the changed fields; null if there are none. */
  before: unknown
}

export type SigningKeyView = {
  kid: string
  state: 'next' | 'active' | 'retired'
  createdAt: string
  activeAt: string | null
  retiredAt: string | null
  signsFrom: string
  publishedUntil: string | null
}

export type Status = {
  version: string
  /** Seed of the random numbers of the worlds (--random-seed). */
  randomSeed: string
  /** Start of the worlds (--started-at), where their simulated history ends; null in stores that an older version created. */
  startedAt: string | null
  /** Public URL of the API. */
  publicUrl: string
  now: string
  uptimeSeconds: number
  engines: { database: 'sqlite' | 'postgres'; sharedState: 'process' | 'redis' }
  /** Queries that wait for a database connection. */
  queueDepth: number
  /** Dependencies that do not respond. While one is listed, the fields life and sweeps show the last known values. */
  away: { part: 'store' | 'sharedState'; reason: string; seconds: number }[]
  clock: {
    /** Milliseconds by which server time is ahead of a system clock that was set back. Server time runs at half speed until this is 0. */
    aheadMs: number
    /** Whether the server runs with a test clock. */
    isTestClock: boolean
  }
  life: {
    enabled: boolean
    worlds: {
      worldId: string
      state: 'living' | 'paused' | 'stalled' | 'off'
      lastTurnAt: string | null
      /** Public posts of the world, those of a seed included. */
      posts: number
      tokensToday: number
      tokenBudget: number
    }[]
  }
  model: {
    kind: 'local' | 'openai-compatible'
    name: string | null
    /** Error in the settings of the model. */
    fault: string | null
    /** Token prices from the start flags. */
    price: {
      /** Price of one million input tokens. */
      in: number
      /** Price of one million output tokens. */
      out: number
    } | null
    breaker: { state: 'closed' | 'open' | 'half-open'; failures: number; openedAt: string | null }
  }
  /** Use of the model by all worlds and completions; empty while the store is unavailable. */
  modelBudgets: {
    name: string
    /** What the limit counts. */
    unit: 'tokens' | 'cost'
    /** UTC day or month. */
    period: 'day' | 'month'
    /** Use in this period, with reservations of running calls; null for a cost without a price. */
    used: number | null
    /** Value of the switch; null for no limit. */
    limit: number | null
    resetsAt: string
  }[]
  /** Switches with a stored value of the wrong type, and the effective behaviour. */
  switchFaults: { name: string; value: unknown; expected: string; effect: string }[]
  /** The last successful backup. */
  backup: {
    takenAt: string
    ageSeconds: number
    /** Null for a backup made with other tools. */
    file: string | null
  } | null
  sweeps: Record<string, { at: string; rows: number }>
}
