// Sign-in attempts against a server whose password hashes the test starts one by one.
import { type ClientRequest, request } from 'node:http'
import { PASSWORD } from './identity-harness.ts'
import { waitUntil } from './wait-until.ts'

/** Password hashes that the server has requested. Each one runs when the test releases it. */
export interface HeldHashes {
  started(): Promise<number>
  pending(): Promise<number>
  releaseOne(): Promise<void>
  /** Runs the pending hashes and all later ones. */
  releaseAll(): Promise<void>
}

export interface Attempt {
  readonly request: ClientRequest
  status: number | null
}

export interface QueueSite {
  readonly baseUrl: string
  /** An account that can sign in. */
  readonly email: string
  readonly hashes: HeldHashes
  openConnections(): Promise<number>
}

/** More than run and wait at a time. */
const CLIENTS = 80

export function makeQueueClients({ baseUrl, email, hashes, openConnections }: QueueSite) {
  const attempts: Attempt[] = []

  /** Signs in from an address of the loopback network. */
  function signInFrom(localAddress: string, name = email): Attempt {
    const { hostname, port } = new URL(baseUrl)
    const path = '/_developer/identity/sign-in'
    const options = { hostname, port, localAddress, agent: false, method: 'POST', path }
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

  /** Clients from addresses that have not signed in before, until one is refused. No place becomes free meanwhile. */
  async function fillQueue(network: number): Promise<Attempt[]> {
    const clients = Array.from({ length: CLIENTS }, (_, n) =>
      signInFrom(`127.0.${network}.${n + 1}`, `nobody-${network}-${n}@example.org`),
    )
    await waitUntil('the queue to be full', () => clients.some(({ status }) => status === 429))
    return clients
  }

  return {
    /** The status of a sign-in after the clients that filled the queue have hung up, and the hashes that ran. */
    async signInAfterHangUps(network: number): Promise<{ status: number; started: number }> {
      const openBefore = await openConnections()
      for (const { request: sent } of await fillQueue(network)) sent.destroy()
      await waitUntil('the server to notice', async () => (await openConnections()) <= openBefore)
      const owner = signInFrom(`127.0.${network + 1}.1`)
      await hashes.releaseAll()
      await waitUntil('the sign-in to be answered', () => owner.status !== null)
      return { status: owner.status!, started: await hashes.started() }
    },

    /**
     * Signs in from one address, fills the queue from others, and signs in again from a new address and from the first.
     * `released` counts the hashes that ran before the last was answered.
     */
    async signInAgainWhileFull(network: number) {
      const homeAddress = `127.0.${network}.1`
      const first = signInFrom(homeAddress)
      while (first.status === null) {
        await waitUntil(
          'a hash of the first sign-in',
          async () => (await hashes.pending()) > 0 || first.status !== null,
        )
        if (first.status === null) await hashes.releaseOne()
      }
      if (first.status !== 200) throw new Error(`the first sign-in got ${first.status}`)
      await fillQueue(network + 1)
      const stranger = signInFrom(`127.0.${network + 2}.1`)
      await waitUntil('the stranger to be answered', () => stranger.status !== null)
      const owner = signInFrom(homeAddress)
      let released = 0
      while (owner.status === null && released <= CLIENTS) {
        await waitUntil('the next hash', async () => (await hashes.pending()) === 2 || owner.status !== null)
        if (owner.status !== null) break
        await hashes.releaseOne()
        released += 1
      }
      return { stranger: stranger.status!, owner: owner.status, released }
    },

    async end(): Promise<void> {
      await hashes.releaseAll()
      await waitUntil('all attempts to end', () => attempts.every(({ request: { closed } }) => closed))
    },
  }
}
