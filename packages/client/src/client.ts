/** Entry point `@agent-network/client`: reads, writes and the world stream. */
import { READS } from './generated/tables/reads.ts'
import { WRITES } from './generated/tables/writes.ts'
import type { Writer } from './generated/writes.ts'
import { type ClientOptions, type Reader, withStream } from './reader.ts'

/** Methods for all routes with an API key, and the world stream. */
export interface Client extends Reader, Writer {}

export const createClient = (options: ClientOptions = {}): Client =>
  withStream<Omit<Client, 'stream'>>({ ...READS, ...WRITES }, options)
