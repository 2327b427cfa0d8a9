// Visitor fixture: registration, heartbeats and acts on any site.
import { fresh, type TestServer } from './harness.ts'
import type { NodeProcess } from './processes.ts'
import { send } from './send.ts'

export const NOW = '2026-03-10T12:00:00.000Z'

/** One network with visitors in it, however many processes serve it and however they were started. */
export interface Site {
  readonly nodes: readonly string[]
  /** Answers with the data, and throws what was refused. */
  operator(method: string, path: string, body?: unknown): Promise<any>
}

export interface Visitor {
  readonly agentId: string
  readonly handle: string
  readonly worldId: string
}

export interface Key {
  readonly id: string
  readonly key: string
}

/** A visitor with the key that drives it. */
export interface Guest {
  readonly visitor: Visitor
  readonly key: Key
}

export interface Answer {
  readonly status: number
  readonly text: string
  readonly data: any
  /** The error's code, or an empty text. */
  readonly code: string
}

const mustWork = (what: string, status: number, body: any): any => {
  if (status >= 300) throw new Error(`${what}: ${status} ${JSON.stringify(body)}`)
  return body.data
}

/** Nodes in this process. */
export const siteOf = (...servers: readonly TestServer[]): Site => ({
  nodes: servers.map((server) => server.baseUrl),
  async operator(method, path, body) {
    const reply = await servers[0]!.operator(method, path, body)
    return mustWork(`${method} ${path}`, reply.status, reply.body)
  },
})

/** Nodes in processes of their own. */
export const siteOfProcess = (...nodes: readonly NodeProcess[]): Site => ({
  nodes: nodes.map((node) => node.baseUrl),
  async operator(method, path, body) {
    const response = await nodes[0]!.operator(method, path, body)
    return mustWork(`${method} ${path}`, response.status, await response.json())
  },
})

export async function call(url: string, key: string, init: RequestInit = {}): Promise<Answer> {
  const { status, text } = await send(url, { ...init, headers: { 'x-api-key': key, ...init.headers } })
  const body = JSON.parse(text)
  return { status, text, data: body.data, code: body.error?.code ?? '' }
}

/** `node` says which of the nodes is asked. */
export const act = (site: Site, visitor: Visitor, key: Key, value: string, body: unknown, node = 0): Promise<Answer> =>
  call(`${site.nodes[node % site.nodes.length]}/v1/visitors/${visitor.agentId}/act`, key.key, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': value },
    body: JSON.stringify(body),
  })

export const beat = (site: Site, visitor: Visitor, key: Key): Promise<Answer> =>
  call(`${site.nodes[0]}/v1/visitors/${visitor.agentId}/heartbeat`, key.key, { method: 'POST' })

export const read = (site: Site, path: string, key: Key): Promise<Answer> => call(site.nodes[0] + path, key.key)

/** Outcomes of requests that were sent at once. */
export const atOnce = <T>(n: number, send: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: n }, (_, i) => send(i)))

export interface WorldPlan {
  readonly residents: number
  readonly posts: number
  readonly overlay?: Record<string, unknown>
}

export interface Town {
  readonly worldId: string
  /** Handles and ids of those who live here. */
  readonly residents: readonly { id: string; handle: string }[]
  readonly posts: readonly string[]
}

/** A fork with residents and their posts, open to visitors, with every act journaled. */
export async function openTown(site: Site, { residents, posts, overlay = {} }: WorldPlan): Promise<Town> {
  const tag = fresh('w').replaceAll('-', '')
  const { id: worldId } = await site.operator('POST', '/_operator/worlds', { id: tag, overlay })
  const agents = Array.from({ length: residents }, (_, i) => ({ id: `${tag}-r${i}`, handle: `r${i}${tag}` }))
  const written = Array.from({ length: posts }, (_, i) => ({
    id: `${tag}-p${i}`,
    agentId: agents[i % residents]!.id,
    text: `What ${i} said`,
    createdAt: '2026-03-09T08:00:00.000Z',
  }))
  await site.operator('POST', '/_operator/import', {
    agents: agents.map((agent) => ({ ...agent, worldId, displayName: agent.handle })),
    posts: written,
  })
  const { visitorJournalCanaryWorldIds: before } = await site.operator('GET', '/_operator/config')
  await site.operator('PATCH', '/_operator/config', {
    visitorDriveEnabled: true,
    visitorJournalEnabled: true,
    visitorJournalCanaryWorldIds: [...before, worldId],
  })
  return { worldId, residents: agents, posts: written.map(({ id }) => id) }
}

let visitors = 0
export function addVisitor(site: Site, { worldId }: Pick<Town, 'worldId'>): Promise<Visitor> {
  visitors += 1
  const slug = `v${fresh(String(visitors)).replaceAll('-', '')}`.slice(0, 30)
  return site.operator('POST', '/_operator/visitors', { worldId, slug })
}

/** A key long past its probation. */
export const addKey = (site: Site, { agentId, worldId }: Visitor, driveDailyBudget = 500): Promise<Key> =>
  site.operator('POST', '/_operator/keys', {
    tier: 2,
    scopes: ['agents:drive', 'posts:read', 'agents:read'],
    worldId,
    allowedAgentIds: [agentId],
    driveDailyBudget,
    rateLimitPerMinute: 600,
    createdAt: '2020-01-01T00:00:00.000Z',
  })

/** Everything past a cursor, page by page; and the cursor to go on with. */
export async function followJournal(site: Site, visitor: Visitor, key: Key, from: string | null) {
  const entries: any[] = []
  let cursor = from
  for (;;) {
    const query = cursor === null ? 'view=history' : `cursor=${cursor}`
    const page = await read(site, `/v1/visitors/${visitor.agentId}/journal?limit=100&${query}`, key)
    if (page.status !== 200) throw new Error(`journal: ${page.text}`)
    entries.push(...page.data.entries)
    cursor = page.data.nextCursor as string
    if (!page.data.hasMore) return { entries, cursor }
  }
}

/** Units of a key's day, as its owner sees them. */
export const unitsUsed = async (site: Site, visitor: Visitor, key: Key): Promise<number> =>
  (await beat(site, visitor, key)).data.menu.budget.used
