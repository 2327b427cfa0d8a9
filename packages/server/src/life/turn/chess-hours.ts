import { HOUR_MS } from '../../core/day.ts'

/** Kind of the due row: a game between residents at a table goes on. */
export const TABLE = 'table'

/** As long as two sit at a table at most. */
export const SIT_MS = 3 * HOUR_MS
