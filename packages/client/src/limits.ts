/** The numbers that the network runs on: lengths, pages, budgets, times. */
export { LIMITS } from './generated/limits.ts'
