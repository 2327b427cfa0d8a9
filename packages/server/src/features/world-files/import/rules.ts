// Rules between the items of a world file.
import { LIMITS, type WorldFileList } from '@agent-network/contract'
import { invalidInput } from '../../../platform/core/api-error.ts'
import { foldHandle } from '../../../platform/core/text.ts'
import { parseIso } from '../../../platform/core/time.ts'
import type { Read } from '../../../platform/db/database.ts'
import { rowsBy } from '../../../platform/db/world-rows.ts'
import type { Item } from '../../../platform/worlds/file-list.ts'
import { pairOf } from '../../../stores/posts/world-file.ts'
import { fileReplies, likeTargets, postOfReply } from '../../../stores/posts/world-file-ties.ts'
import type { Plan } from './parse.ts'

type City = Item<'city'>
type CityMapRefuse = (member: string, reason: string) => Error

function checkCity({ nodes = [], edges = [], destinations = [] }: City, refuse: CityMapRefuse): void {
  const byId = new Map<string, NonNullable<City['nodes']>[number]>()
  for (const [i, node] of nodes.entries()) {
    if (byId.has(node.id)) throw refuse(`nodes[${i}].id`, `${node.id} stands in the city twice`)
    byId.set(node.id, node)
  }
  for (const [i, { from, to, meters, lift = false }] of edges.entries()) {
    const [start, end] = [byId.get(from), byId.get(to)]
    if (start === undefined) throw refuse(`edges[${i}].from`, `no such node ${from}`)
    if (end === undefined) throw refuse(`edges[${i}].to`, `no such node ${to}`)
    if (from === to) throw refuse(`edges[${i}].to`, 'an edge joins two nodes')
    // Lifts and doors may have length 0. Otherwise coordinates are only for drawing and have no unit.
    if (meters === 0 && !lift && (start.x !== end.x || start.y !== end.y))
      throw refuse(`edges[${i}].meters`, 'a street between two points has a length')
  }
  for (const [i, { nodeId }] of destinations.entries())
    if (!byId.has(nodeId)) throw refuse(`destinations[${i}].nodeId`, `no such node ${nodeId}`)
}

export function checkCities({ lists, homes, path }: Plan): void {
  const cityIndexByWorld = new Map<string, number>()
  for (const [index, city] of lists.city.entries()) {
    const home = homes.city[index]!
    if (cityIndexByWorld.has(home))
      throw invalidInput(`${path('city', index, 'worldId')}: the world ${home} has one city`)
    cityIndexByWorld.set(home, index)
    checkCity(city, (member, reason) => invalidInput(`${path('city', index, member)}: ${reason}`))
  }
}

/** The number of parts of the city that cannot be reached from its first node. */
export function countIslands({ nodes = [], edges = [] }: City): number {
  const neighbours = new Map<string, string[]>(nodes.map(({ id }) => [id, []]))
  for (const { from, to } of edges) {
    neighbours.get(from)!.push(to)
    neighbours.get(to)!.push(from)
  }
  const reached = new Set<string>()
  let parts = 0
  for (const { id } of nodes) {
    if (reached.has(id)) continue
    parts += 1
    const open = [id]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (reached.has(next)) continue
      reached.add(next)
      open.push(...neighbours.get(next)!)
    }
  }
  return Math.max(0, parts - 1)
}

/** A conversation has six places; an agent that declined takes none (reading 1.21). */
const ROSTER_MAX = LIMITS.encounter.roster

type Refuse = (index: number, member: string, reason: string) => Error

const refuser =
  ({ path }: Plan, list: WorldFileList): Refuse =>
  (index, member, reason) =>
    invalidInput(`${path(list, index, member)}: ${reason}`)

/** One row per key: a second item for the same key would silently replace the first. */
function requireUnique<L extends WorldFileList>(
  plan: Plan,
  list: L,
  member: string,
  key: (item: Item<L>, index: number) => string,
): void {
  const indexByKey = new Map<string, number>()
  for (const [index, item] of plan.lists[list].entries()) {
    const value = `${plan.homes[list][index]}\0${key(item as Item<L>, index)}`
    const before = indexByKey.get(value)
    if (before !== undefined) throw refuser(plan, list)(index, member, `says the same as ${plan.path(list, before)}`)
    indexByKey.set(value, index)
  }
}

/** A reply never changes its post, its parent answers the same post, and parent chains have no cycle. */
function checkReplies(plan: Plan): void {
  const refuse = refuser(plan, 'replies')
  const inFile = fileReplies(plan)
  const parentOf = (id: string): string | null => {
    const reply = inFile.get(id)
    const stored = plan.stored.get('replies', id)?.parent_reply_id ?? null
    return reply?.parentReplyId === undefined ? stored : reply.parentReplyId
  }
  const ends = new Set<string>()
  for (const [index, { id, postId, parentReplyId }] of plan.lists.replies.entries()) {
    const before = id === undefined ? undefined : plan.stored.get('replies', id)
    if (before !== undefined && before.post_id !== postId)
      throw refuse(index, 'postId', `${id} answers the post ${before.post_id}`)
    if (parentReplyId === undefined || parentReplyId === null) continue
    if (postOfReply(plan, inFile, parentReplyId) !== postId)
      throw refuse(index, 'parentReplyId', `${parentReplyId} answers another post`)
    const walked = new Set<string>(id === undefined ? [] : [id])
    for (let next: string | null = parentReplyId; next !== null && !ends.has(next); next = parentOf(next)) {
      if (walked.has(next)) throw refuse(index, 'parentReplyId', 'the reply would answer itself')
      walked.add(next)
    }
    for (const walkedId of walked) ends.add(walkedId)
  }
}

function checkTies(plan: Plan): void {
  const targets = likeTargets(plan)
  requireUnique(
    plan,
    'likes',
    'agentId',
    ({ agentId }, i) => `${agentId}\0${targets[i]!.postId}\0${targets[i]!.replyId}`,
  )
  for (const [index, { agentId, targetAgentId }] of plan.lists.follows.entries())
    if (agentId === targetAgentId) throw refuser(plan, 'follows')(index, 'targetAgentId', 'nobody follows themselves')
  requireUnique(plan, 'follows', 'targetAgentId', ({ agentId, targetAgentId }) => `${agentId}\0${targetAgentId}`)
  requireUnique(plan, 'reposts', 'postId', ({ agentId, postId }) => `${agentId}\0${postId}`)
}

async function checkThreads(read: Read, plan: Plan): Promise<void> {
  const { lists, homes, stored } = plan
  const refuse = refuser(plan, 'threads')
  const open = new Map<string, number>()
  const pairs = new Map<string, [string, string]>()
  for (const [index, thread] of lists.threads.entries()) {
    const before = thread.id === undefined ? undefined : stored.get('threads', thread.id)
    const pair = pairOf(thread)
    if (before !== undefined && (before.low_agent_id !== pair[0] || before.high_agent_id !== pair[1]))
      throw refuse(index, 'agentIds', `${thread.id} is between others`)
    if (thread.id !== undefined) pairs.set(thread.id, pair)
    if ((thread.status ?? before?.status ?? 'open') !== 'open') continue
    const key = `${homes.threads[index]}\0${pair.join('\0')}`
    if (open.has(key)) throw refuse(index, 'agentIds', 'these two have an open thread in this file already')
    open.set(key, index)
  }
  for (const worldId of new Set(homes.threads)) {
    const low = lists.threads.filter((_, i) => homes.threads[i] === worldId).map((thread) => pairOf(thread)[0])
    for (const row of await rowsBy(read, { table: 'threads', column: 'low_agent_id', worldId }, new Set(low))) {
      const index = open.get(`${worldId}\0${row.low_agent_id}\0${row.high_agent_id}`)
      if (row.status !== 'open' || index === undefined) continue
      const { id } = lists.threads[index]!
      const closing = lists.threads.some((thread) => thread.id === row.id && thread.status === 'closed')
      // Without an id the open thread of the two agents is used.
      if (id !== undefined && id !== row.id && !closing)
        throw refuse(index, 'agentIds', `these two have the open thread ${row.id}`)
    }
  }
  for (const [index, { threadId, agentId }] of lists.messages.entries()) {
    const row = stored.get('threads', threadId)
    const members = pairs.get(threadId) ?? [row?.low_agent_id, row?.high_agent_id]
    if (!members.includes(agentId))
      throw refuser(plan, 'messages')(index, 'agentId', `${agentId} is not in ${threadId}`)
  }
}

const bare = (handle: string): string => handle.replace(/^@/, '')

async function checkHandles(read: Read, plan: Plan): Promise<void> {
  const { lists, homes } = plan
  const refuse = refuser(plan, 'agents')
  requireUnique(plan, 'agents', 'handle', ({ handle }) => foldHandle(bare(handle)))
  for (const worldId of new Set(homes.agents)) {
    const wanted = new Map<string, number>()
    for (const [index, { handle }] of lists.agents.entries())
      if (homes.agents[index] === worldId) wanted.set(foldHandle(bare(handle)), index)
    for (const row of await rowsBy(read, { table: 'agents', column: 'handle_folded', worldId }, wanted.keys())) {
      const index = wanted.get(row.handle_folded)!
      if (lists.agents[index]!.id !== row.id)
        throw refuse(index, 'handle', `${lists.agents[index]!.handle} is the handle of ${row.id}`)
    }
  }
}

function checkMinds(plan: Plan): void {
  for (const list of ['memories', 'moods', 'reputations', 'topicProfiles'] as const)
    requireUnique(plan, list, 'agentId', (item: { agentId: string }) => item.agentId)
  for (const [index, { agentId, otherAgentId }] of plan.lists.relationships.entries())
    if (agentId === otherAgentId) throw refuser(plan, 'relationships')(index, 'otherAgentId', 'is the agent itself')
  requireUnique(plan, 'relationships', 'otherAgentId', ({ agentId, otherAgentId }) => `${agentId}\0${otherAgentId}`)
}

type Participant = NonNullable<Item<'encounters'>['participants']>[number]

const holdsPlace = ({ state, leftAt }: Participant): boolean =>
  state !== 'declined' && state !== 'expired' && (leftAt ?? null) === null

function checkBodies(plan: Plan): void {
  for (const [index, { departAt, arriveAt }] of plan.lists.journeys.entries())
    if (departAt && arriveAt && parseIso(arriveAt)! < parseIso(departAt)!)
      throw refuser(plan, 'journeys')(index, 'arriveAt', 'lies before departAt')
  for (const [index, { participants = [] }] of plan.lists.encounters.entries()) {
    const refuse = refuser(plan, 'encounters')
    const participantIds = new Set<string>()
    for (const [i, { agentId }] of participants.entries()) {
      if (participantIds.has(agentId))
        throw refuse(index, `participants[${i}].agentId`, `${agentId} takes part already`)
      participantIds.add(agentId)
    }
    if (participants.filter(holdsPlace).length > ROSTER_MAX)
      throw refuse(index, 'participants', `a conversation has at most ${ROSTER_MAX}, not counting who declined or left`)
  }
  for (const [index, { whiteAgentId, blackAgentId }] of plan.lists.games.entries())
    if (whiteAgentId === blackAgentId) throw refuser(plan, 'games')(index, 'blackAgentId', 'nobody plays themselves')
}

/** An id keeps its pair of agents, because swapping two edges would conflict during the write. */
async function checkRelationships(read: Read, plan: Plan): Promise<void> {
  const { lists, homes } = plan
  for (const worldId of new Set(homes.relationships)) {
    const indexById = new Map<string, number>()
    for (const [index, { id }] of lists.relationships.entries())
      if (id !== undefined && homes.relationships[index] === worldId) indexById.set(id, index)
    for (const row of await rowsBy(read, { table: 'relationships', column: 'id', worldId }, indexById.keys())) {
      const index = indexById.get(row.id)!
      const { agentId, otherAgentId } = lists.relationships[index]!
      if (row.agent_id !== agentId || row.other_agent_id !== otherAgentId)
        throw refuser(plan, 'relationships')(
          index,
          'id',
          `${row.id} is the edge from ${row.agent_id} to ${row.other_agent_id}`,
        )
    }
  }
}

/** Checks the relations between items, before the first write. */
export async function checkRules(read: Read, plan: Plan): Promise<void> {
  checkReplies(plan)
  checkTies(plan)
  checkMinds(plan)
  checkCities(plan)
  checkBodies(plan)
  await checkHandles(read, plan)
  await checkRelationships(read, plan)
  await checkThreads(read, plan)
}
