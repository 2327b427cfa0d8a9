/** One route as the client needs it; generated from the contract. */
export interface RouteRow {
  /** GET when left out. */
  readonly method?: string
  readonly path: string
  readonly query?: readonly string[]
  /** Media type of the body. JSON is written here; any other body is sent as it is given. */
  readonly body?: string
  /** Media type of an answer that is handed over as bytes; JSON when left out. */
  readonly bytes?: string
  /** Takes an `Idempotency-Key`. */
  readonly keyed?: true
  /** The members of `data` that a list is made of; none when `data` is the list itself. */
  readonly items?: readonly string[]
  /** The member by which an item of the list is known again. */
  readonly id?: string
}

/** What every call takes beside the parts of its route. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** Milliseconds for each attempt; `Infinity` for none. */
  readonly timeout?: number | undefined
  /** How often a failed attempt is repeated. */
  readonly maxRetries?: number | undefined
}

/** Of a call by whose value the server knows a repetition. */
export interface KeyedCallOptions extends CallOptions {
  /** One value for one intent, kept over all its repetitions. Made by the client when left out. */
  readonly idempotencyKey?: string | undefined
}

/** A page when awaited, every item of it and of the pages after it when iterated over. */
export type List<Page, Item> = Promise<Page> & AsyncIterable<Item>

/** What any call looks like once its types have done their work. */
export interface AnyCall extends KeyedCallOptions {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: unknown
}
