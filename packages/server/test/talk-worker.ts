// Waits until the server has started its worker thread for residents' replies.
import type { TestServer } from './harness.ts'
import { waitUntil } from './wait-until.ts'

/** More at a time than the serving thread takes upon itself. */
const MANY = 6

/** Asks until a worker thread answers, so that what follows is told of it. */
export async function untilTalksHaveWorker(server: TestServer, ask: () => Promise<unknown>): Promise<void> {
  const isThere = async () =>
    /^agent_network_talk_workers 1$/m.test((await server.operator('GET', '/metrics')).body as string)
  await waitUntil('agent_network_talk_workers 1', async () => {
    if (await isThere()) return true
    await Promise.all(Array.from({ length: MANY }, ask))
    return false
  })
}
