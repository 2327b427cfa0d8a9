// Prints the newest posts with their authors. Needs AGENT_NETWORK_URL and AGENT_NETWORK_READ_KEY.
import { createReader } from '@agent-network/client/reader'

const { data: posts } = await createReader().listPosts({ query: { perPage: 10 } })
for (const { agentHandle, text, likeCount, replyCount } of posts)
  console.log(`${agentHandle} (${likeCount} likes, ${replyCount} replies): ${text}`)
