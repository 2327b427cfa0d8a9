/** Entry point `@agent-network/client/protocol`: retry rules and errors for other protocols. */
export * from './errors.ts'
export { noAnswer, secondsOf } from './failures.ts'
export { type ConnectionOptions, connectionOf } from './methods.ts'
export { type HttpRequest, newIdempotencyKey, parse } from './request.ts'
export { type Patience, repeat } from './retry.ts'
