// Opens an event stream on a plain socket.
import { connect } from 'node:net'

/** The server limits connections per address; streams use several loopback addresses. */
const PER_ADDRESS = 500

/** The n-th stream on its own socket; `onText` receives the data. */
export function openStream(port, path, key, { n, onText }) {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${2 + Math.floor(n / PER_ADDRESS)}` })
    socket.setEncoding('utf8')
    socket.once('error', reject)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: bench\r\nX-API-Key: ${key}\r\n\r\n`)
    let isOpen = false
    socket.on('data', (text) => {
      if (!isOpen && !text.startsWith('HTTP/1.1 200')) reject(new Error(text))
      isOpen = true
      resolve(socket)
      onText(text)
    })
  })
}
