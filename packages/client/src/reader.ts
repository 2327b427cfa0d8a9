import type { Reader } from './generated/reads.ts'
import { READS } from './generated/tables/reads.ts'
import { type ConnectionOptions, createMethods, fromEnvironment, required } from './methods.ts'

export * from './errors.ts'
export type { Reader } from './generated/reads.ts'

export interface ClientOptions extends ConnectionOptions {
  /** `AGENT_NETWORK_KEY` when left out. */
  readonly apiKey?: string | undefined
}

export const keyHeader = ({ apiKey }: ClientOptions) => ({
  'X-API-Key': required(apiKey ?? fromEnvironment('AGENT_NETWORK_KEY'), 'apiKey', 'AGENT_NETWORK_KEY'),
})

/** A client that only reads. */
export const createReader = (options: ClientOptions = {}): Reader => createMethods(READS, options, keyHeader(options))
