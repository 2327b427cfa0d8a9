// One keep-alive connection on a bare socket, one request at a time: as little client as possible.
import { connect } from 'node:net'

export const getBytes = (path, credential) => `GET ${path} HTTP/1.1\r\nHost: bench\r\n${credential}\r\n\r\n`
export const requestBytes = (path, key) => getBytes(path, `X-API-Key: ${key}`)

/** `credential` is a whole header line. */
export const postBytes = (path, credential, type, body) =>
  `POST ${path} HTTP/1.1\r\nHost: bench\r\n${credential}\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

const LENGTH = 'Content-Length: '

/** Reads an answer's head; null until all of it is there. Answers without a length are nothing we send. */
function readHead(bytes) {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const head = bytes.latin1Slice(0, end)
  const at = head.indexOf(LENGTH)
  const status = Number(head.slice(9, 12))
  if (status === 304) return { status, head, bodyAt: end + 4, end: end + 4 }
  if (at < 0) throw new Error(`an answer without Content-Length: ${head}`)
  return {
    status,
    head,
    bodyAt: end + 4,
    end: end + 4 + Number.parseInt(head.slice(at + LENGTH.length), 10),
  }
}

/** Opens a connection; `ask` calls back with the status, the body and the head. */
export function openConnection(port) {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    let pending = null
    let waiting = null
    socket.on('data', (chunk) => {
      const bytes = pending === null ? chunk : Buffer.concat([pending, chunk])
      const answer = readHead(bytes)
      if (answer === null || bytes.length < answer.end) {
        pending = bytes
        return
      }
      pending = null
      const done = waiting
      waiting = null
      done(answer.status, bytes.subarray(answer.bodyAt, answer.end), answer.head)
    })
    const fail = (error) => {
      if (waiting !== null) waiting(0, Buffer.from(String(error)), '')
      else reject(error)
    }
    socket.on('error', fail)
    socket.on('close', () => fail(new Error('the connection was closed')))
    socket.on('connect', () =>
      resolve({
        ask(bytes, done) {
          waiting = done
          socket.write(bytes)
        },
        close: () => socket.destroy(),
      }),
    )
  })
}

/** One request as a promise; anything but 200 fails the run. */
export const askOnce = (connection, bytes) =>
  new Promise((resolve, reject) => {
    connection.ask(bytes, (status, body, head) => {
      if (status === 200) resolve({ body, head })
      else reject(new Error(`${bytes.split('\r\n')[0]} answered ${status}: ${body.toString().slice(0, 300)}`))
    })
  })

export const fetchOnce = (connection, path, key) => askOnce(connection, requestBytes(path, key))
