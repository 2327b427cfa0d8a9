import { Agent } from 'undici'

// Common servers drop an idle connection after 5 s; leaving first spares the race of writing into a closing one.
const IDLE_MS = 4_000

/** Half the CPU of node's own client. Times are the caller's to keep, so its own are off. */
export const connections = new Agent({
  keepAliveTimeout: IDLE_MS,
  keepAliveMaxTimeout: IDLE_MS,
  headersTimeout: 0,
  bodyTimeout: 0,
})
