import crypto from 'node:crypto'
import { type ClientRequest, request } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES } from './harness.ts'
import { PASSWORD, type SignIn, startSignIn } from './identity-harness.ts'
import { waitUntil } from './wait-until.ts'

/** Hashes that may run and wait for addresses that have not signed in before. */
const PLACES = 52
const CLIENTS = 60

/** Password hashes that the server has started. Each one ends when the test releases it. */
function holdHashes() {
  const original = crypto.scrypt
  const pending: (() => void)[] = []
  let started = 0
  let isOpen = false
  crypto.scrypt = ((...args: Parameters<typeof original>) => {
    started += 1
    const start = () => original(...args)
    if (isOpen) start()
    else pending.push(start)
  }) as typeof original
  syncBuiltinESMExports()
  return {
    started: () => started,
    pending: () => pending.length,
    releaseOne: () => pending.shift()!(),
    releaseAll() {
      isOpen = true
      for (const start of pending.splice(0)) start()
    },
    restore() {
      crypto.scrypt = original
      syncBuiltinESMExports()
    },
  }
}

interface Attempt {
  readonly request: ClientRequest
  status: number | null
}

for (const engine of ENGINES) {
  describe(`the queue of sign-ins on ${engine}`, () => {
    let desk: SignIn
    let email: string
    let hashes: ReturnType<typeof holdHashes>
    const attempts: Attempt[] = []
    beforeAll(async () => {
      desk = await startSignIn(engine)
      email = await desk.newAccount()
    })
    afterAll(() => desk.close())
    beforeEach(async () => {
      await desk.nextMinute()
      hashes = holdHashes()
    })
    afterEach(async () => {
      hashes.releaseAll()
      await waitUntil('all attempts to end', () => attempts.every(({ request: { closed } }) => closed))
      attempts.length = 0
      hashes.restore()
    })

    /** Signs in from an address of the loopback network. */
    const signInFrom = (localAddress: string, name: string): Attempt => {
      const { hostname, port } = new URL(desk.server.baseUrl)
      const options = {
        hostname,
        port,
        localAddress,
        agent: false,
        method: 'POST',
        path: '/_developer/identity/sign-in',
      }
      const attempt: Attempt = {
        request: request({ ...options, headers: { 'content-type': 'application/json' } }),
        status: null,
      }
      attempt.request.on('error', () => {})
      attempt.request.on('response', (response) => {
        attempt.status = response.statusCode!
        response.resume()
      })
      attempt.request.end(JSON.stringify({ email: name, password: PASSWORD }))
      attempts.push(attempt)
      return attempt
    }
    const withStatus = (some: readonly Attempt[], status: number | null) =>
      some.filter((attempt) => attempt.status === status)

    /** More clients than there are places, each from an address of its own that has not signed in before. */
    async function fillQueue(network: number): Promise<Attempt[]> {
      const clients = Array.from({ length: CLIENTS }, (_, n) =>
        signInFrom(`127.0.${network}.${n + 1}`, `nobody-${network}-${n}@example.org`),
      )
      await waitUntil('the queue to be full', () => withStatus(clients, 429).length === CLIENTS - PLACES)
      expect(hashes.pending()).toBe(2)
      return clients
    }

    it('gives the places of clients that hang up back', async () => {
      const clients = await fillQueue(10)
      for (const { request: sent } of clients) sent.destroy()
      await waitUntil('the server to notice', async () => {
        const metrics = String((await desk.server.operator('GET', '/metrics')).body)
        return Number(/^agent_network_connections_open (\d+)$/m.exec(metrics)![1]) < 10
      })
      const owner = signInFrom('127.0.11.1', email)
      hashes.releaseAll()
      await waitUntil('the sign-in to be answered', () => owner.status !== null)
      expect(owner.status).toBe(200)
      // The two that were running, and two of the sign-in. None of the clients that were waiting got one.
      expect(hashes.started()).toBe(4)
    })

    it('keeps places for addresses that have signed in before', async () => {
      const first = signInFrom('127.0.12.1', email)
      for (let n = 1; n <= 2; n += 1) {
        await waitUntil(`hash ${n} of the first sign-in`, () => hashes.pending() === 1)
        hashes.releaseOne()
      }
      await waitUntil('the first sign-in', () => first.status === 200)
      const clients = await fillQueue(13)
      const stranger = signInFrom('127.0.14.1', email)
      await waitUntil('the stranger to be refused', () => stranger.status === 429)
      const owner = signInFrom('127.0.12.1', email)
      let released = 0
      while (owner.status === null) {
        await waitUntil('the next hash', () => hashes.pending() === 2 || owner.status !== null)
        if (owner.status !== null) break
        // Long enough in the queue if all others were served first.
        expect(released).toBeLessThan(20)
        hashes.releaseOne()
        released += 1
      }
      expect(owner.status).toBe(200)
      expect(withStatus(clients, null).length).toBeGreaterThan(CLIENTS / 2)
    })
  })
}
