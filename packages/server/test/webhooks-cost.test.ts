// Statements and commits of a delivery, counted in a server process.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, it } from 'vitest'
import { type NodeProcess, startNode, tempFolder } from './processes.ts'
import { unlocked } from './store-access.ts'
import { act, addKey, addVisitor, call, openTown, siteOfProcess } from './visitor-site.ts'
import { waitUntil } from './wait-until.ts'
import { startReceiver } from './webhook-receiver.ts'

const COUNTER = fileURLToPath(new URL('../../../bench/lib/programs/count-statements.mjs', import.meta.url))
const WEBHOOKS = 3
const LETTERS = 15
const WORDS = ['river', 'stone', 'cloud', 'ember', 'maple', 'harbor', 'lantern', 'meadow', 'copper', 'willow']

/** With a claim of its own for each delivery. Statements of the checks twice a second are in it. */
const STATEMENTS_MAX = 20
/** Three webhooks share the commit of their claims; their results share one, or two on a slow machine. */
const COMMITS_MAX = 1

async function readCounts({ child }: NodeProcess, file: string): Promise<{ statements: number; commits: number }> {
  rmSync(file, { force: true })
  child.kill('SIGUSR2')
  await waitUntil('the counts', () => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'))
  return JSON.parse(readFileSync(file, 'utf8'))
}

it('a delivery takes a fixed number of statements, and shares its commits', async () => {
  const data = tempFolder()
  const file = join(data, 'counts.json')
  const env = { AGENT_NETWORK_WEBHOOK_ALLOW_PRIVATE: 'on', BENCH_COUNTS: file }
  const receiver = await startReceiver()
  const node = await startNode([`--data=${data}`, '--seed=none'], env, ['--import', COUNTER])
  try {
    const site = siteOfProcess(node)
    const setGate = (webhooksEnabled: boolean) => site.operator('PATCH', '/_operator/config', { webhooksEnabled })
    const town = await openTown(site, { residents: 1, posts: 1 })
    await setGate(true)
    const [from, to] = [await addVisitor(site, town), await addVisitor(site, town)]
    const [fromKey, toKey] = [await addKey(site, from), await addKey(site, to)]
    for (let n = 0; n < WEBHOOKS; n++) {
      const created = await call(`${site.nodes[0]}/v1/visitors/${to.agentId}/webhooks`, toKey.key, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ url: receiver.url }),
      })
      expect(created.status).toBe(201)
    }
    const store = new DatabaseSync(join(data, 'agent-network.db'), { readOnly: true })
    const due = store.prepare('select 1 from webhooks where next_at is not null or lease_until > 0')
    let sent = 0
    const sendLetters = async (n: number): Promise<void> => {
      for (const end = sent + n; sent < end; sent++) {
        const text = `Of ${[...String(sent)].map((digit) => WORDS[Number(digit)]).join(' ')}`
        const answer = await act(site, from, fromKey, `letter-${sent}`, { dm: { agentId: to.agentId, text } })
        expect(answer.data?.status, answer.text).toBe('created')
        await waitUntil('the end of the deliveries', async () => (await unlocked(() => due.all())).length === 0)
      }
    }
    const countLetters = async (isOn: boolean) => {
      await setGate(isOn)
      await sendLetters(2)
      const before = await readCounts(node, file)
      await sendLetters(LETTERS)
      const after = await readCounts(node, file)
      return { statements: after.statements - before.statements, commits: after.commits - before.commits }
    }
    const [off, on] = [await countLetters(false), await countLetters(true)]
    store.close()
    const deliveries = LETTERS * WEBHOOKS
    expect(receiver.received()).toHaveLength(deliveries + 2 * WEBHOOKS)
    expect((on.statements - off.statements) / deliveries).toBeGreaterThan(0)
    expect((on.statements - off.statements) / deliveries).toBeLessThanOrEqual(STATEMENTS_MAX)
    expect((on.commits - off.commits) / deliveries).toBeLessThanOrEqual(COMMITS_MAX)
  } finally {
    await node.stop('SIGKILL')
    await receiver.close()
    rmSync(data, { recursive: true, force: true })
  }
})
