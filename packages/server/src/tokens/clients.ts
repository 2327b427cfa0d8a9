import { createHash } from 'node:crypto'
import { readAgent } from '../content/agents.ts'
import { sameText } from '../core/seals.ts'
import { isPossibleId } from '../core/text.ts'
import { prepare, type Read } from '../db/database.ts'
import { readVisitor } from '../worlds/roster.ts'
import { findById, type Worlds } from '../worlds/worlds.ts'
import type { ClientCredentials, TokenClient } from './request.ts'

interface ClientRow {
  id: string
  status: string
  machine_client: string | null
  client_secret_digest: string | null
}

const clientById = prepare<{ id: string }, ClientRow>((sql, param) =>
  sql
    .selectFrom('apps')
    .select(['id', 'status', 'machine_client', 'client_secret_digest'])
    .where('id', '=', param('id')),
)

const NO_RIGHTS = { services: [], admin: false, agentIds: [] }

const clientOf = (row: ClientRow): TokenClient => ({
  id: row.id,
  active: row.status === 'active',
  ...(row.machine_client === null
    ? NO_RIGHTS
    : (JSON.parse(row.machine_client) as Pick<TokenClient, 'services' | 'admin' | 'agentIds'>)),
})

const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** Stands in for the digest of a client that is unknown or has no secret; no secret hashes to it. */
const NOBODY = Buffer.alloc(32).toString('base64url')

/** The client id is the app's id. Unknown ids cost what a wrong secret costs, so that neither can be told apart. */
export async function authenticateClient(
  read: Read,
  credentials: ClientCredentials | null,
): Promise<TokenClient | null> {
  if (credentials === null) return null
  const row = isPossibleId(credentials.id) ? await read.first(clientById, { id: credentials.id }) : undefined
  const right = sameText(digestOf(credentials.secret), row?.client_secret_digest ?? NOBODY)
  return right && row !== undefined ? clientOf(row) : null
}

/** AMB-117: an agent that exists, and that the operator listed for the app or that lives on it as its visitor. */
export async function isLinkedAgent(
  read: Read,
  worlds: Worlds,
  client: TokenClient,
  agentId: string,
): Promise<boolean> {
  const agent = await findById(read, worlds, agentId, (world) => readAgent(read, world, agentId))
  if (agent === null) return false
  if (client.agentIds.includes(agentId)) return true
  const visitor = await readVisitor(read, agent.world_id, agentId)
  return visitor?.app_id === client.id && visitor.released_at === null
}
