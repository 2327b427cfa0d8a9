import type { KeyedRoute, PathOf, QueryOf, ResultOf, Route } from '@agent-network/contract'
import type { Caller } from '../../access/authenticate.ts'
import type { Driven } from '../../access/drive.ts'
import type { OnReplay } from '../../access/idempotency.ts'
import type { JsonBody } from '../../http/body.ts'

/** What a handler is given once its turn has come: the caller is known, counted and allowed. */
export interface Call<R> extends Caller {
  readonly path: PathOf<R>
  /** Read when it is first asked for: on some routes a gate comes before the parameters. */
  readonly query: QueryOf<R>
  /** The visitor and its world, on routes that the chain of 5.7 guards. */
  readonly driven: Driven | null
  /** The body, read when it is asked for and not before; null if it is larger than LIMITS.body_bytes.request. */
  bytes(): Promise<Buffer | null>
  /** The body as strict JSON; what is wrong with it is refused in the words of the route. */
  json(rules: Pick<JsonBody, 'typed' | 'refuse'>): Promise<unknown>
  /** For routes that take no body: whatever came is read and dropped. */
  drain(): Promise<void>
  header(name: 'content-type' | 'idempotency-key'): string | undefined
  /** Aborts when the caller hangs up. */
  gone(): AbortSignal
  /** Marks the answer as one that was kept. */
  readonly onReplay: OnReplay
}

export type Handler<R> = (call: Call<R>) => Promise<ResultOf<R>>

export interface Bound {
  readonly contract: KeyedRoute
  readonly handler: Handler<Route>
  /** The answer depends on stored content alone, not on the time, so its bytes may be kept until content changes. */
  readonly cacheable: boolean
  /** What an answer leaves of the day's budget, for the log of the key's requests. */
  readonly leftToday: ((result: ResultOf<Route>) => number) | null
}

interface Manner<R> {
  readonly cacheable?: boolean
  readonly leftToday?: (result: ResultOf<R>) => number
}

export function bind<R extends KeyedRoute>(contract: R, handler: Handler<R>, manner: Manner<R> = {}): Bound {
  const { cacheable = false, leftToday = null } = manner
  return {
    contract,
    handler: handler as unknown as Handler<Route>,
    cacheable,
    leftToday: leftToday as Bound['leftToday'],
  }
}

/** A route of a visitor: the chain has found who is driven before the handler is called. */
export const bindDriven = <R extends KeyedRoute>(
  contract: R,
  handler: (call: Call<R>, driven: Driven) => Promise<ResultOf<R>>,
  manner: Manner<R> = {},
): Bound => bind(contract, (call) => handler(call, call.driven!), manner)
