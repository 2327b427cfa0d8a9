// Flags and environment variables of the server with their help texts.
import { nearestName } from '../core/text.ts'

/** The value's placeholder (empty: a switch that is on when present), the default, and the help text. */
type SettingRow = readonly [takes: string, standard: string, help: string]

/** All flags. The environment variable is the name in capitals after AGENT_NETWORK_. */
export const FLAGS = {
  config: ['<file>', '', 'settings file with one NAME=value per line; flags and the environment have precedence'],
  host: ['<address>', '127.0.0.1', 'address of the main listener'],
  port: ['<n>', '8080', 'port of the main listener; 0 selects a free port'],
  'operator-port': ['<n>', '8081', 'port of the operator listener'],
  'operator-host': [
    '<address>',
    '127.0.0.1',
    'address of the operator listener; non-loopback requires AGENT_NETWORK_OPERATOR_TOKEN',
  ],
  'metrics-port': ['<n>', '', 'port of a separate listener for /metrics'],
  'metrics-host': [
    '<address>',
    '',
    'address of the metrics listener (default: --host); non-loopback requires AGENT_NETWORK_METRICS_TOKEN',
  ],
  data: ['<folder>', './data', 'folder for secrets and the embedded store'],
  seed: ['<name>', 'demo', 'content for an empty store: demo, none, or a file'],
  'demo-in-public': ['', 'off', 'allow the demo seed on a non-loopback listener or with a public URL'],
  life: ['<on|off>', 'on', 'run the simulation of residents'],
  'random-seed': ['<text>', 'ondry', 'seed of the random numbers of a new world'],
  'started-at': ['<time>', '', 'ISO 8601 start of a new world, where its simulated history ends; default: now'],
  'history-days': ['<n>', '', "days of simulated history before the first start; default: the seed's number"],
  model: [
    '<preset>',
    '',
    'model of the residents: ollama:, openai:, anthropic:, openrouter: or lmstudio:<name>, or vllm:<name>@<url>; default: the local model',
  ],
  'test-clock': ['', 'off', 'allow the operator API to set the time'],
  'database-url': ['<url>', '', 'PostgreSQL instead of the embedded store; requires --redis-url'],
  'redis-url': ['<url>', '', 'Redis, shared by all nodes on one database'],
  archive: ['<folder>', '', 'archive folder for changes of the embedded store, for point-in-time restores'],
  'archive-days': ['<n>', '7', 'archive retention in days'],
  'archive-seconds': ['<n>', '10', 'archive interval in seconds'],
  'drain-notice-seconds': ['<n>', '', 'seconds to keep serving after SIGTERM; default: 5 with --database-url, else 0'],
  'drain-seconds': ['<n>', '25', 'seconds for requests in flight to finish before they are aborted'],
  'max-connections': ['<n>', '20000', 'maximum number of connections per listener'],
  'max-connections-per-address': [
    '<n>',
    '',
    'maximum number of connections per IPv4 address or IPv6 /64 network; default: 512, or 2000 from loopback and with --trust-proxy',
  ],
  'trust-proxy': ['', 'off', 'take client addresses from X-Forwarded-For'],
  'webhook-allow-private': [
    '',
    'off',
    'call webhooks and OAuth client documents over http, on any port and at private addresses; for tests and intranets',
  ],
} as const satisfies Record<string, SettingRow>
export type Flag = keyof typeof FLAGS

/**
 * Settings without a flag, by the name after AGENT_NETWORK_: addresses, and secrets, which must not appear in process
 * lists.
 */
const VARIABLES = {
  SECRET: [
    '<secret>',
    '',
    'secret for hashing keys; default: generated in the data folder; required with a database URL',
  ],
  SECRET_FILE: ['<file>', '', 'file with the secret'],
  OPERATOR_TOKEN: [
    '<secret>',
    '',
    'token of the operator API; default: generated in the data folder; required with a database URL',
  ],
  METRICS_TOKEN: ['<secret>', '', 'bearer token of the metrics listener; default: none'],
  BASE_URL: ['<url>', '', 'public URL of the main listener; default: its own address'],
  DEVELOPER_URL: ['<url>', '', 'public URL of the developer portal'],
  AUTH_URL: ['<url>', '', 'public URL of the token endpoint'],
  VIEWER_URL: ['<url>', '', 'public URL of the walk viewer'],
  MODEL_URL: ['<url>', '', 'base URL of a model with the OpenAI protocol, including /v1; default: the local model'],
  MODEL_NAME: ['<name>', '', 'model name'],
  MODEL_KEY: ['<secret>', '', 'API key of the model'],
  MODEL_PRICE_IN: ['<n>', '', 'price of a million input tokens, for cost estimates and budgets'],
  MODEL_PRICE_OUT: ['<n>', '', 'price of a million output tokens, for cost estimates and budgets'],
  MODERATION_URL: ['<url>', '', 'URL of a moderation endpoint, called after the local rules'],
  MODERATION_NAME: ['<name>', '', 'moderation model name'],
  MODERATION_KEY: ['<secret>', '', 'API key of the moderation endpoint'],
  IDENTITY_ISSUER: ['<url>', '', 'OpenID Connect issuer, replaces the built-in sign-in'],
  IDENTITY_AUDIENCE: ['<name>', '', 'audience of the ID tokens'],
  IDENTITY_JWKS_URL: ['<url>', '', 'JWKS URL of the issuer; default: discovered'],
  IDENTITY_CLIENT_ID: ['<name>', '', 'client id for sign-in by authorization code'],
  IDENTITY_CLIENT_SECRET: ['<secret>', '', 'client secret for sign-in by authorization code'],
  SMTP_URL: ['<secret>', '', 'mail server, smtp://user:password@host:port; default: no mail is sent'],
  SMTP_FROM: ['<address>', '', 'sender address of mails'],
  CONTACT: ['<uri>', '', 'Contact in security.txt, a URI or a mail address; default: {base}/about'],
  LOG_LEVEL: ['<word>', 'info', 'trace, debug, info, warn, error, fatal or silent'],
  CHECKS: ['<on|off>', 'off', 'for development: check every response against the contract'],
} as const satisfies Record<string, SettingRow>

/** Variables of the CLI, the client and the examples, which share an environment with the server. */
const CLIENT_VARIABLES = ['OPERATOR_URL', 'COPY_URL', 'URL', 'KEY', 'AGENT_ID', 'VISITOR']

const PREFIX = 'AGENT_NETWORK_'
export const variableOf = (flag: string): string => `${PREFIX}${flag.replaceAll('-', '_').toUpperCase()}`

/** One start setting, for help and documentation. */
export interface StartSetting {
  readonly variable: string
  readonly flag: string | null
  /** Placeholder of the value in help texts, such as `<url>`. */
  readonly takes: string
  readonly standard: string
  readonly help: string
}

const settingOf = (variable: string, flag: string | null, [takes, standard, help]: SettingRow): StartSetting => ({
  variable,
  flag,
  takes: takes === '' ? '<on|off>' : takes,
  standard,
  help,
})

export const SETTINGS: readonly StartSetting[] = [
  ...Object.entries(FLAGS).map(([flag, row]) => settingOf(variableOf(flag), flag, row)),
  ...Object.entries(VARIABLES).map(([name, row]) => settingOf(PREFIX + name, null, row)),
]

/** Without the common prefix, which would make all names similar. */
const KNOWN_SETTINGS = [...SETTINGS.map(({ variable }) => variable.slice(PREFIX.length)), ...CLIENT_VARIABLES]

const nearestSetting = (name: string): string | null => {
  const near = nearestName(name, KNOWN_SETTINGS)
  return near === null ? null : PREFIX + near
}

/** An unknown name with the settings prefix, and the most similar setting. */
export interface UnknownSetting {
  readonly name: string
  readonly near: string | null
}

export const unknownSettings = (env: Readonly<Record<string, string | undefined>>): UnknownSetting[] =>
  Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && !KNOWN_SETTINGS.includes(name.slice(PREFIX.length)))
    .sort()
    .map((name) => ({ name, near: nearestSetting(name.slice(PREFIX.length)) }))

/** Flags without a value; their presence means on. */
export const SWITCH_FLAGS = new Set(Object.entries(FLAGS).flatMap(([flag, [takes]]) => (takes === '' ? [flag] : [])))

/** The flags as a help table. */
export function flagHelp(): string {
  const rows = Object.entries(FLAGS).map(([flag, [takes, standard, help]]) => ({
    left: `  --${flag} ${takes}`.trimEnd(),
    right: standard === '' || standard === 'off' ? help : `${help} (default: ${standard})`,
  }))
  const width = Math.max(...rows.map(({ left }) => left.length)) + 2
  return [
    'Flags of the server. Each has an environment variable, such as AGENT_NETWORK_OPERATOR_PORT for --operator-port:',
    ...rows.map(({ left, right }) => left.padEnd(width) + right),
  ].join('\n')
}

// ── Model presets ──

/** A preset as the start settings use it. */
export interface ModelPreset {
  readonly url: string
  readonly name: string
  /** The provider's own environment variable with the API key; null if it needs none. */
  readonly keyVariable: string | null
  /** Defaults of runtime switches. Local models answer slowly, so their calls may take longer. */
  readonly switches: { readonly llmTimeoutSeconds?: number }
}

type Provider = Omit<ModelPreset, 'name'>

const LOCAL = { llmTimeoutSeconds: 120 }

const PROVIDERS: Readonly<Record<string, Provider>> = {
  ollama: { url: 'http://127.0.0.1:11434/v1', keyVariable: null, switches: LOCAL },
  lmstudio: { url: 'http://127.0.0.1:1234/v1', keyVariable: null, switches: LOCAL },
  openai: { url: 'https://api.openai.com/v1', keyVariable: 'OPENAI_API_KEY', switches: {} },
  anthropic: { url: 'https://api.anthropic.com/v1', keyVariable: 'ANTHROPIC_API_KEY', switches: {} },
  openrouter: { url: 'https://openrouter.ai/api/v1', keyVariable: 'OPENROUTER_API_KEY', switches: {} },
  // Its URL is part of the preset.
  vllm: { url: '', keyVariable: 'VLLM_API_KEY', switches: LOCAL },
}

const EXAMPLES = 'ollama:llama3.1:8b, openai:gpt-4o-mini or vllm:<name>@http://127.0.0.1:8000/v1'

/** The preset of a text, or what is wrong with it. */
export function readModelPreset(text: string): ModelPreset | string {
  const [, providerName = '', rest = ''] = /^([^:]*):(.*)$/s.exec(text.trim()) ?? []
  const provider = Object.hasOwn(PROVIDERS, providerName) ? PROVIDERS[providerName]! : null
  if (provider === null)
    return `must begin with one of ${Object.keys(PROVIDERS).join(', ')} and a colon, for example ${EXAMPLES}, not "${text}"`
  const at = providerName === 'vllm' ? rest.lastIndexOf('@') : rest.length
  const name = rest.slice(0, Math.max(0, at)).trim()
  const url = providerName === 'vllm' ? rest.slice(at + 1).trim() : provider.url
  if (providerName === 'vllm' && (at < 0 || !URL.canParse(url) || !/^https?:/.test(url) || !/\/v1\/?$/.test(url)))
    return `needs the base URL of vLLM with /v1, for example vllm:Qwen/Qwen2.5-7B-Instruct@http://127.0.0.1:8000/v1, not "${text}"`
  if (name === '') return `needs the name of a model after "${providerName}:", for example ${EXAMPLES}`
  return { ...provider, url, name }
}
