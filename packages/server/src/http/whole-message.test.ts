import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { textBody } from './answer.ts'
import type { Reply } from './door.ts'
import { ParsedExchange } from './exchange.ts'
import { canSendWhole, makeSendWhole } from './whole-message.ts'

const KEEP_ALIVE_MS = 65_000
const sendWhole = makeSendWhole(() => Date.now(), KEEP_ALIVE_MS)

const documented: RequestListener = (_request, response) => {
  const { status, headers, body } = REPLY
  response.writeHead(status, headers)
  response.end(body.data, body.encoding)
}

const REPLY: Reply = {
  status: 404,
  headers: ['Content-Type', 'application/json', 'Content-Length', '2', 'Vary', 'Origin', 'ETag', '"x"'],
  body: textBody('{}'),
}

const DATE = /Date: [^\r]+/

/** Everything that comes back on one connection for these bytes, times apart. */
async function exchange(listener: RequestListener, sent: string): Promise<string> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let heard = ''
  const whole = new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1')
      if (heard.split('\r\n\r\n{}').length > 2) resolve()
    })
    socket.on('close', () => resolve())
  })
  socket.write(sent)
  await whole
  socket.destroy()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  return heard.replaceAll(new RegExp(DATE, 'g'), 'Date: now')
}

const TWICE = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2)

describe('an answer in one write', () => {
  it('is possible on this Node', () => {
    expect(canSendWhole()).toBe(true)
  })

  it('has the bytes that the documented way sends, one answer after the other', async () => {
    let whole = 0
    const heard = await exchange((request, response) => {
      if (sendWhole(new ParsedExchange(request, response), REPLY)) whole += 1
    }, TWICE)
    expect(heard).toBe(await exchange(documented, TWICE))
    expect(whole).toBe(2)
  })

  it('is left to the documented way where the connection ends, where there is no body, and where text is not plain', async () => {
    const seen: boolean[] = []
    const reply = (given: Partial<Reply>): Reply => ({ ...REPLY, ...given })
    await exchange(
      (request, response) => {
        const ours = new ParsedExchange(request, response)
        if (request.headers.connection !== 'close') {
          seen.push(sendWhole(ours, reply({ status: 304 })))
          seen.push(sendWhole(ours, reply({ body: textBody('é') })))
          seen.push(sendWhole(ours, reply({ body: { data: Buffer.from('{}'), encoding: 'latin1', length: 2 } })))
          seen.push(sendWhole(ours, reply({ headers: ['X', 'a\r\nSet-Cookie: b'] })))
        } else seen.push(sendWhole(ours, REPLY))
        documented(request, response)
      },
      `${TWICE.slice(0, TWICE.length / 2)}GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    )
    expect(seen).toEqual([false, false, false, false, false])
  })
})
