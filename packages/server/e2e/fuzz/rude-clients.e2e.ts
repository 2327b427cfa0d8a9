import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Fault, launch, plant } from '../../test/planted.ts'
import { tempFolder } from '../../test/processes.ts'
import { waitUntil } from '../../test/wait-until.ts'
import { megabytes, SLACK_BYTES } from './memory.ts'

const WATCH = fileURLToPath(new URL('./heap-watch.mjs', import.meta.url))
/** `RUDE_MESSAGES=300000 npm run campaign -- fuzz --run rude-clients` for the long run. */
const MESSAGES = Number(process.env.RUDE_MESSAGES ?? 3_000)
const SEED = Number(process.env.FUZZ_SEED ?? 1)
const CONNECTIONS = 50

/** A reset connection ends the process. */
const THROWN_RESET: Fault = {
  file: 'server.js',
  from: 'function respondToParseError(common, error, socket) {',
  to: "function respondToParseError(common, error, socket) { if (error.code === 'ECONNRESET') throw error;",
}

const PATHS = [
  '/v1/posts',
  '/openapi.json',
  '/',
  '/mcp',
  '/a2a/v1',
  '/openai/v1/models',
  '/healthz',
  '/nothing',
  '/join/x',
]
const field = (n: number): string => `X-Field-${n}: ${'v'.repeat(n % 90)}\r\n`

/** One message as bytes: whole, cut, oversized or not HTTP at all. */
const message: fc.Arbitrary<Buffer> = fc.oneof(
  fc
    .record({ path: fc.constantFrom(...PATHS), fields: fc.nat(40), times: fc.integer({ min: 1, max: 12 }) })
    .map(({ path, fields, times }) => {
      const headers = Array.from({ length: fields }, (_, n) => field(n * 7 + fields)).join('')
      return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`.repeat(times))
    }),
  fc
    .record({ path: fc.constantFrom(...PATHS), length: fc.nat(70_000), sent: fc.nat(70_000) })
    .map(({ path, length, sent }) => {
      const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`
      return Buffer.concat([Buffer.from(head), Buffer.alloc(sent, '{"a":1}')])
    }),
  fc.array(fc.nat(0x3000), { maxLength: 20 }).map((sizes) => {
    const chunks = sizes.map((size) => `${size.toString(16)}\r\n${'x'.repeat(size % 400)}\r\n`).join('')
    return Buffer.from(`POST /v1/posts HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`)
  }),
  fc.nat(30_000).map((size) => Buffer.from(`GET /${'a'.repeat(size)} HTTP/1.1\r\nHost: a\r\n\r\n`)),
  fc.uint8Array({ maxLength: 6_000 }).map((bytes) => Buffer.from(bytes)),
)
const ENDINGS = ['unread', 'half-closed', 'reset', 'destroyed', 'read'] as const
const client = fc.record({
  messages: fc.array(message, { minLength: 1, maxLength: 6 }),
  ending: fc.constantFrom(...ENDINGS),
  isSlow: fc.boolean(),
})
type Client = typeof client extends fc.Arbitrary<infer T> ? T : never

const pause = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms))

/** Sends the messages and leaves in its way; resolves when the connection is closed. */
async function runClient(port: number, { messages, ending, isSlow }: Client): Promise<void> {
  const socket: Socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  if (ending === 'read' || ending === 'half-closed') socket.resume()
  else socket.pause()
  for (const bytes of messages) {
    if (socket.destroyed) break
    if (isSlow) {
      socket.write(bytes.subarray(0, bytes.length / 2))
      await pause(1)
      socket.write(bytes.subarray(bytes.length / 2))
    } else socket.write(bytes)
  }
  await pause(2)
  if (ending === 'reset') socket.resetAndDestroy()
  else if (ending === 'half-closed') socket.end()
  else if (ending === 'destroyed') socket.destroy()
  // A server need not close a connection that waits for the rest of a body.
  await Promise.race([closed, pause(ending === 'half-closed' ? 200 : 20)])
  socket.destroy()
}

const readHeap = (path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = connect(path, () => socket.write('x'))
    socket.once('error', reject)
    socket.once('data', (reading) => resolve(JSON.parse(String(reading)).bytes))
  })

async function meetRudeClients(messages: number, main?: string) {
  const data = tempFolder()
  const watch = join(data, 'watch')
  const node = await launch({
    main,
    flags: [`--data=${join(data, 'data')}`],
    env: { NODE_OPTIONS: `--import ${WATCH}`, HEAP_WATCH: watch },
  })
  const port = Number(new URL(node.baseUrl).port)
  const isAlive = async (): Promise<boolean> =>
    node.child.exitCode === null &&
    (await fetch(`${node.baseUrl}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  const openConnections = async (): Promise<number> => {
    const text = await (await node.operator('GET', '/metrics')).text()
    return Number(/^agent_network_connections_open (\d+)$/m.exec(text)![1])
  }
  try {
    let sent = 0
    let quarter = 0
    for (let batch = 0; sent < messages; batch += 1) {
      const clients = fc.sample(client, { numRuns: CONNECTIONS, seed: SEED + batch })
      await Promise.all(clients.map((one) => runClient(port, one)))
      sent += clients.reduce((sum, one) => sum + one.messages.length, 0)
      if (!(await isAlive())) throw new Error(`FUZZ_SEED=${SEED + batch}: the server is gone\n${node.complaints()}`)
      if (quarter === 0 && sent >= messages / 4) quarter = await readHeap(watch)
    }
    await waitUntil('all connections to be closed', async () => (await openConnections()) <= 2)
    const faults = node
      .complaints()
      .split('\n')
      .filter((line) => /"level":(50|60)/.test(line))
    return { sent, quarter, end: await readHeap(watch), faults }
  } finally {
    await node.stop('SIGKILL')
  }
}

describe('clients that never read, half-close, reset or send too much', () => {
  it('a build in which a reset ends the process is found', async () => {
    const planted = plant(THROWN_RESET)
    try {
      await expect(meetRudeClients(3_000, planted.main)).rejects.toThrow('the server is gone')
    } finally {
      planted.remove()
    }
  })

  it('do not end the process or stay in its memory', { timeout: 60_000 + MESSAGES * 20 }, async () => {
    const { sent, quarter, end, faults } = await meetRudeClients(MESSAGES)
    process.stderr.write(
      `  ${sent} messages: ${megabytes(quarter)} MB after a quarter, ${megabytes(end)} MB at the end, ${faults.length} logged errors\n`,
    )
    expect(faults).toEqual([])
    expect(end).toBeLessThan(quarter * 1.5 + SLACK_BYTES)
  })
})
