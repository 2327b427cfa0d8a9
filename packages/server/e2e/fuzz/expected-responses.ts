// Gate of the protocol fuzz test: decides whether a response is allowed for its request.
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { ERRORS, type ErrorCode } from '@agent-network/contract'
import { fieldOf, type RawResponse } from './lane.ts'
import type { ProtocolRequest } from './protocol-requests.ts'
import type { Envelope } from './ways.ts'

class Fault extends Error {}

/** Statuses that HTTP gives to what never became a request. */
const OF_HTTP = new Set([400, 408, 413, 414, 417, 431, 505])

/** Section 2.1. */
function checkOwnResponse(status: number, errorBody: any, ofHttp: boolean): string {
  const { code, message } = errorBody.error ?? {}
  if (Object.keys(errorBody).length !== 1 || typeof message !== 'string')
    throw new Fault('not the envelope of section 2.1')
  if (!Object.hasOwn(ERRORS, code)) throw new Fault(`unknown code ${code}`)
  if (ERRORS[code as ErrorCode].status !== status && !(ofHttp && OF_HTTP.has(status)))
    throw new Fault(`${code} with another status`)
  return code
}

/** Checks before a protocol adapter, such as a foreign origin, refuse in our own envelope. */
const checkRefusal: Readonly<Record<Envelope, (status: number, errorBody: any, ofHttp: boolean) => string>> = {
  ours: checkOwnResponse,
  page: checkOwnResponse,
  'json-rpc'(status, errorBody, ofHttp) {
    if (errorBody.jsonrpc === undefined) return checkOwnResponse(status, errorBody, ofHttp)
    const { code, message } = errorBody.error ?? {}
    if (errorBody.jsonrpc !== '2.0' || typeof code !== 'number' || typeof message !== 'string')
      throw new Fault('no error of JSON-RPC')
    if (code === -32603) throw new Fault('an internal error')
    return String(code)
  },
  oauth(status, errorBody, ofHttp) {
    if (typeof errorBody.error === 'object') return checkOwnResponse(status, errorBody, ofHttp)
    if (typeof errorBody.error !== 'string' || errorBody.error === 'server_error') throw new Fault('no error of OAuth')
    return errorBody.error
  },
  openai(status, errorBody, ofHttp) {
    if (errorBody.error?.type === undefined) return checkOwnResponse(status, errorBody, ofHttp)
    const { code, message, type } = errorBody.error
    if (typeof message !== 'string' || typeof type !== 'string' || !Object.hasOwn(ERRORS, code))
      throw new Fault('no error of that API')
    return code
  },
}

/** The body as it was before a caller's `Accept-Encoding` had it compressed. */
function decoded({ head, body }: RawResponse): Buffer {
  const encoding = fieldOf(head, 'content-encoding')
  if (encoding === null) return body
  if (encoding === 'gzip') return gunzipSync(body)
  if (encoding === 'br') return brotliDecompressSync(body)
  throw new Fault(`compressed as ${encoding}`)
}

/** Streams and pages are not JSON; of everything else that is served, the brackets are enough: the server checks shapes. */
function checkServed(rawResponse: RawResponse, envelope: Envelope): string {
  const type = fieldOf(rawResponse.head, 'content-type')
  if (envelope === 'page') return 'served'
  if (type === null || !/json|text\/event-stream|text\/csv|ndjson/.test(type)) throw new Fault(`served as ${type}`)
  if (!type.startsWith('application/json')) return 'served'
  const body = decoded(rawResponse)
  if (body[0] !== 0x7b || body[body.length - 1] !== 0x7d) throw new Fault('no object')
  if (envelope === 'json-rpc') {
    const parsedBody = JSON.parse(body.toString())
    if (parsedBody.error !== undefined) return checkRefusal['json-rpc'](200, parsedBody, false)
    if (JSON.stringify(parsedBody).includes('"INTERNAL_ERROR"')) throw new Fault('an internal error')
  }
  return 'served'
}

/** A browser opens the authorization endpoint; programs call all other paths of OAuth. */
const API_PATH = /^\/(?:v1|a2a|mcp|openai|oauth(?!\/authorize$)|oidc|_developer|_operator|\.well-known)(?:\/|$)/

/** Browsers get refusals outside the API paths as pages. */
const mayBePage = ({ way: { envelope, path }, bytes }: ProtocolRequest): boolean =>
  envelope === 'page' || (!API_PATH.test(path) && bytes.includes('\r\nAccept: text/html'))

function checkReceived(rawResponse: RawResponse, plannedRequest: ProtocolRequest): string {
  const {
    way: { envelope, listener },
    isHead,
    spoilt,
  } = plannedRequest
  const { status, head, body } = rawResponse
  if (fieldOf(head, 'x-content-type-options') !== 'nosniff') throw new Fault('no nosniff')
  if (listener !== 'metrics' && fieldOf(head, 'request-id') === null) throw new Fault('no Request-Id')
  if (isHead || body.length === 0) {
    if (status >= 500 && status !== 503) throw new Fault('a fault of the server')
    return `bare ${status}`
  }
  if (status < 400) return checkServed(rawResponse, envelope)
  if (!fieldOf(head, 'content-type')?.startsWith('application/json')) {
    if (mayBePage(plannedRequest) && status < 500) return `page ${status}`
    throw new Fault('not JSON')
  }
  const code = checkRefusal[envelope](
    status,
    JSON.parse(decoded(rawResponse).toString()),
    spoilt !== null || status === 431,
  )
  if (code === 'INTERNAL_ERROR') throw new Fault('a fault of the server')
  return code
}

/** Throws on a response that no protocol may send; else returns a summary of it. */
export function checkProtocolResponse(
  rawResponse: RawResponse | 'no answer' | null,
  plannedRequest: ProtocolRequest,
): string {
  try {
    if (rawResponse === 'no answer') throw new Fault(rawResponse)
    if (rawResponse === null) throw new Fault('closed without an answer')
    return checkReceived(rawResponse, plannedRequest)
  } catch (error) {
    const { way, bytes, spoilt } = plannedRequest
    const came =
      rawResponse === null || rawResponse === 'no answer'
        ? 'nothing'
        : `${rawResponse.head} ${rawResponse.body.subarray(0, 300)}`
    throw new Error(
      `${(error as Error).message}: ${way.name}${spoilt === null ? '' : `, ${spoilt}`}: ${bytes.subarray(0, 600)} → ${came}`,
    )
  }
}
