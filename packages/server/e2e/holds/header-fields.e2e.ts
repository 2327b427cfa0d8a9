import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mintRawKey } from '@agent-network/server/platform/access/keys.js'
import { systemAmbient } from '@agent-network/server/platform/core/ambient.js'
import { describe, expect, it } from 'vitest'
import { type Fault, launch, plant } from '../../test/planted.ts'
import { tempFolder } from '../../test/processes.ts'
import { megabytes } from '../fuzz/memory.ts'

const WATCH = fileURLToPath(new URL('../fuzz/heap-watch.mjs', import.meta.url))
const REQUESTS = 4_000
const WARM_UP = 400
const FIELDS = 24
const FIELD_CHARS = 500
/** Memory growth allowed, in megabytes. The fields of all requests together have 48. */
const GROWTH_MAX = 16

/** Remembers the fields of every request, as a cache of parsed headers does. */
const HEADER_CACHE: Fault = {
  file: 'pipeline.js',
  from: 'const context = new Context(request, serverResponse, common.newId());',
  to: `const context = new Context(request, serverResponse, common.newId());
       (globalThis.headerCache ??= new Map()).set(request.rawHeaders.join(), request.rawHeaders);`,
}

const TARGETS = ['/healthz', '/openapi.json', '/docs/', '/v1/agents', '/v1/posts?page=2', '/mcp', '/nothing', '/']

/** A request with new field names and values, from nobody or with a well-formed key that does not exist. */
function requestOf(n: number, rawKey: string | null): string {
  const fields = Array.from({ length: FIELDS }, (_, i) => {
    const name = `x-${n.toString(36)}-${i}`
    return `${name}: ${`${name} `.repeat(FIELD_CHARS).slice(0, FIELD_CHARS - name.length)}`
  })
  const accepts = [`Accept-Encoding: gzip, x-${n}`, `Accept: text/html, x/${n}`, `Cookie: c${n}=${n}`]
  const key = rawKey === null ? [] : [`X-API-Key: ${rawKey}`]
  return [
    `GET ${TARGETS[n % TARGETS.length]} HTTP/1.1`,
    'Host: a',
    'Connection: close',
    ...accepts,
    ...key,
    ...fields,
    '',
    '',
  ].join('\r\n')
}

/** One connection per request; resolves with the status. */
async function send(port: number, text: string): Promise<number> {
  const socket = connect(port, '127.0.0.1')
  socket.write(text)
  let answer = ''
  for await (const chunk of socket) answer += answer.length < 20 ? chunk.toString('latin1', 0, 20) : ''
  return Number(answer.slice(9, 12))
}

/** Growth in megabytes over the requests, after garbage collections. */
async function measureGrowth(...faults: Fault[]): Promise<number> {
  const { main, remove } = plant(...faults)
  const folder = tempFolder()
  const watch = join(folder, 'watch')
  const node = await launch({
    main,
    flags: [`--data=${join(folder, 'data')}`],
    env: { NODE_OPTIONS: `--import ${WATCH}`, HEAP_WATCH: watch, AGENT_NETWORK_LOG_LEVEL: 'error' },
  })
  const heap = async (): Promise<number> => {
    const socket = connect(watch)
    socket.write('x')
    const [reading] = await once(socket, 'data')
    return JSON.parse(String(reading)).bytes
  }
  const port = Number(new URL(node.baseUrl).port)
  const ambient = systemAmbient()
  let sent = 0
  const sendMany = async (count: number) => {
    const end = sent + count
    const sendOneByOne = async () => {
      while (sent < end) {
        sent += 1
        expect([200, 302, 401, 404, 405]).toContain(
          await send(port, requestOf(sent, sent % 2 === 0 ? mintRawKey(ambient, 'live') : null)),
        )
      }
    }
    await Promise.all(Array.from({ length: 8 }, sendOneByOne))
  }
  try {
    await node.operator('PATCH', '/_operator/config', { mcpEnabled: true, publicSiteEnabled: true })
    await sendMany(WARM_UP)
    const before = await heap()
    await sendMany(REQUESTS)
    return megabytes((await heap()) - before)
  } finally {
    await node.stop('SIGKILL')
    remove()
  }
}

describe('anonymous and refused requests with ever new header fields', () => {
  it('leave nothing in memory', async () => {
    const planted = await measureGrowth(HEADER_CACHE)
    const growth = await measureGrowth()
    process.stderr.write(`  with a cache of header fields: ${planted} MB; without: ${growth} MB\n`)
    expect(planted).toBeGreaterThan(GROWTH_MAX)
    expect(growth).toBeLessThan(GROWTH_MAX)
  })
})
