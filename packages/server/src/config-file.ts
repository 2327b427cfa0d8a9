import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ConfigError } from './config-error.ts'
import { SETTINGS, variableOf } from './flags.ts'

type Env = Readonly<Record<string, string | undefined>>

const LINE = /^(?:export\s+)?([A-Z][A-Z0-9_]*)\s*=\s*(.*)$/
const QUOTED = /^(["'])(.*)\1$/

/** NAME=value a line, as systemd, Docker and shells read it too; the values of quotes are what is between them. */
export function parseConfigFile(text: string, file: string): Record<string, string> {
  const settings: Record<string, string> = {}
  for (const [n, given] of text.split(/\r?\n/).entries()) {
    const line = given.trim()
    if (line === '' || line.startsWith('#')) continue
    const [, name, value] = LINE.exec(line) ?? []
    // The line itself is not repeated: it may hold a secret.
    if (name === undefined) throw new ConfigError(`--config: line ${n + 1} of ${file} is not NAME=value`)
    settings[name] = (QUOTED.exec(value!)?.[2] ?? value!).trim()
  }
  return settings
}

function nameOfFile(argv: readonly string[], env: Env): string {
  const { values } = parseArgs({
    args: [...argv],
    strict: false,
    options: { config: { type: 'string' } },
  })
  return typeof values.config === 'string' ? values.config : (env[variableOf('config')] ?? '')
}

/** The environment, and below it what the file says that --config or AGENT_NETWORK_CONFIG names. */
export function withConfigFile(argv: readonly string[], env: Env): Env {
  const file = nameOfFile(argv, env)
  if (file === '') return env
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError(`--config: cannot read ${file} (${(error as NodeJS.ErrnoException).code})`)
  }
  return { ...parseConfigFile(text, file), ...env, [variableOf('config')]: file }
}

const HEAD = `# Settings of agent-network, read by "agent-network serve --config FILE". Whatever stands behind a # has its default;
# take the # away to set it. Flags and the environment win over this file. It may hold secrets: keep its mode 600.
`

/** Every setting with its help, none of them set. */
export function configFileText(): string {
  const entries = SETTINGS.filter(({ flag }) => flag !== 'config').map(
    ({ variable, takes, standard, help }) => `# ${help}\n#${variable}=${standard === '' ? takes : standard}\n`,
  )
  return [HEAD, ...entries].join('\n')
}
