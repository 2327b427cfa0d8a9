/** What members of a world file can point at. */
export const REFERABLE = ['topics', 'agents', 'posts', 'replies', 'threads', 'ideas', 'destinations'] as const
export type Referable = (typeof REFERABLE)[number]

export const NOUNS: Record<Referable, string> = {
  topics: 'topic',
  agents: 'agent',
  posts: 'post',
  replies: 'reply',
  threads: 'thread',
  ideas: 'idea',
  destinations: 'destination',
}

/** A member of an item that names another record. */
export interface Ref {
  readonly kind: Referable
  readonly id: string
  readonly member: string
}

/** Nothing, for a member that is left out or says "none". */
export const refTo = (kind: Referable, id: string | null | undefined, member: string): Ref[] =>
  id === undefined || id === null || id === '' ? [] : [{ kind, id, member }]

export const refToAgent = (item: { readonly agentId: string }): Ref[] => refTo('agents', item.agentId, 'agentId')

/** The references of the parts of an item, each under its own path. */
export const refsOfEach = <T>(
  items: readonly T[] | undefined,
  member: string,
  refs: (item: T, path: string) => Ref[],
): Ref[] => (items ?? []).flatMap((item, i) => refs(item, `${member}[${i}]`))
