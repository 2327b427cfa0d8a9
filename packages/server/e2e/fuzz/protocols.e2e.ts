import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkProtocolResponse } from './expected-responses.ts'
import { type FuzzFixture, openFuzzFixture } from './fixture.ts'
import type { ProtocolRequest } from './protocol-requests.ts'
import { COLUMNS, keepsTooMuch, type ProtocolsRun, rowOf, runProtocols } from './protocols-run.ts'
import { FUZZED, AT_PROTOCOLS as REQUESTS } from './shares.ts'
import { WAYS } from './ways.ts'

const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1e9)
/** A long run is cut into pieces, each with a server of its own, so that what has run counts if it is stopped. */
const PIECE = Number(process.env.FUZZ_PIECE ?? 500_000)
/** No piece goes on after that. */
const UNTIL = Date.now() + Number(process.env.FUZZ_MINUTES ?? 24 * 60) * 60_000

describe('the check of responses', () => {
  const OURS = '{"error":{"code":"NOT_FOUND","message":"m"}}'
  const checkSample = (
    name: string,
    status: number,
    body: string | Buffer,
    more = 'x-content-type-options: nosniff',
    { type = 'application/json', sent = '' } = {},
  ) => {
    const way = WAYS.find((candidate) => candidate.name === name)!
    const plannedRequest: ProtocolRequest = { way, bytes: Buffer.from(sent), isHead: false, spoilt: null }
    const head = `http/1.1 ${status} x\r\ncontent-type: ${type}\r\nrequest-id: r\r\n${more}`
    return checkProtocolResponse({ status, head, body: Buffer.from(body as string) }, plannedRequest)
  }

  it.each([
    ['an internal error', 'main getPost GET', 500, '{"error":{"code":"INTERNAL_ERROR","message":"m"}}'],
    ['a status that is not the code’s', 'main getPost GET', 400, OURS],
    ['a code that there is not', 'main getPost GET', 404, '{"error":{"code":"LOST","message":"m"}}'],
    ['more than the envelope', 'main getPost GET', 404, '{"error":{"code":"NOT_FOUND","message":"m"},"at":1}'],
    ['what is no object', 'main getPost GET', 200, '[1]'],
    ['a fault of JSON-RPC', 'main POST /a2a/v1', 200, '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"m"}}'],
    [
      'a fault inside of a tool',
      'main POST /mcp 2025-06-18',
      200,
      '{"jsonrpc":"2.0","result":{"code":"INTERNAL_ERROR"}}',
    ],
    ['an error of OAuth without its word', 'main POST /oidc/token', 400, '{"message":"m"}'],
    ['an error in no form of that API', 'main GET /openai/v1/models', 404, '{"error":{"type":"t"}}'],
  ])('notices %s', (_, name, status, body) => {
    expect(() => checkSample(name, status, body)).toThrow()
  })

  it('takes what is right, but not without nosniff', () => {
    expect(checkSample('main getPost GET', 404, OURS)).toBe('NOT_FOUND')
    expect(() => checkSample('main getPost GET', 404, OURS, 'x: y')).toThrow('no nosniff')
  })

  it('takes a page at the authorization endpoint as a refusal to a browser only', () => {
    const refuse = (name: string, sent: string) =>
      checkSample(name, 400, '<!doctype html>', undefined, { type: 'text/html; charset=utf-8', sent })
    const browser = 'GET / HTTP/1.1\r\nAccept: text/html\r\n\r\n'
    expect(refuse('main GET /oauth/authorize', browser)).toBe('page 400')
    expect(() => refuse('main GET /oauth/authorize', 'GET / HTTP/1.1\r\n\r\n')).toThrow('not JSON')
    expect(() => refuse('main POST /oauth/token', browser)).toThrow('not JSON')
  })

  it('reads what was compressed', () => {
    const compressed = (status: number, body: string) =>
      checkSample(
        'main POST /a2a/v1',
        status,
        gzipSync(body),
        'x-content-type-options: nosniff\r\ncontent-encoding: gzip',
      )
    expect(compressed(400, '{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"m"}}')).toBe('-32600')
    expect(() => compressed(200, '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"m"}}')).toThrow('internal')
  })
})

for (const engine of FUZZED)
  describe(`bad input to every protocol on ${engine}`, () => {
    let fixture: FuzzFixture
    beforeEach(async () => {
      fixture = await openFuzzFixture(engine)
    })
    afterEach(async () => {
      await fixture.stop()
    })

    const pieces = Array.from({ length: Math.ceil(REQUESTS / PIECE) }, (_, n) => ({
      seed: SEED + n,
      requests: Math.min(PIECE, REQUESTS - n * PIECE),
    }))
    it.for(pieces)(
      'answers $requests requests in its own form and keeps nothing, seed $seed',
      async (piece, { skip }) => {
        skip(Date.now() > UNTIL, 'no time was left for it')
        const { seed, requests } = piece
        process.stderr.write(`  ${COLUMNS}\n`)
        const tell = (soFar: ProtocolsRun) => process.stderr.write(`  ${rowOf(engine, soFar)}\n`)
        const run = await runProtocols(fixture, { seed, requests, until: UNTIL, tell })
        if (process.env.FUZZ_SHOW !== undefined)
          for (const [name, counts] of [...run.countsByRoute].sort())
            process.stderr.write(`  ${name}: ${JSON.stringify([...counts])}\n`)
        expect([...run.faults.values()], `FUZZ_SEED=${seed}`).toEqual([])
        expect(fixture.errors()).toEqual([])
        expect(keepsTooMuch(run), `${run.before} → ${run.after}`).toBe(false)
        // Of twenty thousand, a dear one that nobody drew is chance.
        if (run.sent >= 100_000)
          expect([...run.countsByRoute.keys()].sort()).toEqual([...new Set(WAYS.map(({ name }) => name))].sort())
      },
    )
  })
