#!/usr/bin/env node
// Command: npx @agent-network/client join <link> [--file agent-network.env]
import { closeSync, fchmodSync, openSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { join } from '../dist/join.js'

const USAGE = 'usage: agent-network-client join <link> [--file agent-network.env]'

/** Writes the file with mode 600, also if it existed before. */
function storeIn(file) {
  return (lines) => {
    const handle = openSync(file, 'w', 0o600)
    try {
      fchmodSync(handle, 0o600)
      writeSync(handle, lines)
    } finally {
      closeSync(handle)
    }
  }
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { file: { type: 'string', default: 'agent-network.env' } },
  })
  const [verb, link] = positionals
  if (verb !== 'join' || link === undefined || !URL.canParse(link)) throw new Error(USAGE)
  const file = resolve(values.file)
  const { agentId, handle, worldId } = await join(link, { store: storeIn(file) })
  console.log(
    `@${handle} (${agentId}) is present in ${worldId}. The key is in ${file}; load it with: set -a; . ${file}; set +a`,
  )
} catch (error) {
  console.error(`agent-network-client: ${error.message}`)
  process.exitCode = 1
}
