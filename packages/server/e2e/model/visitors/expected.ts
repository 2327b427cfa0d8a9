// Expected responses of the reference model, and their comparison with the actual ones.
import { LIMITS } from '@agent-network/contract'
import { type Attempt, FRESH, type Key, type State, settingsIn, type Visitor } from './state.ts'

/** The expected response to a request. */
export interface Expected {
  readonly status: number
  /** The code of a refusal. */
  readonly code?: string
  /** Expected `data`, with FRESH in the places of ids that only the server knows. */
  readonly data?: unknown
  /** Takes those ids over into the model. */
  learn?(data: never): void
}

export const refusal = (status: number, code: string): Expected => ({ status, code })

/** Section 8: probation lasts 24 hours from creation, and lowers what it touches. */
export const inProbation = (state: State, key: Key): boolean => state.now < key.createdAt + LIMITS.probationMs

/** Taken by every request with a valid key, before anything else is looked at (5.3). */
export function takeFromWindow(state: State, key: Key): Expected | null {
  const minute = Math.floor(state.now / LIMITS.rate.windowMs)
  if (key.window.minute !== minute) key.window = { minute, used: 0 }
  const { perMinuteInProbation } = LIMITS.rate
  const limit = inProbation(state, key) ? Math.min(key.rateLimit, perMinuteInProbation) : key.rateLimit
  if (key.window.used >= limit) return refusal(429, 'RATE_LIMIT_EXCEEDED')
  key.window.used += 1
  return null
}

/** 5.7 as far as these keys can fail it, first failure wins. */
export function authorise(state: State, key: Key, agentId: string): Expected | Visitor {
  if (!settingsIn(state).gate('visitorDriveEnabled')) return refusal(503, 'VISITOR_DRIVE_DISABLED')
  if (!key.agentIds.includes(agentId)) return refusal(403, 'DRIVE_AGENT_NOT_ALLOWED')
  if (state.paused) return refusal(403, 'VISITORS_PAUSED')
  const visitor = state.visitors.find(({ agent }) => agent.id === agentId)
  if (visitor === undefined) return refusal(403, 'DRIVE_AGENT_NOT_VISITOR')
  return visitor.agent.enabled ? visitor : refusal(403, 'DRIVE_AGENT_DISABLED')
}

/** Both of the above; a refusal is told from a visitor by its status. */
export function admitRequest(state: State, key: Key, agentId: string): Expected | Visitor {
  return takeFromWindow(state, key) ?? authorise(state, key, agentId)
}
export const isRefused = (admitted: Expected | Visitor): admitted is Expected => 'status' in admitted

/** Section 8: trimmed, then the first 256 characters; blank is as good as absent (AMB-44). */
export function idempotencyValueOf(header: string | null): string | null {
  const value = [...(header ?? '').trim()].slice(0, LIMITS.idempotency.keyMaxChars).join('')
  return value === '' ? null : value
}

export const claimKey = (route: 'act' | 'heartbeat', key: Key, visitor: Visitor, value: string): string =>
  JSON.stringify([route, key.id, visitor.agent.id, value])

/** A place where the model has a question instead of a value; it answers with what is wrong, or null. */
export type Question = (actual: unknown, knownIds: Set<string>) => string | null

export const freshId: Question = (actual, knownIds) => {
  if (typeof actual !== 'string' || actual === '' || knownIds.has(actual)) return 'a new id'
  knownIds.add(actual)
  return null
}
export const someText: Question = (actual) => (typeof actual === 'string' && actual !== '' ? null : 'some text')

/** The request id that joins an act to its entries: the first one seen sets it, and all others must agree. */
export const requestIdOf =
  (attempt: Attempt): Question =>
  (actual, knownIds) => {
    if (attempt.requestId !== null) return attempt.requestId === actual ? null : attempt.requestId
    const wrong = freshId(actual, knownIds)
    if (wrong === null) attempt.requestId = actual as string
    return wrong
  }

/** Where two things differ first, or null. `known` remembers every id that was met, because ids are not used twice. */
export function difference(expected: unknown, actual: unknown, knownIds: Set<string>, path = ''): string | null {
  if (expected === FRESH) return difference(freshId, actual, knownIds, path)
  if (typeof expected === 'function') {
    const wanted = (expected as Question)(actual, knownIds)
    return wanted === null ? null : `${path}: expected ${wanted}, got ${JSON.stringify(actual)}`
  }
  if (typeof expected !== 'object' || expected === null || typeof actual !== 'object' || actual === null)
    return Object.is(expected, actual)
      ? null
      : `${path}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`
  if (Array.isArray(expected) !== Array.isArray(actual)) return `${path}: one is a list, the other is not`
  if (Array.isArray(expected) && expected.length !== (actual as unknown[]).length)
    return `${path}: expected ${expected.length} items, got ${(actual as unknown[]).length}: ${JSON.stringify(actual).slice(0, 400)}`
  const names = new Set([...Object.keys(expected), ...Object.keys(actual)])
  for (const name of names) {
    const found = difference(
      (expected as Record<string, unknown>)[name],
      (actual as Record<string, unknown>)[name],
      knownIds,
      `${path}.${name}`,
    )
    if (found !== null) return found
  }
  return null
}
