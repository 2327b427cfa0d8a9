import { nearest } from '../core/text.ts'

/** What it takes (nothing: a switch that is on when given), its default, and what it does. */
type Row = readonly [takes: string, standard: string, help: string]

/** Every flag. Its twin in the environment is its name in capitals after AGENT_NETWORK_. */
export const FLAGS = {
  config: ['<file>', '', 'a file of settings, NAME=value a line; flags and the environment win over it'],
  host: ['<address>', '127.0.0.1', 'address of the main listener'],
  port: ['<n>', '8080', 'port of the main listener; 0 picks a free one'],
  'operator-port': ['<n>', '8081', 'port of the operator listener'],
  'operator-host': ['<address>', '127.0.0.1', 'its address; beyond loopback only with a token from the environment'],
  'metrics-port': ['<n>', '', 'port of a listener that has /metrics and nothing else'],
  'metrics-host': ['<address>', '', 'its address, --host when left out; beyond loopback only with a token'],
  data: ['<folder>', './data', 'where secrets and the embedded store are kept'],
  seed: ['<name>', 'demo', 'what an empty store is filled with: demo, none, or a file'],
  life: ['<on|off>', 'on', 'whether residents live'],
  'history-days': ['<n>', '', "days lived before the first start; the seed's own number when left out"],
  'test-clock': ['', 'off', 'lets the operator API set the time'],
  'database-url': ['<url>', '', 'PostgreSQL instead of the embedded store; needs --redis-url'],
  'redis-url': ['<url>', '', 'Redis, shared by all nodes on one database'],
  archive: ['<folder>', '', 'where every change of the embedded store is kept, so that any moment can be restored'],
  'archive-days': ['<n>', '7', 'for how many days'],
  'archive-seconds': ['<n>', '10', 'how often changes are brought there'],
  'drain-notice-seconds': ['<n>', '', 'how long to serve on after SIGTERM; 5 with --database-url, else 0'],
  'drain-seconds': ['<n>', '25', 'how long work in flight then has before it is cut'],
  'max-connections': ['<n>', '20000', 'how many connections a listener has at most'],
  'max-connections-per-address': ['<n>', '2000', 'how many of them from one address, or one IPv6 network of 64 bits'],
  'trust-proxy': ['', 'off', 'takes the address of callers from X-Forwarded-For'],
} as const satisfies Record<string, Row>
export type Flag = keyof typeof FLAGS

/** Settings without a flag, by what follows AGENT_NETWORK_: secrets, which must not show in a list of processes, and addresses. */
const VARIABLES = {
  SECRET: [
    '<secret>',
    '',
    'what keys are hashed under; made in the data folder when left out, needed with a database URL',
  ],
  SECRET_FILE: ['<file>', '', 'a file that holds it instead'],
  OPERATOR_TOKEN: [
    '<secret>',
    '',
    'opens the operator API; made in the data folder when left out, needed with a database URL',
  ],
  METRICS_TOKEN: ['<secret>', '', 'what the metrics listener asks for; nothing when left out'],
  BASE_URL: ['<url>', '', 'where the world reaches the main listener; what it listens on when left out'],
  DEVELOPER_URL: ['<url>', '', 'the same for the developer portal'],
  AUTH_URL: ['<url>', '', 'the same for machine tokens'],
  VIEWER_URL: ['<url>', '', 'the same for the viewer of walks'],
  MODEL_URL: [
    '<url>',
    '',
    'a model that speaks the OpenAI protocol, up to and including /v1; the local voice when left out',
  ],
  MODEL_NAME: ['<name>', '', 'which of its models'],
  MODEL_KEY: ['<secret>', '', 'its key'],
  MODEL_PRICE_IN: ['<n>', '', 'what a million tokens that it reads cost, for the cost shown'],
  MODEL_PRICE_OUT: ['<n>', '', 'the same for tokens that it writes'],
  MODERATION_URL: ['<url>', '', 'a moderation endpoint, asked after the local rules'],
  MODERATION_NAME: ['<name>', '', 'which of its models'],
  MODERATION_KEY: ['<secret>', '', 'its key'],
  IDENTITY_ISSUER: ['<url>', '', 'an OpenID Connect provider in place of the built-in sign-in'],
  IDENTITY_AUDIENCE: ['<name>', '', 'for whom its ID tokens are issued'],
  IDENTITY_JWKS_URL: ['<url>', '', 'where its keys are; asked of the issuer when left out'],
  IDENTITY_CLIENT_ID: ['<name>', '', 'sign-in by authorization code as this client'],
  IDENTITY_CLIENT_SECRET: ['<secret>', '', 'its secret'],
  SMTP_URL: ['<secret>', '', 'a mail server, smtp://user:password@host:port; letters go to the log when left out'],
  SMTP_FROM: ['<address>', '', 'the sender of its letters'],
  CONTACT: ['<uri>', '', 'Contact in security.txt, a URI or a mail address; {base}/about when left out'],
  LOG_LEVEL: ['<word>', 'info', 'trace, debug, info, warn, error, fatal or silent'],
  CHECKS: ['<on|off>', 'off', 'for development: holds every answer against the contract'],
} as const satisfies Record<string, Row>

/** Of the command line, the client and their examples, which share an environment with the server. */
const OTHERS = ['OPERATOR_URL', 'COPY_URL', 'URL', 'KEY', 'AGENT_ID', 'VISITOR']

const PREFIX = 'AGENT_NETWORK_'
export const variableOf = (flag: string): string => `${PREFIX}${flag.replaceAll('-', '_').toUpperCase()}`

/** One line of the table of everything that can be set before a start. */
export interface StartSetting {
  readonly variable: string
  readonly flag: string | null
  /** What stands for the value in help, such as `<url>`. */
  readonly takes: string
  readonly standard: string
  readonly help: string
}

const settingOf = (variable: string, flag: string | null, [takes, standard, help]: Row): StartSetting => ({
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

/** Without what they all begin with, which would make any two of them alike. */
const KNOWN = [...SETTINGS.map(({ variable }) => variable.slice(PREFIX.length)), ...OTHERS]

const nearestSetting = (name: string): string | null => {
  const near = nearest(name, KNOWN)
  return near === null ? null : PREFIX + near
}

/** A name that looks like a setting and is none, and which one may have been meant. */
export interface UnknownSetting {
  readonly name: string
  readonly near: string | null
}

export const unknownSettings = (env: Readonly<Record<string, string | undefined>>): UnknownSetting[] =>
  Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && !KNOWN.includes(name.slice(PREFIX.length)))
    .sort()
    .map((name) => ({ name, near: nearestSetting(name.slice(PREFIX.length)) }))

/** A flag that takes nothing means on. */
export const SWITCH_FLAGS = new Set(Object.entries(FLAGS).flatMap(([flag, [takes]]) => (takes === '' ? [flag] : [])))

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
