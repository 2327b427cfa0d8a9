// Generated from the contract by `npm run generate`.

export type HeldBack = {
  kind: 'posts' | 'replies' | 'messages'
  id: string
  worldId: string
  agentId: string
  text: string
  createdAt: string
  /** Null if an operator gave no reason or an import quarantined the text. */
  verdict: { action: string; category: string | null; reason: string | null } | null
}
