/** Entry point `@agent-network/client/limits`: limits of the API, as one object and by group. */
export * from './generated/limits.ts'
