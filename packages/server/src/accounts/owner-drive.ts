import type { Caller } from '../access/authenticate.ts'
import { authorizeDrive, type Driven } from '../access/drive.ts'
import { readKey } from '../access/keys.ts'
import { Refusal } from '../core/refusal.ts'
import type { Deps } from '../deps.ts'
import type { Admitted } from '../settings/control.ts'
import { requireOwned } from './visitors.ts'

/**
 * An owner who does by hand what a program does with the visitor's key. The key is judged as if it had been sent, and its
 * budgets are spent; its rate window is not, because a person has the portal's own.
 */
export async function driveAsOwner(
  { database: { read } }: Pick<Deps, 'database'>,
  admitted: Admitted,
  owner: { readonly uid: string; readonly appId: string },
  agentId: string,
): Promise<{ caller: Caller; driven: Driven }> {
  const { visitor } = await requireOwned(read, admitted.state.worlds, owner, agentId)
  const key = visitor.key_id === null ? null : await readKey(read, visitor.key_id)
  if (key === null || key.revokedAt !== null) throw new Refusal('KEY_REVOKED')
  if (!key.enabled) throw new Refusal('KEY_DISABLED')
  const caller: Caller = { ...admitted, key, developerUid: owner.uid }
  return { caller, driven: await authorizeDrive(read, caller, agentId) }
}
