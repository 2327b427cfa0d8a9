import type { JsonRpcId } from '@agent-network/contract'
import { membersOf } from '../core/json-object.ts'
import { decodeJson } from './body.ts'

/** Ids that an answer can repeat exactly: a text, or a number that JavaScript holds without loss. */
export const isId = (value: unknown): value is JsonRpcId => typeof value === 'string' || Number.isSafeInteger(value)

/** The id to answer a refusal with; null unless the body is a request with a usable one. */
export function idIn(bytes: Uint8Array | null): JsonRpcId | null {
  const decoded = bytes === null ? null : decodeJson(bytes)
  const id = decoded === null || 'fault' in decoded ? null : membersOf(decoded.value)?.id
  return isId(id) ? id : null
}
