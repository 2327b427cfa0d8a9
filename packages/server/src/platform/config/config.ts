// Configuration: flags, environment, configuration file and secrets.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Ambient } from '../core/ambient.ts'
import { createPrivateFile, hasContent } from '../core/private-file.ts'
import { isLoopbackHost, isStorable, quoteSafely } from '../core/text.ts'
import { parseIso } from '../core/time.ts'
import { FLAGS, type Flag, type ModelPreset, readModelPreset, SETTINGS, SWITCH_FLAGS, variableOf } from './flags.ts'

/**
 * The version of the package, and the commit if the program was built from a clone: the build writes it to a file beside
 * the manifest.
 */
export const VERSION: string = readVersion(createRequire(import.meta.url))

function readVersion(require: NodeJS.Require): string {
  const { version } = require('../../../package.json') as { version: string }
  try {
    const { commit } = require('../../../build.json') as { commit: string }
    return `${version}+${commit}`
  } catch {
    return version
  }
}

/** A configuration error that the operator can correct: printed as one line, exit code 1. */
export class ConfigError extends Error {}

type Env = Readonly<Record<string, string | undefined>>

const LINE = /^(?:export\s+)?([A-Z][A-Z0-9_]*)\s*=\s*(.*)$/
const QUOTED = /^(["'])(.*)\1$/

/** One NAME=value per line, in the format of systemd, Docker and shells. Surrounding quotes are removed. */
export function parseConfigFile(text: string, file: string): Record<string, string> {
  const settings: Record<string, string> = {}
  for (const [n, rawLine] of text.split(/\r?\n/).entries()) {
    const line = rawLine.trim()
    if (line === '' || line.startsWith('#')) continue
    const [, name, value] = LINE.exec(line) ?? []
    // The message does not quote the line, because it may contain a secret.
    if (name === undefined) throw new ConfigError(`--config: line ${n + 1} of ${file} is not NAME=value`)
    settings[name] = (QUOTED.exec(value!)?.[2] ?? value!).trim()
  }
  return settings
}

function configFileName(argv: readonly string[], env: Env): string {
  const { values } = parseArgs({
    args: [...argv],
    strict: false,
    options: { config: { type: 'string' } },
  })
  return typeof values.config === 'string' ? values.config : (env[variableOf('config')] ?? '')
}

/** Adds the settings of the file named by --config or AGENT_NETWORK_CONFIG. The environment has precedence. */
export function withConfigFile(argv: readonly string[], env: Env): Env {
  const file = configFileName(argv, env)
  if (file === '') return env
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError(`--config: cannot read ${file} (${(error as NodeJS.ErrnoException).code})`)
  }
  return { ...parseConfigFile(text, file), ...env, [variableOf('config')]: file }
}

const CONFIG_FILE_HEADER = `# Settings of agent-network, read by "agent-network serve --config FILE". Lines that start with # are not set.
# Remove the # to set a value. Flags and the environment have precedence. The file may contain secrets: keep its mode 600.
`

/** Values that an installation starts with instead of the defaults: the demo is for trials on one machine. */
const INSTALLATION_VALUES: Readonly<Record<string, string>> = { AGENT_NETWORK_SEED: 'none' }

/** A template with every setting and its help. All but the values of an installation are commented out. */
export function configFileText(): string {
  const entries = SETTINGS.filter(({ flag }) => flag !== 'config').map(({ variable, takes, standard, help }) => {
    const chosen = INSTALLATION_VALUES[variable]
    const line = chosen === undefined ? `#${variable}=${standard === '' ? takes : standard}` : `${variable}=${chosen}`
    return `# ${help}\n${line}\n`
  })
  return [CONFIG_FILE_HEADER, ...entries].join('\n')
}

type ConfigValuesEnv = Readonly<Record<string, string | undefined>>

export interface ModelPrice {
  readonly in: number
  readonly out: number
}

function parsePrice(name: string, env: ConfigValuesEnv): number | null {
  const value = env[name]?.trim() ?? ''
  if (value === '') return null
  if (!/^\d{1,9}(\.\d{1,9})?$/.test(value))
    throw new ConfigError(`${name} must be the price of a million tokens, such as 0.25, not "${value}"`)
  return Number(value)
}

/** If only one price is set, the other direction is free. */
export function parseModelPrice(env: ConfigValuesEnv): ModelPrice | null {
  const read = parsePrice('AGENT_NETWORK_MODEL_PRICE_IN', env)
  const written = parsePrice('AGENT_NETWORK_MODEL_PRICE_OUT', env)
  return read === null && written === null ? null : { in: read ?? 0, out: written ?? 0 }
}

/** RFC 9116 requires a URI; a mail address becomes a mailto URI. */
export function parseContact(setting = ''): string | null {
  const value = setting.trim()
  if (value === '') return null
  const uri = /^[^\s@:/]+@[^\s@:/]+$/.test(value) ? `mailto:${value}` : value
  if (/\s/.test(uri) || !URL.canParse(uri))
    throw new ConfigError(`AGENT_NETWORK_CONTACT must be a mail address or a URI, not "${value}"`)
  return uri
}

export interface Config {
  readonly host: string
  readonly port: number
  readonly operatorPort: number
  /** Address of the operator listener; besides loopback names, the only accepted Host. */
  readonly operatorHost: string
  readonly metricsPort: number | null
  readonly metricsHost: string
  readonly data: string
  readonly seed: string
  /** Whether the demo seed may be used on a server that other machines can reach. */
  readonly demoInPublic: boolean
  readonly life: boolean
  /** Days of simulated history for a seed; null: the seed's own number. */
  readonly historyDays: number | null
  /** Seed of the random numbers of a new world. */
  readonly randomSeed: string
  /** Where the simulated history of a new world ends; null: now. */
  readonly startedAt: number | null
  readonly testClock: boolean
  readonly databaseUrl: string | null
  readonly redisUrl: string | null
  /** Archive of all changes of the embedded store: folder, retention in days, interval in seconds. */
  readonly archive: { readonly archive: string; readonly days: number; readonly seconds: number } | null
  readonly trustProxy: boolean
  /** Whether webhooks may use http, any port and private addresses. */
  readonly webhookAllowPrivate: boolean
  /** Maximum number of connections per listener. */
  readonly connections: { readonly max: number; readonly perAddress: number; readonly perLoopbackAddress: number }
  /** Seconds during which the listeners stay open after a signal, then seconds for requests in flight. */
  readonly drain: { readonly noticeSeconds: number; readonly seconds: number }
  /** Null: the address of the main listener, whose port may be known only after it listens. */
  readonly urls: Readonly<Record<'base' | 'developer' | 'auth' | 'viewer', string | null>>
  /** Null: the local model. Not validated here, because a wrong provider must not prevent the start. */
  readonly model: Endpoint | null
  /** The preset of `--model`; null without one. Explicit settings have precedence. */
  readonly modelPreset: ModelPreset | null
  /** Per million input and output tokens; null if no price is set. */
  readonly modelPrice: ModelPrice | null
  /** Null: local rules only. */
  readonly moderation: Endpoint | null
  /** Issuer of the portal's ID tokens; null: the built-in sign-in. */
  readonly identity: ExternalIdentityProvider | null
  /** Null: no mail is sent, and an operator creates confirmation links. */
  readonly smtp: Smtp | null
  /** URI for security reports; null: the page about this server. */
  readonly contact: string | null
  readonly logLevel: string
  /** For development and tests: every response is checked against the contract, and misuse of the store throws. */
  readonly checks: boolean
}

/** An external service with the OpenAI protocol. */
export interface Endpoint {
  readonly url: string
  readonly name: string
}

/** An OpenID Connect provider. */
export interface ExternalIdentityProvider {
  /** Kept verbatim: tokens are compared with it character by character. */
  readonly issuer: string
  readonly audience: string
  /** Null: the keys are discovered through the issuer. */
  readonly jwksUrl: string | null
  /** Null: users sign in with an ID token of their own. */
  readonly client: IdentityClient | null
}

/** Client registration at the provider, for sign-in by authorization code. */
export interface IdentityClient {
  readonly id: string
  /** Null for a public client. Not enumerable, so that it is never logged. */
  readonly secret: string | null
}

export interface Smtp {
  /** May contain a password. Not enumerable, so that neither logs nor worker threads receive it. */
  readonly url: string
  readonly from: string
}

/** Separate from the configuration, so that the configuration can be logged. */
export interface Secrets {
  readonly modelKey: string | null
  readonly moderationKey: string | null
  /** The first secret signs, all of them verify. */
  readonly secrets: readonly string[]
  readonly operatorToken: string
  readonly metricsToken: string | null
}

function readFlags(argv: readonly string[]): Partial<Record<Flag, string>> {
  // `--test-clock` alone means on. parseArgs needs to know in advance whether a value follows.
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

function parsePort(name: string, value: string): number {
  const n = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN
  if (!(n <= 65_535)) throw new ConfigError(`--${name} must be a port number, not "${value}"`)
  return n
}

function parseOnOff(name: string, value: string): boolean {
  if (['on', 'true', '1'].includes(value)) return true
  if (['off', 'false', '0', ''].includes(value)) return false
  throw new ConfigError(`--${name} must be on or off, not "${value}"`)
}

const DAYS_MAX = 400

function parseDays(name: string, value: string): number | null {
  if (value === '') return null
  const n = /^\d{1,3}$/.test(value) ? Number(value) : Number.NaN
  if (!(n <= DAYS_MAX)) throw new ConfigError(`--${name} must be a number of days up to ${DAYS_MAX}, not "${value}"`)
  return n
}

const RANDOM_SEED_MAX = 200

function parseRandomSeed(value: string): string {
  if (value.trim() === '' || value.length > RANDOM_SEED_MAX || !isStorable(value))
    throw new ConfigError(`--random-seed must have 1 to ${RANDOM_SEED_MAX} characters`)
  return value
}

function parseStart(value: string): number | null {
  if (value === '') return null
  const at = parseIso(/^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T00:00:00Z` : value)
  if (at === null)
    throw new ConfigError(`--started-at must be a time such as 2026-01-31T12:00:00Z, not "${quoteSafely(value)}"`)
  return at
}

const CONNECTIONS_MAX = 1_000_000

function parseConnections(name: string, value: string): number {
  const n = /^\d{1,7}$/.test(value) ? Number(value) : Number.NaN
  if (!(n >= 1 && n <= CONNECTIONS_MAX))
    throw new ConfigError(`--${name} must be a number from 1 to ${CONNECTIONS_MAX}, not "${value}"`)
  return n
}

/** A reverse proxy brings the connections of many clients. It connects from loopback, or is trusted by a flag. */
const PER_ADDRESS = { client: 512, proxy: 2_000 } as const

function parsePerAddress(value: string, trustProxy: boolean): Omit<Config['connections'], 'max'> {
  if (value === '')
    return { perAddress: trustProxy ? PER_ADDRESS.proxy : PER_ADDRESS.client, perLoopbackAddress: PER_ADDRESS.proxy }
  const perAddress = parseConnections('max-connections-per-address', value)
  return { perAddress, perLoopbackAddress: perAddress }
}

const SECONDS_MAX = 3_600

function parseSeconds(name: string, value: string): number {
  const n = /^\d{1,4}(\.\d{1,3})?$/.test(value) ? Number(value) : Number.NaN
  if (!(n <= SECONDS_MAX))
    throw new ConfigError(`--${name} must be a number of seconds up to ${SECONDS_MAX}, not "${value}"`)
  return n
}

/** A public URL. The server serves its paths from the root of a host, so a URL with a path could not work. */
function parseUrl(name: string, value: string | undefined): string | null {
  if (value === undefined || value === '') return null
  const { pathname, search, hash, username, password } = new URL(parseHttpUrl(name, value))
  if (pathname.replaceAll('/', '') !== '')
    throw new ConfigError(
      `${name} must not have a path ("${pathname}"): give the server a host name or port of its own`,
    )
  if (search !== '' || hash !== '' || username !== '' || password !== '')
    throw new ConfigError(`${name} must be only a scheme, a host and an optional port, such as https://network.example`)
  return value.replace(/\/+$/, '')
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

function parseLogLevel(value = ''): string {
  if (value === '') return 'info'
  if (LOG_LEVELS.includes(value)) return value
  throw new ConfigError(`AGENT_NETWORK_LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${value}"`)
}

const parseEndpoint = (url: string | undefined, name: string | undefined): Endpoint | null =>
  url === undefined || url.trim() === '' ? null : { url: url.trim(), name: name?.trim() ?? '' }

type ConfigEnv = Readonly<Record<string, string | undefined>>

function parseHttpUrl(name: string, value: string): string {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw new ConfigError(`${name} must be an http or https URL, not "${value}"`)
  return value
}

function identityClient(id: string, secret: string, { issuer, audience }: { issuer: string; audience: string }) {
  if (id !== audience)
    throw new ConfigError('AGENT_NETWORK_IDENTITY_CLIENT_ID must be the same as AGENT_NETWORK_IDENTITY_AUDIENCE')
  parseHttpUrl('AGENT_NETWORK_IDENTITY_ISSUER', issuer)
  const value = secret === '' ? null : secret
  return Object.defineProperty({ id }, 'secret', { value, enumerable: false }) as unknown as IdentityClient
}

function parseExternalIdentity(env: ConfigEnv): ExternalIdentityProvider | null {
  const identitySetting = (name: string): string => env[`AGENT_NETWORK_IDENTITY_${name}`]?.trim() ?? ''
  const [issuer, jwksUrl, clientId] = [
    identitySetting('ISSUER'),
    identitySetting('JWKS_URL'),
    identitySetting('CLIENT_ID'),
  ]
  // Tokens issued to a client have the client id as audience.
  const audience = identitySetting('AUDIENCE') || clientId
  if (issuer === '') {
    // With incomplete settings the built-in sign-in would stay open although the operator meant to close it.
    if (audience !== '' || jwksUrl !== '')
      throw new ConfigError('AGENT_NETWORK_IDENTITY_ISSUER is missing beside the other identity settings')
    return null
  }
  if (audience === '')
    throw new ConfigError(
      'AGENT_NETWORK_IDENTITY_ISSUER needs AGENT_NETWORK_IDENTITY_AUDIENCE, the client id of the portal',
    )
  return {
    client: clientId === '' ? null : identityClient(clientId, identitySetting('CLIENT_SECRET'), { issuer, audience }),
    // With an explicit JWKS URL the issuer is only compared; some providers use an issuer without a scheme.
    issuer: jwksUrl === '' ? parseHttpUrl('AGENT_NETWORK_IDENTITY_ISSUER', issuer) : issuer,
    audience,
    jwksUrl: jwksUrl === '' ? null : parseHttpUrl('AGENT_NETWORK_IDENTITY_JWKS_URL', jwksUrl),
  }
}

function parseSmtp(env: ConfigEnv): Smtp | null {
  const url = env.AGENT_NETWORK_SMTP_URL?.trim() ?? ''
  if (url === '') return null
  // The message does not quote the value, because it may contain a password.
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol))
    throw new ConfigError('AGENT_NETWORK_SMTP_URL must look like smtp://user:password@host:port')
  const from = env.AGENT_NETWORK_SMTP_FROM?.trim() ?? ''
  if (from === '') throw new ConfigError('AGENT_NETWORK_SMTP_URL needs AGENT_NETWORK_SMTP_FROM, the sender of its mail')
  return Object.defineProperty({ from }, 'url', { value: url, enumerable: false }) as unknown as Smtp
}

function parseArchive(databaseUrl: string | null, value: (flag: Flag) => string): Config['archive'] {
  const folder = value('archive')
  if (folder === '') return null
  if (databaseUrl !== null)
    throw new ConfigError('--archive is for the embedded store; PostgreSQL archives its log itself (archive_command)')
  return {
    archive: folder,
    days: Math.max(1, parseDays('archive-days', value('archive-days')) ?? 1),
    seconds: Math.max(0.1, parseSeconds('archive-seconds', value('archive-seconds'))),
  }
}

function parseModelPreset(text: string): ModelPreset | null {
  if (text.trim() === '') return null
  const preset = readModelPreset(text)
  if (typeof preset === 'string') throw new ConfigError(`--model ${preset}`)
  return preset
}

/** The key of the model. A provider's own variable is sent to the URL of its preset only. */
function readModelKey({ model, modelPreset }: Config, env: ConfigEnv): string | null {
  const own = env.AGENT_NETWORK_MODEL_KEY || null
  if (own !== null || modelPreset === null || modelPreset.keyVariable === null) return own
  return model?.url === modelPreset.url ? env[modelPreset.keyVariable] || null : null
}

export function readConfig(argv: readonly string[], env: Readonly<Record<string, string | undefined>>): Config {
  const flags = readFlags(argv)
  const value = (flag: Flag): string => flags[flag] ?? env[variableOf(flag)] ?? FLAGS[flag][1]
  const databaseUrl = value('database-url') || null
  const redisUrl = value('redis-url') || null
  if (databaseUrl !== null && redisUrl === null)
    throw new ConfigError('--database-url needs --redis-url too: nodes share their counters there')
  if (redisUrl !== null && databaseUrl === null)
    throw new ConfigError('--redis-url needs --database-url too: one process with its own file shares nothing')
  const modelPreset = parseModelPreset(value('model'))
  return Object.freeze({
    host: value('host'),
    port: parsePort('port', value('port')),
    operatorPort: parsePort('operator-port', value('operator-port')),
    operatorHost: value('operator-host'),
    metricsPort: value('metrics-port') === '' ? null : parsePort('metrics-port', value('metrics-port')),
    metricsHost: value('metrics-host') || value('host'),
    data: value('data'),
    seed: value('seed'),
    demoInPublic: parseOnOff('demo-in-public', value('demo-in-public')),
    life: parseOnOff('life', value('life')),
    historyDays: parseDays('history-days', value('history-days')),
    randomSeed: parseRandomSeed(value('random-seed')),
    startedAt: parseStart(value('started-at')),
    testClock: parseOnOff('test-clock', value('test-clock')),
    databaseUrl,
    redisUrl,
    archive: parseArchive(databaseUrl, value),
    trustProxy: parseOnOff('trust-proxy', value('trust-proxy')),
    webhookAllowPrivate: parseOnOff('webhook-allow-private', value('webhook-allow-private')),
    connections: {
      max: parseConnections('max-connections', value('max-connections')),
      ...parsePerAddress(value('max-connections-per-address'), parseOnOff('trust-proxy', value('trust-proxy'))),
    },
    drain: {
      noticeSeconds: parseSeconds(
        'drain-notice-seconds',
        value('drain-notice-seconds') || (databaseUrl === null ? '0' : '5'),
      ),
      seconds: parseSeconds('drain-seconds', value('drain-seconds')),
    },
    urls: {
      base: parseUrl('AGENT_NETWORK_BASE_URL', env.AGENT_NETWORK_BASE_URL),
      developer: parseUrl('AGENT_NETWORK_DEVELOPER_URL', env.AGENT_NETWORK_DEVELOPER_URL),
      auth: parseUrl('AGENT_NETWORK_AUTH_URL', env.AGENT_NETWORK_AUTH_URL),
      viewer: parseUrl('AGENT_NETWORK_VIEWER_URL', env.AGENT_NETWORK_VIEWER_URL),
    },
    model: parseEndpoint(
      env.AGENT_NETWORK_MODEL_URL?.trim() || modelPreset?.url,
      env.AGENT_NETWORK_MODEL_NAME?.trim() || modelPreset?.name,
    ),
    modelPreset,
    modelPrice: parseModelPrice(env),
    moderation: parseEndpoint(env.AGENT_NETWORK_MODERATION_URL, env.AGENT_NETWORK_MODERATION_NAME),
    identity: parseExternalIdentity(env),
    smtp: parseSmtp(env),
    contact: parseContact(env.AGENT_NETWORK_CONTACT),
    logLevel: parseLogLevel(env.AGENT_NETWORK_LOG_LEVEL),
    checks: parseOnOff('checks', env.AGENT_NETWORK_CHECKS ?? 'off'),
  })
}

const PRIVATE = 0o600
const PRIVATE_FOLDER = 0o700
/**
 * File name of the embedded store. Repeated here, because its driver is loaded only after the settings are validated.
 */
const STORE_FILE = 'agent-network.db'

/** Restricts access to the owner and verifies the result, because some file systems ignore permissions. */
function makePrivate(path: string, mode: number): void {
  if ((statSync(path).mode & 0o777) === mode) return
  try {
    chmodSync(path, mode)
  } catch (error) {
    throw new ConfigError(
      `--data: ${path} can be read by others and its permissions cannot be changed (${(error as NodeJS.ErrnoException).code})`,
    )
  }
  if ((statSync(path).mode & 0o077) !== 0)
    throw new ConfigError(`--data: ${path} can be read by others, and this file system keeps no permissions`)
}

/** Creates the data folder if needed and restricts it and its files to this user. */
function ensurePrivateFolder(data: string): void {
  if (existsSync(data) && !statSync(data).isDirectory())
    throw new ConfigError(`--data: ${data} is a file; name a folder`)
  try {
    mkdirSync(data, { recursive: true, mode: PRIVATE_FOLDER })
  } catch (error) {
    // On a read-only disk a recursive mkdir reports only a missing folder; a plain mkdir reports the real error.
    if (existsSync(dirname(resolve(data)))) mkdirSync(data)
    throw error
  }
  makePrivate(data, PRIVATE_FOLDER)
  for (const entry of readdirSync(data, { withFileTypes: true }))
    if (entry.isFile()) makePrivate(join(data, entry.name), PRIVATE)
}

const SECRET_MIN = 32
const DIFFERENT_MIN = 10

/** A secret needs 32 characters, ten of them different. */
export function requireStrong(name: string, value: string): void {
  if (value.length >= SECRET_MIN && new Set(value).size >= DIFFERENT_MIN) return
  throw new ConfigError(
    `${name} must have at least ${SECRET_MIN} characters, ${DIFFERENT_MIN} of them different; "openssl rand -base64 32" makes one`,
  )
}

/** Whether other machines can reach the server: by its listener, or by a public URL of a proxy in front of it. */
export const isPublic = ({ host, urls }: Pick<Config, 'host' | 'urls'>): boolean =>
  !isLoopbackHost(host) || Object.values(urls).some((url) => url !== null && !isLoopbackHost(new URL(url).hostname))

/** Reads a secret from its file and creates it the first time. */
function readOrCreateSecret(data: string, name: string, ambient: Ambient): string {
  const file = join(data, name)
  if (!hasContent(file)) createPrivateFile(file, `${ambient.secret(32).toString('base64url')}\n`, ambient)
  return readFileSync(file, 'utf8').trim()
}

/** Creates the data folder, and the secrets that the environment does not set. */
export function readSecrets(
  config: Config,
  env: Readonly<Record<string, string | undefined>>,
  ambient: Ambient,
): Secrets {
  const configuredSecret = env.AGENT_NETWORK_SECRET_FILE
    ? readFileSync(env.AGENT_NETWORK_SECRET_FILE, 'utf8')
    : (env.AGENT_NETWORK_SECRET ?? '')
  const token = env.AGENT_NETWORK_OPERATOR_TOKEN ?? ''
  if (token === '' && !isLoopbackHost(config.operatorHost))
    throw new ConfigError(
      `--operator-host ${config.operatorHost} is no loopback address; that needs AGENT_NETWORK_OPERATOR_TOKEN`,
    )
  if (config.metricsPort !== null && !env.AGENT_NETWORK_METRICS_TOKEN && !isLoopbackHost(config.metricsHost))
    throw new ConfigError(`--metrics-port on ${config.metricsHost} is beyond loopback: set AGENT_NETWORK_METRICS_TOKEN`)
  if (token !== '') requireStrong('AGENT_NETWORK_OPERATOR_TOKEN', token)
  // Secrets after the first only decrypt existing data, so older ones may be weak.
  if (configuredSecret.trim() !== '') requireStrong('AGENT_NETWORK_SECRET', configuredSecret.trim().split(/[\s,]+/)[0]!)
  if (config.databaseUrl !== null && (configuredSecret.trim() === '' || token === ''))
    throw new ConfigError(
      'with --database-url, AGENT_NETWORK_SECRET and AGENT_NETWORK_OPERATOR_TOKEN must be set, to the same values on every node',
    )
  // A new secret would not decrypt the existing store, and could be mistaken for the right one.
  if (
    configuredSecret.trim() === '' &&
    existsSync(join(config.data, STORE_FILE)) &&
    !hasContent(join(config.data, 'secret'))
  )
    throw new ConfigError(
      `${join(config.data, STORE_FILE)} is there and its secret is not; put ${join(config.data, 'secret')} back, or set AGENT_NETWORK_SECRET`,
    )
  // Needed even if all secrets are set and PostgreSQL is used: the demo key is stored there.
  ensurePrivateFolder(config.data)
  const secrets = (
    configuredSecret.trim() === '' ? readOrCreateSecret(config.data, 'secret', ambient) : configuredSecret
  )
    .split(/[\s,]+/)
    .filter(Boolean)
  const operatorToken = token === '' ? readOrCreateSecret(config.data, 'operator-token', ambient) : token
  requireStrong(`${join(config.data, 'secret')}`, secrets[0] ?? '')
  requireStrong(`${join(config.data, 'operator-token')}`, operatorToken)
  return {
    secrets,
    operatorToken,
    metricsToken: env.AGENT_NETWORK_METRICS_TOKEN || null,
    modelKey: readModelKey(config, env),
    moderationKey: env.AGENT_NETWORK_MODERATION_KEY || null,
  }
}
