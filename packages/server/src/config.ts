import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Ambient } from './core/ambient.ts'

/** A mistake the operator can mend: printed as one line, exit 1. */
export class ConfigError extends Error {}

export interface Config {
  readonly host: string
  readonly port: number
  readonly operatorPort: number
  readonly data: string
  readonly seed: string
  readonly life: boolean
  /** How long a past a seed gets lived; null: as long as it says itself. */
  readonly historyDays: number | null
  readonly testClock: boolean
  readonly databaseUrl: string | null
  readonly redisUrl: string | null
  readonly trustProxy: boolean
  /** Null means: the main listener, whose port may be known only once it listens. */
  readonly urls: Readonly<Record<'base' | 'developer' | 'auth' | 'viewer', string | null>>
  /** Null means: the local voice. Not checked here, because a wrong provider must not keep the network from starting. */
  readonly model: Endpoint | null
  /** Null means: local rules alone. */
  readonly moderation: Endpoint | null
  /** Who issues the ID tokens of the portal; null means: the built-in sign-in. */
  readonly identity: OutsideIdentity | null
  /** Null means: links of the built-in sign-in go to the log. */
  readonly smtp: Smtp | null
  readonly logLevel: string
  /** Development and tests: every answer is held against the contract, and misuse of the store throws. */
  readonly checks: boolean
}

/** A service of somebody else that speaks the OpenAI protocol. */
export interface Endpoint {
  readonly url: string
  readonly name: string
}

/** An OpenID Connect provider. */
export interface OutsideIdentity {
  /** Compared with tokens character by character, so it stays as it was given. */
  readonly issuer: string
  readonly audience: string
  /** Null means: ask the issuer where its keys are. */
  readonly jwksUrl: string | null
}

export interface Smtp {
  /** May hold a password, so it is not enumerable: neither logs nor worker threads get to see it. */
  readonly url: string
  readonly from: string
}

/** Kept apart from the rest, so that a configuration can be logged. */
export interface Secrets {
  readonly modelKey: string | null
  readonly moderationKey: string | null
  /** The first signs, all verify. */
  readonly secrets: readonly string[]
  readonly operatorToken: string
}

/** Every flag: what it takes, its default, and what it does. */
const FLAGS = {
  host: ['<address>', '127.0.0.1', 'address of the main listener'],
  port: ['<n>', '8080', 'port of the main listener; 0 picks a free one'],
  'operator-port': ['<n>', '8081', 'port of the operator listener, always on loopback'],
  data: ['<folder>', './data', 'where secrets and the embedded store are kept'],
  seed: ['<name>', 'demo', 'what an empty store is filled with: demo, none, or a file'],
  life: ['<on|off>', 'on', 'whether residents live'],
  'history-days': ['<n>', '', "days lived before the first start; the seed's own number when left out"],
  'test-clock': ['', 'off', 'lets the operator API set the time'],
  'database-url': ['<url>', '', 'PostgreSQL instead of the embedded store; needs --redis-url'],
  'redis-url': ['<url>', '', 'Redis, shared by all nodes on one database'],
  'trust-proxy': ['', 'off', 'takes the address of callers from X-Forwarded-For'],
} as const satisfies Record<string, readonly [takes: string, standard: string, help: string]>
type Flag = keyof typeof FLAGS

/** A flag that takes nothing means on. */
const SWITCH_FLAGS = new Set(Object.entries(FLAGS).flatMap(([flag, [takes]]) => (takes === '' ? [flag] : [])))

/** The flags as a table for people. */
export function flagHelp(): string {
  const rows = Object.entries(FLAGS).map(([flag, [takes, standard, help]]) => ({
    left: `  --${flag} ${takes}`.trimEnd(),
    right: standard === '' || standard === 'off' ? help : `${help} (default: ${standard})`,
  }))
  const width = Math.max(...rows.map(({ left }) => left.length)) + 2
  return [
    'Flags of the server, each with a twin in the environment (--operator-port is AGENT_NETWORK_OPERATOR_PORT):',
    ...rows.map(({ left, right }) => left.padEnd(width) + right),
  ].join('\n')
}
const variable = (flag: string): string => `AGENT_NETWORK_${flag.replaceAll('-', '_').toUpperCase()}`

function readFlags(argv: readonly string[]): Partial<Record<Flag, string>> {
  // `--test-clock` alone means on; parseArgs wants to know beforehand whether a value follows.
  const spelled = argv.map((arg) => (SWITCH_FLAGS.has(arg.slice(2)) ? `${arg}=on` : arg))
  try {
    const { values } = parseArgs({
      args: spelled,
      strict: true,
      allowPositionals: false,
      options: Object.fromEntries(Object.keys(FLAGS).map((flag) => [flag, { type: 'string' as const }])),
    })
    return values as Partial<Record<Flag, string>>
  } catch (error) {
    throw new ConfigError(
      `${(error as Error).message.split('. ')[0]}. Known flags: --${Object.keys(FLAGS).join(' --')}`,
    )
  }
}

function port(name: string, value: string): number {
  const n = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN
  if (!(n <= 65_535)) throw new ConfigError(`--${name} must be a port number, not "${value}"`)
  return n
}

function onOff(name: string, value: string): boolean {
  if (['on', 'true', '1'].includes(value)) return true
  if (['off', 'false', '0', ''].includes(value)) return false
  throw new ConfigError(`--${name} must be on or off, not "${value}"`)
}

const DAYS_MAX = 400

function days(name: string, value: string): number | null {
  if (value === '') return null
  const n = /^\d{1,3}$/.test(value) ? Number(value) : Number.NaN
  if (!(n <= DAYS_MAX)) throw new ConfigError(`--${name} must be a number of days up to ${DAYS_MAX}, not "${value}"`)
  return n
}

function url(name: string, value: string | undefined): string | null {
  if (value === undefined || value === '') return null
  if (!URL.canParse(value)) throw new ConfigError(`${name} is not a URL: "${value}"`)
  return value.replace(/\/+$/, '')
}

const endpoint = (url: string | undefined, name: string | undefined): Endpoint | null =>
  url === undefined || url.trim() === '' ? null : { url: url.trim(), name: name?.trim() ?? '' }

type Env = Readonly<Record<string, string | undefined>>

function httpUrl(name: string, value: string): string {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw new ConfigError(`${name} must be an http or https URL, not "${value}"`)
  return value
}

function outsideIdentity(env: Env): OutsideIdentity | null {
  const given = (name: string): string => env[`AGENT_NETWORK_IDENTITY_${name}`]?.trim() ?? ''
  const [issuer, audience, jwksUrl] = [given('ISSUER'), given('AUDIENCE'), given('JWKS_URL')]
  if (issuer === '') {
    // Half a provider would leave the built-in sign-in open where somebody meant to close it.
    if (audience !== '' || jwksUrl !== '')
      throw new ConfigError('AGENT_NETWORK_IDENTITY_ISSUER is missing beside the other identity settings')
    return null
  }
  if (audience === '')
    throw new ConfigError(
      'AGENT_NETWORK_IDENTITY_ISSUER needs AGENT_NETWORK_IDENTITY_AUDIENCE, the client id of the portal',
    )
  return {
    // Only compared where the keys have an address of their own; some providers name themselves without a scheme.
    issuer: jwksUrl === '' ? httpUrl('AGENT_NETWORK_IDENTITY_ISSUER', issuer) : issuer,
    audience,
    jwksUrl: jwksUrl === '' ? null : httpUrl('AGENT_NETWORK_IDENTITY_JWKS_URL', jwksUrl),
  }
}

function smtp(env: Env): Smtp | null {
  const url = env.AGENT_NETWORK_SMTP_URL?.trim() ?? ''
  if (url === '') return null
  // The value itself is not repeated: it may hold a password.
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol))
    throw new ConfigError('AGENT_NETWORK_SMTP_URL must look like smtp://user:password@host:port')
  const from = env.AGENT_NETWORK_SMTP_FROM?.trim() ?? ''
  if (from === '') throw new ConfigError('AGENT_NETWORK_SMTP_URL needs AGENT_NETWORK_SMTP_FROM, the sender of its mail')
  return Object.defineProperty({ from }, 'url', { value: url, enumerable: false }) as unknown as Smtp
}

export function readConfig(argv: readonly string[], env: Readonly<Record<string, string | undefined>>): Config {
  const flags = readFlags(argv)
  const value = (flag: Flag): string => flags[flag] ?? env[variable(flag)] ?? FLAGS[flag][1]
  const databaseUrl = value('database-url') || null
  const redisUrl = value('redis-url') || null
  if (databaseUrl !== null && redisUrl === null)
    throw new ConfigError('--database-url needs --redis-url too: nodes share their counters there')
  if (redisUrl !== null && databaseUrl === null)
    throw new ConfigError('--redis-url needs --database-url too: one process with its own file shares nothing')
  return Object.freeze({
    host: value('host'),
    port: port('port', value('port')),
    operatorPort: port('operator-port', value('operator-port')),
    data: value('data'),
    seed: value('seed'),
    life: onOff('life', value('life')),
    historyDays: days('history-days', value('history-days')),
    testClock: onOff('test-clock', value('test-clock')),
    databaseUrl,
    redisUrl,
    trustProxy: onOff('trust-proxy', value('trust-proxy')),
    urls: {
      base: url('AGENT_NETWORK_BASE_URL', env.AGENT_NETWORK_BASE_URL),
      developer: url('AGENT_NETWORK_DEVELOPER_URL', env.AGENT_NETWORK_DEVELOPER_URL),
      auth: url('AGENT_NETWORK_AUTH_URL', env.AGENT_NETWORK_AUTH_URL),
      viewer: url('AGENT_NETWORK_VIEWER_URL', env.AGENT_NETWORK_VIEWER_URL),
    },
    model: endpoint(env.AGENT_NETWORK_MODEL_URL, env.AGENT_NETWORK_MODEL_NAME),
    moderation: endpoint(env.AGENT_NETWORK_MODERATION_URL, env.AGENT_NETWORK_MODERATION_NAME),
    identity: outsideIdentity(env),
    smtp: smtp(env),
    logLevel: env.AGENT_NETWORK_LOG_LEVEL ?? 'info',
    checks: onOff('checks', env.AGENT_NETWORK_CHECKS ?? 'off'),
  })
}

const PRIVATE = 0o600

/** Reads a secret from its file, making one the first time. */
function keptSecret(data: string, name: string, ambient: Ambient): string {
  const file = join(data, name)
  if (!existsSync(file)) {
    writeFileSync(file, `${ambient.secret(32).toString('base64url')}\n`, { mode: PRIVATE, flag: 'wx' })
  }
  return readFileSync(file, 'utf8').trim()
}

/** Makes the data directory, and what of the secrets is kept there instead of in the environment. */
export function readSecrets(
  config: Config,
  env: Readonly<Record<string, string | undefined>>,
  ambient: Ambient,
): Secrets {
  const given = env.AGENT_NETWORK_SECRET_FILE
    ? readFileSync(env.AGENT_NETWORK_SECRET_FILE, 'utf8')
    : (env.AGENT_NETWORK_SECRET ?? '')
  const token = env.AGENT_NETWORK_OPERATOR_TOKEN ?? ''
  if (config.databaseUrl !== null && (given.trim() === '' || token === ''))
    throw new ConfigError(
      'with --database-url, AGENT_NETWORK_SECRET and AGENT_NETWORK_OPERATOR_TOKEN must be set, to the same values on every node',
    )
  // Also where all secrets are given and PostgreSQL holds the rest: the key of the demo is kept there.
  mkdirSync(config.data, { recursive: true, mode: 0o700 })
  const secrets = (given.trim() === '' ? keptSecret(config.data, 'secret', ambient) : given)
    .split(/[\s,]+/)
    .filter(Boolean)
  return {
    secrets,
    operatorToken: token === '' ? keptSecret(config.data, 'operator-token', ambient) : token,
    modelKey: env.AGENT_NETWORK_MODEL_KEY || null,
    moderationKey: env.AGENT_NETWORK_MODERATION_KEY || null,
  }
}
