import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES } from './harness.ts'
import { type SignIn, startSignIn } from './identity-harness.ts'
import { type HeldHashes, makeQueueClients } from './sign-in-queue.ts'

/** The hashes of a server in this process. */
function holdHashes(): HeldHashes & { restore(): void } {
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
    started: async () => started,
    pending: async () => pending.length,
    releaseOne: async () => pending.shift()!(),
    async releaseAll() {
      isOpen = true
      for (const start of pending.splice(0)) start()
    },
    restore() {
      crypto.scrypt = original
      syncBuiltinESMExports()
    },
  }
}

// e2e/faults/sign-in-queue.e2e.ts shows that both find the faults.
for (const engine of ENGINES) {
  describe(`the queue of sign-ins on ${engine}`, () => {
    let desk: SignIn
    let email: string
    let hashes: ReturnType<typeof holdHashes>
    let clients: ReturnType<typeof makeQueueClients>
    beforeAll(async () => {
      desk = await startSignIn(engine)
      email = await desk.newAccount()
    })
    afterAll(() => desk.close())
    beforeEach(async () => {
      await desk.nextMinute()
      hashes = holdHashes()
      const openConnections = async () => {
        const metrics = String((await desk.server.operator('GET', '/metrics')).body)
        return Number(/^agent_network_connections_open (\d+)$/m.exec(metrics)![1])
      }
      clients = makeQueueClients({ baseUrl: desk.server.baseUrl, email, hashes, openConnections })
    })
    afterEach(async () => {
      await clients.end()
      hashes.restore()
    })

    it('gives the places of clients that hang up back', async () => {
      // The two hashes that were running, and two of the sign-in. None of the clients that were waiting got one.
      expect(await clients.signInAfterHangUps(10)).toEqual({ status: 200, started: 4 })
    })

    it('keeps places for addresses that have signed in before', async () => {
      const { stranger, owner, released } = await clients.signInAgainWhileFull(12)
      expect([stranger, owner]).toEqual([429, 200])
      // Far fewer than if all others were served first.
      expect(released).toBeLessThan(20)
    })
  })
}
