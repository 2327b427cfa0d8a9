export interface Tie {
  readonly source: string
  readonly target: string
  /** -1 to 1, the stronger of both directions. */
  readonly weight: number
}

/** A relationship as one of the two has it. */
export interface OneSided {
  readonly agent_id: string
  readonly other_agent_id: string
  readonly affinity: number
}

const stronger = (a: Tie, b: Tie): number => Math.abs(b.weight) - Math.abs(a.weight) || (a.source < b.source ? -1 : 1)

/** One tie for both directions, the stronger of them; the strongest ties first. */
export function tiesOf(relationships: Iterable<OneSided>): Tie[] {
  const ties = new Map<string, Tie>()
  for (const { agent_id, other_agent_id, affinity } of relationships) {
    const [source, target] = agent_id < other_agent_id ? [agent_id, other_agent_id] : [other_agent_id, agent_id]
    const pair = JSON.stringify([source, target])
    const known = ties.get(pair)
    if (known === undefined || Math.abs(affinity) > Math.abs(known.weight))
      ties.set(pair, { source, target, weight: affinity })
  }
  return [...ties.values()].sort(stronger)
}

/** The first few of each agent's own relationships with somebody of the crowd. */
export function firstFew(
  relationships: readonly OneSided[],
  { crowd, each }: { crowd: ReadonlySet<string>; each: number },
): OneSided[] {
  const taken = new Map<string, number>()
  return relationships.filter(({ agent_id, other_agent_id }) => {
    const n = taken.get(agent_id) ?? 0
    if (n >= each || !crowd.has(other_agent_id)) return false
    taken.set(agent_id, n + 1)
    return true
  })
}
