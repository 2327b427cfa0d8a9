import type { DrivenRoute, KeyedRoute, PathOf, QueryOf, ResultOf, Route } from '@agent-network/contract'
import type { Caller } from '../../platform/access/authenticate.ts'
import type { Driven } from '../../platform/access/drive.ts'
import type { OnReplay } from '../../platform/access/idempotency.ts'
import type { JsonBody } from '../http/body.ts'
import type { OpenedStream } from '../http/stream.ts'

/** What a handler is given once its turn has come: the caller is known, counted and allowed. */
export interface Call<R> extends Caller {
  readonly path: PathOf<R>
  /** Read when it is first asked for: on some routes a gate comes before the parameters. */
  readonly query: QueryOf<R>
  /** The body, read when it is asked for and not before; null if it is larger than the route reads. */
  bytes(): Promise<Buffer | null>
  /** The body as strict JSON; what is wrong with it is refused in the words of the route. */
  json(rules: Pick<JsonBody, 'typed' | 'refuse'>): Promise<unknown>
  header(name: 'content-type' | 'idempotency-key' | 'last-event-id' | 'traceparent' | 'x-api-key'): string | undefined
  /** Only the head of the answer is asked for. */
  readonly head: boolean
  /** Aborts when the caller hangs up. */
  gone(): AbortSignal
  /** Marks the answer as one that was kept. */
  readonly onReplay: OnReplay
  /** On routes that depend on the time: the first moment at which time alone changes the answer; null if not known. */
  readonly holdsUntil: (moment: number | null) => void
}

export type Handler<R> = (call: Call<R>) => Promise<ResultOf<R>>

/** A handler of a route that the chain of 5.7 guards: it is also given the visitor and its world. */
type DrivenHandler<R> = (call: Call<R>, driven: Driven) => Promise<ResultOf<R>>

interface Common {
  readonly contract: KeyedRoute
  /** The answer depends on stored content alone, not on the time, so its bytes may be cached until content changes. */
  readonly cacheable: boolean
  /** The answer depends on the time as well, so that no tag can name it. */
  readonly timed: boolean
  /** The answer begins with the time it was given at. */
  readonly stamped: boolean
  /** The handler takes turns on the store itself: most of it is waiting elsewhere, or its body is, which comes first. */
  readonly takesTurns: boolean
  /** What an answer leaves of the day's budget, for the log of the key's requests. */
  readonly leftToday: ((result: ResultOf<Route>) => number) | null
  /** On routes that answer with a stream, in place of `handler`. */
  readonly opens: ((call: Call<Route>, driven: Driven | null) => Promise<OpenedStream>) | null
}

export type Bound = Common &
  (
    | { readonly driven: false; readonly handler: Handler<Route> }
    | { readonly driven: true; readonly handler: DrivenHandler<Route> }
  )

interface Manner<R> {
  readonly cacheable?: boolean
  readonly timed?: boolean
  readonly stamped?: boolean
  readonly takesTurns?: boolean
  readonly leftToday?: (result: ResultOf<R>) => number
}

function commonOf<R extends KeyedRoute>(contract: R, manner: Manner<R>): Common {
  const { cacheable = false, timed = false, stamped = false, takesTurns = false, leftToday = null } = manner
  return { contract, cacheable, timed, stamped, takesTurns, leftToday: leftToday as Common['leftToday'], opens: null }
}

export const bind = <R extends KeyedRoute>(contract: R, handler: Handler<R>, manner: Manner<R> = {}): Bound => ({
  ...commonOf(contract, manner),
  driven: false,
  handler: handler as unknown as Handler<Route>,
})

export const bindDriven = <R extends DrivenRoute>(
  contract: R,
  handler: DrivenHandler<R>,
  manner: Manner<R> = {},
): Bound => ({
  ...commonOf(contract, manner),
  driven: true,
  handler: handler as unknown as DrivenHandler<Route>,
})

/** A route whose answer does not end with the request; `driven` on routes that the chain of 5.7 guards. */
export function bindStream<R extends KeyedRoute>(
  contract: R,
  opens: (call: Call<R>, driven: Driven | null) => Promise<OpenedStream>,
): Bound {
  const handler = () => Promise.reject(new Error(`${contract.name} answers with a stream`))
  const common = { ...commonOf(contract, {}), opens: opens as unknown as Common['opens'] }
  return contract.access.drive === true ? { ...common, driven: true, handler } : { ...common, driven: false, handler }
}
