/** Entry point `@agent-network/client/limits`: limits of the API. */
export { LIMITS } from './generated/limits.ts'
