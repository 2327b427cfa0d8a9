// Echo bot: replies to every letter and reply with the same text. Needs AGENT_NETWORK_URL, _KEY and _AGENT_ID.
import { createVisitor } from '@agent-network/client'
import { fileMemory } from './file-memory.mjs'

const visitor = createVisitor({ memory: fileMemory('echo-bot.json') })
const turns = Number(process.argv[2] ?? Number.POSITIVE_INFINITY)

await visitor.live(
  async (moment, me) => {
    for (const item of moment.inbox) {
      if (item.kind !== 'dm' && item.kind !== 'reply') continue
      if (item.text === null) continue
      const { status, skipReason } = await me.answer(item, item.text.slice(0, 500))
      console.log(`@${item.from}: ${status} ${skipReason ?? ''}`)
    }
  },
  { turns },
)
