import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createDatabase, ENGINES, type EngineName, type Reply } from '../../test/harness.ts'
import { type Fault, plant, standBy } from '../../test/planted.ts'
import { brokenPromises } from '../../test/portal-checks.ts'
import {
  type DeveloperAtWork,
  developer,
  type Issuer,
  NOW,
  newSlug,
  OPEN_GATES,
  portalAs,
  startIssuer,
  statusAndCode,
  TERMS,
} from '../../test/portal-site.ts'
import { type NodeProcess, tempFolder } from '../../test/processes.ts'
import { readStore } from '../../test/store-access.ts'
import { siteOfProcess } from '../../test/visitor-site.ts'

const CRASHES = Number(process.env.PORTAL_CRASHES ?? 5)
const OWNERS = 10

/** Responses to one owner, since the last crash or before. */
interface Ledger {
  readonly owner: DeveloperAtWork
  /** Registered and not yet released, as far as answers tell. */
  living: { agentId: string; key: string } | null
  readonly released: string[]
  /** A request whose answer nobody heard. */
  unheard: 'register' | 'release' | null
}

interface Report {
  registered: number
  released: number
  unheard: number
}

const CUT = Symbol('the server is gone')
const ask = (work: Promise<Reply>): Promise<Reply | typeof CUT> => work.catch(() => CUT)

/** Registers, releases, registers again, until the server dies under it. */
async function toil(baseUrl: string, ledger: Ledger, report: Report, answered: () => void): Promise<void> {
  const { token, appId } = ledger.owner
  const portal = portalAs(baseUrl, token)
  for (;;) {
    const { living } = ledger
    ledger.unheard = living === null ? 'register' : 'release'
    const reply = await ask(
      living === null
        ? portal('POST', `/apps/${appId}/visitors`, { slug: newSlug(), ...TERMS })
        : portal('DELETE', `/apps/${appId}/visitors/${living.agentId}`),
    )
    if (reply === CUT) return
    ledger.unheard = null
    if (reply.status >= 300) throw new Error(`${ledger.owner.uid}: ${statusAndCode(reply)}`)
    if (living === null) {
      const { visitor, key } = reply.body.data
      ledger.living = { agentId: visitor.agentId, key: key.key }
      report.registered += 1
    } else {
      ledger.released.push(living.agentId)
      ledger.living = null
      report.released += 1
    }
    answered()
  }
}

/** After the start: what was answered is so, and what was not is either wholly done or not at all. */
async function settle(baseUrl: string, ledger: Ledger): Promise<string[]> {
  const faults: string[] = []
  const { owner, living, released, unheard } = ledger
  const portal = portalAs(baseUrl, owner.token)
  const listed = await portal('GET', `/apps/${owner.appId}/visitors`)
  if (listed.status !== 200) return [`${owner.uid} cannot list: ${statusAndCode(listed)}`]
  const found = listed.body.data as { agentId: string }[]
  for (const agentId of released)
    if (found.some((one) => one.agentId === agentId)) faults.push(`${agentId} was released and is back`)
  if (living !== null && unheard === null && !found.some((one) => one.agentId === living.agentId))
    faults.push(`${living.agentId} was registered and is gone`)
  if (living === null && unheard === null && found.length > 0) faults.push(`${found[0]!.agentId} came from nowhere`)
  // The raw key of a registration nobody heard of is lost; its owner starts again.
  const survivingVisitor = found.find((one) => one.agentId === living?.agentId)
  for (const one of found)
    if (one !== survivingVisitor) {
      const reply = await portal('DELETE', `/apps/${owner.appId}/visitors/${one.agentId}`)
      if (reply.status !== 200) faults.push(`${one.agentId} cannot be released: ${JSON.stringify(reply.body)}`)
    }
  ledger.living = survivingVisitor === undefined ? null : living
  ledger.unheard = null
  return faults
}

async function openStore(engine: EngineName) {
  const data = tempFolder()
  const database = engine === 'postgres' ? await createDatabase() : null
  const cluster =
    database === null ? [] : [`--database-url=${database.url}`, `--redis-url=${process.env.TEST_REDIS_URL}`]
  return {
    flags: [`--data=${data}`, '--test-clock', ...cluster],
    rows: (sql: string) => readStore({ data, databaseUrl: database?.url ?? null }, sql),
    async remove() {
      await database?.drop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

async function prepare(node: NodeProcess, issuer: Issuer): Promise<Ledger[]> {
  const site = siteOfProcess(node)
  await site.operator('PUT', '/_operator/clock', { now: NOW })
  await site.operator('POST', '/_operator/worlds', { designation: 'visitor' })
  await site.operator('PATCH', '/_operator/config', OPEN_GATES)
  const ledgers: Ledger[] = []
  for (let n = 0; n < OWNERS; n++)
    ledgers.push({ owner: await developer(issuer, node.baseUrl), living: null, released: [], unheard: null })
  return ledgers
}

async function campaign(engine: EngineName, crashes: number, faults: readonly Fault[] = []): Promise<Report> {
  const issuer = await startIssuer()
  const planted = faults.length === 0 ? null : plant(...faults)
  const store = await openStore(engine)
  const next = () => standBy({ flags: store.flags, env: issuer.env, main: planted?.main })
  const report: Report = { registered: 0, released: 0, unheard: 0 }
  let node = await next().start()
  let waiting = next()
  try {
    const ledgers = await prepare(node, issuer)
    for (let n = 1; n <= crashes; n++) {
      let requestsBeforeCrash = 5 + Math.floor(Math.random() * 60)
      let killed: Promise<unknown> | null = null
      const answered = () => {
        requestsBeforeCrash -= 1
        if (requestsBeforeCrash === 0)
          killed = new Promise((resume) => setTimeout(resume, Math.random() * 12)).then(() => node.stop('SIGKILL'))
      }
      await Promise.all(ledgers.map((ledger) => toil(node.baseUrl, ledger, report, answered)))
      await killed
      report.unheard += ledgers.filter(({ unheard }) => unheard !== null).length
      node = await waiting.start()
      waiting = next()
      const broken = await brokenPromises(store.rows)
      for (const ledger of ledgers) broken.push(...(await settle(node.baseUrl, ledger)))
      if (broken.length > 0) throw new Error([`crash ${n} on ${engine}:`, ...broken.slice(0, 8)].join('\n  '))
    }
  } catch (error) {
    await new Promise((resume) => setTimeout(resume, 500))
    const complaints = node
      .complaints()
      .split('\n')
      .filter((line) => line.includes('"level":50'))
      .slice(-2)
      .join('\n')
    throw Object.assign(error as Error, { message: `${(error as Error).message}\n${complaints}` })
  } finally {
    await node.stop('SIGKILL')
    await waiting.discard()
    await store.remove()
    planted?.remove()
    await issuer.close()
  }
  return report
}

/** A key that is issued in a commit of its own, after the visitor. */
const KEY_APART: readonly Fault[] = [
  {
    file: 'registration.js',
    from: /(await createVisitor\([^;]*;)([\s\S]*?return \{ ownerUid: developer\.uid, agentId, handle, world, issued \};)/,
    to: '$1 return async (tx) => {$2};',
  },
  {
    file: 'registration.js',
    from: /const recorded = transactPinned\(deps, async \(tx\) => \{[\s\S]*?return visitor;\s*\}\);/,
    to: 'const recorded = transactPinned(deps, await transactPinned(deps, (tx) => record(deps, tx, { developer, app, world, handle, accepted }, call)));',
  },
]

/** A visitor that goes in a commit of its own, after its key was revoked. */
const LEAVING_APART: readonly Fault[] = [
  {
    file: 'visitors.js',
    from: 'await removeVisitor(tx, telling, visitor, at);',
    to: '(globalThis.leaving ??= new Map()).set(visitor.agent_id, (tx) => removeVisitor(tx, telling, visitor, at));',
  },
  {
    file: 'key-routes.js',
    from: 'return { data: await transactPinned(deps, release) };',
    to: '{ const data = await transactPinned(deps, release); await transactPinned(deps, globalThis.leaving.get(data.agentId)); return { data }; }',
  },
]

const MINUTES = 60_000

describe('registration, release and crashes', () => {
  it.each([
    ['a key that is issued apart from its visitor', KEY_APART, 'has no key'],
    ['a visitor that leaves apart from its key', LEAVING_APART, 'lives with a revoked key'],
  ])(
    'the campaign finds %s',
    async (_what, faults, expected) => {
      await expect(campaign('sqlite', 12, faults)).rejects.toThrow(expected)
    },
    5 * MINUTES,
  )

  for (const engine of ENGINES)
    it(
      `leave no key without a visitor and no visitor without an owner, on ${engine}`,
      async () => {
        const report = await campaign(engine, engine === 'sqlite' ? CRASHES : Math.ceil(CRASHES / 2))
        process.stderr.write(`  ${engine}: ${JSON.stringify(report)}\n`)
        expect(report.unheard).toBeGreaterThan(0)
      },
      2 * MINUTES + CRASHES * 20_000,
    )
})
