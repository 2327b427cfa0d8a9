import {
  type BodyOf,
  InvalidParameter,
  type PathOf,
  type Query,
  type QueryOf,
  type ResultOf,
  type Route,
} from '@agent-network/contract'
import type { Caller } from '../access/authenticate.ts'
import type { Driven } from '../access/drive.ts'
import { Refusal } from '../core/refusal.ts'
import { parseQuery } from './target.ts'

/** What a handler is given once its turn has come: the caller is known, counted and allowed. */
export interface Call<R> extends Caller {
  readonly path: PathOf<R>
  /** Read when it is first asked for: on some routes a gate comes before the parameters. */
  readonly query: QueryOf<R>
  /** The visitor and its world, on routes that the chain of 5.7 guards. */
  readonly driven: Driven | null
  /** The body, decoded and checked when it is asked for and not before. */
  input(): Promise<BodyOf<R>>
  /** The body as it came, for routes that read it in an order of their own; throws BodyTooLarge. */
  bytes(): Promise<Buffer>
  /** For routes that take no body: whatever came is read and dropped. */
  drain(): Promise<void>
  header(name: 'content-type' | 'idempotency-key'): string | undefined
  /** Aborts when the caller hangs up. */
  gone(): AbortSignal
}

export type Handler<R> = (call: Call<R>) => Promise<ResultOf<R>>

export interface Bound {
  readonly contract: Route
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

export function bind<R extends Route>(contract: R, handler: Handler<R>, manner: Manner<R> = {}): Bound {
  const { cacheable = false, leftToday = null } = manner
  return {
    contract,
    handler: handler as unknown as Handler<Route>,
    cacheable,
    leftToday: leftToday as Bound['leftToday'],
  }
}

/** A route of a visitor: the chain has found who is driven before the handler is called. */
export const bindDriven = <R extends Route>(
  contract: R,
  handler: (call: Call<R>, driven: Driven) => Promise<ResultOf<R>>,
  manner: Manner<R> = {},
): Bound => bind(contract, (call) => handler(call, call.driven!), manner)

/** Reads the parameters a route knows. Lenient routes take the first value and ignore what they do not know (AMB-18). */
export function readQuery(contract: Route, query: string): Record<string, unknown> {
  const known: Query = contract.query
  const given = parseQuery(query)
  const values: Record<string, unknown> = {}
  try {
    if (contract.strictQuery) refuseSurprises(known, given)
    for (const name in known) {
      const found = given.find((param) => param.name === name)
      values[name] = known[name]!.read(found?.value, found?.broken ?? false)
    }
  } catch (error) {
    if (error instanceof InvalidParameter) throw new Refusal(error.code ?? contract.invalid, { message: error.message })
    throw error
  }
  return values
}

function refuseSurprises(known: Query, given: readonly { name: string; broken: boolean }[]): void {
  const seen = new Set<string>()
  for (const { name, broken } of given) {
    if (!Object.hasOwn(known, name)) throw new InvalidParameter(`unknown parameter: ${name.slice(0, 40)}`)
    if (seen.has(name)) throw new InvalidParameter(`${name} is given twice`)
    if (broken) throw new InvalidParameter(`${name} is not valid percent-encoded UTF-8`)
    seen.add(name)
  }
}
