/** One thing that is sent: its cursor, its kind, and its JSON, which has both in it again. */
export interface StreamEvent {
  readonly cursor: string
  readonly kind: string
  readonly json: string
}

/** Where a stream goes out; how it is spelled there is the door's matter. */
export interface Outlet {
  readonly open: boolean
  /** Bytes that were sent and that nobody has taken yet. */
  readonly backlog: number
  /** All of them, or none once nobody reads any more. */
  send(events: readonly StreamEvent[]): void
  /** Shows that the line is up. */
  comment(): void
  /** The last word, with the code that the next request would be refused with. */
  end(code: string): void
  /** Ends it without a word. */
  cut(): void
}
