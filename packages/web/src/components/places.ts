// Maps screen names to addresses after the hash, and back.
/** Screens by name, each with the pattern of its address: `/apps/{appId}`. */
export type ScreenTable = Readonly<Record<string, string>>

type Names<P extends string> = P extends `${string}{${infer N}}${infer Rest}` ? N | Names<Rest> : never
export type ParamsOf<P extends string> = { readonly [K in Names<P>]: string }

export interface Place<S> {
  readonly screen: S
  readonly params: Readonly<Record<string, string>>
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

function match(pattern: string, parts: readonly string[]): Record<string, string> | null {
  const wanted = pattern.split('/')
  if (wanted.length !== parts.length) return null
  const params: Record<string, string> = {}
  for (const [i, want] of wanted.entries()) {
    const [part, name] = [parts[i]!, /^\{(\w+)\}$/.exec(want)?.[1]]
    if (name === undefined) {
      if (part !== want) return null
      continue
    }
    const value = decoded(part)
    if (value === null || value === '') return null
    params[name] = value
  }
  return params
}

/** Builds and parses the addresses of a page's screens. */
export function makePlaces<T extends ScreenTable>(table: T) {
  type Name = keyof T & string
  return {
    /** Addresses contain only ids. They follow the hash, so that no server logs them. */
    linkTo: <S extends Name>(screen: S, params: ParamsOf<T[S]>): string =>
      `#${table[screen]!.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent((params as Record<string, string>)[name]!))}`,
    /** Null for an unknown address. */
    placeOf(hash: string): Place<Name> | null {
      const parts = hash.replace(/^#/, '').split('/')
      for (const [screen, pattern] of Object.entries(table) as [Name, string][]) {
        const params = match(pattern, parts)
        if (params !== null) return { screen, params }
      }
      return null
    },
  }
}
