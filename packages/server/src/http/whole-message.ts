import { IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { Writable } from 'node:stream'
import type { Reply } from './door.ts'
import { type Exchange, endWhole } from './exchange.ts'

/** Answers that have no body whatever is sent (RFC 9110, 6.4.1), for which the platform has rules of its own. */
const isBodyless = (status: number): boolean => status < 200 || status === 204 || status === 304

/** What may not stand in the value of a header: it would begin another one. The platform looks for the same. */
const UNSENDABLE = /[^\t\x20-\x7e\x80-\xff]/

/** Whether this Node sends what is put where it holds a head, and nothing else. */
export function canSendWhole(): boolean {
  let sent = ''
  const socket = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      sent += chunk
      done()
    },
  }) as unknown as Socket
  const response = new ServerResponse(new IncomingMessage(socket))
  const message = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'
  response.assignSocket(socket)
  endWhole(response, 200, message)
  return sent === message && response.headersSent && response.writableEnded
}

/** The last three fields, as the platform adds them: one text a second. */
function makeClosingFields(now: () => number, keepAliveMs: number): () => string {
  let second = -1
  let fields = ''
  return () => {
    const seconds = Math.floor(now() / 1_000)
    if (seconds !== second) {
      second = seconds
      const date = new Date(seconds * 1_000).toUTCString()
      fields = `Date: ${date}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${keepAliveMs / 1_000}\r\n\r\n`
    }
    return fields
  }
}

/** Sends an answer, if it can be sent in this way; false leaves it to the caller. */
export type SendWhole = (exchange: Exchange, reply: Reply) => boolean

/**
 * Head and body as one text in one write. The documented way takes each header apart to see what the platform has to add, and
 * hands the system two pieces and an empty one: 12 of the 70 µs that a bare server takes for a small answer. The bytes are the
 * same. Only answers on connections that stay open are sent like this, and only those whose text has one byte a character.
 */
export function makeSendWhole(now: () => number, keepAliveMs: number): SendWhole {
  const closingFields = makeClosingFields(now, keepAliveMs)
  return (exchange, { status, headers, body: { data, length } }) => {
    if (!exchange.staysOpen() || isBodyless(status)) return false
    if (typeof data !== 'string' || data.length !== length) return false
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
    for (let i = 0; i < headers.length; i += 2) {
      const value = headers[i + 1]!
      if (UNSENDABLE.test(value)) return false
      head += `${headers[i]}: ${value}\r\n`
    }
    exchange.sendWhole(status, head + closingFields() + data)
    return true
  }
}
