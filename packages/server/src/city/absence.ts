import type { Tx } from '../db/database.ts'
import { removeBody } from './bodies.ts'
import { type EncounterRow, leaveConversations, lockOwnConversations } from './encounters.ts'
import { forfeitGames, type GameRow } from './games.ts'
import { declineAll } from './invitations.ts'

export interface LeftBehind {
  /** Conversations that ended because it left. */
  readonly closed: readonly EncounterRow[]
  readonly forfeited: readonly GameRow[]
}

/**
 * What being sent home does to a body (3.1): open invitations are declined and games are lost, as of the moment the
 * visitor went missing. A walk goes on until it arrives.
 */
export async function goMissing(tx: Tx, worldId: string, agentId: string, at: number): Promise<LeftBehind> {
  return {
    closed: await declineAll(tx, worldId, agentId, at),
    forfeited: await forfeitGames(tx, worldId, agentId, at),
  }
}

/** A released visitor leaves the city for good: its apartment is free again. */
export async function leaveCity(tx: Tx, worldId: string, agentId: string, at: number): Promise<LeftBehind> {
  const left = await goMissing(tx, worldId, agentId, at)
  const closed = await leaveConversations(tx, await lockOwnConversations(tx, worldId, agentId, at), at)
  await removeBody(tx, worldId, agentId)
  return { ...left, closed: [...left.closed, ...closed] }
}
