// The default limits of connections per address, with real connections of this machine's own addresses.
import { connect, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startNode, tempFolder } from '../../test/processes.ts'

/** Connections from this address to itself do not count as loopback. */
const OWN_ADDRESS = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address
if (OWN_ADDRESS === undefined) console.warn('connection limits: this machine has no address besides loopback')

/** The server answers `100 Continue` when it takes the request up, and then waits for the body. A busy connection is not closed. */
const BUSY =
  'POST /city/watch HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\nExpect: 100-continue\r\n\r\n'
/** Connections that are opened at a time. */
const BATCH = 100

/** Resolves with the first line of the answer, or with an empty text if the connection ends without one. */
function open(port: number, address: string, sockets: Socket[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: address, localAddress: address }, () => socket.write(BUSY))
    sockets.push(socket)
    socket.once('data', (chunk) => resolve(String(chunk).split('\r\n')[0]!))
    socket.on('error', () => resolve(''))
    socket.on('close', () => resolve(''))
  })
}

async function openMany(port: number, address: string, count: number, sockets: Socket[]): Promise<string[]> {
  const lines: string[] = []
  while (lines.length < count) {
    const batch = Math.min(BATCH, count - lines.length)
    lines.push(...(await Promise.all(Array.from({ length: batch }, () => open(port, address, sockets)))))
  }
  return lines
}

describe('connections of one address without a setting', () => {
  const cases: [name: string, address: string | undefined, flags: string[], limit: number][] = [
    ['a client', OWN_ADDRESS, [], 512],
    ['a trusted proxy', OWN_ADDRESS, ['--trust-proxy=on'], 2_000],
    ['loopback', '127.0.0.1', [], 2_000],
  ]
  it.each(cases.filter(([, address]) => address !== undefined))(
    'of %s (%s) are limited',
    async (_, address, flags, limit) => {
      const node = await startNode(['--seed=none', '--host=0.0.0.0', `--data=${join(tempFolder(), 'data')}`, ...flags])
      const port = Number(new URL(node.baseUrl).port)
      const sockets: Socket[] = []
      try {
        const lines = await openMany(port, address!, limit, sockets)
        expect([...new Set(lines)]).toEqual(['HTTP/1.1 100 Continue'])
        expect(await open(port, address!, sockets)).toBe('HTTP/1.1 503 Service Unavailable')
        // Another address is not affected.
        expect(await open(port, '127.0.0.2', sockets)).toBe('HTTP/1.1 100 Continue')
        // A place is free again when a connection ends.
        sockets[0]!.destroy()
        await expect.poll(() => open(port, address!, sockets)).toBe('HTTP/1.1 100 Continue')
      } finally {
        for (const socket of sockets) socket.destroy()
        await node.stop('SIGKILL')
      }
    },
  )
})
