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
/** Cleanup jobs run once per second. */
const IDLE_MS = 2_500
const WORDS = ['river', 'stone', 'cloud', 'ember', 'maple', 'harbor', 'lantern', 'meadow', 'copper', 'willow']

/** With a claim of its own for each delivery. */
const STATEMENTS_MAX = 13
/** Webhooks of one letter share the commit of their claims; their results share one, or two on a slow machine. */
const COMMITS_MAX = { claims: LETTERS, results: 2 * LETTERS }

type Texts = Record<string, { runs: number; commits: number }>

async function readCounts({ child }: NodeProcess, file: string): Promise<Texts> {
  rmSync(file, { force: true })
  child.kill('SIGUSR2')
  await waitUntil('the counts', () => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'))
  return JSON.parse(readFileSync(file, 'utf8')).texts
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
    const countDuring = async (work: () => Promise<unknown>) => {
      const before = await readCounts(node, file)
      await work()
      const after = await readCounts(node, file)
      return (text: string, what: 'runs' | 'commits') => (after[text]?.[what] ?? 0) - (before[text]?.[what] ?? 0)
    }
    const countLetters = async (isOn: boolean) => {
      await setGate(isOn)
      await sendLetters(2)
      return countDuring(() => sendLetters(LETTERS))
    }
    const [off, on] = [await countLetters(false), await countLetters(true)]
    const idle = await countDuring(() => new Promise((resume) => setTimeout(resume, IDLE_MS)))
    const texts = Object.keys(await readCounts(node, file))
    store.close()
    const deliveries = LETTERS * WEBHOOKS
    expect(receiver.received()).toHaveLength(deliveries + 2 * WEBHOOKS)
    // Cleanup jobs and the search for due webhooks run at intervals, and do not count.
    const perDelivery = texts
      .filter((text) => idle(text, 'runs') === 0)
      .map((text) => [Math.floor((on(text, 'runs') - off(text, 'runs')) / deliveries), text] as const)
      .filter(([runs]) => runs > 0)
    const commitsOf = (pattern: RegExp) =>
      texts.filter((text) => pattern.test(text)).reduce((sum, text) => sum + on(text, 'commits'), 0)
    const statements = perDelivery.reduce((sum, [runs]) => sum + runs, 0)
    expect(statements).toBeGreaterThan(0)
    expect(statements, JSON.stringify(perDelivery, null, 2)).toBeLessThanOrEqual(STATEMENTS_MAX)
    const [claims, results] = [commitsOf(/"served_at" = /), commitsOf(/^update "webhook_deliveries"/)]
    expect(claims).toBeGreaterThan(0)
    expect(claims).toBeLessThanOrEqual(COMMITS_MAX.claims)
    expect(results).toBeGreaterThan(0)
    expect(results).toBeLessThanOrEqual(COMMITS_MAX.results)
  } finally {
    await node.stop('SIGKILL')
    await receiver.close()
    rmSync(data, { recursive: true, force: true })
  }
})
