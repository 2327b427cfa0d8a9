// Tests of JSON requests to providers.
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { postJson, RequestAborted, RequestInterrupted, ServerUnreachable } from './post-json.ts'

const open: { close(): unknown; closeAllConnections?(): void }[] = []
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections?.()
    server.close()
  }
})

async function serve(listener: RequestListener): Promise<{ url: string; server: Server }> {
  const server = createServer(listener)
  open.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/x`, server }
}

const ask = (url: string, more: Partial<Parameters<typeof postJson>[0]> = {}) =>
  postJson({ url, key: null, body: { a: 1 }, timeoutMs: 2_000, maxBytes: 1_000, ...more })

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

describe('postJson', () => {
  it('posts JSON with a bearer key and reads the response as UTF-8', async () => {
    let receivedRequest: Record<string, unknown> = {}
    const { url } = await serve(async (request, response) => {
      const { method, url: path, headers } = request
      receivedRequest = {
        method,
        path,
        type: headers['content-type'],
        key: headers.authorization,
        body: await bodyOf(request),
      }
      response.setHeader('content-type', 'text/plain; charset=latin1').end('grüße 😀')
    })
    expect(await ask(url, { key: 'sesame', body: { word: 'größe' } })).toEqual({
      status: 200,
      text: 'grüße 😀',
      retryAfter: null,
    })
    expect(receivedRequest).toEqual({
      method: 'POST',
      path: '/v1/x',
      type: 'application/json',
      key: 'Bearer sesame',
      body: '{"word":"größe"}',
    })
  })

  it.each([null, ''])('sends no authorization for the key %j', async (key) => {
    const { url } = await serve((request, response) => void response.end(String(request.headers.authorization)))
    expect((await ask(url, { key })).text).toBe('undefined')
  })

  it('returns any status and follows no redirect', async () => {
    let requests = 0
    const { url } = await serve((_, response) => {
      requests += 1
      response.writeHead(307, { location: '/elsewhere' }).end('moved')
    })
    expect(await ask(url, { key: 'sesame' })).toEqual({ status: 307, text: 'moved', retryAfter: null })
    expect(requests).toBe(1)
  })

  it('reuses connections', async () => {
    const ports = new Set<number | undefined>()
    const { url } = await serve((request, response) => {
      ports.add(request.socket.remotePort)
      response.end('{}')
    })
    for (let i = 0; i < 10; i++) await ask(url)
    // A second connection may open while the first is returned to the pool.
    expect(ports.size).toBeLessThanOrEqual(2)
  })

  it('closes an idle connection before the server does, but no busy one', async () => {
    const { url, server } = await serve((_, response) => void setTimeout(() => response.end('slow'), 4_500))
    server.keepAliveTimeout = 60_000
    const connections = () => new Promise<number>((done) => server.getConnections((_, count) => done(count)))
    expect((await ask(url, { timeoutMs: 8_000 })).text).toBe('slow')
    expect(await connections()).toBe(1)
    // The server would keep it for a minute, so the client closes it. The delay depends on the machine.
    await vi.waitFor(async () => expect(await connections()).toBe(0), { timeout: 60_000, interval: 100 })
  })

  it('accepts a response of exactly the limit', async () => {
    const { url } = await serve((_, response) => void response.end('x'.repeat(1_000)))
    expect((await ask(url)).text).toHaveLength(1_000)
  })
})

const refusedUrl = async () => {
  const { url, server } = await serve(() => {})
  await new Promise((done) => server.close(done))
  return url
}
const served = (listener: (response: ServerResponse, request: IncomingMessage) => unknown) => async () =>
  (await serve((request, response) => void listener(response, request))).url
const notHttp = async (): Promise<string> => {
  const server = createTcpServer((socket) => socket.on('error', () => {}).end('ssh-2.0 hello\r\n'))
  open.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

describe('postJson fails as', () => {
  it.each<[string, () => Promise<string>, Partial<Parameters<typeof postJson>[0]>]>([
    ['nobody listens', refusedUrl, {}],
    ['no such host', async () => 'http://nowhere.invalid/x', {}],
    ['not a URL', async () => 'models please', {}],
    ['another scheme', async () => 'ftp://127.0.0.1/x', {}],
    ['a TLS handshake with a plain server', async () => (await notHttp()).replace('http:', 'https:'), {}],
    ['a key that fits in no header', served((response) => response.end()), { key: 'a\r\nb: c' }],
  ])('Unreachable: %s', async (_, url, more) => {
    await expect(ask(await url(), more)).rejects.toBeInstanceOf(ServerUnreachable)
  })

  it.each<[string, () => Promise<string>, Partial<Parameters<typeof postJson>[0]>]>([
    ['never answers', served(() => {}), { timeoutMs: 100 }],
    ['answers half and stalls', served((response) => response.write('{"half')), { timeoutMs: 100 }],
    [
      'trickles past the time-out',
      served((response) => {
        const drip = setInterval(() => response.write(' '), 20)
        response.on('close', () => clearInterval(drip))
      }),
      { timeoutMs: 200 },
    ],
    [
      'cut in the middle of the answer',
      served((response) => {
        response.writeHead(200, { 'content-length': 100 }).write('{"half')
        setTimeout(() => response.destroy(), 20)
      }),
      // The disconnect is noticed before the time-out.
      { timeoutMs: 60_000 },
    ],
    ['cut before the answer', served((response) => response.destroy()), { timeoutMs: 60_000 }],
    ['ten megabytes', served((response) => response.end(Buffer.alloc(10_000_000, 'x'))), { maxBytes: 1_000_000 }],
    ['one byte too many', served((response) => response.end('x'.repeat(1_001))), {}],
    ['an answer that is not HTTP', notHttp, {}],
  ])('Interrupted: %s', { timeout: 60_000 }, async (_, url, more) => {
    await expect(ask(await url(), more)).rejects.toBeInstanceOf(RequestInterrupted)
  })

  it('Aborted, without a request, if the signal was aborted before', async () => {
    let requests = 0
    const { url } = await serve((_, response) => {
      requests += 1
      response.end()
    })
    await expect(ask(url, { signal: AbortSignal.abort() })).rejects.toBeInstanceOf(RequestAborted)
    expect(requests).toBe(0)
  })

  it('Aborted if the signal comes during the request, and disconnects', async () => {
    const stop = new AbortController()
    let hungUp: () => void = () => {}
    const connectionClosed = new Promise<void>((done) => {
      hungUp = done
    })
    const { url } = await serve((request, response) => {
      request.socket.on('close', hungUp)
      response.write('{"half')
      stop.abort()
    })
    await expect(ask(url, { signal: stop.signal })).rejects.toBeInstanceOf(RequestAborted)
    await connectionClosed
  })
})
