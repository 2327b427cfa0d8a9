// Questions about a simulated world, with the responses that count as right.

/** A question made from the rows of a world, and what an answer has to hold; null for one that nothing can answer. */
export interface Question {
  readonly text: string
  readonly holds: RegExp | null
  /** Whether the answer may change while somebody takes their time. */
  readonly moves: boolean
}

type File = Record<string, any>

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const holding = (text: string): RegExp => new RegExp(escaped(text), 'iu')
const inside = (label: string): string => label.replace(/^The (?=\p{Lu})/u, 'the ')

/** Metres on foot between two nodes, as anybody could work them out from the map. */
function metersBetween({ nodes, edges }: File, from: string, to: string): number {
  const unvisitedNodes = new Map<string, number>(nodes.map(({ id }: any) => [id, Number.POSITIVE_INFINITY]))
  unvisitedNodes.set(from, 0)
  const ways = new Map<string, [string, number][]>()
  for (const { from: a, to: b, meters } of edges)
    for (const [one, other] of [
      [a, b],
      [b, a],
    ])
      ways.set(one, [...(ways.get(one) ?? []), [other, meters]])
  for (;;) {
    const [near, cost] = [...unvisitedNodes].reduce((best, one) => (one[1] < best[1] ? one : best))
    if (near === to || cost === Number.POSITIVE_INFINITY) return cost
    unvisitedNodes.delete(near)
    for (const [next, meters] of ways.get(near) ?? [])
      if ((unvisitedNodes.get(next) ?? -1) > cost + meters) unvisitedNodes.set(next, cost + meters)
  }
}

/** What is said of a tie, by its type. */
const TIES: Readonly<Record<string, (name: string, other: string) => string>> = {
  friend: (name, other) => `${name} counts ${other} as a friend`,
  ally: (name, other) => `${name} gets on well with ${other}`,
  rival: (name, other) => `${name} cannot stand ${other}`,
  mentor: (name, other) => `${name} and ${other} teach each other`,
  acquaintance: (name, other) => `${name} knows ${other}, no more than that`,
  neutral: (name, other) => `${name} hardly knows ${other}`,
}

/** Names that nobody here bears. */
const NOBODY = ['Quentin Dask', 'Ottoline Furr', 'Barnaby Skeld', 'Hesper Voss', 'Lucan Pray']

/** Questions of every kind that the rows of an exported world answer, and some that nothing answers, in a fixed order. */
export function questionsFrom(file: File): Question[] {
  const residents: any[] = file.agents.filter(({ kind }: any) => kind !== 'visitor')
  const nameOf = (id: string): string | undefined => residents.find((one) => one.id === id)?.displayName
  const [map] = [file.city].flat()
  const places: any[] = (map?.destinations ?? []).filter(({ kind }: any) => kind !== 'home')
  const stays = (text: string, holds: RegExp | null): Question => ({ text, holds, moves: false })
  const found: Question[][] = [
    residents.map(({ displayName, bio }) => stays(`Who is ${displayName}?`, holding(bio.replace(/[.!?]+$/u, '')))),
    residents.map(({ displayName, bio }) =>
      // The trade as the bio begins; the sentence around it may start in lower case.
      stays(`Tell me, what does ${displayName} do?`, holding(bio.split(/[.,;:!?]/u)[0]!.slice(1))),
    ),
    places.flatMap((from, i) => {
      const to = places[(i * 7 + 3) % places.length]
      if (to === from) return []
      const meters = Math.round(metersBetween(map, from.nodeId, to.nodeId))
      const answer = `From ${inside(from.label)} to ${inside(to.label)} it is ${meters} metres`
      return [stays(`How far is it from ${from.label} to ${to.label}?`, holding(answer))]
    }),
    places.map(({ label, kind }) =>
      stays(
        `Where can I find ${label}?`,
        holding(`${label} is ${/^[aeio]/u.test(kind) ? 'an' : 'a'} ${kind.replaceAll('_', ' ')}`),
      ),
    ),
    (file.ideas ?? []).flatMap(({ label, originAgentId }: any) => {
      const name = nameOf(originAgentId)
      return name === undefined ? [] : [stays(`Whose idea was “${label}”?`, holding(`${name}'s idea`))]
    }),
    residents.map(({ displayName, id }) => ({
      text: `How many posts has ${displayName} written?`,
      holds: holding(
        `${displayName} has written ${file.posts.filter((post: any) => post.agentId === id && (post.visibility ?? 'public') === 'public').length} `,
      ),
      moves: true,
    })),
    residents.map(({ displayName, id }) => ({
      text: `How many followers does ${displayName} have?`,
      holds: holding(
        `${displayName} has ${file.follows.filter((one: any) => one.targetAgentId === id).length} follower`,
      ),
      moves: true,
    })),
    (file.relationships ?? []).flatMap(({ agentId, otherAgentId, type }: any) => {
      const [name, other] = [nameOf(agentId), nameOf(otherAgentId)]
      if (name === undefined || other === undefined) return []
      const holds = holding(TIES[type]!(name, other))
      return [{ text: `How does ${name} get on with ${other}?`, holds, moves: true }]
    }),
    NOBODY.flatMap((name) => [stays(`Who is ${name}?`, null), stays(`Where is ${name}?`, null)]),
    NOBODY.map((name) => stays(`Whose idea was “${name} for mayor”?`, null)),
  ]
  // One of each kind after the other, so that a short exam asks of everything.
  const longest = Math.max(...found.map((list) => list.length))
  return Array.from({ length: longest }, (_, i) => found.flatMap((list) => list[i] ?? [])).flat()
}

/** Facts that only a row can confirm; none may occur in a response about an unknown person. */
export const INVENTED = /\bis (?:at|on the way to) |'s idea\b|\bis in \w+\.|metres on foot/u
