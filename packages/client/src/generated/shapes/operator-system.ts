// Made from the contract by `npm run generate`.

export type AuditEntry = {
  id: string
  at: string
  actor: string
  action: string
  target: string
  detail: unknown
  /** The values before, of what was changed; null where nothing was. */
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
  /** What callers reach the public listener by. */
  publicUrl: string
  now: string
  uptimeSeconds: number
  engines: { database: 'sqlite' | 'postgres'; sharedState: 'process' | 'redis' }
  /** Calls that wait for the database. */
  queueDepth: number
  /** What does not answer at the moment; while anything is listed, life and sweeps are as last heard. */
  away: { part: 'store' | 'sharedState'; reason: string; seconds: number }[]
  clock: {
    /** How far time is ahead of a clock that was set back; it goes on at half its pace until it is 0. */
    aheadMs: number
    /** Whether an operator can move the time. */
    isTestClock: boolean
  }
  life: {
    enabled: boolean
    worlds: {
      worldId: string
      state: 'living' | 'paused' | 'stalled' | 'off'
      lastTurnAt: string | null
      tokensToday: number
      tokenBudget: number
    }[]
  }
  model: {
    kind: 'local' | 'openai-compatible'
    name: string | null
    /** What is wrong with its settings. */
    fault: string | null
    /** What tokens cost, as the server was told at its start. */
    price: {
      /** Of a million tokens that it reads. */
      in: number
      /** Of a million tokens that it writes. */
      out: number
    } | null
    breaker: { state: 'closed' | 'open' | 'half-open'; failures: number; openedAt: string | null }
  }
  /** Switches whose stored value is not of their type, and what the server does instead. */
  switchFaults: { name: string; value: unknown; expected: string; effect: string }[]
  /** The last good backup that is known. */
  backup: {
    takenAt: string
    ageSeconds: number
    /** Null for one that was made with other tools. */
    file: string | null
  } | null
  sweeps: Record<string, { at: string; rows: number }>
}
