import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { keepsTooMuch, runProtocols } from './protocols-run.ts'

const REQUESTS = 400
const SEED = 3
const HEADERS = { 'content-type': 'application/json', 'x-content-type-options': 'nosniff', 'request-id': 'r' }
const refusal = (code: string): string => JSON.stringify({ error: { code, message: 'm' } })

function answer(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { ...HEADERS, 'content-length': Buffer.byteLength(body) }).end(body)
}
const refuse = (response: ServerResponse): void => answer(response, 404, refusal('NOT_FOUND'))

/** Responds to every request correctly, but to one in `every` with a fault. */
async function runAgainst(
  fault: (response: ServerResponse) => void,
  { leakBytes = 0, hangMs = 60_000, every = 100 } = {},
) {
  let count = 0
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    request.resume()
    count += 1
    if (count % every === 0) fault(response)
    else refuse(response)
  })
  server.on('checkExpectation', (_, response) => answer(response, 417, refusal('INVALID_QUERY')))
  server.on('clientError', (_, socket) => {
    const lines = Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}\r\n`)
    const body = refusal('INVALID_QUERY')
    socket.end(`HTTP/1.1 400 x\r\n${lines.join('')}connection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const fixture = {
    ports: { main: port, operator: port, metrics: port },
    cast: { ids: ['a'], named: {}, idToken: 't', keys: ['k'], drivers: ['d'] },
    hangMs,
    nextHour: async () => {},
    use: async () => ({ bytes: 60 * 2 ** 20 + count * leakBytes, coreSeconds: 0 }),
  }
  const run = await runProtocols(fixture, { seed: SEED, requests: REQUESTS })
  server.closeAllConnections()
  server.close()
  return run
}

describe('planted faults that the fuzz test finds', () => {
  it('is nothing where every answer is right', async () => {
    const run = await runAgainst(refuse)
    expect([...run.faults.values()]).toEqual([])
    expect(run.sent).toBe(REQUESTS)
    expect(keepsTooMuch(run)).toBe(false)
  })

  it.each<[string, RegExp, (response: ServerResponse) => void, number]>([
    ['a fault of the server', /a fault of the server/, (to) => answer(to, 500, refusal('INTERNAL_ERROR')), 100],
    ['another form', /not the envelope|no error of/, (to) => answer(to, 404, '{"message":"m"}'), 100],
    // A request on a connection that was used before is sent again, so every request has to fail.
    ['a connection that ends without an answer', /closed without an answer/, (to) => to.req.socket.destroy(), 1],
  ])('is %s, with all that repeats it', async (_, expectedFault, fault, every) => {
    const run = await runAgainst(fault, { every })
    expect([...run.faults.values()].join('\n')).toMatch(expectedFault)
    expect([...run.faults.values()].join('\n')).toMatch(/hour \d+, caller \d, request \d+: .* \(FUZZ_SEED=3\)/s)
  })

  it('is a request that hangs', async () => {
    // Of those that do not hang, some may take as long on a busy machine.
    const run = await runAgainst(() => {}, { hangMs: 500 })
    expect([...run.faults.values()].join('\n')).toContain('no answer')
  })

  it('is memory that each request keeps', async () => {
    expect(keepsTooMuch(await runAgainst(refuse, { leakBytes: 2 ** 17 }))).toBe(true)
  })
})
