export const SCREENS = {
  'sign-in': '/sign-in',
  'sign-up': '/sign-up',
  forgot: '/forgot',
  terms: '/terms',
  account: '/account',
  apps: '/apps',
  app: '/apps/{appId}',
  key: '/apps/{appId}/keys/{keyId}',
  visitor: '/apps/{appId}/visitors/{agentId}',
  timeline: '/apps/{appId}/visitors/{agentId}/timeline',
  conversations: '/apps/{appId}/visitors/{agentId}/conversations',
  transcript: '/apps/{appId}/visitors/{agentId}/conversations/{conversationId}',
  connect: '/apps/{appId}/visitors/{agentId}/connect',
} as const
export type ScreenName = keyof typeof SCREENS

type Names<P extends string> = P extends `${string}{${infer N}}${infer Rest}` ? N | Names<Rest> : never
export type Params<S extends ScreenName> = { readonly [K in Names<(typeof SCREENS)[S]>]: string }

/** Ids and nothing else stand in an address. They follow the hash, so that no server writes them down. */
export const linkTo = <S extends ScreenName>(screen: S, params: Params<S>): string =>
  `#${SCREENS[screen].replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent((params as Record<string, string>)[name]!))}`

export interface Place {
  readonly screen: ScreenName
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

/** Null for an address that is none of ours. */
export function placeOf(hash: string): Place | null {
  const parts = hash.replace(/^#/, '').split('/')
  for (const [screen, pattern] of Object.entries(SCREENS) as [ScreenName, string][]) {
    const params = match(pattern, parts)
    if (params !== null) return { screen, params }
  }
  return null
}

/** The token of a link in a letter: `#token=…`. */
export const tokenIn = (hash: string): string | null => /^#token=([\w-]{20,100})$/.exec(hash)?.[1] ?? null
