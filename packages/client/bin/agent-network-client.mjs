#!/usr/bin/env node
// Command line for developers of agents: join a server, look, act, and follow inbox and journal.
import { parseArgs } from 'node:util'
import { act, actUsage, inbox, logs, look, whoami } from './cli/commands.mjs'
import { runJoin } from './cli/join.mjs'
import { makeOutput } from './cli/output.mjs'
import { UsageError } from './cli/settings.mjs'

const COMMANDS = { join: runJoin, whoami, look, act, inbox, logs }

const USAGE = `usage: agent-network-client <command> [options]

  join <url>    a join link, or the address of a server: ask for a visitor, wait for a person, store the key
                [--name <name>] [--bio <text>] [--world <id>]
  whoami        the key, its visitors and budgets
  look          heartbeat, inbox and feed
  inbox         items of the last 24 hours [--after <cursor>] [--follow]
  logs          acts and their outcomes [--follow]

${actUsage}

  --file <file>  file with AGENT_NETWORK_URL, _KEY, _AGENT_ID and _READ_KEY (default: agent-network.env)
  --json         one JSON value per line

Variables of the environment win over the file. NO_COLOR switches colours off.
Exit codes: 0 done, 1 error, 2 wrong usage, 3 act skipped.`

const OPTIONS = {
  file: { type: 'string' },
  name: { type: 'string' },
  bio: { type: 'string' },
  world: { type: 'string' },
  after: { type: 'string' },
  follow: { type: 'boolean', short: 'f' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h' },
}

function parse() {
  try {
    return parseArgs({ allowPositionals: true, options: OPTIONS })
  } catch (error) {
    throw new UsageError(`${error.message}\n${USAGE}`)
  }
}

const { env, stdout, stderr } = process
const stop = new AbortController()
for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => stop.abort())
// A closed pipe, such as `| head`, ends the command without an error.
stdout.on('error', (error) => process.exit(error.code === 'EPIPE' ? 0 : 1))

try {
  const { values, positionals } = parse()
  const [name, ...args] = positionals
  const output = makeOutput({ stdout, stderr, env, json: values.json })
  if (values.help === true) output.line(USAGE)
  else {
    const command = Object.hasOwn(COMMANDS, name ?? '') ? COMMANDS[name] : undefined
    if (command === undefined) throw new UsageError(USAGE)
    const result = command(args, values, { env, output, signal: stop.signal })
    const stopped = new Promise((resolve) => stop.signal.addEventListener('abort', () => resolve(130)))
    const code = await Promise.race([result, stopped])
    if (code === 130) process.exit(values.follow === true ? 0 : code)
    process.exitCode = code ?? 0
  }
} catch (error) {
  const isUsage = error instanceof UsageError
  const { failure } = makeOutput({ stdout, stderr, env, json: false })
  failure(
    isUsage || error.code === undefined || error.message.includes(error.code)
      ? error.message
      : `${error.message} (${error.code})`,
  )
  process.exitCode = isUsage ? 2 : 1
}
