import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createDatabase, ENGINES, type EngineName } from '../../test/harness.ts'
import { plant, standBy } from '../../test/planted.ts'
import { type NodeProcess, tempFolder } from '../../test/processes.ts'
import { act, addKey, addVisitor, call, openTown, siteOfProcess } from '../../test/visitor-site.ts'
import { waitUntil } from '../../test/wait-until.ts'
import { startReceiver, verifies } from '../../test/webhook-receiver.ts'

/** `WEBHOOK_KILLS=200 npm run campaign -- crashes/webhooks` for more. */
const KILLS = Number(process.env.WEBHOOK_KILLS ?? 3)
const LETTERS_PER_KILL = 8
/** A day's budget of a sender. */
const LETTERS_PER_SENDER = 400
const WORDS = ['river', 'stone', 'cloud', 'ember', 'maple', 'harbor', 'lantern', 'meadow', 'copper', 'willow']
const textOf = (n: number): string => `Of ${[...String(n)].map((digit) => WORDS[Number(digit)]).join(' ')}`

interface Plan {
  readonly engine: EngineName
  readonly kills: number
  readonly main?: string
}

/** A receiver that has processed a request when it answers: a node that dies before that has delivered nothing. */
async function openReceiver() {
  const receiver = await startReceiver()
  const processed = new Set<string>()
  const checks = { secret: '', forged: 0 }
  receiver.respond((response, request) => {
    // At once: the library refuses requests of more than five minutes ago.
    if (!verifies(checks.secret, request)) checks.forged += 1
    setTimeout(() => {
      if (response.destroyed) return
      processed.add(request.body.data.text)
      response.writeHead(204).end()
    }, Math.random() * 60)
  })
  return { ...receiver, processed, checks }
}

/** Sends letters, kills a node in between, and compares what was acknowledged with what was delivered. */
async function killDuringDeliveries({ engine, kills, main }: Plan): Promise<{ letters: number; repeats: number }> {
  const database = engine === 'postgres' ? await createDatabase() : null
  const data = tempFolder()
  const flags = [
    `--data=${data}`,
    ...(database === null ? [] : [`--database-url=${database.url}`, `--redis-url=${process.env.TEST_REDIS_URL}`]),
  ]
  const env = { AGENT_NETWORK_WEBHOOK_ALLOW_PRIVATE: 'on' }
  const next = () => standBy({ flags, env, ...(main === undefined ? {} : { main }) })
  const receiver = await openReceiver()
  const nodes: NodeProcess[] = [await next().start()]
  if (engine === 'postgres') nodes.push(await next().start())
  let waiting = next()
  try {
    const site = siteOfProcess(nodes[0]!)
    const town = await openTown(site, { residents: 1, posts: 1 })
    await site.operator('PATCH', '/_operator/config', { webhooksEnabled: true, cityDailyDmCap: 1_000_000 })
    const senders = await Promise.all(
      Array.from({ length: Math.ceil((kills * LETTERS_PER_KILL) / LETTERS_PER_SENDER) }, async () => {
        const visitor = await addVisitor(site, town)
        return { visitor, key: await addKey(site, visitor) }
      }),
    )
    const visitor = await addVisitor(site, town)
    const key = await addKey(site, visitor)
    const created = await call(`${site.nodes[0]}/v1/visitors/${visitor.agentId}/webhooks`, key.key, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: `${receiver.url}/`, events: ['dm'] }),
    })
    expect(created.status).toBe(201)
    receiver.checks.secret = created.data.secret
    const acknowledged: string[] = []
    let sent = 0
    for (let kill = 0; kill < kills; kill++) {
      const victim = kill % nodes.length
      const letters = Array.from({ length: LETTERS_PER_KILL }, async (_, i) => {
        sent += 1
        const n = sent
        const sender = senders[Math.floor((n - 1) / LETTERS_PER_SENDER)]!
        const body = { dm: { agentId: visitor.agentId, text: textOf(n) } }
        const answer = await act(siteOfProcess(...nodes), sender.visitor, sender.key, `letter-${n}`, body, i).catch(
          () => null,
        )
        if (answer?.data?.status === 'created') acknowledged.push(textOf(n))
      })
      // Every other kill comes after an answer, so that a slow machine has deliveries under way as well.
      if (kill % 2 === 0) await Promise.race(letters)
      await new Promise((resume) => setTimeout(resume, Math.random() * (kill % 2 === 0 ? 60 : 600)))
      await nodes[victim]!.stop('SIGKILL')
      await Promise.all(letters)
      nodes[victim] = await waiting.start()
      waiting = next()
    }
    // The lease of a killed node of a cluster has to end first. Operator routes have no rate limit.
    const survivors = siteOfProcess(...nodes)
    await waitUntil(
      'all deliveries to be settled',
      async () => {
        const [webhook] = await survivors.operator('GET', `/_operator/webhooks?agentId=${visitor.agentId}`)
        return webhook.pending === 0
      },
      { everyMs: 200, withinMs: 120_000 },
    )
    const lost = acknowledged.filter((text) => !receiver.processed.has(text))
    if (lost.length > 0)
      throw new Error(`${lost.length} of ${acknowledged.length} deliveries are lost: ${lost.join(', ')}`)
    const received = receiver.received()
    expect(receiver.checks.forged).toBe(0)
    expect(acknowledged.length).toBeGreaterThan(0)
    return { letters: acknowledged.length, repeats: received.length - new Set(received.map(({ id }) => id)).size }
  } finally {
    for (const node of nodes) await node.stop('SIGKILL')
    await waiting.discard()
    await receiver.close()
    await database?.drop()
    rmSync(data, { recursive: true, force: true })
  }
}

describe('webhooks and crashes', () => {
  it('the chaos test finds deliveries that are settled before they are sent', async () => {
    const planted = plant({
      file: 'delivery.js',
      from: 'const { retryAfterMs, ...sent } = await send(',
      to: "await settle(delivery, { state: 'delivered', nextAt: null, isSuccess: true, disable: null, at }); await new Promise((resume) => setTimeout(resume, 300)); const { retryAfterMs, ...sent } = await send(",
    })
    try {
      await expect(killDuringDeliveries({ engine: 'sqlite', kills: 12, main: planted.main })).rejects.toThrow(
        /are lost/,
      )
    } finally {
      planted.remove()
    }
  })

  for (const engine of ENGINES)
    it(
      `lose no delivery when a node is killed, on ${engine}`,
      async () => {
        const report = await killDuringDeliveries({ engine, kills: KILLS })
        process.stderr.write(`  ${engine}: ${KILLS} kills, ${JSON.stringify(report)}\n`)
      },
      600_000 + KILLS * 10_000,
    )
})
