// Load balancer and TCP relay of the outage tests.
import { createServer as createHttpServer, request as requestHttp } from 'node:http'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'

const PROBE_MS = 200

/** A balancer of two nodes: asks `/readyz`, sends requests in turn to those that are ready, and hides nothing. */
export async function startBalancer(nodes: () => readonly string[]) {
  let ready: string[] = []
  let turn = 0
  const probe = async (base: string): Promise<boolean> =>
    fetch(`${base}/readyz`, { signal: AbortSignal.timeout(1_000) }).then(
      ({ ok }) => ok,
      () => false,
    )
  const timer = setInterval(async () => {
    const currentNodes = nodes()
    const answers = await Promise.all(currentNodes.map(probe))
    ready = currentNodes.filter((_, i) => answers[i])
  }, PROBE_MS)
  const server = createHttpServer((request, response) => {
    const among = ready.length > 0 ? ready : nodes()
    turn += 1
    const target = among[turn % among.length]!
    const fail = (): void => {
      if (response.headersSent) response.destroy()
      else response.writeHead(502).end('{"error":{"code":"BAD_GATEWAY"}}')
    }
    const onward = requestHttp(target + request.url, { method: request.method, headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.on('error', fail)
      answer.pipe(response)
    })
    onward.on('error', fail)
    request.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      clearInterval(timer)
      server.closeAllConnections()
      server.close()
    },
  }
}

/** One address for whichever PostgreSQL is the primary. */
export async function startRelay(port: number) {
  let target = port
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = createConnection(target, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    /** As when an address moves to another machine: nobody is told. */
    moveTo(next: number) {
      target = next
      for (const socket of open) socket.destroy()
    },
    stop() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
