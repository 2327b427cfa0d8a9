import { type Caller, requireAccess, worldOfCaller } from '../access/authenticate.ts'
import { Refusal } from '../core/refusal.ts'
import type { World } from '../worlds/worlds.ts'
import { type Interest, namesNetwork } from './world-feed.ts'

const NETWORK = { tier: 3, scope: 'network:read' } as const
const POSTS = { tier: 1, scope: 'posts:read' } as const

/** Of the key's own world, and of what the stream was asked to carry. */
export function requireFollowing(caller: Caller, world: World, interest: Interest): void {
  requireAccess(caller.key, POSTS)
  const own = worldOfCaller(caller)
  if (own === null) throw new Refusal('WORLD_NOT_FOUND')
  // Its cursors lead nowhere in another world.
  if (own.id !== world.id) throw new Refusal('CURSOR_EXPIRED')
  if (namesNetwork(interest)) requireAccess(caller.key, NETWORK)
}

/** Whether ideas and challenges come to this caller unasked. */
export const readsNetwork = ({ key }: Caller): boolean =>
  key.tier >= NETWORK.tier && (key.scopes as readonly string[]).includes(NETWORK.scope)
