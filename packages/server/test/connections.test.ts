import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from './harness.ts'

const PER_ADDRESS = 4
const MAX = 6
const GET = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'

/** One connection and all that it has been told. */
class Line {
  readonly socket: Socket
  heard = ''
  closed = false
  #stirred = () => {}

  constructor(port: number, localAddress: string) {
    this.socket = connect({ port, host: '127.0.0.1', localAddress })
    this.socket.on('data', (chunk) => {
      this.heard += chunk
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
    const before = this.heard.length
    this.socket.write(text)
    await this.until(() => this.closed || /\r\n\r\n.*\}$/s.test(this.heard.slice(before)))
    return this.heard.slice(before)
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
  const closeAll = async () => {
    for (const { socket } of lines) socket.destroy()
    await Promise.all(lines.splice(0).map((line) => line.until(() => line.closed)))
    // The other end hears of it a moment later.
    for (;;) {
      const probe = open('127.0.0.9')
      const isFree = (await probe.ask()).includes(' 200 ')
      probe.socket.destroy()
      await probe.until(() => probe.closed)
      if (isFree) return
    }
  }
  /** In the middle of a request whose body does not come, so that it is not idle. */
  const busy = async (address = '127.0.0.1'): Promise<Line> => {
    const line = open(address)
    line.socket.write(
      'POST /_developer/identity/sign-in HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\nExpect: 100-continue\r\n\r\n',
    )
    // Said when the request is taken up.
    await line.until(() => line.heard.includes('100 Continue'))
    return line
  }

  it('closes an idle connection of the same address before it refuses a new one', async () => {
    const held: Line[] = []
    for (let n = 0; n < PER_ADDRESS; n += 1) {
      held.push(open())
      expect(await held[n]!.ask()).toMatch(/^HTTP\/1.1 200 /)
    }
    const late = open()
    expect(await late.ask()).toMatch(/^HTTP\/1.1 200 /)
    await held[0]!.until(() => held[0]!.closed)
    expect(held.map(({ closed }) => closed)).toEqual([true, false, false, false])
    await closeAll()
  })

  it('answers 503 with Retry-After to one more than an address may have, and serves others', async () => {
    for (let n = 0; n < PER_ADDRESS; n += 1) await busy('127.0.0.2')
    const refused = open('127.0.0.2')
    await refused.until(() => refused.closed)
    expect(refused.heard).toMatch(/^HTTP\/1.1 503 /)
    expect(refused.heard).toMatch(/\r\nRetry-After: 1\r\n/)
    expect(refused.heard).toMatch(/\r\nRequest-Id: req_/)
    expect(await open('127.0.0.3').ask()).toMatch(/^HTTP\/1.1 200 /)
    await closeAll()
  })

  it('serves a probe from an address that has no connection, when all are taken and in use', async () => {
    for (let n = 0; n < MAX; n += 1) await busy(n < PER_ADDRESS ? '127.0.0.2' : '127.0.0.3')
    const refused = open('127.0.0.3')
    await refused.until(() => refused.closed)
    expect(refused.heard).toMatch(/^HTTP\/1.1 503 /)
    expect(await open('127.0.0.4').ask()).toMatch(/^HTTP\/1.1 200 /)
    await closeAll()
  })

  it('answers requests of one connection in their order, and cuts one that sends too many at once', async () => {
    const line = open()
    line.socket.write('GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(20) + GET)
    await line.until(() => count(line.heard, 'HTTP/1.1 ') === 21)
    expect(line.heard).toMatch(/"status":"ok"\}$/)
    const greedy = open()
    greedy.socket.write(GET.repeat(1_000))
    await greedy.until(() => greedy.closed)
    expect(count(greedy.heard, 'HTTP/1.1 ')).toBeLessThan(66)
    await closeAll()
  })

  it('drops a body that nobody asked for, and closes where more than 64 KiB would come', async () => {
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
  ])('takes bodies of %s up to its limit', async (path, limit) => {
    await server.switches({ mcpEnabled: true, openaiDoorEnabled: true })
    const scopes = ['posts:read', 'agents:invoke']
    const { key } = await server.key({ scopes, invokeAnyAgent: true })
    const post = (bytes: number) =>
      fetch(server.baseUrl + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify({ email: '' }).padEnd(bytes),
      }).then((response) => response.text())
    expect(await post(limit)).not.toContain('larger than')
    expect(await post(limit + 1)).toContain(`larger than ${limit} bytes`)
    await closeAll()
  })

  it('refuses numbers of connections that make no sense', async () => {
    for (const value of ['0', '-1', 'many', '1.5', '10000000'])
      await expect(startTestServer('sqlite', { env: { AGENT_NETWORK_MAX_CONNECTIONS: value } })).rejects.toThrow(
        /--max-connections must be a number from 1 to/,
      )
  })
})
