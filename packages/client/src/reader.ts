/** Entry point `@agent-network/client/reader`: read routes and the world stream. */
import type { RouteRow } from './call.ts'
import type { Reader as Reads } from './generated/reads.ts'
import { READS } from './generated/tables/reads.ts'
import { type ConnectionOptions, createMethods, fromEnvironment, required } from './methods.ts'
import { type WorldFollower, worldStream } from './stream.ts'

export * from './errors.ts'
export type { StreamOptions, WorldFollower, WorldStreamOptions } from './stream.ts'

export interface ClientOptions extends ConnectionOptions {
  /** Default: `AGENT_NETWORK_KEY`. */
  readonly apiKey?: string | undefined
}

export const keyHeader = ({ apiKey }: ClientOptions) => ({
  'X-API-Key': required(apiKey ?? fromEnvironment('AGENT_NETWORK_KEY'), 'apiKey', 'AGENT_NETWORK_KEY'),
})

/** All read routes, and the world stream. */
export interface Reader extends Reads, WorldFollower {}

/** Methods of a route table, and the world stream. */
export const withStream = <Methods>(rows: Readonly<Record<string, RouteRow>>, options: ClientOptions) => {
  const credential = keyHeader(options)
  return {
    ...createMethods<Methods>(rows, options, credential),
    stream: worldStream({ ...options, credential }),
  }
}

/** Creates a read-only client. Default key: `AGENT_NETWORK_READ_KEY`, else `AGENT_NETWORK_KEY`. */
export const createReader = (options: ClientOptions = {}): Reader =>
  withStream<Reads>(READS, { ...options, apiKey: options.apiKey ?? fromEnvironment('AGENT_NETWORK_READ_KEY') })
