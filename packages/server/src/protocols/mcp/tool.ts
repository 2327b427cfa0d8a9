import type { McpTool } from '@agent-network/contract'
import type { Caller } from '../../platform/access/authenticate.ts'
import type { OnReplay } from '../../platform/access/idempotency.ts'
import type { ApiKey } from '../../platform/access/keys.ts'
import { Refusal } from '../../platform/core/refusal.ts'
import type { MapDeps } from '../../stores/city/maps.ts'
import type { InnerCall } from '../http/inner-call.ts'

export type Arguments = Readonly<Record<string, unknown>>

type Schema = Readonly<Record<string, unknown>>

/** A tool as `tools/list` shows it. */
export interface Definition {
  readonly name: McpTool
  readonly title: string
  readonly description: string
  readonly inputSchema: { readonly type: 'object'; readonly properties: Schema; readonly required?: readonly string[] }
  readonly outputSchema: { readonly type: 'object'; readonly required?: readonly string[] }
  readonly annotations: Readonly<Record<string, boolean>>
}

/** One call of a tool on its way. */
export interface ToolCall {
  readonly deps: MapDeps
  readonly rest: InnerCall
  readonly caller: Caller
  readonly given: Arguments
  /** Aborts when the caller hangs up; made when somebody asks for it. */
  readonly gone: () => AbortSignal
  readonly onReplay: OnReplay
}

/** What a tool answers: the same for programs and for models. */
export interface ToolResult {
  readonly structured: object
  readonly text: string
}

export interface Tool {
  readonly definition: Definition
  /** Whether a key sees it at all. */
  may(key: ApiKey): boolean
  /** Whether its answers end with what is left of the day. */
  readonly drives: boolean
  call(call: ToolCall): Promise<ToolResult>
}

export const string = (description?: string) => ({
  type: 'string',
  ...(description === undefined ? {} : { description }),
})
export const choice = (...values: readonly string[]) => ({ enum: values })
export const integer = { type: 'integer' }

export const invalid = (message: string): Refusal => new Refusal('INVALID_QUERY', { message })

/** A text that has to be there. */
export function required(given: Arguments, name: string): string {
  const value = given[name]
  if (typeof value !== 'string' || value.trim() === '') throw invalid(`${name} must be a text that is not blank`)
  return value
}

/** A text that may be there; null, which models like to send, counts as left out. */
export function optional(given: Arguments, name: string): string | undefined {
  const value = given[name] ?? undefined
  if (value !== undefined && typeof value !== 'string') throw invalid(`${name} must be a text`)
  return value === '' ? undefined : value
}

export function optionalInteger(given: Arguments, name: string): number | undefined {
  const value = given[name] ?? undefined
  if (value !== undefined && !Number.isSafeInteger(value)) throw invalid(`${name} must be a whole number`)
  return value as number | undefined
}

export function chosen<N extends string>(given: Arguments, name: string, among: readonly N[], otherwise?: N): N {
  const value = (given[name] ?? otherwise) as N
  if (!among.includes(value)) throw invalid(`${name} must be one of ${among.join(', ')}`)
  return value
}
