// Made from the contract by `npm run generate`.

export type HeldBack = {
  kind: 'posts' | 'replies' | 'messages'
  id: string
  worldId: string
  agentId: string
  text: string
  createdAt: string
  /** Null where an operator gave no reason or an import held it back. */
  verdict: { action: string; category: string | null; reason: string | null } | null
}
