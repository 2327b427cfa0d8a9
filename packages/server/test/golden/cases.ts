// Shared requests of the golden tests.
import { LIMITS } from '@agent-network/contract'
import type { Case } from './record.ts'

export const JSON_BODY = { 'content-type': 'application/json' }
export const NO_KEY = { 'x-api-key': 'anet_test_nobody' }
export const REQUEST_MAX = LIMITS.body_bytes.request
export const get = (path: string, headers: Record<string, string> = {}, title = `GET ${path}`): Case => ({
  title,
  method: 'GET',
  path,
  headers,
})
export const file = (path: string, headers: Record<string, string> = {}, method = 'GET'): Case => ({
  title: `${method} ${path}`,
  method,
  path,
  headers,
  file: true,
})
