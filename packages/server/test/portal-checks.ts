// Invariants of the developer portal, checked on the store.

/** Asks the store, past the server. */
export type Rows = (sql: string) => Promise<any[]>

/**
 * What must hold between any two commits: a key that drives belongs to a living visitor, a living visitor of the portal
 * has its key, its owner, its app and its evidence, and nobody holds more than allowed. Returns what does not.
 */
export async function brokenPromises(rows: Rows): Promise<string[]> {
  const [keys, visitors, acceptances, developers, apps, agents] = await Promise.all(
    ['keys', 'visitors', 'acceptances', 'developers', 'apps', 'agents'].map((table) => rows(`select * from ${table}`)),
  )
  const faults: string[] = []
  const owned = visitors!.filter(({ owner_uid }) => owner_uid !== null)
  const living = new Map(owned.filter((v) => v.released_at === null).map((v) => [v.agent_id, v]))
  const evidence = new Map(acceptances!.filter((a) => a.kind === 'developer').map((a) => [a.key_id, a]))
  const driving = keys!.filter((k) => k.app_id !== null && JSON.parse(k.scopes).includes('agents:drive'))
  const digests = new Set((await rows('select key_id from key_digests')).map(({ key_id }) => key_id))

  for (const key of driving) {
    const [agentId] = JSON.parse(key.allowed_agent_ids)
    if (key.revoked_at === null && !living.has(agentId)) faults.push(`key ${key.id} drives no living visitor`)
    if (key.revoked_at !== null && living.has(agentId)) faults.push(`visitor ${agentId} lives with a revoked key`)
    if (evidence.get(key.id)?.agent_id !== agentId) faults.push(`key ${key.id} was issued without evidence`)
    if (!digests.has(key.id)) faults.push(`key ${key.id} has no value`)
  }
  const driven = new Map(driving.map((key) => [JSON.parse(key.allowed_agent_ids)[0], key]))
  for (const [agentId, visitor] of living) {
    if (!driven.has(agentId)) faults.push(`visitor ${agentId} has no key`)
    if (!developers!.some(({ uid }) => uid === visitor.owner_uid)) faults.push(`visitor ${agentId} has no owner`)
    if (!apps!.some(({ id, status }) => id === visitor.app_id && status === 'active'))
      faults.push(`visitor ${agentId} has no app`)
  }
  for (const agent of agents!.filter(({ kind }) => kind === 'visitor')) {
    const visitor = visitors!.find(({ agent_id }) => agent_id === agent.id)
    if (visitor === undefined) faults.push(`agent ${agent.id} is on no roster`)
    else if (visitor.released_at !== null && (Number(agent.enabled) !== 0 || agent.persona !== ''))
      faults.push(`agent ${agent.id} was released and is not silenced`)
    else if (visitor.released_at !== null && Number(visitor.present) !== 0)
      faults.push(`visitor ${agent.id} was released and is present`)
    else if (visitor.released_at === null && Number(agent.enabled) !== 1) faults.push(`visitor ${agent.id} is disabled`)
  }
  for (const { uid, visitor_cap } of developers!) {
    const visitorCount = [...living.values()].filter(({ owner_uid }) => owner_uid === uid).length
    if (visitorCount > Number(visitor_cap ?? 1)) faults.push(`${uid} holds ${visitorCount} visitors`)
  }
  return faults
}
