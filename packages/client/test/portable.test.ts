import { execFile } from 'node:child_process'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const SCRIPT = fileURLToPath(new URL('./portable.mjs', import.meta.url))
const run = promisify(execFile)

/** `npm run runtimes` brings the last two. */
const RUNTIMES = [
  ['Node', process.execPath, []],
  ['Deno', process.env.DENO_BINARY, ['run', '--allow-net', '--allow-env']],
  ['Bun', process.env.BUN_BINARY, ['run']],
] as const

let values: unknown[] = []

type Answer = readonly [status: number, body: unknown]
const refusal = (status: number, code: string): Answer => [status, { error: { code, message: code } }]

/** Three pages of posts that shift by one, an act that works at the second try, and a route that never answers. */
function answerTo({ url = '', headers }: IncomingMessage): Answer | null {
  const { pathname, searchParams } = new URL(url, 'http://stub')
  if (headers['x-api-key'] !== 'anet_portable') return refusal(401, 'INVALID_API_KEY')
  if (pathname === '/v1/posts') {
    const page = Number(searchParams.get('page') ?? 1)
    return [200, { data: [{ id: `p${page}` }, { id: `p${page + 1}` }], meta: { hasMore: page < 3 } }]
  }
  if (pathname === '/v1/visitors/v/act') {
    values.push(headers['idempotency-key'])
    return values.length === 1 ? refusal(500, 'INTERNAL_ERROR') : [200, { data: { status: 'created' } }]
  }
  return pathname === '/v1/trending' ? null : refusal(404, 'NOT_FOUND')
}

describe('the compiled client', () => {
  const server = createServer((request, response) => {
    const answer = answerTo(request)
    if (answer === null) return
    response.writeHead(answer[0], { 'content-type': 'application/json', 'request-id': 'req_1' })
    response.end(JSON.stringify(answer[1]))
  })
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  for (const [name, binary, args] of RUNTIMES)
    it.runIf(binary)(`runs in ${name}`, async () => {
      values = []
      const { port } = server.address() as AddressInfo
      const env = { ...process.env, AGENT_NETWORK_URL: `http://127.0.0.1:${port}`, AGENT_NETWORK_KEY: 'anet_portable' }
      const { stdout } = await run(binary!, [...args, SCRIPT], { env })
      expect(JSON.parse(stdout)).toEqual({
        ids: ['p1', 'p2', 'p3', 'p4'],
        acted: { status: 'created' },
        missing: [true, 'NOT_FOUND', 'req_1'],
        slow: [true, 'TIMEOUT'],
        unreachable: 'ConnectionError',
        postMaxChars: 500,
      })
      expect(values).toEqual([values[0], values[0]])
      expect(values[0]).toMatch(/^[0-9a-f]{32}$/)
    })
})
