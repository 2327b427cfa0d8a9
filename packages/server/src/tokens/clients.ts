import { createHash } from 'node:crypto'
import { readAgent } from '../content/agents.ts'
import { sameText } from '../core/seals.ts'
import { isPossibleId } from '../core/text.ts'
import { prepare, type Read } from '../db/database.ts'
import { findById, type Worlds } from '../worlds/worlds.ts'
import type { Client, Credentials } from './request.ts'

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

const clientOf = (row: ClientRow): Client => ({
  id: row.id,
  active: row.status === 'active',
  ...(row.machine_client === null
    ? NO_RIGHTS
    : (JSON.parse(row.machine_client) as Pick<Client, 'services' | 'admin' | 'agentIds'>)),
})

const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** Stands in for the digest of a client that is unknown or has no secret; no secret hashes to it. */
const NOBODY = Buffer.alloc(32).toString('base64url')

/** The client id is the app's id. Unknown ids cost what a wrong secret costs, so that neither can be told apart. */
export async function authenticateClient(read: Read, credentials: Credentials | null): Promise<Client | null> {
  if (credentials === null) return null
  const row = isPossibleId(credentials.id) ? await read.first(clientById, { id: credentials.id }) : undefined
  const right = sameText(digestOf(credentials.secret), row?.client_secret_digest ?? NOBODY)
  return right && row !== undefined ? clientOf(row) : null
}

/** AMB-117: an agent the operator listed for the app, and that exists. A visitor the app owns will be linked here too. */
export async function isLinkedAgent(read: Read, worlds: Worlds, client: Client, agentId: string): Promise<boolean> {
  if (!client.agentIds.includes(agentId)) return false
  return (await findById(read, worlds, agentId, (world) => readAgent(read, world, agentId))) !== null
}
