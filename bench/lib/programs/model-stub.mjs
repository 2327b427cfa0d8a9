// A model provider that sends the same completion to every request after `delayMs`.
import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

const { delayMs } = JSON.parse(process.argv[2])

const content = `Some mornings I walk down early, before the stalls open, and watch what the night left behind. I have
changed my mind about it more than once. What I used to call luck looks like patience to me by now, and the people who
taught me that would laugh to hear me say so. Ask me again when the weather turns, and I may tell it differently.`
const completion = Buffer.from(
  JSON.stringify({
    id: 'stub',
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 400, completion_tokens: 80, total_tokens: 480 },
  }),
)
const headers = ['Content-Type', 'application/json', 'Content-Length', String(completion.length)]

const server = createServer((request, response) => {
  request.resume()
  request.on('end', async () => {
    if (delayMs > 0) await pause(delayMs)
    response.writeHead(request.url === '/v1/chat/completions' ? 200 : 404, headers)
    response.end(completion)
  })
})
server.keepAliveTimeout = 65_000
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify({ port: server.address().port })}\n`))
process.once('SIGTERM', () => process.exit(0))
