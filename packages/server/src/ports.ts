import { type AddressInfo, createServer, type Server } from 'node:net'
import { ConfigError } from './config-error.ts'

/** Where a listener is to stand, and the flag that says so. */
export interface ListenAddress {
  readonly host: string
  readonly port: number
  readonly flag: 'port' | 'operator-port' | 'metrics-port'
}

/** What an operator can mend, in one line. */
export function listenFault(error: unknown, { host, port, flag }: ListenAddress): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return new ConfigError(`port ${port} is in use; choose another with --${flag}, or 0 for any`)
  if (code === 'EACCES') return new ConfigError(`port ${port} needs privileges; choose one above 1023 with --${flag}`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return new ConfigError(`--host: cannot listen on ${host}`)
  return error
}

const hold = (place: ListenAddress): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error) => reject(listenFault(error, place)))
    server.listen({ host: place.host, port: place.port }, () => resolve(server))
  })

/**
 * Tries the ports, all of them at once, so that a busy one is told before a past is lived, and two listeners on one
 * port as well. They are let go again: nothing may answer before everything can.
 */
export async function probePorts(places: readonly ListenAddress[]): Promise<void> {
  const held: Server[] = []
  try {
    for (const place of places) held.push(await hold(place))
  } finally {
    await Promise.all(held.map((server) => new Promise((resolve) => server.close(resolve))))
  }
}

/** Starts to listen and returns the URL under which this machine reaches the server. */
export async function listen(server: Server, place: ListenAddress): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    const fail = (error: Error): void => reject(listenFault(error, place))
    server.once('error', fail)
    server.listen({ host: place.host, port: place.port }, () => {
      server.off('error', fail)
      resolve()
    })
  })
  const address = server.address() as AddressInfo
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${name === '0.0.0.0' || name === '[::]' ? '127.0.0.1' : name}:${address.port}`
}
