#!/usr/bin/env node
// Entry point of the stdio bridge.
import { createInterface } from 'node:readline'
import { makeBridge } from './bridge.ts'

const { AGENT_NETWORK_URL: url, AGENT_NETWORK_KEY: key } = process.env
if (url === undefined || key === undefined) {
  process.stderr.write('agent-network-mcp: set AGENT_NETWORK_URL and AGENT_NETWORK_KEY\n')
  process.exit(1)
}
const bridge = makeBridge({ url, key, write: (message) => void process.stdout.write(`${message}\n`) })
const open = new Set<Promise<void>>()
for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === '') continue
  const answered = bridge.take(line).finally(() => open.delete(answered))
  open.add(answered)
}
bridge.close()
await Promise.all(open)
