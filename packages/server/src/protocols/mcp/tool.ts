// Types of MCP tools and helpers for their arguments.
import type { McpTool } from '@agent-network/contract'
import type { Caller } from '../../platform/access/authenticate.ts'
import type { OnReplay } from '../../platform/access/idempotency.ts'
import type { ApiKey } from '../../platform/access/keys.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import { editDistance, quoteSafely } from '../../platform/core/text.ts'
import type { MapDeps } from '../../stores/city/maps.ts'
import type { InternalCall } from '../http/context.ts'

export type Arguments = Readonly<Record<string, unknown>>

type Schema = Readonly<Record<string, unknown>>

/** A tool as `tools/list` shows it. */
export interface ToolDefinition {
  readonly name: McpTool
  readonly title: string
  readonly description: string
  readonly inputSchema: { readonly type: 'object'; readonly properties: Schema; readonly required?: readonly string[] }
  readonly outputSchema: { readonly type: 'object'; readonly required?: readonly string[] }
  readonly annotations: Readonly<Record<string, boolean>>
}

/** Context of one tool call. */
export interface ToolCall {
  readonly deps: MapDeps
  readonly rest: InternalCall
  readonly caller: Caller
  readonly args: Arguments
  /** Aborts when the client disconnects; created on first use. */
  readonly abortSignal: () => AbortSignal
  readonly onReplay: OnReplay
}

/** The result of a tool: structured for programs, text for models. */
export interface ToolResult {
  readonly structured: object
  readonly text: string
}

export interface Tool {
  readonly definition: ToolDefinition
  /** Whether the tool is listed for a key. */
  may(key: ApiKey): boolean
  /** Whether its results end with the remaining daily budget. */
  readonly drives: boolean
  call(call: ToolCall): Promise<ToolResult>
}

export const string = (description?: string) => ({
  type: 'string',
  ...(description === undefined ? {} : { description }),
})
export const choice = (...values: readonly string[]) => ({ enum: values })
export const integer = { type: 'integer' }

export const invalid = (message: string): ApiError => new ApiError('INVALID_QUERY', { message })

/** A required string argument. */
export function requireString(args: Arguments, name: string): string {
  const value = args[name]
  if (typeof value !== 'string' || value.trim() === '') throw invalid(`${name} must be a non-blank string`)
  return value
}

/** An optional string argument; null counts as absent, because models often send it. */
export function readString(args: Arguments, name: string): string | undefined {
  const value = args[name] ?? undefined
  if (value !== undefined && typeof value !== 'string') throw invalid(`${name} must be a string`)
  return value === '' ? undefined : value
}

export function readInteger(args: Arguments, name: string): number | undefined {
  const value = args[name] ?? undefined
  if (value !== undefined && !Number.isSafeInteger(value)) throw invalid(`${name} must be an integer`)
  return value as number | undefined
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** The tool's own arguments in an error about arguments: what is missing, and the name that was probably meant. */
export function namingArguments(error: ApiError, { definition }: Tool, args: Arguments): ApiError {
  const { name, inputSchema } = definition
  const missing = (inputSchema.required ?? []).filter((argument) => isBlank(args[argument]))
  const [first] = missing
  if (!error.code.startsWith('INVALID_') || first === undefined) return error
  const unknown = Object.keys(args).find((argument) => !Object.hasOwn(inputSchema.properties, argument))
  const required = `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} required`
  if (unknown === undefined) return new ApiError(error.code, { ...error.details, message: required })
  const nearest = missing.reduce((best, argument) =>
    editDistance(unknown, argument) < editDistance(unknown, best) ? argument : best,
  )
  const message = `${required}: ${name} has no argument "${quoteSafely(unknown)}", did you mean ${nearest}?`
  return new ApiError(error.code, { ...error.details, message })
}

export function requireChoice<N extends string>(
  args: Arguments,
  name: string,
  among: readonly N[],
  defaultValue?: N,
): N {
  const value = (args[name] ?? defaultValue) as N
  if (!among.includes(value)) throw invalid(`${name} must be one of ${among.join(', ')}`)
  return value
}
