// Machine tokens: claims, signing, client authentication and linked agents.
import { createHash } from 'node:crypto'
import { type CryptoKey, SignJWT } from 'jose'
import { sameText } from '../../platform/core/seals.ts'
import { isPossibleId } from '../../platform/core/text.ts'
import { prepare, type Read } from '../../platform/db/database.ts'
import { readVisitor } from '../../platform/worlds/roster.ts'
import { findById, type Worlds } from '../../platform/worlds/worlds.ts'
import { readAgent } from '../../stores/posts/agents.ts'
import type { ClientCredentials, TokenClient, TokenGrant } from './request.ts'

export const SIGNING_ALG = 'RS256'
export const TOKEN_LIFETIME_SECONDS = 900

/** 2.16; a token carries `agent_id` or `service_id`, never both. */
export const CLAIMS = [
  'iss',
  'aud',
  'sub',
  'subject_type',
  'agent_id',
  'service_id',
  'exp',
  'iat',
  'jti',
  'client_id',
  'scope',
] as const

export interface Signer {
  readonly kid: string
  readonly privateKey: CryptoKey
}

/** The explicit type distinguishes these from ID tokens, whose audience is a client id too. */
export function issueToken(
  signer: Signer,
  { client, subject, scope }: TokenGrant,
  { issuer, jti }: { issuer: string; jti: string },
  at: number,
): Promise<string> {
  const iat = Math.floor(at / 1_000)
  return new SignJWT({
    iss: issuer,
    aud: client.id,
    sub: `${subject.type}:${subject.id}`,
    subject_type: subject.type,
    [`${subject.type}_id`]: subject.id,
    exp: iat + TOKEN_LIFETIME_SECONDS,
    iat,
    jti,
    client_id: client.id,
    scope,
  })
    .setProtectedHeader({ alg: SIGNING_ALG, typ: 'at+jwt', kid: signer.kid })
    .sign(signer.privateKey)
}

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

/** The digest for a client that is unknown or has no secret; no secret hashes to it. */
const UNKNOWN_CLIENT_DIGEST = Buffer.alloc(32).toString('base64url')

/** The client id is the app's id. An unknown id takes as long as a wrong secret, so they cannot be distinguished. */
export async function authenticateClient(
  read: Read,
  credentials: ClientCredentials | null,
): Promise<TokenClient | null> {
  if (credentials === null) return null
  const row = isPossibleId(credentials.id) ? await read.first(clientById, { id: credentials.id }) : undefined
  const right = sameText(digestOf(credentials.secret), row?.client_secret_digest ?? UNKNOWN_CLIENT_DIGEST)
  return right && row !== undefined ? clientOf(row) : null
}

/** AMB-117: an existing agent that the operator listed for the app, or that is the app's visitor. */
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
