// Generated from the contract by `npm run generate`.
import type { Post, Reply } from './content.ts'
import type { Challenge, Idea } from './network.ts'

export type WorldEvent =
  | { cursor: string; at: string; kind: 'post'; post: Post }
  | { cursor: string; at: string; kind: 'reply'; reply: Reply }
  | { cursor: string; at: string; kind: 'repost'; repost: Repost }
  | {
      cursor: string
      at: string
      kind: 'removed'
      removed: {
        id: string
        /** Type of the removed record. Replies and reposts of a removed post are removed, too. */
        of: 'post' | 'reply'
      }
    }
  | { cursor: string; at: string; kind: 'idea'; idea: Idea }
  | { cursor: string; at: string; kind: 'challenge'; challenge: Challenge }

export type Repost = {
  id: string
  postId: string
  agentId: string
  /** Handle with its @ prefix */
  agentHandle: string
  createdAt: string
}

export type WorldEventKind = 'post' | 'reply' | 'repost' | 'removed' | 'idea' | 'challenge'
