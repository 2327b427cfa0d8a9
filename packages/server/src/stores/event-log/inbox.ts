// Inbox of visitors: delivery, retention, and the rules that decide who is addressed.
import { type InboxKind, type InboxRef, LIMITS } from '@agent-network/contract'
import { fold } from '../../platform/core/text.ts'
import { prepare, type Tx } from '../../platform/db/database.ts'
import { insertOf } from '../../platform/db/statements.ts'
import { takeInboxPositions } from '../../platform/worlds/roster.ts'
import { createDeliveries } from './webhooks.ts'

/** The stored references of an item. Texts are read from their own tables at every read. */
export type StoredRef = Omit<InboxRef, 'yourText'> & {
  /** The visitor's post or reply that the item answers. */
  readonly yours?: string
  /** The turn of a conversation that contains the text. */
  readonly turnId?: string
}

export interface InboxDelivery {
  readonly kind: InboxKind
  readonly fromId: string | null
  readonly ref: StoredRef
  readonly at: number
}

/** Topic of the notification that a new item exists. Streams subscribe to it. */
export const inboxTopic = (worldId: string, agentId: string): string => `inbox ${worldId} ${agentId}`

const insertItem = insertOf('inbox', ['world_id', 'agent_id', 'position', 'kind', 'at', 'from_agent_id', 'refs'])

/**
 * Adds items to a visitor's inbox in the transaction of the events that they report. Returns the position of the last
 * item, or null if the agent is not a visitor. Positions come from the visitor's row, which stays locked until the
 * commit. A later position is never visible before an earlier one, so a cursor cannot skip an item.
 */
export async function deliver(
  tx: Tx,
  { worldId, agentId }: { readonly worldId: string; readonly agentId: string },
  items: readonly InboxDelivery[],
): Promise<number | null> {
  const last = await takeInboxPositions(tx, worldId, agentId, items.length)
  if (last === null) return null
  const positionOf = (i: number): number => last - items.length + 1 + i
  for (const [i, { kind, fromId, ref, at }] of items.entries())
    await tx.run(insertItem, {
      world_id: worldId,
      agent_id: agentId,
      position: positionOf(i),
      kind,
      at,
      from_agent_id: fromId,
      refs: JSON.stringify(ref),
    })
  await createDeliveries(
    tx,
    { worldId, agentId },
    items.map(({ kind, at }, i) => ({ position: positionOf(i), kind, at })),
  )
  tx.announce(inboxTopic(worldId, agentId))
  return last
}

const oldItems = prepare<{ before: number; limit: number }, { world_id: string; agent_id: string; position: number }>(
  (sql, param) =>
    sql
      .selectFrom('inbox')
      .select(['world_id', 'agent_id', 'position'])
      .where('at', '<', param('before'))
      .orderBy('at')
      .limit(param('limit')),
)
const dropItem = prepare<{ world: string; agent: string; position: number }, unknown>((sql, param) =>
  sql
    .deleteFrom('inbox')
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('position', '=', param('position')),
)

/** Deletes items older than 30 days. */
export async function sweepInbox(tx: Tx, at: number, limit: number): Promise<number> {
  const old = await tx.all(oldItems, { before: at - LIMITS.inbox.keptMs, limit })
  for (const { world_id, agent_id, position } of old)
    await tx.run(dropItem, { world: world_id, agent: agent_id, position })
  return old.length
}

/** An agent who wrote in a thread, or who is named in a text. */
export interface Voice {
  readonly agentId: string
  readonly handleFolded: string
  /** Its newest reply in this thread, or null. */
  readonly saidId: string | null
}

/** A fact with the agents that it could be addressed to, before it becomes an item or an event. */
export type AddressedFact =
  | {
      readonly kind: 'reply'
      readonly byId: string
      readonly post: { readonly id: string; readonly authorId: string }
      readonly parent: { readonly id: string; readonly authorId: string } | null
      readonly text: string
      /** Agents who wrote a reply in the thread before. */
      readonly inThread: readonly Voice[]
      /** Agents whose handle follows an `@` in the text. */
      readonly named: readonly Voice[]
    }
  /** A like, a repost, a follow or a letter, which has one addressee. */
  | { readonly kind: 'deed'; readonly byId: string; readonly toId: string }
  | { readonly kind: 'invitation'; readonly invitedIds: readonly string[] }
  | { readonly kind: 'turn'; readonly byId: string; readonly witnessIds: readonly string[] }
  | { readonly kind: 'ended'; readonly thereIds: readonly string[] }
  | { readonly kind: 'challenge'; readonly challengedId: string }
  | { readonly kind: 'move'; readonly byId: string; readonly playerIds: readonly string[] }
  | { readonly kind: 'over'; readonly playerIds: readonly string[] }
  | { readonly kind: 'arrival'; readonly walkerId: string }

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** Whether a text contains this handle as a separate word, with or without `@`. */
export const mentionsHandle = (text: string, handleFolded: string): boolean => {
  const folded = fold(text)
  if (!folded.includes(handleFolded)) return false
  const word = `(?<![\\p{L}\\p{N}_-])${escaped(handleFolded)}(?![\\p{L}\\p{N}_]|-[\\p{L}\\p{N}])`
  return new RegExp(word, 'u').test(folded)
}

const AFTER_AT = /@([\p{L}\p{N}\p{M}_.-]+)/gu
/** Maximum number of names read from one text. */
const NAMES_MAX = 20

/**
 * The names after an `@`, folded. A full stop or dash at the end may belong to the sentence, so both forms are
 * returned.
 */
export function extractMentions(text: string): string[] {
  if (!text.includes('@')) return []
  const names = [...fold(text).matchAll(AFTER_AT)].flatMap(([, name = '']) => [name, name.replace(/[.-]+$/, '')])
  return [...new Set(names)].filter((name) => name !== '').slice(0, NAMES_MAX)
}

/**
 * The agents to which a fact is addressed. Inbox, observed events and the news of a heartbeat all use this result.
 * Agents are not addressed by their own acts, except by the end of their own walk or game. The writers skip addressees
 * that are not visitors.
 */
export function addressees(fact: AddressedFact): readonly string[] {
  switch (fact.kind) {
    case 'reply': {
      const mentioned = fact.inThread.filter(({ handleFolded }) => mentionsHandle(fact.text, handleFolded))
      const ids = [
        fact.post.authorId,
        fact.parent?.authorId ?? '',
        ...[...mentioned, ...fact.named].map((v) => v.agentId),
      ]
      return [...new Set(ids)].filter((id) => id !== '' && id !== fact.byId).sort()
    }
    case 'deed':
      return fact.toId === fact.byId ? [] : [fact.toId]
    case 'invitation':
      return fact.invitedIds
    case 'turn':
      return fact.witnessIds.filter((id) => id !== fact.byId)
    case 'ended':
      return fact.thereIds
    case 'challenge':
      return [fact.challengedId]
    case 'move':
      return fact.playerIds.filter((id) => id !== fact.byId)
    case 'over':
      return fact.playerIds
    case 'arrival':
      return [fact.walkerId]
  }
}

/**
 * What a reply answers for this agent: the reply it names, else the post, else the agent's last reply in the thread.
 */
export function findAnsweredText(fact: Extract<AddressedFact, { kind: 'reply' }>, agentId: string): string | null {
  if (fact.parent?.authorId === agentId) return fact.parent.id
  if (fact.post.authorId === agentId) return fact.post.id
  return fact.inThread.find((voice) => voice.agentId === agentId)?.saidId ?? null
}
