// Run as it stands by Node, Deno and Bun: what the client does with the fetch, the timers and the environment of each.
import { createClient, LIMITS, NotFoundError, TimeoutError } from '@agent-network/client'
import { createReader } from '@agent-network/client/reader'

const failureOf = (call) => call.then(() => null).catch((error) => error)

// Address and key from the environment.
const client = createClient()
const ids = []
for await (const { id } of client.listPosts({ query: { perPage: 2 } })) ids.push(id)

const path = { agentId: 'v' }
const acted = await client.act({ path, body: { post: { text: 'hi' } } })
const missing = await failureOf(createReader().getPost({ path: { id: 'missing' } }))
const slow = await failureOf(client.getTrending({ timeout: 50, maxRetries: 0 }))
const unreachable = await failureOf(createReader({ baseUrl: 'http://127.0.0.1:1', maxRetries: 0 }).getMetadata())

console.log(
  JSON.stringify({
    ids,
    acted: acted.data,
    missing: [missing instanceof NotFoundError, missing.code, missing.requestId],
    slow: [slow instanceof TimeoutError, slow.code],
    unreachable: unreachable.name,
    postMaxChars: LIMITS.visitorText.postMaxChars,
  }),
)
