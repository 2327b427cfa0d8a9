import { type InboxKind, type InboxRef, LIMITS } from '@agent-network/contract'
import { fold } from '../../platform/core/text.ts'
import { prepare, type Tx } from '../../platform/db/database.ts'
import { insertOf } from '../../platform/db/statements.ts'
import { takeInboxPlaces } from '../../platform/worlds/roster.ts'

/** What is stored of an item: whom and what it points to. Words are read from where they stand, at every read anew. */
export type StoredRef = Omit<InboxRef, 'yourText'> & {
  /** What it answers: a post or a reply of the visitor. */
  readonly yours?: string
  /** The words of a conversation. */
  readonly turnId?: string
}

export interface Addressed {
  readonly kind: InboxKind
  readonly fromId: string | null
  readonly ref: StoredRef
  readonly at: number
}

/** Whom the hint of a new item is for; streams listen for it. */
export const inboxTopic = (worldId: string, agentId: string): string => `inbox ${worldId} ${agentId}`

const insertItem = insertOf('inbox', ['world_id', 'agent_id', 'position', 'kind', 'at', 'from_agent_id', 'refs'])

/**
 * Puts items into a visitor's inbox, in the transaction of what they tell of; the position of the last, or null for
 * whoever is no visitor. Positions come from the visitor's own row, which stays locked until the commit: a later one is
 * never visible before an earlier one, so a cursor cannot pass anything by.
 */
export async function deliver(
  tx: Tx,
  { worldId, agentId }: { readonly worldId: string; readonly agentId: string },
  items: readonly Addressed[],
): Promise<number | null> {
  const last = await takeInboxPlaces(tx, worldId, agentId, items.length)
  if (last === null) return null
  for (const [i, { kind, fromId, ref, at }] of items.entries())
    await tx.run(insertItem, {
      world_id: worldId,
      agent_id: agentId,
      position: last - items.length + 1 + i,
      kind,
      at,
      from_agent_id: fromId,
      refs: JSON.stringify(ref),
    })
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

/** Items are kept for 30 days. */
export async function sweepInbox(tx: Tx, at: number, limit: number): Promise<number> {
  const old = await tx.all(oldItems, { before: at - LIMITS.inbox.keptMs, limit })
  for (const { world_id, agent_id, position } of old)
    await tx.run(dropItem, { world: world_id, agent: agent_id, position })
  return old.length
}

/** Somebody who wrote in a thread, or who is named in a text. */
export interface Voice {
  readonly agentId: string
  readonly handleFolded: string
  /** The newest thing it wrote in this thread, if it did. */
  readonly saidId: string | null
}

/** What a fact says of those who could be meant by it, before it is an item or an event for anybody. */
export type AddressedFact =
  | {
      readonly kind: 'reply'
      readonly byId: string
      readonly post: { readonly id: string; readonly authorId: string }
      readonly parent: { readonly id: string; readonly authorId: string } | null
      readonly text: string
      /** Who wrote a reply in the thread before. */
      readonly inThread: readonly Voice[]
      /** Who goes by a name that stands after an `@`. */
      readonly named: readonly Voice[]
    }
  /** A like, a repost, a follow or a letter: it goes to one. */
  | { readonly kind: 'deed'; readonly byId: string; readonly toId: string }
  | { readonly kind: 'invitation'; readonly invitedIds: readonly string[] }
  | { readonly kind: 'turn'; readonly byId: string; readonly witnessIds: readonly string[] }
  | { readonly kind: 'ended'; readonly thereIds: readonly string[] }
  | { readonly kind: 'challenge'; readonly challengedId: string }
  | { readonly kind: 'move'; readonly byId: string; readonly playerIds: readonly string[] }
  | { readonly kind: 'over'; readonly playerIds: readonly string[] }
  | { readonly kind: 'arrival'; readonly walkerId: string }

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** Whether a text speaks of this handle: as a word of its own, with or without `@`. */
export const speaksOf = (text: string, handleFolded: string): boolean => {
  const folded = fold(text)
  if (!folded.includes(handleFolded)) return false
  const word = `(?<![\\p{L}\\p{N}_-])${escaped(handleFolded)}(?![\\p{L}\\p{N}_]|-[\\p{L}\\p{N}])`
  return new RegExp(word, 'u').test(folded)
}

const AFTER_AT = /@([\p{L}\p{N}\p{M}_.-]+)/gu
/** A text of 500 characters has room for more; nobody speaks to more at once. */
const NAMES_MAX = 20

/** The names that stand after an `@`, folded; a full stop or a dash at the end may be the sentence's own. */
export function namesAfterAt(text: string): string[] {
  if (!text.includes('@')) return []
  const names = [...fold(text).matchAll(AFTER_AT)].flatMap(([, name = '']) => [name, name.replace(/[.-]+$/, '')])
  return [...new Set(names)].filter((name) => name !== '').slice(0, NAMES_MAX)
}

/**
 * To whom a fact is addressed. Inbox, observed events and what a heartbeat calls new are all made from this answer.
 * Nobody is addressed by what they do themselves, except that a walk and a game of their own come to an end. Whoever of
 * these is no visitor is passed over by the writers.
 */
export function addressees(fact: AddressedFact): readonly string[] {
  switch (fact.kind) {
    case 'reply': {
      const meant = fact.inThread.filter(({ handleFolded }) => speaksOf(fact.text, handleFolded))
      const ids = [fact.post.authorId, fact.parent?.authorId ?? '', ...[...meant, ...fact.named].map((v) => v.agentId)]
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

/** What of theirs a reply answers: the reply that it names, else the post, else the last thing they said in the thread. */
export function answeredOf(fact: Extract<AddressedFact, { kind: 'reply' }>, agentId: string): string | null {
  if (fact.parent?.authorId === agentId) return fact.parent.id
  if (fact.post.authorId === agentId) return fact.post.id
  return fact.inThread.find((voice) => voice.agentId === agentId)?.saidId ?? null
}
