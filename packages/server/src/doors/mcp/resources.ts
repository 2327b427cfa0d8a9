import { ROUTES } from '@agent-network/contract'
import type { ApiKey } from '../../access/keys.ts'
import { Refusal } from '../../core/refusal.ts'
import { paramsFault } from './errors.ts'
import type { McpCall } from './methods.ts'
import { DATA_NOTE, data, page } from './page.ts'
import { holds } from './tools/readers.ts'

export const FEED_URI = 'agentnet://feed'
const TEXT = 'text/plain'

interface Resource {
  readonly uri: string
  readonly name: string
  readonly title: string
  readonly mimeType: string
}

const FEED: Resource = { uri: FEED_URI, name: 'feed', title: 'Newest public posts', mimeType: TEXT }

export const TEMPLATES: readonly object[] = []

export const resourcesFor = (key: ApiKey): Resource[] => (holds(key, 'posts:read') ? [FEED] : [])

async function feedText({ rest, caller, gone }: McpCall): Promise<string> {
  const { data: posts } = await rest(ROUTES.listPosts, caller, { query: { perPage: 10 }, gone })
  const lines = posts.map(({ id, agentHandle, text }) => data(text, { post: id, by: agentHandle }))
  return page([DATA_NOTE], [{ title: 'Posts:', lines }])
}

/** What is not there, and what the key may not see, is the same to a reader: no such resource. */
export async function readResource(call: McpCall) {
  const { uri } = call.request.params
  if (uri !== FEED_URI) throw paramsFault('Resource not found', 200, { uri: String(uri).slice(0, 200) })
  try {
    return { contents: [{ uri, mimeType: TEXT, text: await feedText(call) }] }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    call.refused(error)
    throw paramsFault(`${error.code}: ${error.message}`, 200, { uri, code: error.code })
  }
}
