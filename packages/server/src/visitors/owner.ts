import { prepare, type Read } from '../db/database.ts'
import { readVisitor } from '../worlds/roster.ts'

const appById = prepare<{ id: string }, { owner_uid: string; status: string }>((sql, param) =>
  sql.selectFrom('apps').select(['owner_uid', 'status']).where('id', '=', param('id')),
)
const developerByUid = prepare<{ uid: string }, { status: string }>((sql, param) =>
  sql.selectFrom('developers').select('status').where('uid', '=', param('uid')),
)

/**
 * Whether whoever registered a visitor still stands behind it, whichever key asks (AMB-134). A visitor that an operator
 * made has nobody to ask. An operator may also make an app for somebody who never signed up: no account is no objection.
 */
export async function ownerStands(read: Read, worldId: string, agentId: string): Promise<boolean> {
  const visitor = await readVisitor(read, worldId, agentId)
  if (visitor === undefined) return true
  if (visitor.released_at !== null) return false
  const app = visitor.app_id === null ? null : await read.first(appById, { id: visitor.app_id })
  if (app === undefined || (app !== null && app.status !== 'active')) return false
  const uid = visitor.owner_uid ?? app?.owner_uid ?? null
  const developer = uid === null ? undefined : await read.first(developerByUid, { uid })
  return developer === undefined || developer.status === 'active'
}
