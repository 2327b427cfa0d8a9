import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from './harness.ts'
import { waitUntil } from './wait-until.ts'

const PER_ADDRESS = 4
const MAX = 6
const GET = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'

/** One connection and all that it has been told. */
class Line {
  readonly socket: Socket
  received = ''
  closed = false
  #stirred = () => {}

  constructor(port: number, localAddress: string) {
    this.socket = connect({ port, host: '127.0.0.1', localAddress })
    this.socket.on('data', (chunk) => {
      this.received += chunk
      this.#stirred()
    })
    this.socket.on('close', () => {
      this.closed = true
      this.#stirred()
    })
    this.socket.on('error', () => {})
  }

  async until(holds: () => boolean): Promise<void> {
    while (!holds())
      await new Promise<void>((resolve) => {
        this.#stirred = resolve
      })
  }

  async ask(text = GET): Promise<string> {
    const before = this.received.length
    this.socket.write(text)
    await this.until(() => this.closed || /\r\n\r\n.*\}$/s.test(this.received.slice(before)))
    return this.received.slice(before)
  }
}

const count = (text: string, part: string): number => text.split(part).length - 1

describe('connections', () => {
  let server: TestServer
  let port: number
  const lines: Line[] = []
  beforeAll(async () => {
    server = await startTestServer('sqlite', {
      env: {
        AGENT_NETWORK_MAX_CONNECTIONS: String(MAX),
        AGENT_NETWORK_MAX_CONNECTIONS_PER_ADDRESS: String(PER_ADDRESS),
      },
    })
    port = Number(new URL(server.baseUrl).port)
  })
  afterAll(() => server.close())

  const open = (address = '127.0.0.1'): Line => {
    const line = new Line(port, address)
    lines.push(line)
    return line
  }
  const openCount = async () => {
    const metrics = String((await server.operator('GET', '/metrics')).body)
    return Number(/^agent_network_connections_open (\d+)$/m.exec(metrics)![1])
  }
  const closeAll = async () => {
    for (const { socket } of lines.splice(0)) socket.destroy()
    await waitUntil('the server to see every connection closed', async () => (await openCount()) === 0)
  }
  /** In the middle of a request whose body does not come, so that it is not idle. */
  const busy = async (address = '127.0.0.1'): Promise<Line> => {
    const line = open(address)
    line.socket.write(
      'POST /_developer/identity/sign-in HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\nExpect: 100-continue\r\n\r\n',
    )
    // The server sends it when it takes the request up. A refused connection gets a 503 instead.
    await line.until(() => line.closed || /^HTTP\/1.1 \d+/.test(line.received))
    expect(line.received).toMatch(/^HTTP\/1.1 100 Continue/)
    return line
  }

  it('closes an idle connection of the same address before it refuses a new one', async () => {
    const openLines: Line[] = []
    for (let n = 0; n < PER_ADDRESS; n += 1) {
      openLines.push(open())
      expect(await openLines[n]!.ask()).toMatch(/^HTTP\/1.1 200 /)
    }
    const late = open()
    expect(await late.ask()).toMatch(/^HTTP\/1.1 200 /)
    await openLines[0]!.until(() => openLines[0]!.closed)
    expect(openLines.map(({ closed }) => closed)).toEqual([true, false, false, false])
    await closeAll()
  })

  it('answers 503 with Retry-After to one more than an address may have, and serves others', async () => {
    for (let n = 0; n < PER_ADDRESS; n += 1) await busy('127.0.0.2')
    const refused = open('127.0.0.2')
    await refused.until(() => refused.closed)
    expect(refused.received).toMatch(/^HTTP\/1.1 503 /)
    expect(refused.received).toMatch(/\r\nRetry-After: 1\r\n/)
    expect(refused.received).toMatch(/\r\nRequest-Id: req_/)
    expect(await open('127.0.0.3').ask()).toMatch(/^HTTP\/1.1 200 /)
    await closeAll()
  })

  it('serves a probe from an address that has no connection, when all are taken and in use', async () => {
    for (let n = 0; n < MAX; n += 1) await busy(n < PER_ADDRESS ? '127.0.0.2' : '127.0.0.3')
    const refused = open('127.0.0.3')
    await refused.until(() => refused.closed)
    expect(refused.received).toMatch(/^HTTP\/1.1 503 /)
    expect(await open('127.0.0.4').ask()).toMatch(/^HTTP\/1.1 200 /)
    await closeAll()
  })

  it('answers eight pipelined requests in their order, and closes a connection with nine unanswered', async () => {
    const line = open()
    line.socket.write('GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(7) + GET)
    await line.until(() => line.closed || count(line.received, 'HTTP/1.1 ') === 8)
    expect(line.received).toMatch(/"status":"ok"\}$/)
    for (const requests of [9, 1_000]) {
      const greedy = open()
      greedy.socket.write(GET.repeat(requests))
      await greedy.until(() => greedy.closed)
      expect(count(greedy.received, 'HTTP/1.1 ')).toBeLessThan(9)
    }
    await closeAll()
  })

  it('drops an unexpected body, and closes the connection when it exceeds 64 KiB', async () => {
    const line = open()
    const withBody = (bytes: number) => `GET /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: ${bytes}\r\n\r\n`
    const small = await line.ask(`${withBody(60_000)}${'x'.repeat(60_000)}`)
    expect(small).not.toMatch(/Connection: close/i)
    expect(await line.ask()).toMatch(/^HTTP\/1.1 200 /)
    expect(await line.ask(withBody(70_000))).toMatch(/^HTTP\/1.1 200 .*\r\nConnection: close\r\n/s)
    await line.until(() => line.closed)
    await closeAll()
  })

  it.each([
    ['/a2a/v1', 401],
    ['/mcp', 401],
    ['/oidc/token', 400],
    ['/openai/v1/chat/completions', 401],
    ['/openai/v1/responses', 401],
    ['/v1/agents/x/complete', 401],
    ['/_developer/apps', 401],
  ])('refuses a stranger before the body has come: %s', async (path, status) => {
    const announced = (bytes: number) =>
      `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`
    for (const bytes of [100, 262_144])
      expect(await open().ask(announced(bytes))).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    await closeAll()
  })

  it.each([
    ['/_developer/identity/sign-in', 16_384],
    ['/_developer/session', 16_384],
    ['/join/abc', 16_384],
    ['/v1/reports', 16_384],
    ['/mcp', 262_144],
    ['/openai/v1/chat/completions', 1_048_576],
    ['/openai/v1/responses', 1_048_576],
  ])('takes bodies of %s up to its limit', async (path, limit) => {
    await server.switches({ mcpEnabled: true, openaiDoorEnabled: true })
    const scopes = ['posts:read', 'agents:invoke']
    const { key } = await server.key({ scopes, invokeAnyAgent: true })
    const post = (bytes: number) =>
      fetch(server.baseUrl + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key, connection: 'close' },
        body: JSON.stringify({ email: '' }).padEnd(bytes),
      }).then((response) => response.text())
    expect(await post(limit)).not.toContain('larger than')
    expect(await post(limit + 1)).toContain(`larger than ${limit} bytes`)
    await closeAll()
  })

  it('answers a request with Connection: close, whatever follows it', async () => {
    const last = 'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    for (const more of [GET, GET.repeat(20), 'no HTTP'.repeat(20)]) {
      const line = open()
      line.socket.write(GET + last + more)
      await line.until(() => line.closed)
      expect(line.received.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
    }
    await closeAll()
  })

  it('leaves its error to a client that sends much and reads late', async () => {
    for (const sent of [`GET / HTTP/1.1\r\nX-Huge: ${'h'.repeat(300_000)}\r\n\r\n`, 'no HTTP\r\n'.repeat(30_000)]) {
      const line = open()
      line.socket.pause()
      await new Promise<void>((resolve) => line.socket.write(sent, () => resolve()))
      await waitUntil('the server to close it', async () => (await openCount()) === 0, { everyMs: 50 })
      line.socket.resume()
      await line.until(() => line.closed)
      expect(line.received).toMatch(/^HTTP\/1.1 4\d\d /)
    }
    await closeAll()
  })

  it('refuses numbers of connections that make no sense', async () => {
    for (const value of ['0', '-1', 'many', '1.5', '10000000'])
      await expect(startTestServer('sqlite', { env: { AGENT_NETWORK_MAX_CONNECTIONS: value } })).rejects.toThrow(
        /--max-connections must be a number from 1 to/,
      )
  })
})

describe('clients that never read', () => {
  it('cannot crash the process with any bytes while their responses are not read', async () => {
    const server = await startTestServer('sqlite')
    const port = Number(new URL(server.baseUrl).port)
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    const request = (field: string) => `GET /openapi.json HTTP/1.1\r\nHost: a\r\nX-Field: ${field}\r\n\r\n`
    // Which answer is the first that does not fit into the socket's buffers depends on the machine, so clients stop
    // after one answer, after two and so on, and then send several requests in one packet of more than 4 KB.
    const clients = Array.from({ length: 60 }, async (_, answers) => {
      const socket = connect({ port, host: '127.0.0.1' })
      socket.on('error', () => {})
      socket.pause()
      await new Promise((resolve) => socket.on('connect', resolve))
      for (let n = 0; n <= answers; n += 1) {
        socket.write(request(`${answers}-${n}`))
        await pause(20)
      }
      socket.write(Array.from({ length: 6 }, (_, n) => request(`${n}-${'x'.repeat(1_500)}`)).join(''))
      await pause(200)
      return socket
    })
    const sockets = await Promise.all(clients)
    expect((await fetch(`${server.baseUrl}/healthz`)).status).toBe(200)
    for (const socket of sockets) socket.destroy()
    await server.close()
  })
})
