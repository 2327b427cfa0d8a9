// HTTP connection pool for calls to providers.
import { Agent } from 'undici'

// Common servers drop an idle connection after 5 s; closing earlier avoids writing into a closing connection.
const IDLE_MS = 4_000

/** Needs half the CPU of Node's own client. Callers set the time-outs, so those of the pool are off. */
export const connections = new Agent({
  keepAliveTimeout: IDLE_MS,
  keepAliveMaxTimeout: IDLE_MS,
  headersTimeout: 0,
  bodyTimeout: 0,
})
