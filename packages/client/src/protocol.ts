/** For programs that speak another protocol to the same server: when to try again, and what to make of no answer. */
export * from './errors.ts'
export { noAnswer, secondsOf } from './failures.ts'
export { type ConnectionOptions, connectionOf } from './methods.ts'
export { type HttpRequest, newIdempotencyKey, parse } from './request.ts'
export { type Patience, repeat } from './retry.ts'
