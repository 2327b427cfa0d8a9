import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY } from './durations.ts'
import { HAS_CLUSTER, startTestServer, type TestServer } from './harness.ts'
import { NOW, OPEN, type Village, village, type Watched } from './observe-harness.ts'
import { readStore } from './store-access.ts'
import { waitUntil } from './wait-until.ts'
import { type Receiver, startReceiver, verifies } from './webhook-receiver.ts'

describe.runIf(HAS_CLUSTER)('webhooks on two nodes', () => {
  let one: TestServer
  let two: TestServer
  let v: Village
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await startReceiver()
    const env = { AGENT_NETWORK_WEBHOOK_ALLOW_PRIVATE: 'on' }
    one = await startTestServer('postgres', { env })
    two = await startTestServer('postgres', { databaseUrl: one.databaseUrl!, env })
    await one.setClock(NOW)
    await one.switches({ ...OPEN, webhooksEnabled: true })
    v = await village(one)
  })
  beforeEach(() => receiver.respond((response) => response.writeHead(204).end()))
  afterAll(async () => {
    expect([...one.errors(), ...two.errors()]).toEqual([])
    await two.close()
    await one.close()
    await receiver.close()
  })

  const create = async (w: Watched, path: string): Promise<{ id: string; secret: string }> =>
    (await one.post(`/v1/visitors/${w.agentId}/webhooks`, w.key.key, { url: receiver.url + path })).body.data
  const letter = async (from: Watched, to: Watched, text: string) => {
    const reply = await from.act({ dm: { handle: to.handle, text } })
    expect(reply.body.data?.status, JSON.stringify(reply.body)).toBe('created')
  }

  it('make one attempt at a time: each delivery arrives once, with both nodes at work', async () => {
    const [b, ...all] = await Promise.all(Array.from({ length: 5 }, () => v.visitor()))
    const hooks = await Promise.all(all.map((w, n) => create(w, `/each-${n}/`)))
    const open = new Map<string, number>()
    let overlaps = 0
    receiver.respond((response, { id }) => {
      open.set(id, (open.get(id) ?? 0) + 1)
      if (open.get(id)! > 1) overlaps += 1
      setTimeout(() => {
        open.set(id, open.get(id)! - 1)
        response.writeHead(204).end()
      }, 30)
    })
    for (let round = 0; round < 10; round++) for (const w of all) await letter(b!, w, `Round ${round}`)
    await receiver.count(40, '/each-')
    await waitUntil('all deliveries', async () => {
      const rows = await readStore(one, "select 1 from webhook_deliveries where state <> 'delivered'", [])
      return rows.length === 0
    })
    const received = receiver.received('/each-')
    expect(overlaps).toBe(0)
    expect(new Set(received.map(({ id }) => id)).size).toBe(40)
    expect(received).toHaveLength(40)
    for (const [n, { secret }] of hooks.entries())
      for (const request of receiver.received(`/each-${n}/`)) expect(verifies(secret, request)).toBe(true)
  })

  it('take over what a node holds that is gone, after its lease', async () => {
    const [a, b] = [await v.visitor(), await v.visitor()]
    const { id } = await create(a, '/taken/')
    receiver.respond((response) => response.writeHead(500).end())
    await letter(b, a, 'Held by nobody')
    await receiver.count(1, '/taken/')
    await waitUntil('the first attempt', async () => {
      const [row] = await readStore(one, 'select tries from webhook_deliveries where webhook_id = $1', [id])
      return row?.tries === 1
    })
    receiver.respond((response) => response.writeHead(204).end())
    const leaseUntil = (fromNow: number) =>
      readStore(
        one,
        `update webhooks set holder = 'a-dead-node',
         lease_until = (extract(epoch from clock_timestamp()) * 1000)::bigint + $2 where id = $1`,
        [id, fromNow],
      )
    // As a killed node leaves it. The lease is long, because a busy machine delays the next steps.
    await leaseUntil(3_600_000)
    await one.advance(DAY)
    await new Promise((done) => setTimeout(done, 1_000))
    expect(receiver.received('/taken/')).toHaveLength(1)
    await leaseUntil(-1)
    await receiver.count(2, '/taken/')
  })

  it('stop at once when the key is disabled on the other node', async () => {
    const [a, b] = [await v.visitor(), await v.visitor()]
    const { id } = await create(a, '/stopped/')
    receiver.respond((response) => response.writeHead(500).end())
    await letter(b, a, 'Before')
    await receiver.count(1, '/stopped/')
    await waitUntil('the first attempt', async () => {
      const [row] = await readStore(one, 'select tries from webhook_deliveries where webhook_id = $1', [id])
      return row?.tries === 1
    })
    await two.operator('PATCH', `/_operator/keys/${a.key.id}`, { enabled: false })
    await one.advance(DAY)
    await new Promise((done) => setTimeout(done, 1_500))
    expect(receiver.received('/stopped/')).toHaveLength(1)
    receiver.respond((response) => response.writeHead(204).end())
    await one.operator('PATCH', `/_operator/keys/${a.key.id}`, { enabled: true })
    await receiver.count(2, '/stopped/')
  })
})
