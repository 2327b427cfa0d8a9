import { fold } from '../core/text.ts'

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
