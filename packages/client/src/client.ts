import { READS } from './generated/tables/reads.ts'
import { WRITES } from './generated/tables/writes.ts'
import type { Writer } from './generated/writes.ts'
import { type ClientOptions, type Reader, withStream } from './reader.ts'

/** Every route that takes an API key, and the stream of its world. */
export interface Client extends Reader, Writer {}

export const createClient = (options: ClientOptions = {}): Client =>
  withStream<Omit<Client, 'stream'>>({ ...READS, ...WRITES }, options)
