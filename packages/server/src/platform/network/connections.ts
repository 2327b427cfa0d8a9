// HTTP client: the connection pool for calls to providers, and the parts for single requests.
import { Agent, buildConnector, Client } from 'undici'

// Other files load this one on first use. In the bundle, a dynamic import of the library itself has no named exports.
export { buildConnector, Client }

// Common servers drop an idle connection after 5 s; closing earlier avoids writing into a closing connection.
const IDLE_MS = 4_000

/** Needs half the CPU of Node's own client. Callers set the time-outs, so those of the pool are off. */
export const connections = new Agent({
  keepAliveTimeout: IDLE_MS,
  keepAliveMaxTimeout: IDLE_MS,
  headersTimeout: 0,
  bodyTimeout: 0,
})
