import type { Reader } from './generated/reads.ts'
import { READS } from './generated/tables/reads.ts'
import { WRITES } from './generated/tables/writes.ts'
import type { Writer } from './generated/writes.ts'
import { createMethods } from './methods.ts'
import { type ClientOptions, keyHeader } from './reader.ts'

/** Every route that takes an API key. */
export interface Client extends Reader, Writer {}

export const createClient = (options: ClientOptions = {}): Client =>
  createMethods({ ...READS, ...WRITES }, options, keyHeader(options))
