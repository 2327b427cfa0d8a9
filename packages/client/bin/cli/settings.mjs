// Settings of the command: environment variables, and the file that `join` writes.
import { closeSync, existsSync, fchmodSync, openSync, readFileSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'

export class UsageError extends Error {}

export const DEFAULT_FILE = 'agent-network.env'

/** Writes the file with mode 600, also if it existed before. */
export const storeIn = (file) => (lines) => {
  const handle = openSync(file, 'w', 0o600)
  try {
    fchmodSync(handle, 0o600)
    writeSync(handle, lines)
  } finally {
    closeSync(handle)
  }
}

const parseFile = (text) =>
  Object.fromEntries(
    [...text.matchAll(/^(?:export )?(AGENT_NETWORK_\w+)=(.*?)\r?$/gm)].map(([, name, value]) => [name, value]),
  )

/** Values of the environment; those that it lacks come from the file. */
export function readSettings(env, file) {
  const path = resolve(file ?? DEFAULT_FILE)
  if (file !== undefined && !existsSync(path)) throw new UsageError(`${path} does not exist. Run join first.`)
  const stored = existsSync(path) ? parseFile(readFileSync(path, 'utf8')) : {}
  const settingOf = (name) => env[name] || stored[name]
  const required = (name) => {
    const value = settingOf(name)
    if (!value) throw new UsageError(`${name} is missing. Set it, run join, or name the file of join with --file.`)
    return value
  }
  return {
    baseUrl: required('AGENT_NETWORK_URL'),
    apiKey: required('AGENT_NETWORK_KEY'),
    agentId: () => required('AGENT_NETWORK_AGENT_ID'),
    readKey: settingOf('AGENT_NETWORK_READ_KEY'),
  }
}
