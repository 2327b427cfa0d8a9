// Log of a running server: request ids, sampling, and outages without error objects.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Logger } from 'pino'
import { findOutage } from '../core/outage.ts'

const requestIds = new AsyncLocalStorage<string>()

/** Log lines that `work` causes carry this request id. */
export const runWithRequestId = <T>(id: string, work: () => T): T => requestIds.run(id, work)

/** These concern the whole node, even if a request happens to cause the line. */
const NODE_EVENTS = /^(store|life|sweeps|measure|clock|serve)\./

const WINDOW_MS = 1_000
const LINES_MAX = 10
/** Health checks fail several times a second, always for the same reason. One line a second counts all of them. */
const ONCE_A_SECOND: ReadonlySet<string> = new Set(['store.connection_lost', 'store.redis_unreachable'])

type Fields = { readonly event?: string; readonly err?: unknown; readonly requestId?: string }
type Level = 'info' | 'warn' | 'error'

/** The driver attaches its connection to the error of an outage, so only the reason is logged. */
function withoutOutage(level: Level, fields: Fields): [Level, object] {
  const outage = findOutage(fields.err)
  if (outage === null) return [level, fields]
  const { err: _err, ...others } = fields
  return ['warn', { ...others, part: outage.part, reason: outage.message }]
}

function withRequestId(fields: Fields): Fields {
  const requestId = requestIds.getStore()
  return requestId === undefined || NODE_EVENTS.test(fields.event ?? '') ? fields : { requestId, ...fields }
}

/** Whether a line may be written; `failures` counts the lines of this event since the last one. */
type Admission = { readonly failures?: number } | null

/** Counts lines per event and second, and reports how many were suppressed when the second is over. */
function makeSampler(elapsed: () => number, report: (event: string, suppressed: number) => void) {
  const windows = new Map<string, { startedAt: number; lines: number }>()

  function admitOnce(event: string): Admission {
    const { startedAt, lines } = windows.get(event) ?? { startedAt: Number.NEGATIVE_INFINITY, lines: 0 }
    const isOver = elapsed() - startedAt >= WINDOW_MS
    windows.set(event, isOver ? { startedAt: elapsed(), lines: 0 } : { startedAt, lines: lines + 1 })
    return isOver ? { failures: lines + 1 } : null
  }

  return (event: string): Admission => {
    if (ONCE_A_SECOND.has(event)) return admitOnce(event)
    let window = windows.get(event)
    if (window === undefined || elapsed() - window.startedAt >= WINDOW_MS) {
      window = { startedAt: elapsed(), lines: 0 }
      windows.set(event, window)
    }
    window.lines += 1
    if (window.lines <= LINES_MAX) return {}
    const current = window
    if (current.lines === LINES_MAX + 1)
      setTimeout(() => report(event, current.lines - LINES_MAX), current.startedAt + WINDOW_MS - elapsed()).unref()
    return null
  }
}

/**
 * The same log with request ids. Of warnings and errors it writes at most ten a second per event, and then one line
 * with the number of the others.
 */
export function makeServerLog(log: Logger, elapsed: () => number): Logger {
  const admit = makeSampler(elapsed, (event, suppressed) => {
    log.warn({ event, suppressed }, 'further lines of this event suppressed')
  })
  const write = (level: Level, fields: Fields, message: string): void => {
    const admission = level === 'info' ? {} : admit(fields.event ?? '')
    if (admission === null) return
    const [actualLevel, actualFields] = withoutOutage(level, withRequestId(fields))
    log[actualLevel]({ ...actualFields, ...admission }, message)
  }
  const method = (level: Level) => ({ value: (fields: Fields, message: string) => write(level, fields, message) })
  return Object.create(log, { info: method('info'), warn: method('warn'), error: method('error') }) as Logger
}
