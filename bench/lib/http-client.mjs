// One keep-alive connection on a plain socket, one request at a time, so that the client costs little; and operator requests.
import { connect } from 'node:net'

/** `credential` is a whole header line. */
export const getRequestWith = (path, credential) => `GET ${path} HTTP/1.1\r\nHost: bench\r\n${credential}\r\n\r\n`
export const getRequest = (path, key) => getRequestWith(path, `X-API-Key: ${key}`)
export const postRequest = (path, credential, type, body) =>
  `POST ${path} HTTP/1.1\r\nHost: bench\r\n${credential}\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

/** An act of a visitor with an Idempotency-Key. */
export const actRequest = (agentId, key, idempotencyKey, act) =>
  postRequest(
    `/v1/visitors/${agentId}/act`,
    `X-API-Key: ${key}\r\nIdempotency-Key: ${idempotencyKey}`,
    'application/json',
    JSON.stringify(act),
  )

export const heartbeatRequest = (agentId, key) =>
  postRequest(`/v1/visitors/${agentId}/heartbeat`, `X-API-Key: ${key}`, 'application/json', '')

const LENGTH = 'Content-Length: '

/** Reads the head of a response; null until it is complete. Every response but a 304 has a Content-Length. */
function readHead(bytes) {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const head = bytes.latin1Slice(0, end)
  const at = head.indexOf(LENGTH)
  const status = Number(head.slice(9, 12))
  if (status === 304) return { status, head, bodyAt: end + 4, end: end + 4 }
  if (at < 0) throw new Error(`response without Content-Length: ${head}`)
  return {
    status,
    head,
    bodyAt: end + 4,
    end: end + 4 + Number.parseInt(head.slice(at + LENGTH.length), 10),
  }
}

/** Opens a connection; `send` calls back with the status, the body and the head. */
export function openConnection(port) {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    let pending = null
    let waiting = null
    socket.on('data', (chunk) => {
      const bytes = pending === null ? chunk : Buffer.concat([pending, chunk])
      const response = readHead(bytes)
      if (response === null || bytes.length < response.end) {
        pending = bytes
        return
      }
      pending = null
      const done = waiting
      waiting = null
      done(response.status, bytes.subarray(response.bodyAt, response.end), response.head)
    })
    const fail = (error) => {
      if (waiting !== null) waiting(0, Buffer.from(String(error)), '')
      else reject(error)
    }
    socket.on('error', fail)
    socket.on('close', () => fail(new Error('connection closed')))
    socket.on('connect', () =>
      resolve({
        send(bytes, done) {
          waiting = done
          socket.write(bytes)
        },
        close: () => socket.destroy(),
      }),
    )
  })
}

export const openConnections = (port, count) => Promise.all(Array.from({ length: count }, () => openConnection(port)))

/** Resolves with body and head of a 200; any other status ends the run. */
export const sendRequest = (connection, bytes) =>
  new Promise((resolve, reject) => {
    connection.send(bytes, (status, body, head) => {
      if (status === 200) resolve({ body, head })
      else reject(new Error(`${bytes.split('\r\n')[0]}: ${status} ${body.toString().slice(0, 300)}`))
    })
  })

export const fetchPath = (connection, path, key) => sendRequest(connection, getRequest(path, key))

/** Sends `count` requests over open connections; `requestOf` gets the numbers from `first` on. */
export async function sendMany(connections, requestOf, count, first = 0) {
  let n = first
  const next = async (connection) => {
    while (n < first + count) await sendRequest(connection, requestOf(n++))
  }
  await Promise.all(connections.map(next))
}

/** One request of the operator API; any status but 2xx ends the run. */
export async function operatorRequest(server, method, path, body) {
  const response = await fetch(server.operatorUrl + path, {
    method,
    headers: { authorization: `Bearer ${server.operatorToken()}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`)
  return JSON.parse(text).data
}

const DAY_MS = 86_400_000

/** Creates a key that is past probation, so that only its own rate limit applies. */
export async function createKeyOn(server, draft) {
  const createdAt = new Date(Date.now() - 40 * DAY_MS).toISOString()
  const key = await operatorRequest(server, 'POST', '/_operator/keys', {
    name: 'bench',
    rateLimitPerMinute: 600,
    createdAt,
    ...draft,
  })
  return key.key
}
