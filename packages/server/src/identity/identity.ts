import type { Deps } from '../deps.ts'
import { type BuiltIn, makeBuiltIn } from './built-in.ts'
import { type CodeFlow, makeCodeFlow } from './code-flow.ts'
import { type Identity, verifyIdToken } from './id-token.ts'
import { cachedKeySet, fetchKeySet } from './key-set.ts'

export type { Identity }

export interface IdentityProvider {
  /** Whether this server signs people in itself. */
  readonly builtIn: boolean
  /** Null when an outside provider issues the ID tokens. */
  readonly own: BuiltIn | null
  /** Null unless this server is a client of an outside provider. */
  readonly codeFlow: CodeFlow | null
  /** Refused with UNAUTHORIZED; anything else thrown means that it could not be found out. */
  verify(idToken: string, at: number): Promise<Identity>
}

/** An outside provider if one is configured, else our own sign-in; either way tokens pass the same checks. */
export function makeIdentityProvider(deps: Deps): IdentityProvider {
  const outside = deps.config.identity
  if (outside === null) {
    const own = makeBuiltIn(deps)
    return { builtIn: true, own, codeFlow: null, verify: own.verify }
  }
  const keys = cachedKeySet(() => fetchKeySet(outside), deps.ambient.elapsed)
  const verify: IdentityProvider['verify'] = async (idToken, at) =>
    (await verifyIdToken(idToken, outside, keys, at)).identity
  return { builtIn: false, own: null, codeFlow: makeCodeFlow(deps, outside, { verify }), verify }
}
