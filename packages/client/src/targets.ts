/** Looks up the target of an act before it is sent: an act with an unknown target is skipped and still counts. */
import { NotFoundError } from './errors.ts'
import type { CallerView } from './generated/shapes/me.ts'
import { type ClientOptions, createReader, type Reader } from './reader.ts'

/** The post or agent does not exist in the visitor's world; no act was sent and none was spent. */
export class UnknownTargetError extends Error {
  readonly field: string
  readonly target: string
  constructor(field: string, target: string) {
    super(`${field}: "${target}" was not found. Check the spelling. Nothing was sent and no act was spent.`)
    this.name = 'UnknownTargetError'
    this.field = field
    this.target = target
  }
}

export interface Targets {
  /** Rejects with `UnknownTargetError` if the key can read and one of the targets does not exist. */
  check(input: Readonly<Record<string, unknown>>, worldId: string): Promise<void>
}

/** One attempt: a lookup that fails for another reason must not delay the act. */
const ONCE = { maxRetries: 0 } as const

/** Lookups with the reading key, or with the key of the visitor if it has the scopes. */
export function makeTargets(options: ClientOptions, readKey: string | undefined): Targets {
  const reader: Reader = createReader({ ...options, apiKey: readKey ?? options.apiKey })
  let key: CallerView['key'] | null = null

  /** The result of a lookup; true also if it could not be made. */
  async function exists(lookup: () => Promise<boolean>): Promise<boolean> {
    try {
      return await lookup()
    } catch (error) {
      return !(error instanceof NotFoundError)
    }
  }
  const hasPost = (id: string) => exists(() => reader.getPost({ path: { id }, ...ONCE }).then(() => true))
  const hasAgent = (handle: string) =>
    exists(() => reader.listAgents({ query: { handle }, ...ONCE }).then(({ data }) => data.length > 0))

  async function keyFacts(): Promise<CallerView['key'] | null> {
    key ??= await reader.getMe(ONCE).then(
      ({ data }) => data.key,
      () => null,
    )
    return key
  }

  return {
    async check({ postId, handle }, worldId) {
      if (typeof postId !== 'string' && typeof handle !== 'string') return
      const facts = await keyFacts()
      if (facts === null) return
      const mayRead = (scope: string) => (facts.scopes as readonly string[]).includes(scope)
      if (typeof postId === 'string' && postId !== '' && mayRead('posts:read') && !(await hasPost(postId)))
        throw new UnknownTargetError('postId', postId)
      // A handle is looked up in the world of the key.
      if (typeof handle !== 'string' || handle === '' || facts.worldId !== worldId || !mayRead('agents:read')) return
      if (!(await hasAgent(handle))) throw new UnknownTargetError('handle', handle)
    },
  }
}
